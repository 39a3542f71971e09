// The optimal solver finds the shortest solution and proves that it is shortest.
//
// It uses iterative deepening: for each length, from a proven lower bound on, all words of that length are searched
// until one solves the cube. The distances of cosets (coset.h) prune the search. The two-phase solver gives the first
// upper bound. It runs again before each iteration, for a small part of the time that the iteration is expected to
// take: if it finds a solution of the iteration's length, the iteration is not needed. Bounds and solutions are
// reported as they become known.
//
//     const auto table = OptimalTable::open(*optimal::find_shape("optimal-282"), &store);
//     if (!table) ...
//     OptimalSolver solver(*table, two_phase_tables);
//     const Answer answer = solver.solve({.cube = cube, .want = Want::shortest}, {.time = std::chrono::seconds(60)});
//     if (answer.ended == Ended::complete && !answer.solutions.empty()) ...  // front() is a shortest solution
#pragma once

#include <memory>

#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {

// Accepts Want::shortest and Want::all, for the face turns and the metric of its table. Want::good is treated as
// Want::shortest.
//
// Ended::complete is a proof: with Want::shortest the solution is a shortest one, with Want::all there are no others of
// at most Question::within moves more; and when there is no solution, none of at most Question::max_length moves
// exists. Words of more than 35 moves are not searched: a question that would need them ends with Ended::time.
//
// Counts are those of the optimal search. The nodes of the two-phase solver count against Budget::nodes too.
class OptimalSolver final : public Solver {
 public:
  // Without two-phase tables there are no upper bounds. Their metric is in_face_turns() of the table's.
  explicit OptimalSolver(std::shared_ptr<const OptimalTable> table,
                         const std::shared_ptr<const TwoPhaseTables>& two_phase = nullptr);
  ~OptimalSolver() override;
  OptimalSolver(OptimalSolver&&) noexcept;
  OptimalSolver& operator=(OptimalSolver&&) noexcept;

  // With one thread the answer and its counts are the same on every machine, unless a time limit or the stop flag ends
  // it.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

  // The same in slices, with the same counts as solve() with one thread. The time limit starts with this call. The
  // search may outlive the solver, and several searches may exist at once.
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
