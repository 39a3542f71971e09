// Work on all cores: groups of threads that end together, and a parallel loop whose pieces go to idle threads.
//
// The pieces of a loop must be independent. The calling thread works too. So for one thread nothing is started, and if
// the system grants no threads, the calling thread does all the work. An exception in a piece is rethrown in the caller
// when all threads have ended.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
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

#include "superflip/base/api.h"
#include "superflip/base/processor_time.h"
#include "superflip/base/stop.h"

namespace SUPERFLIP_API superflip {

// WebAssembly's modules are linked without threads.
#ifdef __EMSCRIPTEN__
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

// Cores of this machine, at least 1.
inline unsigned hardware_threads() {
  // Asked once: each call makes the system open a file, which took as long as solving a cube.
  static const unsigned n = std::max(1U, std::thread::hardware_concurrency());
  return n;
}

// What different threads write lies at least this many bytes apart: a cache line and the one that is fetched with it.
inline constexpr std::size_t kApart = 128;

// How long-running work reports its progress. It is called from one thread at a time with the name of the step and the
// fraction done, 0..1. Work that takes less than about half a second need not report.
using Progress = std::function<void(std::string_view step, double done)>;

// Threads that work together and have all ended when the group ends. join() rethrows in the caller what one of them
// throws. An exception does not stop the other threads; the body must do that, for example with a flag. The thread that
// waits gets their processor_time().
class ThreadGroup {
 public:
  ThreadGroup() = default;
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() { wait(); }

  // Runs body() on a thread of its own. Returns false and runs nothing when the system has no thread or memory left.
  template <class Body>
  bool start(Body body) {
    try {
      threads_.emplace_back([this, body]() mutable {
        run(body);
        taken_ += processor_time().count();
      });
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
    add_processor_time(std::chrono::nanoseconds(taken_.exchange(0)));
  }

  std::vector<std::thread> threads_;
  std::atomic<std::chrono::nanoseconds::rep> taken_{0};  // by those that have ended
  std::mutex mutex_;                                     // guards failure_
  std::exception_ptr failure_;
};

// body(i) for i = 0..threads-1 at the same time, body(0) on the calling thread. Threads that the system does not grant
// are left out, so the bodies must share the work among those that do run.
template <class Body>
void run_on_threads(unsigned threads, Body body) {
  if constexpr (!kHasThreads) return body(0U);
  ThreadGroup group;
  for (unsigned i = 1; i < threads; ++i)
    if (!group.start([&body, i] { body(i); })) break;
  group.run([&body] { body(0U); });
  group.join();
}

// The same. Where a body throws, give_up() is called: it lets the others begin nothing more, by what they share.
template <class Body, class GiveUp>
void run_on_threads(unsigned threads, Body body, const GiveUp& give_up) {
  run_on_threads(threads, [&](unsigned i) {
    try {
      body(i);
    } catch (...) {
      give_up();
      throw;
    }
  });
}

// body(begin, end) for consecutive ranges that cover 0..count-1, each at most `grain` long, on `threads` threads. No
// range is begun once the flag is set; a caller that passes a flag checks it afterwards to learn whether all ranges
// were done.
template <class Body>
void parallel_for(std::size_t count, std::size_t grain, unsigned threads, Body body, const StopFlag* stop = nullptr) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](unsigned) {
    while (!is_set(stop)) {
      const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
      if (begin >= count) return;
      body(begin, begin + grain < count ? begin + grain : count);
    }
  };
  run_on_threads(threads, work, [&] { next.store(count, std::memory_order_relaxed); });
}

}  // namespace superflip
