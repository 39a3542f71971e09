// What is learnt while `superflip optimal` works on a cube, told as it becomes known: to people on standard error, and
// to programs as JSON lines on standard output.
#pragma once

#include <string>

#include "apps/cli/optimal_generic.h"
#include "apps/cli/progress.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/optimal.h"

namespace superflip::cli {

double seconds_since(Clock::time_point begin);

// "3.1 s", "12 min", "3 days".
std::string human_duration(double seconds);

class OptimalEvents {
 public:
  // People are told with `verbose`, or of a cube alone on a terminal; programs with `json` of a cube alone. Moves are
  // told for the cube as it is held. Lines begin with the prefix.
  OptimalEvents(bool verbose, bool json, bool alone, OptimalMetric metric, std::string prefix, Symmetry held);

  // For the solver to call; refers to this. Empty when nobody listens.
  OnOptimalEvent callback();

 private:
  void to_people(const OptimalEvent& event, double after);
  void to_programs(const OptimalEvent& event, double after) const;
  void line(double after, const std::string& text);

  const bool verbose_;
  const bool to_people_;
  const bool to_programs_;
  const bool alone_;
  const OptimalMetric metric_;
  const std::string prefix_;
  const Symmetry held_;
  const Clock::time_point begin_ = Clock::now();
  StatusLine status_;
};

}  // namespace superflip::cli
