// Words for robots: near-optimal in face turns, chosen by the seconds that the robot takes for them.
//
// The two-phase solver finds a short word in a third of the budget. In the rest it collects words of at most two turns
// more, of which there are hundreds, and the robot's schedule (robot/robot.h) says which is done first. A word with a
// face that the robot cannot reach is replaced by one without it.
#pragma once

#include <memory>
#include <utility>

#include "superflip/solver/solver.h"

namespace superflip {

class RobotSolver final : public Solver {
 public:
  // `two_phase` is a TwoPhaseSolver with the tables of htm.
  explicit RobotSolver(std::shared_ptr<Solver> two_phase) : two_phase_(std::move(two_phase)) {}

  // Accepts what TwoPhaseSolver does, with a robot. Lengths and limits of length are milliseconds, rounded up. The
  // search ends when the budget does, or after a round if the words are good enough (Ended::enough). There is no lower
  // bound. The schedules of a round's words are planned after its search, and the listener receives most words then.
  // The stop flag and the limit of time end the planning, too, after the shortest 32 words; the limit of nodes does
  // not. The answer is the best of what was planned, also between slices.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  std::shared_ptr<Solver> two_phase_;
};

}  // namespace superflip
