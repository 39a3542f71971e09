// Shortest words for the whole cube with any set of moves: in stm and atm, or with a restricted set.
//
// This is the generic solver over four coordinates that together are the whole cube, and, where the moves have all
// symmetries, a fifth one that prunes best. If the moves change the centres, the centres are another coordinate. It is
// as exact as the optimal solver, but much slower. Cubes that the moves cannot solve are recognised without a search
// (generic/solvable.h).
#pragma once

#include <memory>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/cube/move_set.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/generic/tables_maker.h"
#include "superflip/table/schreier_graph.h"
#include "superflip/table/source.h"

namespace superflip {

// Immutable, cheap to copy; any number of threads may call it.
class WholeCubeSolver final : public Solver {
 public:
  // Loads the tables (75 MB for moves with all symmetries), or makes them and saves them in the source, if there is
  // one. Errors: stopped; moves by which a coordinate reaches too many values. Throws std::bad_alloc.
  static Expected<WholeCubeSolver> open(const std::shared_ptr<const MoveSet>& moves, const TableSource* source,
                                        unsigned threads, const Progress& progress = {},
                                        const StopFlag* stop = nullptr);

  // The same, which goes on where an earlier call with this maker and the same moves was stopped. Precondition: the
  // maker is new, or all its calls were such ones.
  static Expected<WholeCubeSolver> open(generic::TablesMaker& maker, const std::shared_ptr<const MoveSet>& moves,
                                        const TableSource* source, unsigned threads, const Progress& progress = {},
                                        const StopFlag* stop = nullptr);

  // The coordinates of the tables that open() would use. Errors as for open().
  static Expected<std::vector<SchreierPlan>> plans(const std::shared_ptr<const MoveSet>& moves,
                                                   const StopFlag* stop = nullptr);

  const MoveSet& moves() const { return solver_.moves(); }
  const GenericSolver& generic() const { return solver_; }

  // Like GenericSolver's. The goal is the solved cube; lengths are sums of step costs.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override {
    return solver_.solve(question, budget, on_event);
  }
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override {
    return solver_.begin(question, budget, on_event);
  }

 private:
  explicit WholeCubeSolver(GenericSolver solver) : solver_(std::move(solver)) {}

  GenericSolver solver_;
};

}  // namespace superflip
