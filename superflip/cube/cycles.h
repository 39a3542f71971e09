// Cycles: what a sequence of moves does when it is repeated.
//
// A motion carries pieces from place to place. Each piece goes round a cycle and may come back twisted or flipped. So
// the order of a motion is the least common multiple of the cycles' orders, and a power of it moves exactly the pieces
// of the cycles whose order does not divide the exponent.
//
// Unlike elsewhere, the centres are not taken as fixed: rotations and slices carry them. So the motion of M has order
// 4, and x R is back only when all pieces *and* the centres are. The rotation of a centre in its place is ignored,
// because it cannot be seen.
//
// A motion is written as (URF BRU DRB FRD)(UFL)-: the piece at URF goes to BRU and so on. The letters of the names give
// the faces of its stickers in order: the one on U comes to B, the one on R stays on R. A sign says how a piece comes
// back after one round: + for a corner twisted clockwise, - for a corner twisted anticlockwise, + for a flipped edge.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

// Pieces and their places: 0..7 the corners, 8..19 the edges, 20..25 the centres, each in the order of piece.h.
inline constexpr int kPieces = kCorners + kEdges + kFaces;
using Pieces = std::bitset<kPieces>;

// "URF", "UR", "U"; piece 0..25.
std::string piece_name(int piece);

// Piece names separated by white space or commas, the letters of each in any order and case; at least one name.
Expected<Pieces> parse_pieces(std::string_view text);

// Corners and edges as they look afterwards, and where the centres have gone (never a reflection).
struct Motion {
  Cube cube;
  Symmetry rotation{0};
};

// What the algorithm does to a solved cube, slices, wide moves and rotations included.
Motion motion_of(const Algorithm& algorithm);

struct Visit {
  int place;
  int turn;  // how the first place's piece sits there: twist 0..2, flip 0..1
};

struct Cycle {
  // Begins with the lowest place, with orientation 0. A single step: the piece is turned in its place.
  std::vector<Visit> steps;
  int turn;  // after one round: twist 0..2, flip 0..1

  int order() const;  // after how many repetitions its pieces are back in place and orientation
  Pieces pieces() const;
};

// All cycles that move or turn anything, ordered by their first places.
std::vector<Cycle> cycles_of(const Motion& motion);

// "(URF BRU DRB FRD)+".
std::string to_string(const Cycle& cycle);

// The least common multiple of the cycles' orders; 1 without any.
int order(const std::vector<Cycle>& cycles);

// The pieces that are displaced or turned after n repetitions of the motion; n >= 0.
Pieces moved(const std::vector<Cycle>& cycles, int n);

// The least n >= 1 such that n repetitions move no piece outside `only`, 1..order.
int least_power(const std::vector<Cycle>& cycles, const Pieces& only);

struct Power {
  int n;
  Pieces moved;
};

// Each set of pieces that some power moves, with the least n that does, in increasing order of n: from 1 to the order.
std::vector<Power> powers(const std::vector<Cycle>& cycles);

}  // namespace superflip
