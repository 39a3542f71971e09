// Near-optimal words for whole cubes with any moves and costs: soon a word, and shorter ones until the budget ends.
//
// Two searches take turns on one thread, by nodes, so that the answer depends on no clock: iterative deepening over the
// tables of the whole cube (walk.h), which solves near cubes and proves what no word is shorter than, and the two
// stages of stages.h, which soon find a word for far ones. The first is alone at the beginning: of near cubes the
// answer is then the word that Want::shortest gives. Each only looks for words that are shorter than those that are
// known. The search is complete when the first has nothing left, or where the stages know all costs (stages.h) either.
//
// (A beam search over the tables of the whole cube finds longer words, or none: docs/measurements.md. Most cubes that
// are near to the goal in every table are far from it.)
#pragma once

#include <memory>

#include "superflip/solver/generic/generic.h"
#include "superflip/solver/generic/stages.h"
#include "superflip/solver/solver.h"

namespace superflip {

// Immutable; any number of threads may call it.
class GoodSolver final : public Solver {
 public:
  // Precondition: the same moves.
  GoodSolver(GenericSolver whole, std::shared_ptr<const generic::Stages> stages)
      : whole_(std::move(whole)), stages_(std::move(stages)) {}

  // For Want::good; the goal is the solved cube. Budget::threads is not used. With Budget::is_usual the search ends
  // after 5 million nodes, some tenths of a second, once it has words.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  GenericSolver whole_;
  std::shared_ptr<const generic::Stages> stages_;
};

}  // namespace superflip
