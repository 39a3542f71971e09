// Phase 1's three raw coordinates read off the bytes of a cube: fields are gathered by shifts and multiplications, and
// small tables turn them into the numbers of coordinate/basic.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "superflip/cube/cube.h"

namespace superflip::two_phase {

static_assert(std::endian::native == std::endian::little, "place 0 is taken from the lowest byte of a word");

struct Raw {
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
};

namespace detail {

// Keys: two bits a place, place 0 lowest. Four places, most significant trit first, then `scale`.
constexpr std::array<std::uint16_t, 256> make_twist_part(int places, int scale) {
  std::array<std::uint16_t, 256> part{};
  for (int key = 0; key < 256; ++key) {
    int value = 0;
    for (int i = 0; i < places; ++i) value = 3 * value + (key >> (2 * i) & 3);
    part[key] = static_cast<std::uint16_t>(value * scale);
  }
  return part;
}

// Keys: place 0 in bit 11, place 11 in bit 0, set where a slice edge is. Only keys with four bits are asked for.
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
      if (k < 0) continue;
      int binomial = 1;
      for (int i = 0; i < k; ++i) binomial = binomial * (place - i) / (i + 1);
      value += binomial;
    }
    number[key] = static_cast<std::uint16_t>(value);
  }
  return number;
}

// Keys: two bits a place, place FR lowest, the edges FR FL BL BR as 0..3. Only permutations are asked for.
constexpr std::array<std::uint8_t, 256> make_slice_orders() {
  std::array<std::uint8_t, 256> order{};
  for (int key = 0; key < 256; ++key) {
    constexpr std::array<int, 4> factorial{1, 1, 2, 6};
    int value = 0;
    for (int i = 1; i < 4; ++i)
      for (int j = 0; j < i; ++j) value += (key >> (2 * j) & 3) > (key >> (2 * i) & 3) ? factorial[i] : 0;
    order[key] = static_cast<std::uint8_t>(value);
  }
  return order;
}

inline constexpr auto kTwistFirst = make_twist_part(4, 27);
inline constexpr auto kTwistLast = make_twist_part(3, 1);
inline constexpr auto kSliceNumbers = make_slice_numbers();
inline constexpr auto kSliceOrders = make_slice_orders();

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

// Order 0..23 of the slice's edges, from the bytes of the places FR FL BL BR (8..11 each once).
inline std::uint32_t slice_order(std::uint32_t places) {
  std::uint32_t x = places & 0x03030303;
  x |= x >> 6;
  return detail::kSliceOrders[(x & 0xF) | (x >> 12 & 0xF0)];
}

}  // namespace superflip::two_phase
