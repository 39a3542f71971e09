// `superflip optimal` in the metrics for which the optimal solver has no tables: the generic solver, over coordinates
// that together are the whole cube. As exact, and much slower.
#pragma once

#include <memory>
#include <string_view>

#include "superflip/cube/error.h"
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

class GenericOptimal {
 public:
  // Opens the tables, or makes and keeps them, with a progress bar; stm or atm.
  GenericOptimal(OptimalMetric metric, unsigned threads);

  // As OptimalSolver does, without look-ups, iterations and reports of progress; from any thread. Lengths are in the
  // metric.
  OptimalOutcome solve(const Cube& cube, const OptimalRequest& request, unsigned threads,
                       const OnOptimalEvent& on_event) const;

 private:
  std::unique_ptr<GenericSolver> solver_;
};

}  // namespace superflip::cli
