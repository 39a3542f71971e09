// Work on all cores: one loop, cut into pieces that idle threads take.
//
// The pieces of a loop must be independent. The calling thread works too, so that one thread means no threads are
// started. An exception in a piece is thrown again in the caller when all threads have ended.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

namespace superflip {

// Cores of this machine, at least 1.
inline unsigned hardware_threads() {
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : n;
}

// How long work tells what it does: called from one thread at a time with the name of the step and the part done,
// 0..1. Work that takes less than about half a second need not report.
using Progress = std::function<void(std::string_view step, double done)>;

// body(begin, end) for consecutive ranges that cover 0..count-1, each at most `grain` long, on `threads` threads.
template <class Body>
void parallel_for(std::size_t count, std::size_t grain, unsigned threads, Body body) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(threads > 0 ? threads : 1);
  const auto work = [&](std::exception_ptr& failure) noexcept {
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
        if (begin >= count) return;
        body(begin, begin + grain < count ? begin + grain : count);
      }
    } catch (...) {
      failure = std::current_exception();
      next.store(count, std::memory_order_relaxed);
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < failures.size(); ++i) helpers.emplace_back(work, std::ref(failures[i]));
  work(failures[0]);
  for (std::thread& t : helpers) t.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace superflip
