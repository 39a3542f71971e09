// The moves, pairs of moves and symmetries as shuffles of 32 bytes (SearchNode::pieces).
#pragma once

#include <array>
#include <cstdint>

#include "superflip/solver/coset/endings.h"
#include "superflip/solver/two_phase/shuffles.h"

namespace superflip::coset {

struct alignas(32) PiecesShuffle : std::array<std::uint8_t, 32> {};

struct SearchShuffles {
  std::array<PiecesShuffle, kMoves + 1> move;  // the last is no move
  std::array<PiecesShuffle, kPairs> pair;
  // Conjugation by the symmetries: S^-1, S.
  std::array<PiecesShuffle, kUdSymmetries> left;
  std::array<PiecesShuffle, kUdSymmetries> right;
  std::array<std::uint8_t, kMoves> turn_bit;  // the number of a move's bit in a two_phase::TurnMask
  // [s][face]: the half turn of the position itself, as a number of kPhase2Moves, if the last move of an ending is a
  // turn of that face (R F L B) of the representative to which s leads.
  std::array<std::array<std::uint8_t, 4>, kUdSymmetries> half_turn;

  SearchShuffles();
};

extern const SearchShuffles kSearchShuffles;

}  // namespace superflip::coset
