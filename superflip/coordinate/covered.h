// Covered: the pieces that a coordinate's value determines completely.
//
// Face turns preserve three sums: the corners' twists mod 3, the edges' flips mod 2, and the sum of the two
// permutations' parities. A goal that fixes all terms of such a sum excludes the cubes with another sum. A coordinate's
// optional member covered() says which terms its value fixes; without that member it excludes nothing.
#pragma once

#include <bit>
#include <cstdint>

#include "superflip/base/api.h"
#include "superflip/cube/piece.h"

namespace SUPERFLIP_API superflip {

// Sets of pieces, bit p for piece p.
struct Covered {
  std::uint16_t corner_places = 0;  // the value determines where these corners are,
  std::uint16_t edge_places = 0;    // and these edges,
  std::uint16_t twists = 0;         // how these corners are twisted (0xFF too for the twists of all places),
  std::uint16_t flips = 0;          // and how these edges are flipped (0xFFF)

  friend constexpr Covered operator|(Covered a, const Covered& b) {
    a.corner_places |= b.corner_places;
    a.edge_places |= b.edge_places;
    a.twists |= b.twists;
    a.flips |= b.flips;
    return a;
  }

  constexpr bool all_twists() const { return std::popcount(twists) == kCorners; }
  constexpr bool all_flips() const { return std::popcount(flips) == kEdges; }
  // If all other pieces are known, the last one takes the remaining place.
  constexpr bool all_places() const {
    return std::popcount(corner_places) >= kCorners - 1 && std::popcount(edge_places) >= kEdges - 1;
  }
};

// What a coordinate covers, for any type.
template <class C>
constexpr Covered covered_by(const C& coordinate) {
  if constexpr (requires { coordinate.covered(); })
    return coordinate.covered();
  else
    return {};
}

}  // namespace superflip
