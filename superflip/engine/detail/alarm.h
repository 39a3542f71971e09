// An alarm: a stop flag that is set at a deadline, or when an outer flag is set.
//
// The code that makes tables checks a stop flag but no time limit. The alarm sets such a flag at the deadline, from a
// thread of its own; so it is for work that takes longer than starting a thread.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"

namespace superflip::detail {

class Alarm {
 public:
  // `outer` may be null, and must outlive the alarm. Without a deadline no thread is started. If the system cannot
  // start a thread, the deadline is ignored.
  Alarm(const StopFlag* outer, std::optional<Clock::time_point> deadline);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // The flag that the work must check; may be null.
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
