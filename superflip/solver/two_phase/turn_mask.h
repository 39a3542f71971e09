// Sets of moves as bits, and the format of an entry of the large profile, which describes the effect of each move.
#pragma once

#include <cstdint>

namespace superflip::two_phase {

// Moves as bits 4*face + turns-1.
using TurnMask = std::uint32_t;
inline constexpr TurnMask kAllTurns = 0x777777;

// Bits 0..3 are the distance d. Four bits for each face follow: bits 0..2 mark turns (1, 2, 3 quarter turns), and bit 3
// says what the marked turns do. Set: some turn leads to d-1; the marked ones do, the others keep d. Clear: none leads
// nearer; the marked ones keep d, the others lead to d+1. These cases are complete: the results of the three turns of a
// face are one move apart, so their distances differ by at most one.
using MaskEntry = std::uint32_t;

struct Kinds {
  TurnMask nearer;
  TurnMask same;
  TurnMask farther;
};

inline Kinds kinds(MaskEntry entry) {
  const std::uint32_t named = entry >> 4 & kAllTurns;
  const std::uint32_t nearer_faces = entry >> 7 & 0x111111;
  const TurnMask spread = nearer_faces * 7;
  return {named & spread, (named ^ spread) & kAllTurns, ~(named | spread) & kAllTurns};
}

// The moves that lead to a distance of at most `max`.
inline TurnMask moves_within(MaskEntry entry, int max) {
  const Kinds kind = kinds(entry);
  const int d = static_cast<int>(entry & 15);
  return (d - 1 <= max ? kind.nearer : 0) | (d <= max ? kind.same : 0) | (d + 1 <= max ? kind.farther : 0);
}

}  // namespace superflip::two_phase
