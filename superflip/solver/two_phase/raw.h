// Computes phase 1's three raw coordinates from the bytes of a cube. Shifts and multiplications gather the fields, and
// small tables turn them into the numbers of coordinate/basic.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "superflip/base/detail/combinatorics.h"
#include "superflip/cube/cube.h"

namespace superflip::two_phase {

static_assert(std::endian::native == std::endian::little, "place 0 is taken from the lowest byte of a word");

struct Raw {
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
};

namespace detail {

// Keys: two bits per place, place 0 lowest. The value: four places, most significant trit first, times `scale`.
constexpr std::array<std::uint16_t, 256> make_twist_part(int places, int scale) {
  std::array<std::uint16_t, 256> part{};
  for (int key = 0; key < 256; ++key) {
    int value = 0;
    for (int i = 0; i < places; ++i) value = 3 * value + (key >> (2 * i) & 3);
    part[key] = static_cast<std::uint16_t>(value * scale);
  }
  return part;
}

// Keys: place 0 in bit 11, place 11 in bit 0, set where a slice edge is. Only keys with four bits set are used.
constexpr std::array<std::uint16_t, 4096> make_slice_numbers() {
  std::array<std::uint16_t, 4096> number{};
  for (unsigned key = 0; key < 4096; ++key) {
    if (std::popcount(key) != 4) continue;
    int value = 0;
    int k = -1;
    for (int place = 0; place < kEdges; ++place) {
      if ((key >> (11 - place) & 1) != 0) {
        ++k;
        continue;
      }
      if (k >= 0) value += static_cast<int>(binomial(place, k));
    }
    number[key] = static_cast<std::uint16_t>(value);
  }
  return number;
}

// Keys: two bits per place, place FR lowest, the edges FR FL BL BR as 0..3. Only keys that are permutations are used.
constexpr std::array<std::uint8_t, 256> make_slice_orders() {
  std::array<std::uint8_t, 256> order{};
  for (int key = 0; key < 256; ++key) {
    order[key] = static_cast<std::uint8_t>(permutation_number(4, [key](int i) { return key >> (2 * i) & 3; }));
  }
  return order;
}

inline constexpr auto kTwistFirst = make_twist_part(4, 27);
inline constexpr auto kTwistLast = make_twist_part(3, 1);
inline constexpr auto kSliceNumbers = make_slice_numbers();
inline constexpr auto kSliceOrderOf = make_slice_orders();

}  // namespace detail

inline Raw raw_of(const Cube& c) {
  constexpr std::uint64_t kBits = 0x0101010101010101;
  constexpr std::uint64_t kGather = 0x8040201008040201;  // byte 0 to bit 7, byte 7 to bit 0
  std::uint64_t corners = 0;
  std::uint64_t edges = 0;
  std::uint32_t last = 0;  // places 8..11
  std::memcpy(&corners, c.corner.data(), 8);
  std::memcpy(&edges, c.edge.data(), 8);
  std::memcpy(&last, c.edge.data() + 8, 4);

  std::uint64_t twists = corners >> 4 & 0x0303030303030303;
  twists = (twists | twists >> 6) & 0x000F000F000F000F;
  twists = twists | twists >> 12;
  const std::uint32_t flips = static_cast<std::uint32_t>((edges >> 4 & kBits) * kGather >> 56);
  const std::uint32_t last_flips = (last >> 2 & 4) | (last >> 11 & 2) | (last >> 20 & 1);
  const std::uint32_t slice = static_cast<std::uint32_t>((edges >> 3 & kBits) * kGather >> 56);
  const std::uint32_t last_slice = (last & 8) | (last >> 9 & 4) | (last >> 18 & 2) | (last >> 27 & 1);
  return {static_cast<std::uint16_t>(detail::kTwistFirst[twists & 0xFF] + detail::kTwistLast[twists >> 32 & 0xFF]),
          static_cast<std::uint16_t>(flips << 3 | last_flips), detail::kSliceNumbers[slice << 4 | last_slice]};
}

// The order 0..23 of the slice's edges, from the bytes of the places FR FL BL BR (each of 8..11 once).
inline std::uint32_t slice_order(std::uint32_t places) {
  std::uint32_t x = places & 0x03030303;
  x |= x >> 6;
  return detail::kSliceOrderOf[(x & 0xF) | (x >> 12 & 0xF0)];
}

}  // namespace superflip::two_phase
