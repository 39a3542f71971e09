#include "superflip/solver/optimal/optimal.h"

#include <cassert>
#include <utility>

#include "superflip/solver/face_turns/face_turns.h"
#include "superflip/solver/optimal/proof.h"

namespace superflip {

struct OptimalSolver::State {
  std::shared_ptr<const OptimalTable> table;
  std::shared_ptr<Solver> two_phase;
};

OptimalSolver::OptimalSolver(std::shared_ptr<const OptimalTable> table,
                             const std::shared_ptr<const TwoPhaseTables>& two_phase)
    : state_(std::make_unique<State>()) {
  assert(table);
  const Metric metric = table->shape().metric;
  assert(!two_phase || two_phase->metric() == in_face_turns(metric));
  state_->table = std::move(table);
  if (!two_phase) return;
  state_->two_phase = std::make_shared<TwoPhaseSolver>(two_phase);
  if (!counts_face_turns(metric)) state_->two_phase = std::make_shared<FaceTurnSolver>(std::move(state_->two_phase));
}

OptimalSolver::~OptimalSolver() = default;
OptimalSolver::OptimalSolver(OptimalSolver&&) noexcept = default;
OptimalSolver& OptimalSolver::operator=(OptimalSolver&&) noexcept = default;

Answer OptimalSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  optimal::Proof proof(state_->table, state_->two_phase, question, budget, on_event);
  proof.run();
  return proof.answer_so_far();
}

std::unique_ptr<Search> OptimalSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return std::make_unique<optimal::Proof>(state_->table, state_->two_phase, question, budget, on_event);
}

}  // namespace superflip
