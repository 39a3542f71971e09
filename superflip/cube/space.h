// The cube in space: centres that move, and centres that turn.
//
// Most of the library takes the centres as fixed: a slice is then a pair of face turns, and a rotation of the whole
// cube is remembered beside the cube. In space, a slice moves four edges and four centres and no corner, and a rotation
// moves all pieces. Every such motion is face turns followed by a rotation: M is R L' x', and r is L x. So the cubes
// in space are the products c * S of a cube with fixed centres and a rotation, 24 times as many.
//
// A supercube shows how its centres are turned. There a face turn turns its centre, and the sum of the quarter turns
// has the parity of the corners' permutation; a rotation keeps the marks of the centres on their faces (Cube::turn_at).
// Where turns do not count, face turns leave them out. Both ways of carrying out moves are homomorphisms, and
// conjugation by the 48 symmetries respects both.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "superflip/base/api.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

// What moves do to the centres. Ordered: each does more than the one before.
enum class Centres : std::uint8_t {
  fixed,  // nothing: slices are pairs of face turns, and rotations vanish
  moved,  // slices, wide moves and rotations carry them
  turned  // and every face turn turns its own
};

namespace detail {

constexpr std::array<Cube, kMoves> make_turning_move_cubes() {
  std::array<Cube, kMoves> cubes = kMoveCubes;
  for (const Move m : kAllMoves) cubes[m].set_turn(face_of(m), turns_of(m));
  return cubes;
}

}  // namespace detail

// The cubes that the 18 face turns make from the solved one, with their centres turned.
inline constexpr std::array<Cube, kMoves> kTurningMoveCubes = detail::make_turning_move_cubes();

// The cube after face turns and then a rotation of the whole cube (never a reflection), which Centres::fixed ignores.
Cube apply(Cube c, std::span<const Move> moves, Symmetry rotation, Centres centres);

// The position after doing the algorithm on the solved cube. With Centres::fixed it is that of algorithm.h.
Cube to_cube(const Algorithm& algorithm, Centres centres);

// The rotation that carries the centres from where they belong to where they are; empty if none does.
std::optional<Symmetry> rotation_of_centres(const Cube& c);

// The cube with its centres at home and not turned, all else the same.
Cube with_home_centres(Cube c);

// The cube with no centre turned, all else the same.
Cube with_unturned_centres(Cube c);

// Whether moves of the supercube lead to that cube in space: it is a rotation of a reachable cube, and the sum of its
// centres' quarter turns has the parity of its corners' permutation.
bool is_reachable_in_space(const Cube& c);

}  // namespace superflip
