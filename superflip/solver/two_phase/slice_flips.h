// The flips of the four edges of the UD slice, from the flips of all edges.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "superflip/solver/two_phase/fold.h"
#include "superflip/solver/two_phase/raw.h"

namespace superflip::two_phase {

// For each value of UDSlice the places of the slice's edges, in order, as shifts 11..0 in a 12-bit number of flips:
// place 0 has the shift 11.
using SliceShifts = std::array<std::array<std::uint8_t, 4>, kSlices>;

inline SliceShifts make_slice_shifts() {
  SliceShifts shifts{};
  for (std::uint32_t places = 0; places < detail::kSliceNumbers.size(); ++places) {
    if (std::popcount(places) != 4) continue;
    auto to = shifts[detail::kSliceNumbers[places]].begin();
    for (int shift = kEdges - 1; shift >= 0; --shift)
      if ((places >> shift & 1) != 0) *to++ = static_cast<std::uint8_t>(shift);
  }
  return shifts;
}

// The flips of the slice's edges as a number 0..15, the last place lowest, of a value of EdgeOrientation.
[[gnu::always_inline]] inline std::uint32_t slice_flips(const SliceShifts& shifts, std::uint32_t slice,
                                                        std::uint32_t flip) {
  const std::uint32_t all = flip << 1 | (std::popcount(flip) & 1);
  const auto& shift = shifts[slice];
  return (all >> shift[0] & 1) << 3 | (all >> shift[1] & 1) << 2 | (all >> shift[2] & 1) << 1 | (all >> shift[3] & 1);
}

}  // namespace superflip::two_phase
