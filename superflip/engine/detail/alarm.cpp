#include "superflip/engine/detail/alarm.h"

#include <algorithm>
#include <chrono>

namespace superflip::detail {

Alarm::Alarm(const StopFlag* outer, std::optional<Clock::time_point> deadline) : outer_(outer) {
  if (!deadline) return;
  is_running_ = thread_.start([this, deadline = *deadline] {
    constexpr auto kPatience = std::chrono::milliseconds(10);
    std::unique_lock lock(mutex_);
    while (!is_over_ && !stop_) {
      changed_.wait_until(lock, std::min<Clock::time_point>(deadline, Clock::now() + kPatience));
      if (is_set(outer_) || Clock::now() >= deadline) stop_ = true;
    }
  });
}

Alarm::~Alarm() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
}

}  // namespace superflip::detail
