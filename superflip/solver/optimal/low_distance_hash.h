// Low distances in a hash table of 16-bit slots: a 12-bit tag of the hash, and the distance.
//
// Keys are inserted in increasing distance, with linear probing; a key that meets a slot with its own tag on the way is
// not stored. A lookup returns the first slot with that tag: the key's own distance, or a smaller one of a colliding
// key. So it may underestimate but never overestimate. This remains true because nothing is ever removed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace superflip::optimal {

class LowDistanceHash {
 public:
  // Uses slots that are 0 or were filled by insert(). Their number is a power of two, and at least one is free.
  explicit LowDistanceHash(std::span<const std::uint16_t> slots)
      : slots_(slots.data()), mask_(slots.size() - 1), shift_(64 - static_cast<int>(std::bit_width(mask_))) {}

  // A lower bound of the distance, 0..14; kNone if the key was not inserted.
  static constexpr int kNone = -1;
  int operator[](std::uint64_t hash) const { return (slots_[find(hash)] & kDistanceMask) - 1; }

  // Prefetches what operator[] will read.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots_ + (hash >> shift_)); }

  // Returns true when the key took a slot. Precondition: two slots are free.
  static bool insert(std::span<std::uint16_t> slots, std::uint64_t hash, int distance) {
    std::uint16_t& slot = slots[LowDistanceHash(slots).find(hash)];
    if (slot != 0) return false;
    slot = static_cast<std::uint16_t>(tag_of(hash) << kDistanceBits | static_cast<unsigned>(distance + 1));
    return true;
  }

 private:
  static constexpr int kDistanceBits = 4;  // the distance + 1; a free slot is 0
  static constexpr int kDistanceMask = (1 << kDistanceBits) - 1;

  static unsigned tag_of(std::uint64_t hash) { return static_cast<unsigned>(hash >> 20) & 0xFFF; }

  // The first slot that has the hash's tag or is free.
  std::size_t find(std::uint64_t hash) const {
    std::size_t at = static_cast<std::size_t>(hash >> shift_);
    while (slots_[at] != 0 && slots_[at] >> kDistanceBits != tag_of(hash)) at = (at + 1) & mask_;
    return at;
  }

  const std::uint16_t* slots_;
  std::size_t mask_;
  int shift_;
};

}  // namespace superflip::optimal
