// Cycles: what a sequence of moves does when it is done again and again.
//
// A motion carries pieces from place to place; each of them goes round a cycle, and may come back twisted or flipped.
// So the order of a motion is the least common multiple of the cycles' orders, and a power of it moves exactly the
// pieces of those cycles whose order does not divide its exponent.
//
// Unlike elsewhere the centres are not taken as fixed: rotations and slices carry them, so that the motion of M has the
// order 4, and that of x R has it when all pieces *and* the whole are back. How a centre is turned in its place is not
// looked at, as it is not seen.
//
// Written as (URF BRU DRB FRD)(UFL)-: the piece at URF goes to BRU and on, with its stickers in the order in which the
// names have their faces: that on U comes to B, that on R stays on R. A sign says how a piece comes back from a round:
// a corner twisted clockwise + or anticlockwise -, an edge flipped +.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"
#include "superflip/cube/symmetry.h"

namespace superflip {

// Pieces and their places: 0..7 the corners, 8..19 the edges, 20..25 the centres, each in the order of piece.h.
inline constexpr int kPieces = kCorners + kEdges + kFaces;
using Pieces = std::bitset<kPieces>;

// "URF", "UR", "U"; piece 0..25.
std::string piece_name(int piece);

// Names between white space or commas, the letters of each in any order and case; each at least once.
Expected<Pieces> parse_pieces(std::string_view text);

// Corners and edges as they are seen afterwards, and where the centres have gone; no reflection.
struct Motion {
  Cube cube;
  Symmetry rotation{0};
};

Motion motion_of(const Algorithm& algorithm);

struct Visit {
  int place;
  int turn;  // how the first place's piece sits there: twist 0..2, flip 0..1
};

struct Cycle {
  std::vector<Visit> steps;  // begins with the smallest place, not turned; one step: turned in its place
  int turn;                  // after once round: twist 0..2, flip 0..1

  int order() const;  // rounds and turns: after how many times its pieces are back
  Pieces pieces() const;
};

// All cycles that move or turn anything, by their first places.
std::vector<Cycle> cycles_of(const Motion& motion);

// "(URF BRU DRB FRD)+".
std::string to_string(const Cycle& cycle);

// The least common multiple of the cycles' orders; 1 without any.
int order(const std::vector<Cycle>& cycles);

// The pieces that are elsewhere or turned after the motion is done n times; n >= 0.
Pieces moved(const std::vector<Cycle>& cycles, int n);

// The least n >= 1 after which no other piece is moved, 1..order.
int least_power(const std::vector<Cycle>& cycles, const Pieces& only);

struct Power {
  int n;
  Pieces moved;
};

// Each set of pieces that some power moves, with the least n that does, in increasing order of n: from 1 to the order.
std::vector<Power> powers(const std::vector<Cycle>& cycles);

}  // namespace superflip
