// `superflip optimal` where the optimal solver has no tables, in other metrics or with some moves alone: the generic
// solver, over coordinates that together are the whole cube. As exact, and much slower.
#pragma once

#include <memory>
#include <string_view>

#include "superflip/cube/error.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/subgroup.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/optimal/optimal.h"

namespace superflip::cli {

// What counts as one move: a turn of a face; a quarter turn; a turn of a face or a slice; a turn of two opposite faces,
// each as far as one likes.
enum class OptimalMetric : std::uint8_t { htm, qtm, stm, atm };

// Whether the optimal solver has tables for it.
constexpr bool has_tables(OptimalMetric metric) { return metric == OptimalMetric::htm || metric == OptimalMetric::qtm; }

Expected<OptimalMetric> parse_optimal_metric(std::string_view text);
std::string_view name(OptimalMetric metric);

// Of a normal word: a slice, or a turn of two opposite faces, is two turns there.
int length_of(const Moves& moves, OptimalMetric metric);

// What may be turned, in that metric.
MoveSet moves_of(OptimalMetric metric);

// Some turns of faces alone: in the notation of move sets; htm or qtm.
Expected<MoveSet> parse_face_turns(std::string_view text, OptimalMetric metric);

// The moves of the solved cube's frame that are those when a cube is held so (conjugate(move, held) is one of them).
MoveSet turned(const MoveSet& moves, Symmetry held);

class GenericOptimal {
 public:
  // Opens the tables, or makes and keeps them, with a progress bar.
  GenericOptimal(const MoveSet& moves, unsigned threads);

  // As OptimalSolver does, without look-ups, iterations and reports of progress; from any thread. Lengths are those of
  // the steps. Not proven, without solutions, and exhausted: these moves cannot solve the cube.
  OptimalOutcome solve(const Cube& cube, const OptimalRequest& request, unsigned threads,
                       const OnOptimalEvent& on_event) const;

 private:
  Subgroup reached_;
  std::unique_ptr<GenericSolver> solver_;
};

}  // namespace superflip::cli
