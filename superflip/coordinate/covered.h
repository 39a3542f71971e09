// Covered: the pieces that a coordinate's value determines completely.
//
// Face turns preserve three sums: the corners' twists mod 3, the edges' flips mod 2, and the sum of the two
// permutations' parities. In space (cube/space.h) the centres' permutation is a term of the last one, and the centres'
// quarter turns have the parity of the corners' permutation. A goal that fixes all terms of such a sum excludes the
// cubes with another sum. A coordinate's optional member covered() says which terms its value fixes; without that
// member it excludes nothing.
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
  std::uint16_t twists = 0;  // how these corners are twisted; also 0xFF if it determines the twist at every place, but
                             // not which corner is there,
  std::uint16_t flips = 0;   // and how these edges are flipped (0xFFF),
  std::uint16_t centre_places = 0;  // where these centres are,
  std::uint16_t turns = 0;          // and how these centres are turned (0x3F)

  friend constexpr Covered operator|(Covered a, const Covered& b) {
    a.corner_places |= b.corner_places;
    a.edge_places |= b.edge_places;
    a.twists |= b.twists;
    a.flips |= b.flips;
    a.centre_places |= b.centre_places;
    a.turns |= b.turns;
    return a;
  }

  constexpr bool all_twists() const { return std::popcount(twists) == kCorners; }
  constexpr bool all_flips() const { return std::popcount(flips) == kEdges; }
  constexpr bool all_turns() const { return std::popcount(turns) == kFaces; }
  // If all other pieces are known, the last one takes the remaining place.
  constexpr bool all_corner_places() const { return std::popcount(corner_places) >= kCorners - 1; }
  constexpr bool all_edge_places() const { return std::popcount(edge_places) >= kEdges - 1; }
  constexpr bool all_centre_places() const { return std::popcount(centre_places) >= kFaces - 1; }
  friend constexpr bool operator==(const Covered&, const Covered&) = default;

  // Of corners and edges.
  constexpr bool all_places() const { return all_corner_places() && all_edge_places(); }
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
