// What a two-phase solver reads: the folding tables, phase 1's distances, phase 2's distances.
//
// Three ways to store phase 1, one for each profile, behind the same search:
//   large     32 bits an entry: the distance and, for each face, which of its turns lead nearer or keep it;
//   standard  the distance in 4 bits; the search reads those of all children;
//   compact   the greatest of three small tables, a lower bound of the distance.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "superflip/solver/two_phase/endings.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/solver/two_phase/near_g1.h"
#include "superflip/solver/two_phase/near_solved.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/pruning.h"

namespace superflip::two_phase {

// One entry of the large profile: bits 0..3 the distance d, then four bits a face: bits 0..2 name turns (1, 2, 3
// quarter turns), bit 3 tells what the named turns do. Set: some turn leads to d-1, the named ones do, the others keep
// d. Clear: none leads nearer, the named ones keep d, the others lead to d+1. No fifth case exists: the three turns of
// a face lead to one another in one move, so that no two of them differ by more than one.
using MaskEntry = std::uint32_t;

// Moves of one kind as bits 4*face + turns-1.
using MoveSet = std::uint32_t;
inline constexpr MoveSet kAllTurns = 0x777777;

struct Kinds {
  MoveSet nearer;
  MoveSet same;
  MoveSet farther;
};

inline Kinds kinds(MaskEntry entry) {
  const std::uint32_t named = entry >> 4 & kAllTurns;
  const std::uint32_t nearer_faces = entry >> 7 & 0x111111;
  const MoveSet spread = nearer_faces * 7;
  return {named & spread, (named ^ spread) & kAllTurns, ~(named | spread) & kAllTurns};
}

// The moves that lead to a distance of at most `most`.
inline MoveSet moves_within(MaskEntry entry, int most) {
  const Kinds kind = kinds(entry);
  const int d = static_cast<int>(entry & 15);
  return (d - 1 <= most ? kind.nearer : 0) | (d <= most ? kind.same : 0) | (d + 1 <= most ? kind.farther : 0);
}

class Tables final : public TwoPhaseTables {
 public:
  Profile profile() const override { return profile_; }
  Metric metric() const override { return metric_; }
  std::uint64_t bytes() const override { return bytes_; }

  Profile profile_{};
  Metric metric_{};
  std::uint64_t bytes_ = 0;
  std::vector<Table> keep_;  // owners of what the pointers below refer to

  const Fold* fold = nullptr;
  const Endings* endings = nullptr;
  const MaskEntry* phase1_masks = nullptr;      // large
  const std::byte* phase1_distances = nullptr;  // standard; nibbles
  // Standard and compact: 495 * twist class + UDSlice. In the quarter-turn metric what it tells of half turns means
  // nothing.
  const MaskEntry* twist_slice_masks = nullptr;
  // Compact, nibbles: 7920 * twist class + UDSliceFlips, 2048 * UDSlice + flip, and 2048 * twist class + flip (of the
  // representative's twist, which is as near to G1 as the cube's own).
  const std::byte* twist_slice_flips = nullptr;
  const std::byte* flip_slice = nullptr;
  const std::byte* twist_flip = nullptr;
  // The places of the slice's edges, as shifts of a 12-bit number of flips.
  std::array<std::array<std::uint8_t, 4>, kSlices> slice_shifts{};

  NearG1 near_g1;  // empty but in the compact profile

  // A lower bound of the distance of a place: the greatest of the three.
  int phase1_bound(std::uint32_t place) const {
    const std::uint32_t block = place / kFlips;
    const std::uint32_t flip = place % kFlips;
    const std::uint32_t slice = block % kSlices;
    const std::uint32_t all = flip << 1 | (std::popcount(flip) & 1);
    const auto& shift = slice_shifts[slice];
    const std::uint32_t four =
        (all >> shift[0] & 1) << 3 | (all >> shift[1] & 1) << 2 | (all >> shift[2] & 1) << 1 | (all >> shift[3] & 1);
    return std::max({nibble(twist_slice_flips, block * 16 + four), nibble(flip_slice, slice * kFlips + flip),
                     nibble(twist_flip, block / kSlices * kFlips + flip)});
  }

  // The distance of a place, by whatever this profile has, and a prefetch for it.
  int phase1_distance(std::uint32_t place) const {
    if (phase1_masks != nullptr) return static_cast<int>(phase1_masks[place] & 15);
    if (phase1_distances != nullptr) return nibble(phase1_distances, place);
    return phase1_bound(place);
  }
  void prefetch_phase1(std::uint32_t place) const {
    if (phase1_masks != nullptr)
      __builtin_prefetch(phase1_masks + place);
    else if (phase1_distances != nullptr)
      __builtin_prefetch(phase1_distances + place / 2);
    else
      prefetch_phase1_bound(place);
  }
  void prefetch_phase1_bound(std::uint32_t place) const {
    __builtin_prefetch(twist_slice_flips + std::uint64_t{place / kFlips} * 8);
    __builtin_prefetch(flip_slice + place % (kSlices * kFlips) / 2);
    __builtin_prefetch(twist_flip + (place / (kSlices * kFlips) * kFlips + place % kFlips) / 2);
  }

  NearSolved near_solved;

  // Phase 2, nibbles: 24 * corner class + order of the slice's edges, and 40320 * corner class + edges. In quarter
  // turns distances go over 15, but are even or odd as the corner permutation is, so that their halves will do.
  const std::byte* corners_slice = nullptr;
  std::array<std::array<std::uint8_t, kSliceOrders>, kUdSymmetries> slice_order_conjugate{};
  const std::byte* corners_edges = nullptr;
  int phase2_shift = 0;
  std::bitset<kCornerPermutations> odd_corners;  // none in face turns
  // Compact, instead of the edges, their 1,680 columns (EdgeColumns): digits over what near_solved tells.
  const std::byte* corners_columns = nullptr;
  std::vector<std::uint16_t> edge_columns;  // of each permutation
  int least_columns() const { return near_solved.last() >> phase2_shift; }

  // The distance that a nibble of phase 2 means.
  int phase2_distance(int nibble, std::uint32_t corner_permutation) const {
    return nibble << phase2_shift | static_cast<int>(odd_corners[corner_permutation]);
  }
};

}  // namespace superflip::two_phase
