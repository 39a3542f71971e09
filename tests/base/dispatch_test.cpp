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

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

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

#if HWY_ARCH_X86
// The features of the first processor as Linux lists them, by names of its own; none elsewhere.
std::set<std::string> listed_features() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

TEST(Dispatch, FindsTheTargetsOfWhichLinuxListsAllFeatures) {
  const std::set<std::string> listed = listed_features();
  if (listed.empty()) GTEST_SKIP() << "no features are listed in /proc/cpuinfo";
  const auto expect = [&](std::int64_t target, std::int64_t below, const std::set<std::string>& features) {
    bool has_all = (supported_targets() & below) != 0;
    for (const std::string& feature : features) has_all &= listed.contains(feature);
    EXPECT_EQ((supported_targets() & target) != 0, has_all || (HWY_BASELINE_TARGETS & target) != 0) << target;
  };
  expect(HWY_SSSE3, HWY_EMU128, {"ssse3"});
  expect(HWY_SSE4, HWY_SSSE3, {"sse4_1", "sse4_2", "pclmulqdq", "aes"});
  expect(HWY_AVX2, HWY_SSE4, {"avx", "avx2", "bmi1", "bmi2", "fma", "f16c"});
  expect(HWY_AVX3, HWY_AVX2, {"avx512f", "avx512vl", "avx512dq", "avx512bw"});
  expect(HWY_AVX3_DL, HWY_AVX3,
         {"vpclmulqdq", "avx512vbmi", "avx512_vbmi2", "vaes", "avx512_vnni", "avx512_bitalg", "avx512_vpopcntdq"});
}
#endif

}  // namespace
}  // namespace superflip::detail
#endif  // HWY_ONCE
