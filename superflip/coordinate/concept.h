// Coordinate: a cube as a number.
//
// A coordinate numbers the right cosets H*c of a subgroup H: cubes with equal index differ by an element of H on the
// left, so a move, which multiplies on the right, maps indices to indices. Each is a type with
//   size()         how many values there are,
//   index(cube)    the value of a cube, 0..size()-1,
//   assign(c, i)   writes value i on a cube: only the pieces and orientations it is about, so that composites can be
//                  written one part after the other,
//   name()         the name that the literature uses.
// to_cube(k, i) is a cube with that value: index(to_cube(i)) == i for all i. It need not be reachable
// (a corner permutation alone may be odd), but moves and symmetries act on it all the same.
// Values that need tables (classes) are members of objects; the basic ones are empty types that cost nothing.
//
// The generic solver and all tables of described coordinates are built on these types. The two-phase and the optimal
// solver use them to make their tables and, in tests, as oracles. While they search, they compute the same numbers from
// packed words (two_phase/raw.h, optimal/coset.h). SymComposite is needed only by tests and users of the library: the
// graphs of table/ compute the same index from tables. Source: kociemba.org/math/coordlevel.htm,
// sebastianotronto/nissy-core's record of a coordinate.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

using Index = std::uint64_t;

template <class C>
concept Coordinate = requires(const C& k, const Cube& cube, Cube& written, Index i) {
  { k.name() } -> std::convertible_to<std::string_view>;
  { k.size() } -> std::same_as<Index>;
  { k.index(cube) } -> std::same_as<Index>;
  { k.assign(written, i) } -> std::same_as<void>;
};

template <Coordinate C>
Cube to_cube(const C& k, Index i) {
  Cube cube;
  k.assign(cube, i);
  return cube;
}

// Whether the cube has a value. Coordinates that are not defined everywhere have a member defined().
template <Coordinate C>
bool is_defined(const C& k, const Cube& cube) {
  if constexpr (requires { k.defined(cube); })
    return k.defined(cube);
  else
    return true;
}

// The end of a random walk from the cube of value 0 by moves that lead to cubes with a value.
template <class C>
Cube walk(const C& k, Random& random) {
  constexpr int kSteps = 200;
  Cube cube = to_cube(k, 0);
  for (int i = 0; i < kSteps; ++i)
    if (const Cube next = apply(cube, Move(static_cast<int>(random.below(kMoves)))); is_defined(k, next)) cube = next;
  return cube;
}

// How the coordinate's values depend on the centres: not at all, on where they are, or also on how they are turned. The
// changes h that keep the value of c are a subgroup, so it is enough to try generators: exchanges and turns of centres.
template <Coordinate C>
Centres centres_of(const C& k) {
  const Cube c = k.size() > 0 ? to_cube(k, 0) : kSolved;
  if (k.size() == 0 || !is_defined(k, c)) return Centres::fixed;  // it breaks a law (laws.h)
  const auto keeps = [&](const Cube& h) { return is_defined(k, h * c) && k.index(h * c) == k.index(c); };
  Centres seen = Centres::fixed;
  for (int f = 0; f < kFaces; ++f) {
    Cube exchanged;
    exchanged.set_centre(f, (f + 1) % kFaces, 0);
    exchanged.set_centre((f + 1) % kFaces, f, 0);
    if (!keeps(exchanged)) seen = std::max(seen, Centres::moved);
    Cube turned;
    turned.set_turn(f, 1);
    if (!keeps(turned)) seen = Centres::turned;
  }
  return seen;
}

// A random cube on which the coordinate is defined. It is drawn by the coordinate's member sample(), if it has one.
// Otherwise it is uniform over the reachable cubes with a value (over those in space, if the coordinate depends on the
// centres). If too few of these have a value, it is the end of a random walk.
template <Coordinate C>
Cube sample(const C& k, Random& random) {
  if constexpr (requires { k.sample(random); }) {
    return k.sample(random);
  } else {
    constexpr int kTries = 1000;
    const bool is_in_space = centres_of(k) != Centres::fixed;
    for (int i = 0; i < kTries; ++i)
      if (const Cube cube = is_in_space ? random.cube_in_space() : random.cube(); is_defined(k, cube)) return cube;
    return walk(k, random);
  }
}

// The value after a move, computed with any cube of the value. Preconditions here and below: i < size(); the move or
// symmetry preserves the set of cubes on which the coordinate is defined.
template <Coordinate C>
Index move(const C& k, Index i, Move m) {
  return k.index(apply(to_cube(k, i), m));
}

// The value of S^-1 * c * S. Precondition: the coordinate admits s (admissible.h).
template <Coordinate C>
Index transform(const C& k, Index i, Symmetry s) {
  return k.index(conjugate(to_cube(k, i), s));
}

// Whether i is the value of the solved cube.
template <Coordinate C>
bool is_solved(const C& k, Index i) {
  return i == k.index(kSolved);
}

}  // namespace superflip
