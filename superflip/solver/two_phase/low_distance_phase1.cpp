#include "superflip/solver/two_phase/low_distance_phase1.h"

#include <algorithm>

namespace superflip::two_phase {
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
