// The choice among instruction sets, by a function that says for which one it was compiled.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/base/dispatch_test.cpp"
#include "superflip/base/detail/dispatch.h"

#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace superflip::detail {
namespace HWY_NAMESPACE {
namespace {

std::int64_t compiled_for() { return HWY_TARGET; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

namespace superflip::detail {
namespace {

SUPERFLIP_DISPATCH_TABLE(compiled_for);

std::int64_t called() { return SUPERFLIP_DISPATCH(compiled_for)(); }

const std::int64_t called_before_main = called();

// The lower bit is the better target.
std::int64_t best(std::int64_t targets) { return targets & -targets; }

TEST(Dispatch, TakesTheBestTargetThatIsSupportedAndBuilt) {
  const std::int64_t usable = supported_targets() & HWY_TARGETS;
  ASSERT_NE(usable, 0);
  EXPECT_EQ(called_before_main, best(usable));
  EXPECT_EQ(called(), best(usable));
  for (std::int64_t left = usable; left != 0; left -= best(left)) {
    choose_targets(left);
    EXPECT_EQ(called(), best(left));
  }
  choose_targets(supported_targets());
  EXPECT_EQ(called(), best(usable));
}

// In a file that is built for the best target and the portable one alone, say, when a test asks for one between.
TEST(Dispatch, WithoutATargetThatIsBuiltTakesWhatEveryMachineRuns) {
  choose_targets(0);
  EXPECT_EQ(called(), HWY_STATIC_TARGET);
  choose_targets(supported_targets());
}

}  // namespace
}  // namespace superflip::detail
#endif  // HWY_ONCE
