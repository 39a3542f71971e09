// Random cubes: uniform over reachable states, identical for the same seed on every platform.
//
// A state is drawn piece by piece (corner permutation, edge permutation of the same parity, twists, flips), never by
// random moves, whose distribution is not uniform. The generator is std::mt19937_64, whose output the standard fixes.
// Ranges are made by rejection, because std::uniform_int_distribution differs between libraries.
#pragma once

#include <cstdint>
#include <random>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}

  // Seeded by the operating system.
  static Random from_entropy();

  // Uniform in 0..n-1; n >= 1.
  std::uint64_t below(std::uint64_t n);

  // Uniform over the 4.3e19 reachable cubes.
  Cube cube();

  // Uniform over the positions of the supercube in space (space.h): 24 * 2048 times as many.
  Cube cube_in_space();

 private:
  std::mt19937_64 generator_;
};

}  // namespace superflip
