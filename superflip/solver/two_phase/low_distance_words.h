// All shortest words into G1 from the entries of the phase-1 table at distance at most five.
//
// Most positions that a search meets are a few moves from G1 and have exactly that many moves left. For every entry of
// the phase-1 table at distance 1..5 this table holds all words of exactly that many moves into G1, so the search needs
// neither the large table nor more coordinates from there. There are 7,645 such entries (1, 8, 65, 587, 6984 by
// distance in face turns), and the table stays in cache. It also shows whether an entry is that near at all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/solver/two_phase/fold.h"

namespace superflip::two_phase {

class LowDistanceWords {
 public:
  static constexpr int kMaxDistance = 5;

  // Moves as bits of a TurnMask (4*face + turns-1), seen from the representative; kNone after the last. The last one is
  // a quarter turn with turns 1: the other quarter turn of that face leads to G1 as well. Adjacent turns of opposite
  // faces occur in one order only.
  using Word = std::array<std::uint8_t, kMaxDistance>;
  static constexpr std::uint8_t kNone = 0xFF;

  // Fills all of it; false when it was stopped.
  bool make(const Fold& fold, Metric metric, const StopFlag* stop = nullptr);

  struct Slot {
    std::uint32_t place = 0;  // place 0 is G1 itself, with distance 0 and no words
    std::uint16_t first = 0;
    std::uint8_t count = 0;
    std::uint8_t distance = 0;
  };

  // A place with its distance 0..5 and its words; the distance is kFar when it is farther away.
  static constexpr std::uint8_t kFar = 0xFF;
  const Slot& find(std::uint32_t place) const {
    std::uint32_t i = hash(place);
    while (slots_[i].place != place && slots_[i].distance != kFar) i = (i + 1) % kSlots;
    return slots_[i];
  }

  // Calls visit(place, distance) for all places within kMaxDistance, G1 itself among them.
  template <class Visit>
  void for_each_place(const Visit& visit) const {
    for (const Slot& slot : slots_)
      if (slot.distance != kFar) visit(slot.place, int{slot.distance});
  }

  // The words from a place whose cost equals its distance.
  std::span<const Word> words(const Slot& slot) const { return {words_.data() + slot.first, slot.count}; }

 private:
  static constexpr std::uint32_t kSlots = 16384;
  static constexpr std::size_t kMaxWords = 16384;
  static std::uint32_t hash(std::uint32_t place) { return place * 0x9E3779B1U >> 18; }
  const Slot& insert(const Slot& slot);
  // Adds to `all` the words from a place at that distance, some of them repeatedly.
  void add_words(const Fold& fold, Metric metric, std::uint32_t place, int distance, std::vector<Word>& all) const;

  std::array<Slot, kSlots> slots_;
  std::array<Word, kMaxWords> words_;
};

}  // namespace superflip::two_phase
