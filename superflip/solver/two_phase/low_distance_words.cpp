#include "superflip/solver/two_phase/low_distance_words.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
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

// The cosets that were reached, with their distances. (std::unordered_map takes most of the time of making the table.)
class Reached {
 public:
  // The distance of a coset, which becomes `distance` if the coset is new.
  int distance(std::uint32_t coset, int distance) {
    std::uint32_t i = coset * 0x9E3779B1U >> (32 - kBits);
    while (distances_[i] != kNew && cosets_[i] != coset) i = (i + 1) % kSlots;
    if (distances_[i] == kNew) {
      cosets_[i] = coset;
      distances_[i] = static_cast<std::uint8_t>(distance);
    }
    return distances_[i];
  }

 private:
  static constexpr int kBits = 18;  // 95039 cosets are within five moves
  static constexpr std::uint32_t kSlots = 1U << kBits;
  static constexpr std::uint8_t kNew = 0xFF;

  std::vector<std::uint32_t> cosets_ = std::vector<std::uint32_t>(kSlots);
  std::vector<std::uint8_t> distances_ = std::vector<std::uint8_t>(kSlots, kNew);
};

// A word of the table, from the representative of its place, as a number: place, distance and the moves, in the order
// of all three.
using Found = std::uint64_t;
constexpr int kMoveBits = 5;
constexpr int kWordBits = kMoveBits * LowDistanceWords::kMaxDistance;
constexpr int kDistanceBits = 3;
constexpr Found kNoMoveBits = (1U << kMoveBits) - 1;  // greater than all moves, as kNone is

Found pack(std::uint32_t place, int distance, const LowDistanceWords::Word& word) {
  Found found = Found{place} << kDistanceBits | static_cast<Found>(distance);
  for (const std::uint8_t m : word) found = found << kMoveBits | (m == LowDistanceWords::kNone ? kNoMoveBits : m);
  return found;
}
std::uint32_t place_of(Found found) { return static_cast<std::uint32_t>(found >> (kWordBits + kDistanceBits)); }
std::uint8_t distance_of(Found found) {
  return static_cast<std::uint8_t>(found >> kWordBits & ((1U << kDistanceBits) - 1));
}
LowDistanceWords::Word word_of(Found found) {
  LowDistanceWords::Word word;
  for (int i = 0; i < LowDistanceWords::kMaxDistance; ++i) {
    const Found m = found >> (kWordBits - kMoveBits * (i + 1)) & kNoMoveBits;
    word[i] = m == kNoMoveBits ? LowDistanceWords::kNone : static_cast<std::uint8_t>(m);
  }
  return word;
}

}  // namespace

// Breadth first backwards from G1, by cost: finds all words whose cost equals the distance of the place where they
// begin.
bool LowDistanceWords::make(const Fold& fold, Metric metric, const StopFlag* stop) {
  Reached reached;
  reached.distance(0, 0);
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
        if (reached.distance(from.number(), total) != total) continue;
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
      if (normal && turns_of(last) == 1) found.push_back(pack(place, total, word));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  assert(found.size() <= kMaxWords);

  slots_.fill({0, 0, 0, kFar});
  slots_[hash(0)].distance = 0;
  for (std::size_t begin = 0; begin < found.size();) {
    const std::uint32_t place = place_of(found[begin]);
    std::size_t end = begin;
    for (; end < found.size() && place_of(found[end]) == place; ++end) words_[end] = word_of(found[end]);
    std::uint32_t i = hash(place);
    while (slots_[i].distance != kFar) i = (i + 1) % kSlots;
    slots_[i] = {place, static_cast<std::uint16_t>(begin), static_cast<std::uint8_t>(end - begin),
                 distance_of(found[begin])};
    begin = end;
  }
  return true;
}

}  // namespace superflip::two_phase
