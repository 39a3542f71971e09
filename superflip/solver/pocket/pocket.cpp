#include "superflip/solver/pocket/pocket.h"

#include <utility>

namespace superflip {

Answer PocketSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return ask(question, budget, on_event)->run();
}

std::unique_ptr<Search> PocketSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  return ask(question, budget, on_event);
}

std::unique_ptr<Deepening> PocketSolver::ask(const Question& question, const Budget& budget, OnEvent on_event) const {
  const auto is_solved = [](const Cube& c) { return is_pocket(c) && PocketCorners::index(c) == 0; };
  auto record = std::make_unique<Record>(question, budget, std::move(on_event), is_solved, SolverKind::pocket);
  if (!is_pocket(question.cube)) {
    record->end(Ended::unsolvable);
    return std::make_unique<Deepening>(std::move(record), nullptr, 0);
  }
  const int least = table_->distance(question.cube);
  if (least == 0) {
    record->tell({}, 0);
    record->end(Ended::complete);  // all other words pass through the goal
    return std::make_unique<Deepening>(std::move(record), nullptr, 0);
  }
  return std::make_unique<Deepening>(std::move(record), std::make_unique<PocketWalk>(table_, question.cube), least);
}

}  // namespace superflip
