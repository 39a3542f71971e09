// An alarm: a stop flag that is set at a deadline, or when an outer flag is set.
//
// Tables are made by code that knows stop flags and no limits of time. The alarm turns one into the other, on a thread
// of its own, so it is for work that takes longer than starting a thread.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"

namespace superflip::detail {

class Alarm {
 public:
  // `outer` may be null, and must outlive the alarm. Without a deadline no thread is started. Where the system grants
  // none there is no deadline.
  Alarm(const StopFlag* outer, std::optional<Clock::time_point> deadline);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // For the work. May be null.
  const StopFlag* stop() const { return is_running_ ? &stop_ : outer_; }

 private:
  const StopFlag* const outer_;
  StopFlag stop_{false};
  std::mutex mutex_;  // guards is_over_
  std::condition_variable changed_;
  bool is_over_ = false;
  bool is_running_ = false;
  ThreadGroup thread_;  // the last member: it ends before the others do
};

}  // namespace superflip::detail
