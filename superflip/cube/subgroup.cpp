#include "superflip/cube/subgroup.h"

namespace superflip {

namespace {

// What is at a level's place, 0..23. For a * b it depends only on a and on what b has at this place, so it is the same
// for all b that have this place solved.
int at_place(int level, const Cube& cube) {
  if (level < kCorners) return 3 * cube.corner_at(level) + cube.twist_at(level);
  level -= kCorners;
  if (level < kEdges) return 2 * cube.edge_at(level) + cube.flip_at(level);
  level -= kEdges;
  return 4 * cube.centre_at(level) + cube.turn_at(level);
}

}  // namespace

Subgroup::Subgroup(std::span<const Cube> generators) {
  for (int level = 0; level < kLevels; ++level) levels_[level].bringer[at_place(level, kSolved)] = kSolved;
  for (const Cube& cube : generators)
    if (!contains(cube)) add_generator(0, cube);
}

bool Subgroup::contains(const Cube& cube) const { return contains(0, cube); }

bool Subgroup::contains(int level, Cube cube) const {
  for (; level < kLevels; ++level) {
    const auto& bringer = levels_[level].bringer[at_place(level, cube)];
    if (!bringer) return false;
    cube = inverse(*bringer) * cube;
  }
  return true;
}

// Closes the level under one more generator, which it does not contain yet.
void Subgroup::add_generator(int level, const Cube& cube) {
  levels_[level].generators.push_back(cube);
  for (const auto& bringer : std::array(levels_[level].bringer))
    if (bringer) add(level, cube * *bringer);
}

// Adds a cube of the level. Either it brings a new piece to the place, or what remains after undoing the cube that
// brings this piece belongs to the next level.
void Subgroup::add(int level, const Cube& cube) {
  auto& bringer = levels_[level].bringer[at_place(level, cube)];
  if (bringer) {
    const Cube rest = inverse(*bringer) * cube;
    if (!contains(level + 1, rest)) add_generator(level + 1, rest);
    return;
  }
  bringer = cube;
  for (std::size_t i = 0; i < levels_[level].generators.size(); ++i) add(level, levels_[level].generators[i] * cube);
}

Uint128 Subgroup::size() const {
  Uint128 product = 1;
  for (const Level& level : levels_) {
    unsigned pieces = 0;
    for (const auto& bringer : level.bringer) pieces += bringer ? 1 : 0;
    product *= pieces;
  }
  return product;
}

}  // namespace superflip
