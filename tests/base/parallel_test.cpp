// Threads that end together: what one throws arrives, all have ended then, and where the system grants none the work
// gets done all the same.
#include "superflip/base/parallel.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "tests/support/labels.h"
#include "tests/support/no_threads.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Parallel"}};

// How often each of the pieces of a loop is done.
std::vector<int> visits(std::size_t count, std::size_t grain, unsigned threads) {
  std::vector<int> seen(count);
  parallel_for(count, grain, threads, [&](std::size_t begin, std::size_t end) {
    EXPECT_LE(end - begin, grain);
    for (std::size_t i = begin; i < end; ++i) ++seen[i];
  });
  return seen;
}

TEST(Parallel, DoesEachPieceOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U})
    for (const std::size_t count : {0, 1, 99, 1000})
      EXPECT_EQ(visits(count, 10, threads), std::vector<int>(count, 1)) << threads << " threads, " << count;
}

TEST(Parallel, BodiesRunAtTheSameTime) {
  std::atomic<unsigned> there{0};
  std::vector<int> seen(4);
  run_on_threads(4, [&](unsigned i) {
    ++seen[i];
    for (++there; there < 4;) std::this_thread::yield();
  });
  EXPECT_EQ(seen, std::vector<int>(4, 1));
}

TEST(Parallel, ThrowsInTheCallerWhenAllHaveEnded) {
  for (unsigned bad = 0; bad < 3; ++bad) {
    std::atomic<int> ended{0};
    try {
      run_on_threads(3, [&](unsigned i) {
        if (i == bad) throw std::runtime_error("body " + std::to_string(i));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ++ended;
      });
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "body " + std::to_string(bad));
    }
    EXPECT_EQ(ended, 2);
  }
  EXPECT_THROW(run_on_threads(4, [](unsigned) { throw std::bad_alloc(); }), std::bad_alloc);
}

TEST(Parallel, WhatFailsEndsTheOthers) {
  std::atomic<bool> is_over{false};
  const auto body = [&](unsigned i) {
    if (i == 0) throw std::bad_alloc();
    while (!is_over) std::this_thread::yield();
  };
  EXPECT_THROW(run_on_threads(3, body, [&] { is_over = true; }), std::bad_alloc);
  EXPECT_TRUE(is_over);
  run_on_threads(
      3, [](unsigned) {}, [] { FAIL() << "nothing has failed"; });
}

TEST(Parallel, NoPieceIsBegunAfterAFailure) {
  std::atomic<int> pieces{0};
  const auto body = [&](std::size_t, std::size_t) {
    ++pieces;
    throw std::runtime_error("no");
  };
  EXPECT_THROW(parallel_for(1000, 1, 3, body), std::runtime_error);
  EXPECT_LE(pieces, 3);
}

TEST(Parallel, WithoutThreadsTheCallerDoesAll) {
  const NoThreads none;
  EXPECT_EQ(visits(1000, 10, 4), std::vector<int>(1000, 1));
  std::vector<unsigned> ran;
  run_on_threads(4, [&](unsigned i) { ran.push_back(i); });
  EXPECT_EQ(ran, std::vector<unsigned>{0});
}

TEST(Parallel, GoesOnWithTheThreadsThereAre) {
  ThreadGroup group;
  std::atomic<int> ran{0};
  EXPECT_TRUE(group.start([&] { ++ran; }));
  {
    const NoThreads none;
    EXPECT_FALSE(group.start([&] { ++ran; }));
  }
  EXPECT_TRUE(group.start([&] { ++ran; }));
  group.run([&] { ++ran; });
  group.join();
  EXPECT_EQ(ran, 3);
}

// Works until this thread alone has taken so much of a processor.
void work_for(std::chrono::nanoseconds time) {
  const auto begun = processor_time();
  while (processor_time() - begun < time) {
  }
}

TEST(Parallel, ProcessorTimeIsThatOfAllThreadsThatAreWaitedFor) {
  constexpr std::chrono::milliseconds kEach{5};
  const auto begun = processor_time();
  if (begun.count() == 0) GTEST_SKIP() << "the system does not tell it";
  run_on_threads(3, [&](unsigned i) {
    if (i == 0) return;
    work_for(kEach);
    run_on_threads(2, [&](unsigned inner) {
      if (inner == 1) work_for(kEach);
    });
  });
  EXPECT_GE(processor_time() - begun, 4 * kEach);
}

}  // namespace
}  // namespace superflip
