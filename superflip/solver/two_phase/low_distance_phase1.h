// Bloom filters for the compact profile: which places of the phase-1 table are within 6, and which within 7 moves of
// G1.
//
// Without a table of distances, a search wastes most of its work just beyond the distances that LowDistanceWords covers
// exactly. There are 80,397 places at distance 6 and 917,722 at distance 7 (in face turns), for which the filters have
// 9 and 6 bits per key: their false-positive rates are 3 % and 7 %.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "superflip/base/detail/bloom_filter.h"
#include "superflip/base/stop.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/solver/two_phase/low_distance_words.h"

namespace superflip::two_phase {

class LowDistancePhase1 {
 public:
  static constexpr int kFirst = LowDistanceWords::kMaxDistance + 1;
  static constexpr int kLast = LowDistanceWords::kMaxDistance + 2;

  LowDistancePhase1() = default;                     // without filters, until make()
  LowDistancePhase1(LowDistancePhase1&&) = default;  // the filters stay valid: moving words_ does not move its memory
  LowDistancePhase1& operator=(LowDistancePhase1&&) = default;

  // Makes the filters; false when it was stopped.
  bool make(const Fold& fold, const LowDistanceWords& words, Metric metric, const StopFlag* stop = nullptr);

  // The filter of the places at distance at most kFirst or kLast from G1.
  const BloomFilter& within(int distance) const { return distance == kFirst ? first_ : last_; }

  static constexpr std::uint64_t bytes() { return (kFirstWords + kLastWords) * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kFirstWords = 12000;
  static constexpr std::size_t kLastWords = 100000;

  std::vector<std::uint64_t> words_;
  BloomFilter first_;
  BloomFilter last_;
};

}  // namespace superflip::two_phase
