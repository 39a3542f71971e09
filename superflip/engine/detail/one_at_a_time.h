// OneAtATime: work that takes much memory, of which one thread does some at a time.
//
// Invariant: at most one Turn lives at a time. A thread waits for its turn no longer than its stop flag allows.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "superflip/base/stop.h"

namespace superflip::detail {

class OneAtATime {
 public:
  // The turn ends when it is destroyed.
  class Turn {
   public:
    Turn(Turn&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (of_ == nullptr) return;
      const std::lock_guard lock(of_->mutex_);
      of_->is_taken_ = false;
      of_->changed_.notify_one();
    }

   private:
    friend class OneAtATime;
    explicit Turn(OneAtATime* of) : of_(of) {}
    OneAtATime* of_;
  };

  // Nothing when the flag was set first.
  std::optional<Turn> wait(const StopFlag* stop) {
    constexpr auto kPatience = std::chrono::milliseconds(10);
    std::unique_lock lock(mutex_);
    while (is_taken_) {
      if (is_set(stop)) return std::nullopt;
      changed_.wait_for(lock, kPatience);
    }
    is_taken_ = true;
    return Turn(this);
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool is_taken_ = false;
};

}  // namespace superflip::detail
