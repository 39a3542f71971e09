// Which positions of G1 are within d moves of solved, for every d up to 9: all of phase 2 that a search mostly asks.
//
// Nearly all that a two-phase search does in G1 is to refute: of the positions that phase 1 reaches, one in hundreds
// has few enough moves to go. The distance of corners and edges without the slice's lets many of the others pass, and
// to read it is a walk through memory; a filter of the positions themselves lets few pass, and stays in cache: up to
// symmetry there are 1, 3, 10, 58, 373, 2186, 11970, 67153, 359102, 1836842 at distance 0..9 in face turns. A key is
//   (40320 * class of its corners + edges of the U and D layers) * 24 + order of the slice's edges,
// all seen by the symmetry that leads to the class's representative; images under the self-symmetries of a class are
// separate keys, and all are there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "superflip/cube/move.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/table/bloom_filter.h"

namespace superflip::two_phase {

class NearSolved {
 public:
  // The greatest distance there is a filter for, in files and in the compact profile.
  static int greatest(Metric metric) { return metric == Metric::htm ? 9 : 14; }
  static int greatest_compact(Metric metric) { return metric == Metric::htm ? 7 : 11; }

  // Bytes of the filters for all distances 0..last.
  static std::uint64_t bytes(Metric metric, int last);
  // Fills them.
  static void make(const Fold& fold, Metric metric, int last, std::span<std::byte> bytes);

  NearSolved() = default;
  NearSolved(Metric metric, int last, std::span<const std::byte> bytes);

  int last() const { return static_cast<int>(within_.size()) - 1; }
  // The positions at most that far from solved; 0 <= distance <= last().
  const BloomFilter& within(int distance) const { return within_[distance]; }

 private:
  std::vector<BloomFilter> within_;
};

}  // namespace superflip::two_phase
