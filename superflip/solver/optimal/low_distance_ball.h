// The ball: all positions up to a small distance.
//
// The cosets of a pruning table say nothing about a position in the subgroup itself, and little about those near it.
// For a pattern of half turns, or one with few displaced corners, a search would try all words that stay there, however
// large the table is. Once no more moves remain than the ball's radius, the search continues only with positions of the
// ball: of 12 moves of such words, only the first six are tried exhaustively.
//
// Positions that symmetries carry to each other have the same hash. A distance looked up by that hash may be too small,
// never too large.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/low_distance_hash.h"

namespace superflip::optimal {

class LowDistanceBall {
 public:
  static const LowDistanceBall& get(Metric metric);  // made at first use, in a twentieth of a second

  int radius() const { return radius_; }

  // A lower bound of the distance of a cube, in the ball's metric; radius() + 1 outside the ball.
  int bound(const Cube& cube) const;

 private:
  explicit LowDistanceBall(Metric metric);

  int radius_;
  std::vector<std::uint16_t> slots_;
  LowDistanceHash distances_{slots_};
};

}  // namespace superflip::optimal
