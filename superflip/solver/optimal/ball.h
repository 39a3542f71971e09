// The ball: all positions up to a small distance, exactly.
//
// The cosets of a pruning table tell nothing of a position in the subgroup itself, nor much of those beside it: for a
// pattern of half turns, or one with few corners out of place, a search goes through all words that stay there,
// whatever the size of the table. With as many moves left as the ball's radius it goes on with positions of the ball
// alone, and what was 13 moves of such words are six. (In other positions the cosets have said so before.)
//
// Positions that symmetries carry to each other have one key, the sum of the hashes of the 48 images, and the ball is a
// table of keys: 16 bits each, 12 of the key and the distance. Nearer ones are added first, each at the first free slot
// from where its key points, but none that meets its 12 bits on the way there: so the first slot with these bits tells
// a distance that may be too small, but never too large.
//
// Numbers of positions: cube20.org, and by symmetry tests/optimal_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"

namespace superflip::optimal {

class Ball {
 public:
  static const Ball& get(Metric metric);  // made at first use, in a tenth of a second

  int radius() const { return radius_; }

  // At most the distance of a cube, in the ball's metric; radius() + 1 outside the ball.
  int bound(const Cube& cube) const;

 private:
  explicit Ball(Metric metric);

  // Of the key's slot, or of the free one where it belongs.
  std::size_t find(std::uint64_t key) const;

  int radius_;
  int shift_;
  std::vector<std::uint16_t> slots_;
};

}  // namespace superflip::optimal
