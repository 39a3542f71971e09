#include "superflip/solver/coset/search_shuffles.h"

#include <algorithm>

namespace superflip::coset {
namespace {

PiecesShuffle shuffle_of(const two_phase::Shuffle& s) {
  PiecesShuffle bytes;
  std::copy(s.edge.begin(), s.edge.end(), bytes.begin());
  std::copy(s.corner.begin(), s.corner.end(), bytes.begin() + 16);
  return bytes;
}

}  // namespace

SearchShuffles::SearchShuffles() {
  // Of a product, the shuffles follow each other.
  const auto then = [](const PiecesShuffle& a, const PiecesShuffle& b) {
    PiecesShuffle both;
    for (std::size_t x = 0; x < 32; ++x) both[x] = a[(x & 16) + b[x]];
    return both;
  };
  for (std::size_t x = 0; x < 32; ++x) letter[kNoLetter][x] = static_cast<std::uint8_t>(x % 16);
  for (const Move m : kAllMoves) letter[m] = shuffle_of(two_phase::kShuffles.move[m]);
  for (Letter l = kFirstSlice; l < kLetters; ++l) {
    const auto [first, second] = moves_of(l);
    letter[l] = then(letter[first], letter[second]);
  }
  for (std::size_t a = 0; a < kLetters; ++a)
    for (std::size_t b = 0; b < kLetters; ++b) pair[kLetters * a + b] = then(letter[a], letter[b]);
  for (const Symmetry s : kAllUdSymmetries) {
    left[s] = shuffle_of(two_phase::kShuffles.left[s]);
    right[s] = shuffle_of(two_phase::kShuffles.right[s]);
    half_turn[s].fill(0);
    for (std::size_t n = 0; n < kLastLetters.size(); ++n) {
      const Letter real = conjugate(kG1Letters[kHalfTurns[n]], inverse(s));
      half_turn[s][kLastLetters[n]] =
          static_cast<std::uint8_t>(std::find(kG1Letters.begin(), kG1Letters.end(), real) - kG1Letters.begin());
    }
  }
}

const SearchShuffles kSearchShuffles;

}  // namespace superflip::coset
