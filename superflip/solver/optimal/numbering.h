// Numbers places and pieces so that what pruning cosets ignore corresponds to bits of the numbers.
//
// Corner 4t + v is the corner of tetrad t (the four that half turns exchange) whose place in the tetrad is v, a vector
// of two bits: two corners of a tetrad that share a U or D face differ by 1, those on R or L by 2, those on F or B by
// 3. Edge 4s + i is the i-th edge in the cycle of slice s (E, M, S), in the order in which a turn of that slice alone
// moves them. The numbering is one cube P, and a cube c becomes P^-1 * c * P. The numbering preserves products, so the
// search never leaves it.
#pragma once

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

inline constexpr int kAxes = 3;  // 0 the U-D axis, whose slice is E; 1 R-L with M; 2 F-B with S

constexpr int axis_of(Move m) { return face_of(m) % kAxes; }

namespace detail {

// A clockwise turn of a face together with the same turn of the opposite face's stickers (U D') is a rotation of the
// cube followed by a turn of the slice between them. This is that slice turn. It moves no corner and flips the four
// edges.
constexpr Cube slice_turn(int axis) {
  const auto face = static_cast<Face>(axis);
  for (const Symmetry s : kAllSymmetries)
    if (!is_reflection(s) && kFaceImages[s] == superflip::detail::turned(face))
      return compose(inverse(kSymmetryCubes[s]),
                     compose(kMoveCubes[make_move(face, 1)], kMoveCubes[make_move(opposite(face), 3)]));
  return {};  // unreachable
}

constexpr Cube make_numbering() {
  constexpr std::array<int, kCorners> corners{URF, ULB, DRB, DLF, UFL, UBR, DBL, DFR};
  constexpr std::array<int, kAxes> first_edges{FR, UF, UR};
  Cube numbering;
  for (int i = 0; i < kCorners; ++i) numbering.set_corner(i, corners[i], 0);
  for (int axis = 0; axis < kAxes; ++axis) {
    const Cube turn = slice_turn(axis);
    int edge = first_edges[axis];
    for (int i = 0; i < 4; ++i) {
      numbering.set_edge(4 * axis + i, edge, 0);
      edge = turn.edge_at(edge);
    }
  }
  return numbering;
}

}  // namespace detail

inline constexpr Cube kNumbering = detail::make_numbering();
inline constexpr Cube kNumberingInverse = inverse(kNumbering);

constexpr Cube numbered(const Cube& c) { return compose(compose(kNumberingInverse, c), kNumbering); }
constexpr Cube unnumbered(const Cube& c) { return compose(compose(kNumbering, c), kNumberingInverse); }

namespace detail {

constexpr std::array<Cube, kMoves> make_numbered_moves() {
  std::array<Cube, kMoves> moves{};
  for (const Move m : kAllMoves) moves[m] = numbered(kMoveCubes[m]);
  return moves;
}

}  // namespace detail

inline constexpr std::array<Cube, kMoves> kNumberedMoves = detail::make_numbered_moves();

}  // namespace superflip::optimal
