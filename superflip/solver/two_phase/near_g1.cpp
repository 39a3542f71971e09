#include "superflip/solver/two_phase/near_g1.h"

#include <algorithm>
#include <bit>

namespace superflip::two_phase {
namespace {

// Visits the places that one move leads to from a place, with all their images under self-symmetries: a superset of
// what is one farther from G1.
template <class Visit>
void visit_neighbours(const Fold& fold, Metric metric, std::uint32_t place, const Visit& visit) {
  const std::uint32_t twist = fold.twist_representative[place / kFlips / kSlices];
  const std::uint32_t slice = place / kFlips % kSlices;
  const std::uint32_t flip = place % kFlips;
  for (Move m = 0; m < kMoves; ++m) {
    if (cost(m, metric) != 1) continue;
    const std::uint32_t next =
        fold.place(fold.twist_move[twist][m], fold.flip_move[flip][m], fold.slice_move[slice][m]).index;
    const std::uint32_t cls = next / kFlips / kSlices;
    const std::uint32_t next_slice = next / kFlips % kSlices;
    for (unsigned set = fold.twist_stabiliser[cls]; set != 0; set &= set - 1) {
      const int s = std::countr_zero(set);
      visit((cls * kSlices + fold.slice_conjugate[s][next_slice]) * kFlips +
            (fold.flip_conjugate[s][next % kFlips] ^ fold.flip_mask[s][next_slice]));
    }
  }
}

}  // namespace

NearG1::NearG1(const Fold& fold, const Endings& endings, Metric metric) : words_(kFirstWords + kLastWords) {
  const std::span all(words_);
  const BloomFilterMaker first(all.first(kFirstWords));
  const BloomFilterMaker last(all.subspan(kFirstWords));
  first_ = first;
  last_ = last;
  std::vector<std::uint32_t> frontier;
  endings.for_each_place([&](std::uint32_t place, int distance) {
    first.insert(place);
    last.insert(place);
    if (distance == Endings::kLongest)
      visit_neighbours(fold, metric, place, [&](std::uint32_t next) {
        if (endings.find(next).distance == Endings::kFar) frontier.push_back(next);
      });
  });
  std::sort(frontier.begin(), frontier.end());
  frontier.erase(std::unique(frontier.begin(), frontier.end()), frontier.end());
  for (const std::uint32_t place : frontier) {
    first.insert(place);
    last.insert(place);
    visit_neighbours(fold, metric, place, [&](std::uint32_t next) { last.insert(next); });
  }
}

}  // namespace superflip::two_phase
