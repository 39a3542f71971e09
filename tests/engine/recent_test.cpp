// The values that were used last.
#include "superflip/engine/detail/recent.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace superflip::detail {
namespace {

using Made = Expected<std::shared_ptr<int>>;

// Asks for the value and returns whether it was made.
bool is_made(Recent<int>& recent, const std::string& key, std::size_t weight = 1) {
  bool made = false;
  const auto value = recent.get(key, weight, nullptr, std::nullopt, [&](const StopFlag*) -> Made {
    made = true;
    return std::make_shared<int>(7);
  });
  EXPECT_TRUE(value && **value == 7) << key;
  return made;
}

TEST(Recent, KeepsWhatWasUsedLast) {
  Recent<int> two(2);
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
  Recent<int> two(2);
  EXPECT_TRUE(is_made(two, "a"));
  EXPECT_TRUE(is_made(two, "b"));
  for (const char* const key : {"c", "d", "c"}) {
    const auto failed = two.get(key, 1, nullptr, std::nullopt,
                                [](const StopFlag*) -> Made { return fail(ErrorKind::stopped, "stopped"); });
    EXPECT_FALSE(failed) << key;
    EXPECT_THROW(static_cast<void>(two.get(key, 1, nullptr, std::nullopt,
                                           [](const StopFlag*) -> Made { throw std::runtime_error("full"); })),
                 std::runtime_error);
    EXPECT_FALSE(two.has(key)) << key;
  }
  EXPECT_FALSE(is_made(two, "a"));
  EXPECT_FALSE(is_made(two, "b"));
  EXPECT_TRUE(is_made(two, "c"));
}

}  // namespace
}  // namespace superflip::detail
