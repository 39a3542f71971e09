#include "superflip/solver/two_phase/low_distance_words.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace superflip::two_phase {
namespace {

struct Coset {
  std::uint32_t twist;
  std::uint32_t flip;
  std::uint32_t slice;
  std::uint32_t number() const { return (twist * kSlices + slice) * kEdgeFlips + flip; }
};

// A coset with a word from it to G1.
struct Way {
  Coset coset;
  LowDistanceWords::Word word;
};

// A word of the table, from the representative of its place.
struct Found {
  std::uint32_t place;
  std::uint8_t distance;
  LowDistanceWords::Word word;

  bool operator==(const Found&) const = default;
  bool operator<(const Found& other) const {  // older libraries have no <=> for arrays
    return std::tie(place, distance, word) < std::tie(other.place, other.distance, other.word);
  }
};

}  // namespace

// Breadth first backwards from G1, by cost: finds all words whose cost equals the distance of the place where they
// begin.
bool LowDistanceWords::make(const Fold& fold, Metric metric, const StopFlag* stop) {
  std::unordered_map<std::uint32_t, int> distance{{0, 0}};
  std::array<std::vector<Way>, kMaxDistance + 1> ways;
  ways[0].push_back({{}, {kNone, kNone, kNone, kNone, kNone}});
  std::vector<Found> found;
  for (int total = 1; total <= kMaxDistance; ++total) {
    for (const Move m : kAllMoves) {
      if (is_set(stop)) return false;
      if (total < cost(m, metric)) continue;
      const Move back = inverse(m);
      for (const Way& way : ways[total - cost(m, metric)]) {
        const Coset& c = way.coset;
        const Coset from{fold.twist_move[c.twist][back], fold.flip_move[c.flip][back], fold.slice_move[c.slice][back]};
        if (distance.try_emplace(from.number(), total).first->second != total) continue;
        Way longer{from, way.word};
        std::rotate(longer.word.begin(), longer.word.end() - 1, longer.word.end());
        longer.word[0] = m;
        ways[total].push_back(longer);
      }
    }
    if (is_set(stop)) return false;
    for (const Way& way : ways[total]) {
      const auto [place, symmetry] = fold.place(way.coset.twist, way.coset.flip, way.coset.slice);
      Word word = way.word;
      Move last = kNoMove;
      bool normal = true;
      for (std::uint8_t& m : word) {
        if (m == kNone) break;
        const Move seen = conjugate(Move(m), Symmetry(symmetry));
        normal = normal && (last == kNoMove || may_follow(last, seen));
        last = seen;
        m = static_cast<std::uint8_t>(4 * face_of(seen) + turns_of(seen) - 1);
      }
      if (normal && turns_of(last) == 1) found.push_back({place, static_cast<std::uint8_t>(total), word});
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  assert(found.size() <= kMaxWords);

  slots_.fill({0, 0, 0, kFar});
  slots_[hash(0)].distance = 0;
  for (std::size_t begin = 0; begin < found.size();) {
    std::size_t end = begin;
    for (; end < found.size() && found[end].place == found[begin].place; ++end) words_[end] = found[end].word;
    std::uint32_t i = hash(found[begin].place);
    while (slots_[i].distance != kFar) i = (i + 1) % kSlots;
    slots_[i] = {found[begin].place, static_cast<std::uint16_t>(begin), static_cast<std::uint8_t>(end - begin),
                 found[begin].distance};
    begin = end;
  }
  return true;
}

}  // namespace superflip::two_phase
