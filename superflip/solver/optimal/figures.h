// Figures: what the optimal solver has chosen and counted for each metric, in one row. A metric without a row does not
// compile.
#pragma once

#include "superflip/cube/names.h"

namespace superflip::optimal {

struct MetricFigures {
  // How far cosets are listed (frontier.h). A larger frontier would take too much memory, a smaller one would repeat
  // work.
  int max_frontier;
  double frontier;      // how many cosets are so far away, about as many for each relation
  double first_folded;  // for how many words of one more move from each an entry of a folded table is computed
  double first_plain;   // the same for other tables
  // Of LowDistanceBall. There are 172,229 positions up to symmetry in htm, and 192,153 in qtm (cube20.org); 64 thousand
  // in stm and 25 thousand in atm.
  int ball_radius;
};

inline constexpr auto kFigures = per_value<MetricFigures>(
    kMetricNames, MetricFigures{7, 236'000, 7.63, 15.0, 6}, MetricFigures{7, 33'100, 5.55, 11.0, 7},
    MetricFigures{7, 896'000, 7.28, 22.0, 5}, MetricFigures{6, 614'000, 6.0, 30.0, 4});

}  // namespace superflip::optimal
