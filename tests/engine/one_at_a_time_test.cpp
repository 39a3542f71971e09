// Turns to make what takes much memory.
#include "superflip/engine/detail/one_at_a_time.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "OneAtATime"}};

TEST(OneAtATime, OneThreadHasTheTurn) {
  OneAtATime work;
  std::atomic<int> at_work{0};
  std::atomic<int> most{0};
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) {
        const auto turn = work.wait(nullptr);
        const int now = ++at_work;
        if (now > most) most = now;
        std::this_thread::yield();
        --at_work;
        ++done;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 400);
}

TEST(OneAtATime, ThereIsNoTurnAfterTheStop) {
  OneAtATime work;
  StopFlag stop{true};
  auto first = work.wait(&stop);  // nobody has it
  ASSERT_TRUE(first);
  EXPECT_FALSE(work.wait(&stop));
  first.reset();
  EXPECT_TRUE(work.wait(&stop));
}

}  // namespace
}  // namespace superflip::detail
