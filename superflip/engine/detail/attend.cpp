#include "superflip/engine/detail/attend.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "superflip/base/parallel.h"

namespace superflip::detail {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(15);
constexpr std::size_t kMaxWaiting = 4096;  // events; then the work waits for its listener

class Attendance {
 public:
  explicit Attendance(const StopFlag* outer) : outer_(outer) {}

  const StopFlag* stop() const { return &stop_; }

  // From the work's threads, one at a time.
  void push(const Event& event) {
    std::unique_lock lock(mutex_);
    if (is_set(outer_)) stop_ = true;
    space_.wait(lock, [this] { return waiting_.size() < kMaxWaiting || stop_; });
    // Only the newest progress event is kept.
    if (is_passing(event.kind) && !waiting_.empty() && waiting_.back().kind == event.kind)
      waiting_.back() = event;
    else
      waiting_.push_back(event);
    news_.notify_one();
  }

  void finish() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    news_.notify_one();
  }

  // Runs on the calling thread until the work has ended and all its events are delivered.
  void listen(const std::function<bool(const Event&)>& listener) {
    for (;;) {
      std::unique_lock lock(mutex_);
      news_.wait_for(lock, kPatience, [this] { return is_over_ || !waiting_.empty(); });
      std::deque<Event> events = std::exchange(waiting_, {});
      const bool is_last = is_over_;
      space_.notify_one();
      lock.unlock();
      if (is_set(outer_)) stop_ = true;
      if (events.empty() && !is_last) events.emplace_back();
      for (const Event& event : events)
        if (!listener(event)) end();
      if (is_last) return;
    }
  }

  // Stops the work. Also called when the listener throws, so that the work does not continue without a receiver.
  void end() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    space_.notify_one();
  }

  // For work on the calling thread.
  void tell_at_once(const std::function<bool(const Event&)>& listener, const Event& event) {
    if (is_set(outer_) || !listener(event)) stop_ = true;
  }

 private:
  const StopFlag* outer_;
  StopFlag stop_{false};
  std::mutex mutex_;  // guards what follows
  std::condition_variable news_, space_;
  std::deque<Event> waiting_;
  bool is_over_ = false;
};

}  // namespace

void attend(const std::function<bool(const Event&)>& listener, const StopFlag* outer,
            const std::function<void(const StopFlag*, const OnEvent&)>& work) {
  if (!listener) return work(outer, {});
  Attendance attendance(outer);
  ThreadGroup group;
  const bool is_started = group.start([&attendance, &work] {
    struct Finish {
      Attendance& attendance;
      ~Finish() { attendance.finish(); }
    } const finish{attendance};
    work(attendance.stop(), [&attendance](const Event& event) { attendance.push(event); });
  });
  if (!is_started)
    return work(attendance.stop(), [&](const Event& event) { attendance.tell_at_once(listener, event); });
  try {
    attendance.listen(listener);
  } catch (...) {
    attendance.end();
    throw;
  }
  group.join();
}

}  // namespace superflip::detail
