// The last moves of phase 1, ready made.
//
// Most positions that a search meets are a few moves before G1 with no move to spare. For every place of the phase-1
// table at distance 1..5 this holds all words of exactly that many moves into G1, so that neither the large table nor
// any further coordinate is needed from there: 7,645 places (1, 8, 65, 587, 6984 by distance in face turns) in a table
// that stays in cache. It also tells whether any place is that near at all.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "superflip/solver/two_phase/fold.h"

namespace superflip::two_phase {

class Endings {
 public:
  static constexpr int kLongest = 5;

  // Moves as bits of a MoveSet (4*face + turns-1), seen from the representative; kNone after the last. The last one is
  // a quarter turn with turns 1: the other quarter turn of that face leads to G1 as well. Of neighbouring turns of
  // opposite faces only one order is there.
  using Word = std::array<std::uint8_t, kLongest>;
  static constexpr std::uint8_t kNone = 0xFF;

  void make(const Fold& fold, Metric metric);

  struct Slot {
    std::uint32_t place = 0;  // place 0 is G1 itself, with distance 0 and no words
    std::uint16_t first = 0;
    std::uint8_t count = 0;
    std::uint8_t distance = 0;
  };

  // What is known of a place: its distance 0..5 and words; kFar when it is farther away.
  static constexpr std::uint8_t kFar = 0xFF;
  const Slot& find(std::uint32_t place) const {
    std::uint32_t i = hash(place);
    while (slots_[i].place != place && slots_[i].distance != kFar) i = (i + 1) % kSlots;
    return slots_[i];
  }

  // visit(place, distance) for all of them and G1 itself.
  template <class Visit>
  void for_each_place(const Visit& visit) const {
    for (const Slot& slot : slots_)
      if (slot.distance != kFar) visit(slot.place, int{slot.distance});
  }

  // The words from a place that cost just its distance.
  std::span<const Word> words(const Slot& slot) const { return {words_.data() + slot.first, slot.count}; }

 private:
  static constexpr std::uint32_t kSlots = 16384;
  static constexpr std::size_t kMostWords = 16384;
  static std::uint32_t hash(std::uint32_t place) { return place * 0x9E3779B1U >> 18; }

  std::array<Slot, kSlots> slots_;
  std::array<Word, kMostWords> words_;
};

}  // namespace superflip::two_phase
