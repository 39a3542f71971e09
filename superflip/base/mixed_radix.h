// Mixed radix: several digits, each with a radix of its own, as one number and back.
//
// offset = d0 + r0 * (d1 + r1 * (d2 + ...)) with 0 <= di < ri: the first digit counts least, as a pixel x of line y has
// the offset x + 320 * y. This is a bijection between the lists of digits and 0..r0*r1*...-1, the way in which every
// product of coordinates becomes one number. Source: the "offset function" of the notes on packing a cube into 69 bits
// (docs/sources.md).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"

namespace SUPERFLIP_API superflip {

// How many lists of digits there are: the product of the radices. Precondition here and below: it is below 2^128.
constexpr Uint128 offsets(std::span<const std::uint64_t> radices) {
  Uint128 product = 1;
  for (const std::uint64_t radix : radices) product *= radix;
  return product;
}

// The number of a list of digits, 0..offsets(radices)-1. Precondition: as many digits as radices, each below its radix.
constexpr Uint128 to_offset(std::span<const std::uint64_t> digits, std::span<const std::uint64_t> radices) {
  Uint128 offset = 0;
  for (std::size_t i = radices.size(); i-- > 0;) offset = offset * radices[i] + digits[i];
  return offset;
}

// Writes the digits of a number, one for each radix. Precondition: offset < offsets(radices).
constexpr void from_offset(Uint128 offset, std::span<const std::uint64_t> radices, std::span<std::uint64_t> digits) {
  for (std::size_t i = 0; i < radices.size(); ++i) {
    digits[i] = static_cast<std::uint64_t>(offset % radices[i]);
    offset /= radices[i];
  }
}

// The number of bits that so many values need, ceil(log2(values)): 16 for 40,320. Precondition: values is not 0.
constexpr int bits_for(Uint128 values) {
  const Uint128 last = values - 1;
  const auto high = static_cast<std::uint64_t>(last >> 64);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(last)));
}

}  // namespace superflip
