// Orbit: the values to which symmetries carry a value.
//
// The images S^-1 * c * S of a value, for the members S of a group, are its orbit; the smallest image represents it.
// Symmetric (symmetric.h) numbers the orbits of a coordinate as classes and needs memory for every value. Here one
// orbit is computed from one cube, so the coordinate may have any size.
//
// Invariant: value == S^-1 * representative * S for S = symmetry, as in Symmetric; order of the group ==
// size * number of self-symmetries. Source: kociemba.org/symmetric.htm, and Tronto's page on coordinates. Tronto stores
// the transformation from the value to its representative, the inverse of Kociemba's symmetry.
#pragma once

#include <cstdint>
#include <optional>

#include "superflip/base/api.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/symmetry_group.h"

namespace SUPERFLIP_API superflip {

struct Orbit {
  Index value;                    // the one that was asked for
  Index representative;           // the smallest value of the orbit
  Symmetry symmetry;              // the first member S of the group with value == S^-1 * representative * S
  std::uint64_t self_symmetries;  // the members that carry the representative to itself, as bits 0..47
  int size;                       // how many values the orbit has: 1..48
};

// The orbit of a value. Preconditions: value < coordinate.size(); the coordinate admits the group (admissible.h).
Orbit orbit_of(const AnyCoordinate& coordinate, Index value, const SymmetryGroup& group);

// A cube of that value that moves reach: face turns or, if the coordinate sees the centres, moves in space. to_cube()
// gives a cube whose other pieces may be impossible, such as odd corners with even edges. To correct that, this
// function moves the centres to where some rotation puts them, twists one corner, flips one edge, exchanges two pieces
// or turns one centre, as far as the value allows it. Empty if no such change keeps the value, as for the half of the
// whole cube's values that are impossible cubes themselves. Precondition: value < coordinate.size(), or
// coordinate.values().
std::optional<Cube> reachable_cube(const AnyCoordinate& coordinate, Index value);
std::optional<Cube> reachable_cube(const Description& coordinate, Uint128 value);

}  // namespace superflip
