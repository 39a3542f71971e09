// Central cubes: those that commute with every move, the solved cube and the superflip.
//
// Let z be central, so that z z = 1, and w = u v a solution of it: z u v = 1. Then z v u = u^-1 (z u v) u = 1: every
// cyclic shift of w is a solution, and so are w^-1, the images of all these under the 48 symmetries, and what moves of
// opposite faces give in the other order. Take all words that arise so from the shortest solutions; none of their
// shifts can be made shorter (and where two quarter turns meet, let them be one half turn; in the quarter-turn metric
// that costs the same).
//
// A window is three moves that follow each other. Windows that the same operations carry to each other are one class,
// and the classes have an order. Let r be the first class that any of these words begins with, and w one that begins
// with the representative of r. Any three moves that follow each other in w, also across its ends, begin a shift of it:
// they are no window of a class before r, nor can they be made shorter. So only words are searched that begin with a
// representative, and they are cut at each window of an earlier class, at either end.
//
// That leaves nearly one word of each 48 * 2 * length, where the symmetries alone leave one of 48. Large classes come
// first, since most words have one of their windows soon.
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
