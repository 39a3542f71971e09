// Small distances by hash, 16 bits each: 12 of the hash and the distance.
//
// They are added nearer ones first, each at the first free slot from where its hash points, but none that meets its 12
// bits on the way there. So the first slot with these bits tells a distance, or the lesser one of another hash: never
// too much. Nothing is ever removed, so that this stays so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace superflip::optimal {

class HashedDistances {
 public:
  // Over slots, a power of two of them and not all taken, that are 0 or as add() leaves them.
  explicit HashedDistances(std::span<const std::uint16_t> slots)
      : slots_(slots.data()), mask_(slots.size() - 1), shift_(64 - static_cast<int>(std::bit_width(mask_))) {}

  // The distance, 0..14, or less; kNone: it was not added.
  static constexpr int kNone = -1;
  int operator[](std::uint64_t hash) const { return (slots_[find(hash)] & kDistanceMask) - 1; }

  // Asks for what will be read.
  void ask(std::uint64_t hash) const { __builtin_prefetch(slots_ + (hash >> shift_)); }

  // True when it took a slot. Precondition: one more is free.
  static bool add(std::span<std::uint16_t> slots, std::uint64_t hash, int distance) {
    std::uint16_t& slot = slots[HashedDistances(slots).find(hash)];
    if (slot != 0) return false;
    slot = static_cast<std::uint16_t>(part_of(hash) << kDistanceBits | static_cast<unsigned>(distance + 1));
    return true;
  }

 private:
  static constexpr int kDistanceBits = 4;  // the distance + 1; a free slot is 0
  static constexpr int kDistanceMask = (1 << kDistanceBits) - 1;

  static unsigned part_of(std::uint64_t hash) { return static_cast<unsigned>(hash >> 20) & 0xFFF; }

  // The first slot with its 12 bits, or free.
  std::size_t find(std::uint64_t hash) const {
    std::size_t at = static_cast<std::size_t>(hash >> shift_);
    while (slots_[at] != 0 && slots_[at] >> kDistanceBits != part_of(hash)) at = (at + 1) & mask_;
    return at;
  }

  const std::uint16_t* slots_;
  std::size_t mask_;
  int shift_;
};

}  // namespace superflip::optimal
