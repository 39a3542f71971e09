// Helpers: those that come in time share the work, those that do not never begin, and nothing that a process does not
// have is waited for.
#include "superflip/base/detail/helpers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/labels.h"
#include "tests/support/no_threads.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Helpers"}};

// Leads work that lasts until `count` helpers have begun. Returns their numbers, sorted. Each must be another thread.
std::vector<unsigned> numbers(Helpers& helpers, unsigned count) {
  std::mutex mutex;
  std::vector<unsigned> seen;
  std::set<std::thread::id> threads;
  std::atomic<unsigned> begun{0};
  const std::function<void(unsigned)> body = [&](unsigned i) {
    const std::lock_guard lock(mutex);
    seen.push_back(i);
    EXPECT_TRUE(threads.insert(std::this_thread::get_id()).second) << i;
    ++begun;
  };
  helpers.lead([&] {
    helpers.call(count, body);
    while (begun < count) std::this_thread::yield();
  });
  std::sort(seen.begin(), seen.end());
  return seen;
}

TEST(Helpers, EachRunsTheBodyOnce) {
  Helpers helpers;
  for (const unsigned count : {3U, 1U, 4U, 0U, 2U}) {
    std::vector<unsigned> expected;
    for (unsigned i = 1; i <= count; ++i) expected.push_back(i);
    EXPECT_EQ(numbers(helpers, count), expected);
  }
}

TEST(Helpers, NoneBeginsOnceTheLeaderHasEnded) {
  Helpers helpers;
  for (int round = 0; round < 2000; ++round) {
    std::atomic<bool> is_over{false};
    const std::function<void(unsigned)> body = [&](unsigned) { EXPECT_FALSE(is_over); };
    helpers.lead([&] { helpers.call(2, body); });
    is_over = true;
  }
}

TEST(Helpers, TheLeaderWaitsForThoseThatHaveBegun) {
  Helpers helpers;
  std::atomic<bool> has_begun{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> has_ended{false};
  const std::function<void(unsigned)> body = [&](unsigned) {
    has_begun = true;
    while (!may_end) std::this_thread::yield();
    has_ended = true;
  };
  helpers.lead([&] {
    helpers.call(1, body);
    while (!has_begun) std::this_thread::yield();
    may_end = true;
  });
  EXPECT_TRUE(has_ended);
}

TEST(Helpers, WhatAHelperThrowsArrives) {
  Helpers helpers;
  std::atomic<bool> has_begun{false};
  const std::function<void(unsigned)> body = [&](unsigned) {
    has_begun = true;
    throw std::runtime_error("helper");
  };
  const auto work = [&] {
    helpers.call(1, body);
    while (!has_begun) std::this_thread::yield();
  };
  EXPECT_THROW(helpers.lead(work), std::runtime_error);
  has_begun = false;
  EXPECT_THROW(helpers.lead([&] {
    work();
    throw std::bad_alloc();
  }),
               std::bad_alloc);
  EXPECT_EQ(numbers(helpers, 2), (std::vector<unsigned>{1, 2}));  // nothing of it is left
}

TEST(Helpers, WithoutThreadsTheLeaderIsAlone) {
  Helpers helpers;
  const std::function<void(unsigned)> body = [](unsigned i) { FAIL() << i; };
  bool has_run = false;
  {
    const NoThreads none;
    helpers.lead([&] {
      helpers.call(3, body);
      has_run = true;
    });
  }
  EXPECT_TRUE(has_run);
  EXPECT_EQ(numbers(helpers, 3), (std::vector<unsigned>{1, 2, 3}));
}

TEST(Helpers, OfAnotherProcessAreNotWaitedFor) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer ends a process that starts threads after a fork";
#endif
  auto helpers = std::make_unique<Helpers>();
  ASSERT_EQ(numbers(*helpers, 2).size(), 2U);
  auto unused = std::make_unique<Helpers>();
  ASSERT_EQ(numbers(*unused, 1).size(), 1U);
  const pid_t child = ::fork();
  if (child == 0) {
    unused.reset();
    const bool is_right = numbers(*helpers, 2) == std::vector<unsigned>{1, 2};
    helpers.reset();
    ::_exit(is_right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(numbers(*helpers, 2), (std::vector<unsigned>{1, 2}));
}

}  // namespace
}  // namespace superflip
