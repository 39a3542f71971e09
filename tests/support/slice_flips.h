// UDSliceFlips: which places hold the edges of the UD slice, and the flips of those four: 16*UDSlice + flips, with the
// flip of the last place as the lowest bit; 0..7919.
#pragma once

#include <string_view>

#include "superflip/coordinate/basic.h"

namespace superflip {

struct UDSliceFlips {
  static constexpr std::string_view name() { return "UDSliceFlips"; }
  static constexpr Index size() { return 16 * UDSlice::size(); }

  static Index index(const Cube& c) {
    Index flips = 0;
    for (int x = 0; x < kEdges; ++x)
      if (c.edge_at(x) >= FR) flips = 2 * flips + c.flip_at(x);
    return 16 * UDSlice::index(c) + flips;
  }

  // The other edges are not flipped, except the first of them if that is needed to make the sum of all flips even.
  static void assign(Cube& c, Index i) {
    UDSlice::assign(c, i / 16);
    int bit = 3;
    int sum = 0;
    int first_other = -1;
    for (int x = 0; x < kEdges; ++x) {
      if (c.edge_at(x) >= FR) {
        const int flip = static_cast<int>(i >> bit-- & 1);
        c.set_flip(x, flip);
        sum ^= flip;
      } else {
        c.set_flip(x, 0);
        if (first_other < 0) first_other = x;
      }
    }
    c.set_flip(first_other, sum);
  }
};

}  // namespace superflip
