// Central cubes: those that commute with every move, the solved cube and the superflip.
//
// Let z be central, so that z z = 1, and w = u v a solution of it: z u v = 1. Then z v u = u^-1 (z u v) u = 1: every
// cyclic shift of w is a solution, and so are w^-1, the images of all these under the 48 symmetries, and what moves of
// opposite faces give in the other order. Take one shortest solution and all words that arise from it so, its family;
// of these only those of the fewest moves (in quarter turns, two equal ones that meet, also across the ends, become one
// half turn, which costs the same). No three moves that follow each other in them, also across the ends, can be made
// fewer.
//
// A window is three such moves. Windows that the same operations carry to each other are one class, and the classes
// have an order. Let r be the first class that a word of the family begins with, and w one that begins with the
// representative of r. Any window of w begins a shift of it, so that none is of a class before r. So each family has a
// word among those that begin with a representative and have no window of an earlier class, and only these are
// searched; relatives() makes the family of it. What follows the representative may be in normal order, and the end may
// take opposite faces in its own order: these are words of the family as well.
//
// That leaves nearly one word of each 48 * 2 * length, where the symmetries alone leave one of 48. Large classes come
// first, since most words have one of their windows soon. Solutions that are not shortest are not searched so, for
// their shifts may be shorter.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/engine.h"

namespace superflip::optimal {

bool is_central(const Cube& cube);

class Windows {
 public:
  static const Windows& get();

  // The place of a window's class in the order, from 1; 0: the three moves can be made shorter.
  std::uint16_t rank(Move a, Move b, Move c) const { return after(a, b)[c]; }

  // The ranks of the windows that begin with two moves, by the third.
  const std::uint16_t* after(Move a, Move b) const { return &ranks_[(a * kMoves + b) * kMoves]; }

  // The first moves of all words that are searched: a representative, and two more moves.
  std::vector<Task> tasks() const;

 private:
  Windows();

  std::vector<std::uint16_t> ranks_;
  std::vector<std::array<Move, 3>> representatives_;  // by rank - 1
};

// All normal words that a shortest solution of a central cube leads to, itself among them.
std::vector<Moves> relatives(const Moves& word, Metric metric);

}  // namespace superflip::optimal
