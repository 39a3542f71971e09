// The 3,674,160 positions of the pocket cube as numbers.
//
// A 2x2x2 has no centres, so positions that differ by a rotation of the whole cube are the same. In each such class
// there is one position with the corner DBL at home (24 rotations, and DBL in one of 8 places with one of 3 twists),
// and the moves of U, R and F leave it there. So a class is a permutation of seven corners and six free twists, 7! *
// 3^6. Exchanging DBL and DRB, both as pieces and as places, makes the fixed corner the last one. In Kociemba's
// numbering of the corners, the cubes in which it is at home then have the lowest numbers.
#pragma once

#include <string_view>

#include "superflip/coordinate/concept.h"

namespace superflip {

// The cube multiplied on the left by a rotation of the whole, so that the place DBL holds the corner DBL, not twisted.
// It looks the same except for the names of the colours, and moves act on both in the same way. Only the corners of the
// result count.
Cube with_dbl_home(const Cube& c);

// Permutation and twists of the seven other corners. They are defined on cubes with DBL at home, and are coset
// coordinates for the moves of U, R and F only.
struct PocketPermutation {
  static constexpr std::string_view name() { return "PocketPermutation"; }
  static constexpr Index size() { return 5040; }
  static Index index(const Cube& c);  // precondition: DBL is at home
  static void assign(Cube& c, Index i);
};

struct PocketTwist {
  static constexpr std::string_view name() { return "PocketTwist"; }
  static constexpr Index size() { return 729; }
  static Index index(const Cube& c);  // precondition: DBL is at home
  static void assign(Cube& c, Index i);
};

// 729 * permutation + twist of the cube with DBL at home: of *any* cube whose twists sum to 0 mod 3, and with all 18
// moves, because rotations of the whole act on the left. assign() writes the corners of the cube with DBL at home.
struct PocketCorners {
  static constexpr std::string_view name() { return "PocketCorners"; }
  static constexpr Index size() { return PocketPermutation::size() * PocketTwist::size(); }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
};

}  // namespace superflip
