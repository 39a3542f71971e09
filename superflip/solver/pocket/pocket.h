// The pocket cube's solver: shortest words of U, R and F, by a walk down the table of all distances (pocket/table.h).
//
// Only the corners of the question's cube count. The cube counts as solved if a rotation of the whole cube solves it. A
// cube whose twists do not sum to 0 mod 3 is Ended::unsolvable.
#pragma once

#include <memory>

#include "superflip/solver/pocket/table.h"
#include "superflip/solver/solver.h"

namespace superflip {

// Immutable, cheap to copy; any number of threads may call it.
class PocketSolver final : public Solver {
 public:
  // The solver's metric is the table's.
  explicit PocketSolver(std::shared_ptr<const PocketTable> table) : table_(std::move(table)) {}

  const PocketTable& table() const { return *table_; }

  // Words in order of length and of their moves' numbers, all normal. None passes through the solved position before
  // its end.
  // Want::good means the same as Want::shortest: the first `solutions` of them, Ended::complete. With Want::all,
  // Ended::enough says that there are at least `solutions` words. Only one thread is used.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

  // The same in slices. The search may outlive the solver.
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  std::unique_ptr<Deepening> ask(const Question& question, const Budget& budget, OnEvent on_event) const;

  std::shared_ptr<const PocketTable> table_;
};

}  // namespace superflip
