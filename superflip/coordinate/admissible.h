// Which symmetries act on a coordinate: computed, not assumed.
//
// A coordinate numbers the right cosets H*c. Conjugation by S maps cosets to cosets exactly when S^-1 * H * S == H
// (kociemba.org/symmetric.htm). The members h of H for which S^-1 * h * S is in H too are a subgroup of H; if that is
// not all of H, at least half of H is outside it, so each random h exposes a wrong S with probability 1/2 or more. A
// random g gives a random h = g * r^-1, where r is the cube that stands for g's value. With 128 samples a wrong answer
// has probability at most 2^-128; the seed is fixed, so the answer is always the same. A coordinate that is defined
// only on a subgroup is tested with random members g of that subgroup, which S must preserve as well: g and its image
// must both have the solved cube's value, or neither. S must also carry to_cube(i) to a cube with a value, for every i,
// because classes are found from these cubes. (A product of parts that are defined on a subgroup has values that no
// member of the subgroup has.) This is tested with random i.
#pragma once

#include <cstdint>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

// The symmetries that act on the coordinate, as a set of bits 0..47; they are a group.
template <Coordinate C>
std::uint64_t admitted(const C& coordinate) {
  constexpr int kProbes = 128;
  std::uint64_t set = (std::uint64_t{1} << kSymmetries) - 1;
  Random random(1);
  const Index home = coordinate.index(kSolved);
  const auto is_home = [&](const Cube& c) { return coordinate.index(c) == home; };
  const auto keeps = [&](const Cube& g, const Cube& h, Symmetry s) {
    const Cube of_g = conjugate(g, s);
    const Cube of_h = conjugate(h, s);
    return is_defined(coordinate, of_g) && is_home(of_g) == is_home(g) && is_defined(coordinate, of_h) && is_home(of_h);
  };
  for (int i = 0; i < kProbes; ++i) {
    const Cube g = sample(coordinate, random);
    const Cube h = g * inverse(to_cube(coordinate, coordinate.index(g)));
    for (const Symmetry s : kAllSymmetries)
      if ((set >> s & 1) != 0 && !keeps(g, h, s)) set &= ~(std::uint64_t{1} << s);
  }
  constexpr int kValues = 256;
  for (int i = 0; i < kValues; ++i) {
    const Cube c = to_cube(coordinate, random.below(coordinate.size()));
    for (const Symmetry s : kAllSymmetries)
      if ((set >> s & 1) != 0 && !is_defined(coordinate, conjugate(c, s))) set &= ~(std::uint64_t{1} << s);
  }
  return set | 1;  // the identity
}

}  // namespace superflip
