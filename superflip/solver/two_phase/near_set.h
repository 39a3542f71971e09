// Which places of the phase-1 table are within 6, and which within 7 moves of G1, approximately: Bloom filters.
//
// Where there is no table of distances, a search wastes most of its work just beyond what the endings know exactly. A
// filter answers "no" only truly, and "yes" wrongly for about one place in ten, with 5 to 7 bits for each of the 80,397
// places at distance 6 and 917,722 at distance 7 (in face turns). The three bits of a place lie in one word.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/solver/two_phase/endings.h"
#include "superflip/solver/two_phase/fold.h"

namespace superflip::two_phase {

class NearSets {
 public:
  static constexpr int kFirst = Endings::kLongest + 1;
  static constexpr int kLast = Endings::kLongest + 2;

  NearSets() = default;
  NearSets(const Fold& fold, const Endings& endings, Metric metric);

  // False only when the place is farther than `distance` (kFirst or kLast) from G1.
  bool may_be_within(std::uint32_t place, int distance) const {
    const std::vector<std::uint64_t>& words = distance == kFirst ? first_ : last_;
    const std::uint64_t h = hash(place);
    const std::uint64_t bits = bits_of(h);
    return (words[h >> 40 & (words.size() - 1)] & bits) == bits;
  }

  std::uint64_t bytes() const { return 8 * (first_.size() + last_.size()); }

 private:
  static std::uint64_t hash(std::uint32_t place) {
    const std::uint64_t h = (place + 1) * 0x9E3779B97F4A7C15;
    return h ^ h >> 29;
  }
  static std::uint64_t bits_of(std::uint64_t h) {
    return std::uint64_t{1} << (h & 63) | std::uint64_t{1} << (h >> 6 & 63) | std::uint64_t{1} << (h >> 12 & 63);
  }
  static void insert(std::vector<std::uint64_t>& words, std::uint32_t place) {
    const std::uint64_t h = hash(place);
    words[h >> 40 & (words.size() - 1)] |= bits_of(h);
  }

  std::vector<std::uint64_t> first_;  // sizes are powers of two
  std::vector<std::uint64_t> last_;
};

}  // namespace superflip::two_phase
