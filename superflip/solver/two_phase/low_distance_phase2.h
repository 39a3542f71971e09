// Bloom filters: which positions of G1 are within d moves of solved, for every d up to 9. This is most of what a search
// needs to know about phase 2.
//
// Nearly all work of a two-phase search in G1 is to reject positions: of those that phase 1 reaches, only one in
// several hundred is near enough to solved. The distance of corners and edges without the slice's edges fails to reject
// many of the others, and reading it misses the caches. A Bloom filter of the positions themselves rejects nearly all
// of them and stays in cache: up to symmetry there are 1, 3, 10, 58, 373, 2186, 11970, 67153, 359102, 1836842 at
// distance
// 0..9 in face turns. A key is
//   (40320 * class of its corners + edges of the U and D layers) * 24 + order of the slice's edges,
// all seen by the symmetry that leads to the class's representative. The images under the self-symmetries of a class
// are separate keys, and the filters hold all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "superflip/base/detail/bloom_filter.h"
#include "superflip/base/stop.h"
#include "superflip/cube/move.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/two_phase/fold.h"

namespace superflip::two_phase {

class LowDistancePhase2 {
 public:
  // The greatest distance for which a profile has a filter: 9 moves or 14 quarter turns, with compact 7 or 11.
  static int max_distance(Metric metric, Profile profile) {
    static_assert(kFaceTurnsAreHtmOrQtm);
    if (profile == Profile::compact) return metric == Metric::htm ? 7 : 11;
    return metric == Metric::htm ? 9 : 14;
  }

  // Bytes of the filters for all distances 0..max.
  static std::uint64_t bytes(Metric metric, int max);
  // Fills the filters. Precondition: `bytes` is zeroed and of that size. False when it was stopped.
  static bool make(const Fold& fold, Metric metric, int max, std::span<std::byte> bytes,
                   const StopFlag* stop = nullptr);

  LowDistancePhase2() = default;
  LowDistancePhase2(Metric metric, int max, std::span<const std::byte> bytes);

  int max_distance() const { return static_cast<int>(within_.size()) - 1; }
  // The filter of the positions at most that far from solved; 0 <= distance <= max_distance().
  const BloomFilter& within(int distance) const { return within_[distance]; }

 private:
  std::vector<BloomFilter> within_;
};

}  // namespace superflip::two_phase
