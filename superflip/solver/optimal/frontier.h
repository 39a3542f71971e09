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
#include "superflip/solver/optimal/coset.h"

namespace superflip::optimal {

// A coset, represented by one of its cubes in the frame.
struct FrontierCube {
  Cube cube;
  Move last;            // the last move of the word that found it; kNoMove if the word is empty
  std::uint8_t parity;  // of its corners
};

// The cosets at each distance 0..`distance`, at most kMaxFrontier, in the given metric: 250,000 up to distance 7. The
// result is empty when the flag is set before all are found.
std::vector<std::vector<FrontierCube>> make_frontier(Relation relation, Metric metric, int distance,
                                                     const StopFlag* stop = nullptr);

// A larger frontier would take too much memory, a smaller one would repeat work.
inline constexpr int kMaxFrontier = 7;

// Whether m may follow `last`, the move by which the breadth-first search arrived. A second turn of the same face leads
// no farther than one turn, except in the quarter-turn metric, where two equal quarter turns make a half turn.
inline bool may_begin(Move last, Move m, Metric metric) {
  if (last == kNoMove || face_of(m) != face_of(last)) return true;
  return metric == Metric::qtm && m == last && turns_of(m) != 2;
}

}  // namespace superflip::optimal
