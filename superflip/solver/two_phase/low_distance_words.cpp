#include "superflip/solver/two_phase/low_distance_words.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace superflip::two_phase {
namespace {

Move move_of(std::uint8_t bit) { return Move(bit / 4 * 3 + bit % 4); }
std::uint8_t bit_of(Move m) { return static_cast<std::uint8_t>(4 * face_of(m) + turns_of(m) - 1); }

// A place of one level with its words in `words`, a list of all.
struct PlaceWords {
  std::uint32_t place;
  std::uint8_t distance;
  std::uint32_t first;
  std::uint8_t count;
};

// The word m * w, where w is a word from the place that m leads to, as its representative sees it. Nothing if w, seen
// from here, does not follow m, or if its last move is not the turn that stands for both quarter turns.
bool prepend(Move m, const LowDistanceWords::Word& w, Symmetry from_there, LowDistanceWords::Word& longer) {
  std::array<Move, LowDistanceWords::kMaxDistance> moves{};
  std::size_t n = 0;
  moves[n++] = m;
  for (std::size_t i = 0; n < moves.size() && w[i] != LowDistanceWords::kNone; ++i)
    moves[n++] = conjugate(move_of(w[i]), from_there);
  // A symmetry may exchange opposite faces, and so the order in which their turns are written.
  for (std::size_t i = 2; i < n; ++i)
    if (!may_follow(moves[i - 1], moves[i])) std::swap(moves[i - 1], moves[i]);
  if (!may_follow(m, moves[1]) || turns_of(moves[n - 1]) != 1) return false;
  longer.fill(LowDistanceWords::kNone);
  for (std::size_t i = 0; i < n; ++i) longer[i] = bit_of(moves[i]);
  return true;
}

}  // namespace

const LowDistanceWords::Slot& LowDistanceWords::insert(const Slot& slot) {
  std::uint32_t i = hash(slot.place);
  while (slots_[i].distance != kFar) i = (i + 1) % kSlots;
  return slots_[i] = slot;
}

// Breadth first from G1. The words of a place are those of its nearer neighbours with one move before them, so that
// each level needs only the slots of those before it.
bool LowDistanceWords::make(const Fold& fold, Metric metric, const StopFlag* stop) {
  const Slot none{0, 0, 0, kFar};
  const Slot g1{0, 0, 0, 0};
  slots_.fill(none);
  insert(g1);
  std::vector<Word> words;
  std::vector<PlaceWords> found;
  std::vector<std::uint32_t> level{0};
  for (int total = 1; total <= kMaxDistance; ++total) {
    if (is_set(stop)) return false;
    std::vector<std::uint32_t> next;
    for (const std::uint32_t place : level)
      visit_neighbours(fold, metric, place, [&](std::uint32_t p) {
        if (find(p).distance == kFar) next.push_back(p);
      });
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    level = std::move(next);
    const std::size_t nearer = found.size();
    for (const std::uint32_t place : level) {
      const std::size_t first = words.size();
      add_words(fold, metric, place, total, words);
      const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first);
      std::sort(begin, words.end());
      words.erase(std::unique(begin, words.end()), words.end());
      found.push_back({place, static_cast<std::uint8_t>(total), static_cast<std::uint32_t>(first),
                       static_cast<std::uint8_t>(words.size() - first)});
    }
    assert(words.size() <= kMaxWords);
    std::copy(words.begin(), words.end(), words_.begin());
    for (std::size_t i = nearer; i < found.size(); ++i)
      insert({found[i].place, static_cast<std::uint16_t>(found[i].first), found[i].count, found[i].distance});
  }

  // In the order of places, so that the bytes do not depend on how they were found.
  std::sort(found.begin(), found.end(), [](const PlaceWords& a, const PlaceWords& b) { return a.place < b.place; });
  slots_.fill(none);
  insert(g1);
  std::size_t at = 0;
  for (const PlaceWords& f : found) {
    std::copy_n(words.begin() + f.first, f.count, words_.begin() + static_cast<std::ptrdiff_t>(at));
    insert({f.place, static_cast<std::uint16_t>(at), f.count, f.distance});
    at += f.count;
  }
  return true;
}

// Precondition: the slots hold all nearer places.
void LowDistanceWords::add_words(const Fold& fold, Metric metric, std::uint32_t place, int distance,
                                 std::vector<Word>& all) const {
  const std::uint32_t twist = fold.twist_representative[place / kEdgeFlips / kSlices];
  const std::uint32_t slice = place / kEdgeFlips % kSlices;
  const std::uint32_t flip = place % kEdgeFlips;
  for (const Move m : kAllMoves) {
    const auto [next, symmetry] =
        fold.place(fold.twist_move[twist][m], fold.flip_move[flip][m], fold.slice_move[slice][m]);
    const Slot& slot = find(next);
    if (slot.distance != distance - cost(m, metric)) continue;
    const Symmetry from_there = inverse(Symmetry(symmetry));
    Word longer;
    if (slot.distance == 0) {
      longer.fill(kNone);
      longer[0] = bit_of(m);
      if (turns_of(m) == 1) all.push_back(longer);
      continue;
    }
    for (Word w : this->words(slot)) {
      // The last move stands for both quarter turns of its face: turns 1 and 3, bits 0 and 2 of the four.
      const auto last = std::find(w.begin(), w.end(), kNone) - 1;
      for (int turn = 0; turn < 2; ++turn, *last ^= 2)
        if (prepend(m, w, from_there, longer)) all.push_back(longer);
    }
  }
}

}  // namespace superflip::two_phase
