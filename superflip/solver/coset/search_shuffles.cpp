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
  for (const Move m : kAllMoves) {
    move[m] = shuffle_of(two_phase::kShuffles.move[m]);
    turn_bit[m] = static_cast<std::uint8_t>(4 * face_of(m) + turns_of(m) - 1);
  }
  for (std::size_t x = 0; x < 32; ++x) move[kMoves][x] = static_cast<std::uint8_t>(x % 16);
  for (std::size_t a = 0; a <= kMoves; ++a)
    for (std::size_t b = 0; b <= kMoves; ++b)
      for (std::size_t x = 0; x < 32; ++x) pair[19 * a + b][x] = move[a][(x & 16) + move[b][x]];
  for (const Symmetry s : kAllUdSymmetries) {
    left[s] = shuffle_of(two_phase::kShuffles.left[s]);
    right[s] = shuffle_of(two_phase::kShuffles.right[s]);
    constexpr std::array<Face, 4> faces{R, F, L, B};
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const Move real = make_move(face_of(conjugate(make_move(faces[f], 1), inverse(s))), 2);
      half_turn[s][f] =
          static_cast<std::uint8_t>(std::find(kPhase2Moves.begin(), kPhase2Moves.end(), real) - kPhase2Moves.begin());
    }
  }
}

const SearchShuffles kSearchShuffles;

}  // namespace superflip::coset
