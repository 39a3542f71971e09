#include "superflip/engine/pipeline.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/labels.h"
#include "tests/support/no_threads.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Pipeline"}};

using Numbers = Pipeline<int, int>;

Numbers::Read up_to(int n) {
  return [i = 0, n](const std::atomic<bool>&) mutable { return i < n ? std::optional<int>(i++) : std::nullopt; };
}

TEST(Pipeline, KeepsTheOrderWhateverTheWorkersDo) {
  constexpr int kMany = 20'000;
  std::vector<int> seen;
  Numbers::run(
      3, up_to(kMany),
      [](unsigned worker, int&& n) {
        for (unsigned i = 0; i < (n + worker) % 7 * 50; ++i) std::atomic_signal_fence(std::memory_order_seq_cst);
        return n * n % 1009;
      },
      [&](int&& r) {
        seen.push_back(r);
        return true;
      },
      [] {});
  ASSERT_EQ(seen.size(), std::size_t{kMany});
  for (int i = 0; i < kMany; ++i) ASSERT_EQ(seen[i], static_cast<int>(static_cast<long long>(i) * i % 1009)) << i;
}

// The reader hands out number i+1 only when the answer to i has come: that must not need any later input.
TEST(Pipeline, AnswersBeforeItAsksForMore) {
  std::vector<std::promise<void>> answered(6);
  int next = 0;
  std::size_t emitted = 0;
  Numbers::run(
      2,
      [&](const std::atomic<bool>&) -> std::optional<int> {
        if (next == 5) return std::nullopt;
        if (next > 0) answered[next - 1].get_future().wait();
        return next++;
      },
      [](unsigned, int&& n) { return n; },
      [&](int&&) {
        answered[emitted++].set_value();
        return true;
      },
      [] {});
  EXPECT_EQ(emitted, 5u);
}

TEST(Pipeline, EndsEarlyWhenToldAndReadsBoundedlyAhead) {
  std::atomic<int> read{0};
  int emitted = 0;
  Numbers::run(
      2, [&](const std::atomic<bool>& cancelled) { return cancelled ? std::nullopt : std::optional<int>(read++); },
      [](unsigned, int&& n) { return n; }, [&](int&&) { return ++emitted < 10; }, [] {});
  EXPECT_EQ(emitted, 10);
  EXPECT_LE(read, 10 + 2 * 64 + 1);
}

TEST(Pipeline, ThrowsWhatAnyPartThrows) {
  const auto same = [](unsigned, int&& n) { return n; };
  const auto all = [](int&&) { return true; };
  const auto nothing = [] {};
  const auto fail = []() -> int { throw std::runtime_error("no"); };
  EXPECT_THROW(Numbers::run(
                   2, [&](const std::atomic<bool>&) { return std::optional<int>(fail()); }, same, all, nothing),
               std::runtime_error);
  EXPECT_THROW(Numbers::run(
                   2, up_to(1000), [&](unsigned, int&& n) { return n == 500 ? fail() : n; }, all, nothing),
               std::runtime_error);
  EXPECT_THROW(Numbers::run(
                   2, up_to(1000), same, [&](int&& n) { return n == 500 ? fail() == 0 : true; }, nothing),
               std::runtime_error);
}

TEST(Pipeline, WithoutThreadsTheCallerDoesAll) {
  const NoThreads none;
  const auto square = [](unsigned worker, int&& n) {
    EXPECT_EQ(worker, 0u);
    return n * n;
  };
  std::vector<int> seen;
  int idle = 0;
  const auto keep = [&](int&& r) {
    seen.push_back(r);
    return r < 25;
  };
  Numbers::run(3, up_to(4), square, keep, [&] { ++idle; });
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 4, 9}));
  EXPECT_EQ(idle, 5);  // before each reading
  seen.clear();
  Numbers::run(3, up_to(1000), square, keep, [] {});
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 4, 9, 16, 25}));
  const auto fail = [](unsigned, int&&) -> int { throw std::runtime_error("no"); };
  EXPECT_THROW(Numbers::run(
                   3, up_to(4), fail, [](int&&) { return true; }, [] {}),
               std::runtime_error);
}

TEST(Pipeline, WithoutInputIsQuiet) {
  Numbers::run(
      1, up_to(0), [](unsigned, int&& n) { return n; }, [](int&&) { return false; }, [] {});
}

}  // namespace
}  // namespace superflip
