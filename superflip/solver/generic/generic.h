// The generic solver: words that bring any set of coordinates to their goals, by iterative deepening (IDA*).
//
// The bound is the maximum of the coordinates' exact distances. Lengths (sums of step costs) are tried in order, and
// for each length every normal word is found (generic/walk.h), so the first word found is a shortest one. Words are
// reported as face turns, each once, in an order that does not depend on the number of threads. Before a word is
// reported, it is replayed on the cube and checked by the coordinates themselves, not by the tables.
//
// Even a cube that no face turns reach is solved if its coordinates can be brought to the goal: a corner that no
// coordinate depends on may be twisted. Where the coordinates cover all pieces of an invariant (coordinate/covered.h),
// a cube that violates it is Ended::unsolvable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "superflip/solver/generic/solvable.h"
#include "superflip/solver/generic/walk.h"
#include "superflip/solver/solver.h"
#include "superflip/table/distance_table.h"

namespace superflip {

// Immutable, cheap to copy; any number of threads may call it.
class GenericSolver final : public Solver {
 public:
  static constexpr std::size_t kMaxTables = generic::kMaxTables;

  // Preconditions: 1 to kMaxTables tables; all have the same move set. `moves`: the same steps with follow costs; null:
  // there are none.
  explicit GenericSolver(std::vector<std::shared_ptr<const DistanceTable>> tables,
                         std::shared_ptr<const MoveSet> moves = {});

  const MoveSet& moves() const { return *moves_; }
  const std::shared_ptr<const MoveSet>& shared_moves() const { return moves_; }
  const generic::Tables& tables() const { return tables_; }

  // No word is shorter; DistanceTable::kUnknown when no word can bring the cube to the goals. Where many
  // goals exclude each other, that takes some tenths of a second to find out; once `stop` is set, it is left to the
  // search.
  int bound(const Cube& cube, const StopFlag* stop = nullptr) const;

  // The moves are those of the tables, and so are the goals, unless the question has patterns: the tables then are
  // bounds (generic/pattern_goals.h). Want::good means the same as
  // Want::shortest: the first `solutions` words in order of length, Ended::complete. With Want::all, Ended::enough says
  // that there are at least `solutions` words. A word that fails its replay, which would be a defect, is not reported:
  // solve() throws std::logic_error.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

  // The same in slices, on the calling thread. The search may outlive the solver.
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  // A question in progress. The walk is null if the answer is already complete.
  struct Begun {
    std::unique_ptr<Record> record;
    std::unique_ptr<generic::GenericWalk> walk;
    int least;
  };
  Begun ask(const Question& question, const Budget& budget, OnEvent on_event) const;
  // Returns whether it was cut, as Walk::was_cut().
  bool search_length(const generic::GenericWalk& asked, int length, unsigned threads, Record& record) const;

  std::vector<std::shared_ptr<const DistanceTable>> tables_;
  std::shared_ptr<const MoveSet> moves_;
  std::shared_ptr<const generic::Solvable> solvable_;
};

}  // namespace superflip
