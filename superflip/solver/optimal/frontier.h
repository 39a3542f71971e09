// The cosets near the subgroup, found breadth-first, one cube for each up to the 48 symmetries.
//
// They are cosets of K (or K+, or Q; see coset.h), whether or not the table is folded. A breadth-first search over
// folded classes would be wrong, since a move need not take all cosets of a class to one class.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/coset.h"

namespace superflip::optimal {

// A coset, represented by one of its cubes in the numbering.
struct FrontierCube {
  Cube cube;
  Letter last;          // the last letter of the word that found it; not a letter if the word is empty
  std::uint8_t parity;  // of its corners
};

// The cosets at each distance 0..`distance`, at most MetricFigures::max_frontier, in the given metric. The result is
// empty when the flag is set before all are found.
std::vector<std::vector<FrontierCube>> make_frontier(Relation relation, Metric metric, int distance,
                                                     const StopFlag* stop = nullptr);

}  // namespace superflip::optimal
