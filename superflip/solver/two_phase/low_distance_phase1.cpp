#include "superflip/solver/two_phase/low_distance_phase1.h"

#include <algorithm>
#include <bit>

namespace superflip::two_phase {
namespace {

// Visits the places that one move leads to from a place, with all their images under self-symmetries: a superset of the
// places that are one farther from G1.
template <class Visit>
void visit_neighbours(const Fold& fold, Metric metric, std::uint32_t place, const Visit& visit) {
  const std::uint32_t twist = fold.twist_representative[place / kEdgeFlips / kSlices];
  const std::uint32_t slice = place / kEdgeFlips % kSlices;
  const std::uint32_t flip = place % kEdgeFlips;
  for (const Move m : kAllMoves) {
    if (cost(m, metric) != 1) continue;
    const std::uint32_t next =
        fold.place(fold.twist_move[twist][m], fold.flip_move[flip][m], fold.slice_move[slice][m]).index;
    const std::uint32_t cls = next / kEdgeFlips / kSlices;
    const std::uint32_t next_slice = next / kEdgeFlips % kSlices;
    for (unsigned set = fold.twist_stabiliser[cls]; set != 0; set &= set - 1) {
      const int s = std::countr_zero(set);
      visit((cls * kSlices + fold.slice_conjugate[s][next_slice]) * kEdgeFlips +
            (fold.flip_conjugate[s][next % kEdgeFlips] ^ fold.flip_mask[s][next_slice]));
    }
  }
}

}  // namespace

bool LowDistancePhase1::make(const Fold& fold, const LowDistanceWords& words, Metric metric, const StopFlag* stop) {
  words_.assign(kFirstWords + kLastWords, 0);
  const std::span all(words_);
  const BloomFilterMaker first(all.first(kFirstWords));
  const BloomFilterMaker last(all.subspan(kFirstWords));
  first_ = first;
  last_ = last;
  std::vector<std::uint32_t> frontier;
  words.for_each_place([&](std::uint32_t place, int distance) {
    first.insert(place);
    last.insert(place);
    if (distance == LowDistanceWords::kMaxDistance)
      visit_neighbours(fold, metric, place, [&](std::uint32_t next) {
        if (words.find(next).distance == LowDistanceWords::kFar) frontier.push_back(next);
      });
  });
  if (is_set(stop)) return false;
  std::sort(frontier.begin(), frontier.end());
  frontier.erase(std::unique(frontier.begin(), frontier.end()), frontier.end());
  std::size_t done = 0;
  for (const std::uint32_t place : frontier) {
    if (++done % 4096 == 0 && is_set(stop)) return false;
    first.insert(place);
    last.insert(place);
    visit_neighbours(fold, metric, place, [&](std::uint32_t next) { last.insert(next); });
  }
  return true;
}

}  // namespace superflip::two_phase
