// Work on all cores: threads that end together, and one loop cut into pieces that idle threads take.
//
// The pieces of a loop must be independent. The calling thread works too, so that one thread means no threads are
// started, and the work gets done, if slower, where the system grants none. An exception in a piece is thrown again in
// the caller when all threads have ended.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
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

// Threads that work together and have all ended when the group ends. What one of them throws is thrown in the caller,
// by join(); it does not stop the others, which must be told by other means.
class ThreadGroup {
 public:
  ThreadGroup() = default;
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() { wait(); }

  // Runs body() on a thread of its own. False, and nothing is run, when the system has no thread or memory to give.
  template <class Body>
  bool start(Body body) {
    try {
      threads_.emplace_back([this, body]() mutable { run(body); });
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

  // Runs body() on the calling thread.
  template <class Body>
  void run(Body&& body) noexcept {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  // Waits for all threads, then throws what was thrown first.
  void join() {
    wait();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void wait() {
    for (std::thread& t : threads_) t.join();
    threads_.clear();
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;  // guards failure_
  std::exception_ptr failure_;
};

// body(i) for i = 0..threads-1 at the same time, body(0) on the calling thread. A thread that the system does not grant
// is left out, so that the bodies must share the work among those there are.
template <class Body>
void run_on_threads(unsigned threads, Body body) {
  ThreadGroup group;
  for (unsigned i = 1; i < threads; ++i)
    if (!group.start([&body, i] { body(i); })) break;
  group.run([&body] { body(0U); });
  group.join();
}

// body(begin, end) for consecutive ranges that cover 0..count-1, each at most `grain` long, on `threads` threads.
template <class Body>
void parallel_for(std::size_t count, std::size_t grain, unsigned threads, Body body) {
  std::atomic<std::size_t> next{0};
  run_on_threads(threads, [&](unsigned) {
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
        if (begin >= count) return;
        body(begin, begin + grain < count ? begin + grain : count);
      }
    } catch (...) {
      next.store(count, std::memory_order_relaxed);  // no other piece is begun
      throw;
    }
  });
}

}  // namespace superflip
