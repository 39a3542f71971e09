// The values that were used last.
#include "superflip/engine/detail/recent.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "Recent.AThreadThatWaitsGoesOnFromWhatIsBegun"}};

using Made = Expected<std::shared_ptr<int>>;
using Ints = Recent<int, int>;

// Asks for the value and returns whether it was made.
bool is_made(Ints& recent, const std::string& key, std::size_t weight = 1) {
  bool made = false;
  const auto value = recent.get(key, weight, nullptr, std::nullopt, [&](const StopFlag*, const auto&) -> Made {
    made = true;
    return std::make_shared<int>(7);
  });
  EXPECT_TRUE(value && **value == 7) << key;
  return made;
}

TEST(Recent, KeepsWhatWasUsedLast) {
  Ints two(2);
  EXPECT_TRUE(is_made(two, "a"));
  EXPECT_TRUE(is_made(two, "b"));
  EXPECT_FALSE(is_made(two, "a"));
  EXPECT_TRUE(is_made(two, "c"));
  EXPECT_FALSE(two.has("b"));
  EXPECT_FALSE(is_made(two, "a"));
  EXPECT_TRUE(is_made(two, "heavy", 5));  // one is kept, whatever it weighs
  EXPECT_TRUE(two.has("heavy"));
  EXPECT_FALSE(two.has("a"));
}

TEST(Recent, WhatCannotBeMadeTakesNoPlace) {
  Ints two(2);
  EXPECT_TRUE(is_made(two, "a"));
  EXPECT_TRUE(is_made(two, "b"));
  for (const char* const key : {"c", "d", "c"}) {
    const auto failed = two.get(key, 1, nullptr, std::nullopt, [](const StopFlag*, const auto&) -> Made {
      return fail(ErrorKind::stopped, "stopped");
    });
    EXPECT_FALSE(failed) << key;
    EXPECT_THROW(
        static_cast<void>(two.get(key, 1, nullptr, std::nullopt,
                                  [](const StopFlag*, const auto&) -> Made { throw std::runtime_error("full"); })),
        std::runtime_error);
    EXPECT_FALSE(two.has(key)) << key;
  }
  EXPECT_FALSE(is_made(two, "a"));
  EXPECT_FALSE(is_made(two, "b"));
  EXPECT_TRUE(is_made(two, "c"));
}

// Works on the value for one step of `steps`, and returns how many steps it had before: -1 if it was there.
int steps_before(Ints& recent, const std::string& key, int steps) {
  int before = -1;
  const auto value = recent.get(key, 1, nullptr, std::nullopt, [&](const StopFlag*, std::unique_ptr<int>& begun) {
    if (!begun) begun = std::make_unique<int>(0);
    before = (*begun)++;
    return *begun == steps ? Made(std::make_shared<int>(7)) : Made(fail(ErrorKind::stopped, "stopped"));
  });
  EXPECT_EQ(value.has_value(), before < 0 || before + 1 == steps) << key;
  return before;
}

TEST(Recent, WhatIsStoppedGoesOnWithTheNext) {
  Ints four(4);
  for (const char* const key : {"a", "b", "c", "d"}) EXPECT_TRUE(is_made(four, key));
  for (int step = 0; step < 5; ++step)
    for (const char* const key : {"e", "f"}) {
      EXPECT_EQ(steps_before(four, key, 6), step);
      EXPECT_FALSE(four.has(key));
    }
  for (const char* const key : {"a", "b", "c", "d"}) EXPECT_TRUE(four.has(key));  // it took nothing from them
  EXPECT_EQ(steps_before(four, "e", 6), 5);
  EXPECT_EQ(steps_before(four, "e", 6), -1);
  EXPECT_TRUE(four.has("e"));
  EXPECT_FALSE(four.has("a"));
}

// Whether the second thread waits already or asks a moment later.
TEST(Recent, AThreadThatWaitsGoesOnFromWhatIsBegun) {
  Ints two(2);
  std::atomic<bool> is_making{false};
  std::atomic<bool> is_asking{false};
  const auto tell = [](std::atomic<bool>& flag) {
    flag = true;
    flag.notify_one();
  };
  int before = -1;
  std::thread second([&] {
    is_making.wait(false);
    tell(is_asking);
    before = steps_before(two, "a", 2);
  });
  const auto stopped =
      two.get("a", 1, nullptr, std::nullopt, [&](const StopFlag*, std::unique_ptr<int>& begun) -> Made {
        tell(is_making);
        is_asking.wait(false);
        begun = std::make_unique<int>(1);
        return fail(ErrorKind::stopped, "stopped");
      });
  second.join();
  EXPECT_FALSE(stopped);
  EXPECT_EQ(before, 1);
  EXPECT_TRUE(two.has("a"));
}

// Half as many as of those that are made.
TEST(Recent, OfWhatIsBegunTheLastAreKept) {
  Ints four(4);
  for (const char* const key : {"a", "b", "c"}) EXPECT_EQ(steps_before(four, key, 9), 0);
  EXPECT_EQ(steps_before(four, "b", 9), 1);
  EXPECT_EQ(steps_before(four, "a", 9), 0);  // c was used before b
  EXPECT_EQ(steps_before(four, "b", 9), 2);
  EXPECT_EQ(steps_before(four, "c", 9), 0);
  Ints one(1);
  EXPECT_EQ(steps_before(one, "a", 9), 0);
  EXPECT_EQ(steps_before(one, "a", 9), 1);
}

TEST(Recent, WhatFailsIsBegunAnew) {
  Ints four(4);
  EXPECT_EQ(steps_before(four, "a", 9), 0);
  EXPECT_FALSE(four.get("a", 1, nullptr, std::nullopt,
                        [](const StopFlag*, const auto&) -> Made { return fail(ErrorKind::system, "full"); }));
  EXPECT_EQ(steps_before(four, "a", 9), 0);
  EXPECT_THROW(
      static_cast<void>(four.get("a", 1, nullptr, std::nullopt,
                                 [](const StopFlag*, const auto&) -> Made { throw std::runtime_error("full"); })),
      std::runtime_error);
  EXPECT_EQ(steps_before(four, "a", 9), 0);
}

}  // namespace
}  // namespace superflip::detail
