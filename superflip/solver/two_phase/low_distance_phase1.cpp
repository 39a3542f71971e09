#include "superflip/solver/two_phase/low_distance_phase1.h"

#include <algorithm>
#include <array>

namespace superflip::two_phase {
namespace {

// The least of a place and its images stands for them all: they have the same neighbours.
std::uint32_t least_image(const Fold& fold, std::uint32_t place) {
  std::uint32_t least = place;
  visit_images(fold, place, [&](std::uint32_t image) { least = std::min(least, image); });
  return least;
}

// Places of distance kFirst, of which there are at most 80,397.
class PlaceSet {
 public:
  // Whether the place was not in the set before.
  bool insert(std::uint32_t place) {
    std::uint32_t i = place * 0x9E3779B1U >> 14;
    while (slots_[i] != kNone && slots_[i] != place) i = (i + 1) % kSlots;
    if (slots_[i] == place) return false;
    slots_[i] = place;
    return true;
  }

 private:
  static constexpr std::uint32_t kSlots = 1U << 18;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kSlots, kNone);
};

}  // namespace

bool LowDistancePhase1::make(const Fold& fold, const LowDistanceWords& words, Metric metric, const StopFlag* stop) {
  words_.assign(kFirstWords + kLastWords, 0);
  const std::span all(words_);
  const BloomFilterMaker first(all.first(kFirstWords));
  const BloomFilterMaker last(all.subspan(kFirstWords));
  first_ = first;
  last_ = last;
  PlaceSet seen;
  std::vector<std::uint32_t> frontier;  // at distance kFirst, the least of their images
  words.for_each_place([&](std::uint32_t place, int distance) {
    first.insert(place);
    last.insert(place);
    if (distance == LowDistanceWords::kMaxDistance && place == least_image(fold, place))
      visit_next(fold, metric, place, [&](std::uint32_t next) {
        const std::uint32_t least = least_image(fold, next);
        if (words.find(least).distance == LowDistanceWords::kFar && seen.insert(least)) frontier.push_back(least);
      });
  });
  // Insertions wait for the memory of the large filter, so those of a place are all asked for before they are made.
  std::array<std::uint32_t, kMoves * kUdSymmetries> neighbours;
  std::size_t done = 0;
  for (const std::uint32_t place : frontier) {
    if (done++ % 4096 == 0 && is_set(stop)) return false;
    visit_images(fold, place, [&](std::uint32_t image) {
      first.insert(image);
      last.insert(image);
    });
    std::size_t count = 0;
    visit_neighbours(fold, metric, place, [&](std::uint32_t next) {
      last.prefetch(next);
      neighbours[count++] = next;
    });
    for (std::size_t i = 0; i < count; ++i) last.insert(neighbours[i]);
  }
  return true;
}

}  // namespace superflip::two_phase
