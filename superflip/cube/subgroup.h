// Subgroups: the cubes that given motions generate.
//
// The cubes of the subgroup that have the first n places solved form a chain of subgroups, from the whole subgroup (n =
// 0) down to the solved cube alone (n = 26: corners, edges, centres). Each level holds one cube for every piece and
// orientation that can come to the next place. To test a cube, undo at each level the cube that brought this cube's
// piece there; the cube is in the subgroup exactly if this leaves the solved cube. The size is the product of the
// numbers of cubes in the levels. (C. C. Sims, Computational methods in the study of permutation groups, 1970; built as
// in D. E. Knuth, Efficient representation of perm groups, 1991.)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

class Subgroup {
 public:
  // Takes milliseconds. The generators may be impossible cubes.
  explicit Subgroup(std::span<const Cube> generators);

  // Whether some product of the generators is that cube; any cube may be given.
  bool contains(const Cube& cube) const;

  // 1..8! 3^8 12! 2^12 6! 4^6, which is 1.5e27.
  Uint128 size() const;

 private:
  static constexpr int kLevels = kCorners + kEdges + kFaces;
  static constexpr int kTurned = 24;  // corners with their twists, edges with their flips, centres with their turns

  struct Level {
    std::vector<Cube> generators;
    std::array<std::optional<Cube>, kTurned> bringer;  // indexed by what comes to the level's place
  };

  // For a cube that has the places before the level's solved: membership in the subgroup as built so far.
  bool contains(int level, Cube cube) const;
  void add_generator(int level, const Cube& cube);
  void add(int level, const Cube& cube);

  std::array<Level, kLevels> levels_;
};

}  // namespace superflip
