// The exact low distances of a pruning table.
//
// For an entry at or below the base distance the two-bit code says only "at most b", and the line's least distance is a
// weak bound as soon as one of its 254 entries is very close to solved. Around patterns with few displaced corners
// almost every line is like that; without this table a 15-move search takes minutes. Few entries have so low a distance
// (one in 200, in quarter turns one in 40), and those with a still lower distance fit into a small hash table. Its
// bounds may be too low, never too high.
#pragma once

#include <cstdint>
#include <functional>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/solver/optimal/low_distance_hash.h"
#include "superflip/solver/optimal/shapes.h"
#include "superflip/table/source.h"

namespace superflip::optimal {

class LowDistances {
 public:
  // Loads the distances from the source, or computes them (in a second or two) and saves them there; with source ==
  // nullptr they are computed in memory. Errors are those of the source. Throws std::logic_error for a shape that has
  // more low distances than were ever counted.
  static Expected<LowDistances> open(const Shape& shape, const TableSource* source, const StopFlag* stop = nullptr);

  // A lower bound for an entry whose code is 0: its stored distance, or max_distance() + 1 if none is stored. Hash
  // collisions can only lower it. The line's least distance may be the better bound: take the maximum.
  int bound(std::uint64_t index) const {
    const int distance = distances_[hash_of(index)];
    return distance == LowDistanceHash::kNone ? max_distance_ + 1 : distance;
  }

  // Prefetches what bound() will read.
  void prefetch(std::uint64_t index) const { distances_.prefetch(hash_of(index)); }

  // The largest distance that is stored, -1 or more. It is less than the base.
  static int max_distance(const Shape& shape);

  // The identity of the file that open() uses.
  static TableIdentity identity(const Shape& shape);

 private:
  LowDistances(const Shape& shape, Table table);

  static std::uint64_t hash_of(std::uint64_t index) { return (index + 1) * 0x9E3779B97F4A7C15U; }

  Table table_;
  LowDistanceHash distances_;
  int max_distance_;
};

// Calls use(index, distance) for all indices of all cosets up to `max_distance`, at most MetricFigures::max_frontier +
// 1 (figures.h), in increasing distance. Some indices are repeated, with the same distance or a larger one. Returns
// false when the flag was set before the end.
bool list_low_distances(const Shape& shape, int max_distance,
                        const std::function<void(std::uint64_t index, int distance)>& use,
                        const StopFlag* stop = nullptr);

}  // namespace superflip::optimal
