// Near-optimal words in stm or atm: words of few face turns, counted in the other metric.
//
// A turn of a slice, or of two opposite faces, is one move in these metrics and two turns of faces. So the two-phase
// solver finds words of few face turns and keeps at least the 32 shortest. The answer consists of those that are
// shortest in the question's metric. Invariant: no word is shorter than half of the lower bound in face turns.
#pragma once

#include <memory>
#include <utility>

#include "superflip/solver/solver.h"

namespace superflip {

class FaceTurnSolver final : public Solver {
 public:
  // `two_phase` is a TwoPhaseSolver with the tables of htm.
  explicit FaceTurnSolver(std::shared_ptr<Solver> two_phase) : two_phase_(std::move(two_phase)) {}

  // Accepts what TwoPhaseSolver does, in stm or atm. The search ends with as many words as were asked for that are good
  // enough (Ended::enough) or proven to be shortest (Ended::complete). Where all words of face turns that can be among
  // the best are searched, it ends with Ended::enough as well.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  std::shared_ptr<Solver> two_phase_;
};

}  // namespace superflip
