// OpenOnce: a value that many threads need and one of them makes.
//
// The first that asks makes it; the others wait, each for no longer than its own stop flag and deadline allow. When the
// making fails or is stopped, the next thread that asks tries again. Invariant: at most one thread makes it at a time,
// and once it is there it stays.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/alarm.h"
#include "superflip/engine/detail/until.h"

namespace superflip::detail {

template <class T>
class OpenOnce {
 public:
  using Pointer = std::shared_ptr<T>;

  // `make` gets a stop flag, which is set at the deadline too, and returns Expected<Pointer>; it may throw when the
  // system fails.
  template <class Make>
  Expected<Pointer> get(const StopFlag* stop, std::optional<Clock::time_point> deadline, const Make& make) {
    constexpr auto kPatience = std::chrono::milliseconds(10);
    const Until until{stop, deadline};
    std::unique_lock lock(mutex_);
    while (!value_ && is_making_) {
      if (until.is_over()) return fail(ErrorKind::stopped, "stopped while another thread was making a table");
      changed_.wait_for(lock, kPatience);
    }
    if (value_) return value_;
    is_making_ = true;
    lock.unlock();
    struct Release {
      OpenOnce& once;
      Pointer made{};
      ~Release() {
        const std::lock_guard release(once.mutex_);
        once.value_ = std::move(made);
        once.is_making_ = false;
        once.changed_.notify_all();
      }
    } release{*this};
    const Alarm alarm(stop, deadline);
    Expected<Pointer> made = make(alarm.stop());
    if (made) release.made = *made;
    return made;
  }

  // Null when it is not there yet.
  Pointer peek() {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Pointer value_;
  bool is_making_ = false;
};

}  // namespace superflip::detail
