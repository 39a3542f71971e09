// What can be known without a search about whether some moves bring a cube to a goal of coordinates.
//
// Face turns preserve the sum of the corners' twists mod 3, the sum of the edges' flips mod 2, and the sum of both
// permutations' parities. Where the coordinates cover all pieces of such a sum (Covered), a cube must have the same sum
// as a goal. Where they cover the whole cube, the motion to the goal must be in the group that the moves generate,
// which decides the question for any moves.
#pragma once

#include <optional>
#include <vector>

#include "superflip/coordinate/covered.h"
#include "superflip/cube/subgroup.h"
#include "superflip/solver/generic/walk.h"

namespace superflip::generic {

class Solvable {
 public:
  explicit Solvable(const Tables& tables);

  // False when no word brings the cube to the goals, whatever its length. Any cube may be given.
  bool operator()(const Cube& cube) const;

 private:
  // What one table, or all of them together, say about the cube at one of the goals.
  struct Law {
    Covered covered;
    std::vector<Cube> goals;
  };
  void add(const Covered& covered, const std::vector<Cube>& goals);
  bool is_kept(const Law& law, const Cube& cube) const;

  std::vector<Law> laws_;
  std::optional<Subgroup> group_;  // where a law covers the whole cube
};

}  // namespace superflip::generic
