// A position of phase 1, as the search stack holds it: the permutations as bytes, the orientations and the slice as raw
// coordinates, and the path.
//
// Invariant: edge and corner are those of b*C*a, the start's cube b*C turned by the path a; distance is its distance
// from G1 (compact: a lower bound).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "superflip/cube/move.h"
#include "superflip/solver/two_phase/starts.h"

namespace superflip::two_phase {

// One cache line.
struct alignas(64) Node {
  std::array<std::uint8_t, 16> edge;   // the piece at each place; 12..15 hold themselves
  std::array<std::uint8_t, 8> corner;  // the piece at each place
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
  Move last;           // kNoMove at a start
  std::uint8_t to_go;  // the cost of the remaining moves of a
  Start start;
  std::uint8_t distance;  // to G1; in the compact profile a lower bound
  std::uint8_t n;         // |a| + |b|
  std::uint8_t length;    // of the path
  std::array<Move, kMaxPhase1Length> path;
};
static_assert(sizeof(Node) == 64);

// The most positions in the ring of a thread (children-inl.h).
inline constexpr std::size_t kMostInRing = 16;

}  // namespace superflip::two_phase
