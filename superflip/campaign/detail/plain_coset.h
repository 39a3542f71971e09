// The first levels of a coset of G1 by a plain search: an independent path for checks of whole cosets.
//
// An iterative deepening over all words, pruned by two small tables that are made here move by move (twist and slice,
// flip and slice), collects the cubes that it meets in a set. Nothing here knows of the search's tables, of symmetries
// or of numbers of elements.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/metric.h"
#include "superflip/cube/move_set.h"

namespace superflip::detail {

// Lower bounds of the cost of words into G1: the distances of an orientation (twist or flip) and the slice together, by
// breadth first over cubes.
class PlainBounds {
 public:
  explicit PlainBounds(Metric metric);

  bool is_farther(const Cube& cube, int cost) const;
  const MoveSet& letters() const { return letters_; }

 private:
  MoveSet letters_;
  std::vector<std::uint8_t> twists_;
  std::vector<std::uint8_t> flips_;
};

class PlainCoset {
 public:
  // The words from `cube` into G1. Bounds and flag must live as long.
  PlainCoset(const PlainBounds& bounds, const Cube& cube, const StopFlag* stop = nullptr)
      : bounds_(bounds), cube_(cube), stop_(stop) {}

  // Finds the elements of G1 to which words of the next cost lead, beginning with the empty word; returns how many were
  // not met before, or nothing when it was stopped.
  std::optional<std::uint64_t> next();

  // The elements met so far.
  const std::unordered_set<Cube>& met() const { return met_; }

 private:
  void search(const Cube& cube, int left, int last);

  const PlainBounds& bounds_;
  const Cube cube_;
  const StopFlag* const stop_;
  int depth_ = -1;
  std::unordered_set<Cube> met_;
};

}  // namespace superflip::detail
