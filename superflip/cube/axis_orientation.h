// Orientation as an axis: for each piece the axis along which its reference sticker points.
//
// The reference sticker of a piece has the colour of U or D (white or yellow) or, on the edges of the middle layer,
// which have neither, that of F or B. It is described by the axis along which it points, not by comparison with the
// place as a twist or flip is. For a corner this is any of the three axes, for an edge one of the two that its place
// shows. A quarter turn then does the same for all pieces and all faces: a 4-cycle of corner places, a 4-cycle of edge
// places, and for the eight pieces in them an exchange of the two axes other than the one of the turn. (With twists,
// the amount to add depends on the face and the place.)
//
// Invariant: to_axes(apply(c, m)) == apply(to_axes(c), m), although the two kinds of moves share no table. Source: the
// states of corners and the cycles of moves in the notes on packing a cube (docs/sources.md).
#pragma once

#include <array>
#include <cstdint>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/piece.h"

namespace SUPERFLIP_API superflip {

enum class Axis : std::uint8_t { ud, fb, rl };  // 0 up/down, 1 front/back, 2 right/left, as in the notes

constexpr Axis axis_of(Face f) { return f % 3 == 0 ? Axis::ud : f % 3 == 2 ? Axis::fb : Axis::rl; }

// By place: the piece, and the axis along which its reference sticker points.
struct AxisCube {
  std::array<std::uint8_t, kCorners> corner{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<Axis, kCorners> corner_axis{};
  std::array<std::uint8_t, kEdges> edge{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::array<Axis, kEdges> edge_axis{Axis::ud, Axis::ud, Axis::ud, Axis::ud, Axis::ud, Axis::ud,
                                     Axis::ud, Axis::ud, Axis::fb, Axis::fb, Axis::fb, Axis::fb};

  friend constexpr bool operator==(const AxisCube&, const AxisCube&) = default;
};

// The twist of a corner at that place whose reference sticker points along the axis: 0..2.
int twist_at(Corner place, Axis axis);

// Any cube, reachable or not.
AxisCube to_axes(const Cube& c);

// Precondition: each piece occurs once, and each edge's axis is one of the two of its place.
Cube to_cube(const AxisCube& c);

// The cube after a move 0..17, by cycles and exchanges alone.
AxisCube apply(AxisCube c, Move m);

}  // namespace superflip
