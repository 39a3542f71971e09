#include "superflip/solver/two_phase/endings.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace superflip::two_phase {
namespace {

struct Coset {
  std::uint32_t twist;
  std::uint32_t flip;
  std::uint32_t slice;
  auto operator<=>(const Coset&) const = default;
};

// A coset with a word from it to G1.
struct Way {
  Coset coset;
  Endings::Word word;
};

}  // namespace

// Breadth first backwards from G1, by cost: all ways that cost no more than the distance of where they begin.
void Endings::make(const Fold& fold, Metric metric) {
  std::map<Coset, int> distance{{{0, 0, 0}, 0}};
  std::array<std::vector<Way>, kLongest + 1> ways;
  ways[0].push_back({{}, {kNone, kNone, kNone, kNone, kNone}});
  std::map<std::uint32_t, std::set<Word>> found;
  for (int total = 1; total <= kLongest; ++total) {
    for (Move m = 0; m < kMoves; ++m) {
      if (total < cost(m, metric)) continue;
      const Move back = inverse(m);
      for (const Way& way : ways[total - cost(m, metric)]) {
        const Coset& c = way.coset;
        const Coset from{fold.twist_move[c.twist][back], fold.flip_move[c.flip][back], fold.slice_move[c.slice][back]};
        if (distance.try_emplace(from, total).first->second != total) continue;
        Way longer{from, way.word};
        std::rotate(longer.word.begin(), longer.word.end() - 1, longer.word.end());
        longer.word[0] = m;
        ways[total].push_back(longer);
      }
    }
    for (const Way& way : ways[total]) {
      const auto [place, symmetry] = fold.place(way.coset.twist, way.coset.flip, way.coset.slice);
      Word word = way.word;
      Move last = kMoves;
      bool normal = true;
      for (std::uint8_t& m : word) {
        if (m == kNone) break;
        const Move seen = conjugate(m, static_cast<Symmetry>(symmetry));
        normal = normal && (last == kMoves || may_follow(last, seen));
        last = seen;
        m = static_cast<std::uint8_t>(4 * face_of(seen) + turns_of(seen) - 1);
      }
      if (normal && turns_of(last) == 1) found[place].insert(word);
    }
  }
  slots_.fill({0, 0, 0, kFar});
  std::size_t count = 0;
  slots_[hash(0)].distance = 0;
  for (const auto& [place, words] : found) {
    std::uint32_t i = hash(place);
    while (slots_[i].distance != kFar) i = (i + 1) % kSlots;
    std::uint8_t total = 0;
    for (const std::uint8_t bit : *words.begin())
      if (bit != kNone)
        total = static_cast<std::uint8_t>(total + cost(static_cast<Move>(bit / 4 * 3 + bit % 4), metric));
    assert(words.size() < 256 && count + words.size() <= kMostWords);
    slots_[i] = {place, static_cast<std::uint16_t>(count), static_cast<std::uint8_t>(words.size()), total};
    std::copy(words.begin(), words.end(), words_.begin() + static_cast<std::ptrdiff_t>(count));
    count += words.size();
  }
}

}  // namespace superflip::two_phase
