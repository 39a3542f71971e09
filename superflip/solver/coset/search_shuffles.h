// The letters, pairs of letters and symmetries as shuffles of 32 bytes (SearchNode::pieces).
#pragma once

#include <array>
#include <cstdint>

#include "superflip/solver/coset/endings.h"
#include "superflip/solver/two_phase/shuffles.h"

namespace superflip::coset {

struct alignas(32) PiecesShuffle : std::array<std::uint8_t, 32> {};

struct SearchShuffles {
  std::array<PiecesShuffle, kLetters> letter;
  std::array<PiecesShuffle, kPairs> pair;
  // Conjugation by the symmetries: S^-1, S.
  std::array<PiecesShuffle, kUdSymmetries> left;
  std::array<PiecesShuffle, kUdSymmetries> right;
  // [s][l]: the half turn of the position itself, as a number of kG1Letters, by which the last letter l of a word of
  // the representative to which s leads is turned the other way.
  std::array<std::array<std::uint8_t, kLetters>, kUdSymmetries> half_turn;

  SearchShuffles();
};

extern const SearchShuffles kSearchShuffles;

}  // namespace superflip::coset
