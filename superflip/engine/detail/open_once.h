// OpenOnce: a value that many threads need and one of them makes.
//
// The first that asks makes it; the others wait, each for no longer than its own stop flag and deadline allow. When the
// making fails or is stopped, the next thread that asks tries again. Where a type Begun is given, a making that was
// stopped leaves one behind, from which the next goes on, so that short limits come to an end, too; one that fails, for
// lack of memory, say, leaves nothing. Invariant: at most one thread makes it at a time, and once it is there it stays.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/alarm.h"
#include "superflip/engine/detail/until.h"

namespace superflip::detail {

struct NothingBegun {};

template <class T, class Begun = NothingBegun>
class OpenOnce {
 public:
  using Pointer = std::shared_ptr<T>;

  // `make(stop)` gets a stop flag, which is set at the deadline too, and returns Expected<Pointer>; it may throw when
  // the system fails. With a type Begun it is `make(stop, begun)`, a std::unique_ptr<Begun>& which is null at first,
  // then what the last call left there, if that was stopped.
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
    Expected<Pointer> made = go_on(make, alarm.stop());
    if (made) release.made = *made;
    return made;
  }

  // Null when it is not there yet.
  Pointer peek() {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  template <class Make>
  Expected<Pointer> go_on(const Make& make, const StopFlag* stop) {
    if constexpr (std::is_same_v<Begun, NothingBegun>) {
      return make(stop);
    } else {
      std::unique_ptr<Begun> begun = std::exchange(begun_, nullptr);
      Expected<Pointer> made = make(stop, begun);
      if (!made && made.error().kind == ErrorKind::stopped) begun_ = std::move(begun);
      return made;
    }
  }

  std::unique_ptr<Begun> begun_;  // for the one thread that makes the value
  std::mutex mutex_;              // guards what follows
  std::condition_variable changed_;
  Pointer value_;
  bool is_making_ = false;
};

}  // namespace superflip::detail
