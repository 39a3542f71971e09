// Orientation as an axis: for each piece the axis along which its reference sticker points.
//
// The reference sticker of a piece has the colour of U or D (white or yellow) or, on the edges of the middle layer,
// which have none, that of F or B. It is described by where it points and not, as a twist or a flip, by comparison with
// the place: a corner's along any of the three axes, an edge's along one of the two that its place shows. What a
// quarter turn then does is the same for all pieces and all faces: a cycle of four places for the corners and one
// for the edges, and for the eight pieces in them an exchange of the two axes that the face does not turn about. (For
// twists it depends on the face and on the place what is added.)
//
// Invariant: to_axes(apply(c, m)) == apply(to_axes(c), m), though the moves of the two have no table in common.
#pragma once

#include <array>
#include <cstdint>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/piece.h"

namespace superflip {

enum class Axis : std::uint8_t { y, x, z };  // of the faces U and D, R and L, F and B

constexpr Axis axis_of(Face f) { return static_cast<Axis>(f % 3); }

// By place: the piece, and the axis along which its reference sticker points.
struct AxisCube {
  std::array<std::uint8_t, kCorners> corner{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<Axis, kCorners> corner_axis{};
  std::array<std::uint8_t, kEdges> edge{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::array<Axis, kEdges> edge_axis{Axis::y, Axis::y, Axis::y, Axis::y, Axis::y, Axis::y,
                                     Axis::y, Axis::y, Axis::z, Axis::z, Axis::z, Axis::z};

  friend constexpr bool operator==(const AxisCube&, const AxisCube&) = default;
};

// Any cube, reachable or not.
AxisCube to_axes(const Cube& c);

// Each piece must be there once, and each edge's axis be one of the two of its place.
Cube to_cube(const AxisCube& c);

// The cube after a move 0..17, by cycles and exchanges alone.
AxisCube apply(AxisCube c, Move m);

}  // namespace superflip
