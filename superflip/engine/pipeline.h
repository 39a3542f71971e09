// Many inputs, several workers, answers in the inputs' order, bounded memory.
//
// One thread reads, `workers` threads work, and the calling thread passes on each result as soon as all earlier ones
// are ready. At most kWindow inputs per worker are in progress, so that neither a fast reader nor one slow input makes
// memory grow. No result waits for further input: a program that sends one cube and waits for its answer gets it.
//
// It is public because the batches of the program use it (apps/cli/batch.h). They need what Engine::solve_all, which
// also uses it, does not give: several threads for one cube, a listener for each, answers that are known already, and
// Idle, by which standard output is flushed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"

namespace SUPERFLIP_API superflip {

template <class Input, class Result>
class Pipeline {
 public:
  // The next input, or nothing at the end or when the flag is set; from one thread.
  using Read = std::function<std::optional<Input>(const std::atomic<bool>& cancelled)>;
  // From the thread of that worker, 0..workers-1.
  using Work = std::function<Result(unsigned worker, Input&&)>;
  // From the calling thread, in order; false ends everything.
  using Emit = std::function<bool(Result&&)>;
  // From the calling thread, before it must wait for the next result.
  using Idle = std::function<void()>;

  // Returns when everything is done or emit has returned false. Exceptions of the functions are rethrown here. If the
  // system grants fewer threads there are fewer workers; without any, the calling thread does everything.
  static void run(unsigned workers, const Read& read, const Work& work, const Emit& emit, const Idle& idle) {
    Pipeline pipeline(workers);
    ThreadGroup threads;
    unsigned started = 0;
    while (started < workers && threads.start([&, i = started] { pipeline.guard([&] { pipeline.worker(i, work); }); }))
      ++started;
    // The reader starts last. If it cannot start, nothing has been read yet, and alone() can take over.
    if (started > 0 && threads.start([&] { pipeline.guard([&] { pipeline.reader(read); }); }))
      threads.run([&] { pipeline.guard([&] { pipeline.writer(emit, idle); }); });
    else
      threads.run([&] { alone(read, work, emit, idle); });
    pipeline.cancel();
    threads.join();
  }

 private:
  static constexpr std::size_t kWindow = 64;

  explicit Pipeline(unsigned workers) : capacity_(kWindow * workers) {}

  struct Slot {
    std::optional<Input> input;    // until a worker takes it
    std::optional<Result> result;  // when it is done
  };
  using Lock = std::unique_lock<std::mutex>;

  void cancel() {
    const Lock lock(mutex_);
    cancelled_ = true;
    changed_space_.notify_all();
    changed_input_.notify_all();
    changed_result_.notify_all();
  }

  // An exception in one thread ends the work of all.
  template <class Body>
  void guard(Body body) {
    try {
      body();
    } catch (...) {
      cancel();
      throw;
    }
  }

  static void alone(const Read& read, const Work& work, const Emit& emit, const Idle& idle) {
    const std::atomic<bool> never{false};
    for (;;) {
      idle();
      std::optional<Input> input = read(never);
      if (!input || !emit(work(0, *std::move(input)))) return;
    }
  }

  void reader(const Read& read) {
    for (;;) {
      {
        Lock lock(mutex_);
        changed_space_.wait(lock, [&] { return cancelled_ || slots_.size() < capacity_; });
        if (cancelled_) return;
      }
      std::optional<Input> input = read(cancelled_);
      const Lock lock(mutex_);
      if (!input) {
        ended_ = true;
        changed_input_.notify_all();
        changed_result_.notify_all();
        return;
      }
      slots_.push_back(Slot{std::move(input), std::nullopt});
      changed_input_.notify_one();
    }
  }

  // Slots are taken in order: slots_[0..taken_-1] are with workers or done. A deque keeps references to the others
  // valid when slots are added behind or removed in front.
  void worker(unsigned index, const Work& work) {
    Lock lock(mutex_);
    for (;;) {
      changed_input_.wait(lock, [&] { return cancelled_ || ended_ || taken_ < slots_.size(); });
      if (cancelled_ || taken_ == slots_.size()) return;
      Slot& slot = slots_[taken_++];
      Input input = std::move(*slot.input);
      lock.unlock();
      Result result = work(index, std::move(input));
      lock.lock();
      slot.result.emplace(std::move(result));
      if (slots_.front().result) changed_result_.notify_one();
    }
  }

  void writer(const Emit& emit, const Idle& idle) {
    for (;;) {
      Lock lock(mutex_);
      const auto ready = [&] { return !slots_.empty() && slots_.front().result; };
      const auto over = [&] { return cancelled_ || (ended_ && slots_.empty()); };
      if (!ready() && !over()) {
        lock.unlock();
        idle();
        lock.lock();
        changed_result_.wait(lock, [&] { return ready() || over(); });
      }
      if (over()) return;
      Result result = std::move(*slots_.front().result);
      slots_.pop_front();
      --taken_;
      changed_space_.notify_one();
      lock.unlock();
      if (!emit(std::move(result))) return;
    }
  }

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_space_, changed_input_, changed_result_;
  std::deque<Slot> slots_;
  std::size_t taken_ = 0;
  bool ended_ = false;
  std::atomic<bool> cancelled_{false};
};

}  // namespace superflip
