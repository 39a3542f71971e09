// Central cubes: those that commute with every move, the solved cube and the superflip.
//
// Let z be central, so that z z = 1, and let w = u v solve it: z u v = 1. Then z v u = u^-1 (z u v) u = 1, so every
// cyclic shift of w is a solution. So are w^-1, the images of all these under the 48 symmetries, and the words that
// result when adjacent moves of opposite faces change places. The words that arise in this way from one shortest
// solution are its family. We keep only those with the fewest moves: in the quarter-turn metric, two equal quarter
// turns that meet, also across the ends, become one half turn, which costs the same. No three consecutive moves of
// such a word, also across its ends, can be shortened.
//
// A window is three consecutive moves. Windows that these operations carry to each other form one class, and the
// classes are numbered. Let r be the first class, in this order, with which a word of the family begins, and let w be a
// word that begins with the representative of r. Every window of w begins a cyclic shift of w, so none is of a class
// before r. So each family has a word that begins with a representative and has no window of an earlier class. Only
// such words are searched; relatives() makes the family of each. The moves after the representative may be restricted
// to normal order, and at the end of the word opposite faces may be ordered separately: these words belong to the
// family as well.
//
// This leaves nearly one word in 48 * 2 * length, while the symmetries alone leave one in 48. Large classes come first,
// since most words soon contain one of their windows. Solutions that are not shortest are not searched in this way,
// because their shifts may be shorter.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"

namespace superflip::optimal {

bool is_central(const Cube& cube);

// The order of the classes of windows, and the prefixes to which it restricts the search.
class CanonicalPrefixes {
 public:
  static constexpr int kLength = 5;

  static const CanonicalPrefixes& get();  // made at first use, in a few milliseconds

  // The position of a window's class in the order, from 1; 0 if the three moves can be shortened.
  std::uint16_t rank(Move a, Move b, Move c) const { return after(a, b)[c]; }

  // The ranks of the windows that begin with moves a and b, indexed by the third move.
  const std::uint16_t* after(Move a, Move b) const { return &ranks_[(a * kMoves + b) * kMoves]; }

  // The first moves of all words that are searched: each is a representative followed by two more moves.
  std::vector<std::array<Move, kLength>> list() const;

 private:
  CanonicalPrefixes();

  std::vector<std::uint16_t> ranks_;
  std::vector<std::array<Move, 3>> representatives_;  // by rank - 1
};

// All normal words that a shortest solution of a central cube leads to, including itself.
std::vector<Moves> relatives(const Moves& word, Metric metric);

}  // namespace superflip::optimal
