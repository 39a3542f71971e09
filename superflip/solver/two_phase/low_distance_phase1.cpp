#include "superflip/solver/two_phase/low_distance_phase1.h"

#include <algorithm>

namespace superflip::two_phase {
namespace {

// Whether it is the least of its images, which all have the same neighbours.
bool is_least(const Fold& fold, std::uint32_t place) {
  bool least = true;
  visit_images(fold, place, [&](std::uint32_t image) { least = least && place <= image; });
  return least;
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
    if (distance == LowDistanceWords::kMaxDistance && is_least(fold, place))
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
    if (is_least(fold, place)) visit_neighbours(fold, metric, place, [&](std::uint32_t next) { last.insert(next); });
  }
  return true;
}

}  // namespace superflip::two_phase
