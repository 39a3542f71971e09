// The ball: all positions up to a small distance.
//
// The cosets of a pruning table say nothing about a position in the subgroup itself, and little about those near it.
// For a pattern of half turns, or one with few displaced corners, a search would try all words that stay there, however
// large the table is. As soon as the remaining moves are at most the ball's radius, the search continues only with
// positions inside the ball. So of a word of 12 such moves, only the first six are tried exhaustively.
//
// Positions that symmetries carry to each other have the same hash. A distance looked up by that hash may be too small,
// never too large.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/low_distance_hash.h"

namespace superflip::optimal {

class LowDistanceBall {
 public:
  // The ball of a metric, which all searches share. The first use makes it, in about a twentieth of a second, and calls
  // go_on() at least every millisecond meanwhile. When that returns false, the result is null; the part that was made
  // is kept, and the next call goes on with it.
  static const LowDistanceBall* get(Metric metric, const std::function<bool()>& go_on);

  int radius() const { return radius_; }

  // A lower bound of the distance of a cube, in the ball's metric; radius() + 1 outside the ball.
  int bound(const Cube& cube) const;

 private:
  class Making;

  explicit LowDistanceBall(int radius) : radius_(radius), slots_(std::size_t{1} << 18) {}

  int radius_;
  std::vector<std::uint16_t> slots_;  // three quarters of them are used
  LowDistanceHash distances_{slots_};
};

}  // namespace superflip::optimal
