// Endings: for each place near G1, all words of exactly one cost that lead from there into G1 and whose last letter is
// one of kLastLetters: a clockwise quarter turn of R, L, F or B, or in stm of a slice.
//
// A search for all words of a length ends with them, so it never looks at the last moves one by one. A place is one of
// solver/two_phase/fold.h: the words are for the position as seen by the symmetry that leads to its representative. In
// face turns, 86,826 places have 157,044 words of 6 moves. The last letter turned the other way also leads into G1, to
// the element times a half turn.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/cube/move.h"
#include "superflip/solver/coset/letters.h"
#include "superflip/solver/two_phase/fold.h"

namespace superflip::coset {

// Words of two letters, kLetters * first + second.
inline constexpr std::uint32_t kPairs = kLetters * kLetters;
static_assert(kPairs <= 1024);

// Three pairs of ten bits each, with kNoLetter before the last letter of shorter words; the highest bit marks the last
// word of a place.
using Ending = std::uint32_t;
constexpr std::uint32_t pair_of(Ending e, int n) { return e >> (10 * n) & 1023; }
constexpr Letter first_letter(Ending e) {
  const auto first = static_cast<Letter>(pair_of(e, 0) / kLetters);
  return first != kNoLetter ? first : static_cast<Letter>(pair_of(e, 2) % kLetters);
}
constexpr Letter last_letter(Ending e) { return static_cast<Letter>(pair_of(e, 2) % kLetters); }
constexpr bool is_last(Ending e) { return (e >> 31) != 0; }

class Endings {
 public:
  // The greatest cost for which they fit the second-level cache.
  static constexpr int max_cost(Metric metric) { return metric == Metric::stm ? 5 : 6; }

  // All words of that cost, 1..max_cost(metric).
  Endings(const two_phase::Fold& fold, Metric metric, int cost);

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  void prefetch(std::uint32_t place) const { __builtin_prefetch(&slots_[home(place)]); }

  // The number of the first word of a place; kNone if it has none.
  std::uint32_t find(std::uint32_t place) const {
    for (std::uint32_t at = home(place);; at = (at + 1) & mask_) {
      if (slots_[at].place == place) return slots_[at].first;
      if (slots_[at].place == kNone) return kNone;
    }
  }
  const Ending* words(std::uint32_t first) const { return words_.data() + first; }

  std::size_t places() const { return places_; }
  std::size_t size() const { return words_.size(); }

 private:
  struct Slot {
    std::uint32_t place = kNone;
    std::uint32_t first = 0;
  };
  std::uint32_t home(std::uint32_t place) const { return (place * 0x9E3779B1U) >> shift_; }

  std::vector<Slot> slots_;
  std::vector<Ending> words_;
  std::size_t places_ = 0;
  std::uint32_t mask_ = 0;
  int shift_ = 0;
};

}  // namespace superflip::coset
