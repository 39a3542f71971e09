// Until: where the engine's own work ends, by a stop flag or at the deadline of the whole call, tables included.
//
// It is for work that looks at the clock itself, now and then. Work that checks only a stop flag gets one from an Alarm
// (alarm.h), and while a solver searches its Watch looks at the clock (solver/detail/watch.h).
#pragma once

#include <optional>

#include "superflip/base/stop.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// The deadline of a budget that begins now; empty if it has none.
inline std::optional<Clock::time_point> deadline_of(const Budget& budget) {
  const auto now = Clock::now();
  if (!budget.time || *budget.time >= Clock::time_point::max() - now) return std::nullopt;
  return now + *budget.time;
}

struct Until {
  const StopFlag* stop = nullptr;  // may be null
  std::optional<Clock::time_point> deadline{};

  bool is_over() const { return is_set(stop) || (deadline && Clock::now() >= *deadline); }
};

}  // namespace superflip::detail
