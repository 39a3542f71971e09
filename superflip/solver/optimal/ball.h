// The ball: all positions up to a small distance.
//
// The cosets of a pruning table tell nothing of a position in the subgroup itself, nor much of those beside it: for a
// pattern of half turns, or one with few corners out of place, a search goes through all words that stay there,
// whatever the size of the table. With as many moves left as the ball's radius it goes on with positions of the ball
// alone, so that of 12 moves of such words it tries the first six.
//
// Positions that symmetries carry to each other have one hash, and a distance by that hash may be too small, never too
// large.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/hashed_distances.h"

namespace superflip::optimal {

class Ball {
 public:
  static const Ball& get(Metric metric);  // made at first use, in a twentieth of a second

  int radius() const { return radius_; }

  // At most the distance of a cube, in the ball's metric; radius() + 1 outside the ball.
  int bound(const Cube& cube) const;

 private:
  explicit Ball(Metric metric);

  int radius_;
  std::vector<std::uint16_t> slots_;
  HashedDistances distances_{slots_};
};

}  // namespace superflip::optimal
