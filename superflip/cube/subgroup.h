// Subgroups: which cubes some motions generate.
//
// Those that have the first n places solved form a chain of subgroups, from all of them (n = 0) down to the solved cube
// alone (n = 20). Each link holds one cube for every piece that can come to the next place, turned so or so: a cube is
// in the subgroup exactly if these, undone one after the other as its pieces say, leave the solved cube, and the size
// is the product of their numbers. (C. C. Sims, Computational methods in the study of permutation groups, 1970; made as
// by D. E. Knuth, Efficient representation of perm groups, 1991.)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/packing.h"

namespace superflip {

class Subgroup {
 public:
  // Takes milliseconds. Impossible cubes generate as well as possible ones.
  explicit Subgroup(std::span<const Cube> generators);

  // Whether a product of generators is that cube; any may be asked for.
  bool contains(const Cube& cube) const;

  // 1..8! 3^8 12! 2^12.
  Uint128 size() const;

 private:
  static constexpr int kLevels = kCorners + kEdges;
  static constexpr int kTurned = 24;  // corners with their twists, edges with their flips

  struct Level {
    std::vector<Cube> generators;
    std::array<std::optional<Cube>, kTurned> bringer;  // by what comes to the level's place
  };

  // Of a cube that has the places before the level's solved, as far as the subgroup is made.
  bool contains(int level, Cube cube) const;
  void add_generator(int level, const Cube& cube);
  void add(int level, const Cube& cube);

  std::array<Level, kLevels> levels_;
};

}  // namespace superflip
