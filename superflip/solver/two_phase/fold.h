// The small tables by which the solver turns a position into an index of its large tables.
//
// Phase 1's coordinate is the sym-composite of CornerOrientation, folded by the 16 symmetries that preserve the UD axis
// (168 classes), and FlipUDSlice. Folding by the twist keeps these tables small enough for the L1 and L2 caches;
// folding by FlipUDSlice (64,430 classes of a million values) would not. Flips are the low digit, so the 2,048 flips
// that share a class and a UDSlice are one block. A symmetry acts on them by a permutation and an exclusive or. The
// exclusive or depends only on UDSlice, because only the flips of the four slice edges change when the cube is turned
// about the U axis:
//   flip(S^-1 c S) = flip_conjugate[S][flip(c)] ^ flip_mask[S][UDSlice(c)].
// Phase 2 folds CornerPermutation (2,768 classes). Everything is plain data, so that it can be stored in a file and
// mapped.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "superflip/base/stop.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace superflip::two_phase {

inline constexpr std::uint32_t kTwists = 2187;
inline constexpr std::uint32_t kTwistClasses = 168;
inline constexpr std::uint32_t kEdgeFlips = 2048;
inline constexpr std::uint32_t kSlices = 495;
inline constexpr std::uint32_t kCornerPermutations = 40320;
inline constexpr std::uint32_t kCornerClasses = 2768;
inline constexpr std::uint32_t kEdgePermutations = 40320;
inline constexpr std::uint32_t kSlicePermutations = 24;

struct Fold {
  // Values after each of the 18 moves.
  std::array<std::array<std::uint16_t, kMoves>, kTwists> twist_move;
  std::array<std::array<std::uint16_t, kMoves>, kEdgeFlips> flip_move;
  std::array<std::array<std::uint16_t, kMoves>, kSlices> slice_move;
  // The class in the low byte; in the high byte, the symmetry S for which S^-1 * c * S has the representative's twist.
  std::array<std::uint16_t, kTwists> twist_fold;
  // Values of S^-1 * c * S.
  std::array<std::array<std::uint16_t, kSlices>, kUdSymmetries> slice_conjugate;
  std::array<std::array<std::uint16_t, kEdgeFlips>, kUdSymmetries> flip_conjugate;
  std::array<std::array<std::uint16_t, kSlices>, kUdSymmetries> flip_mask;
  // The class in the low 12 bits; in the high 4, the symmetry to the representative.
  std::array<std::uint16_t, kCornerPermutations> corner_fold;
  // Representatives (raw values) and the self-symmetries (bits 0..15) of the classes.
  std::array<std::uint16_t, kTwistClasses> twist_representative;
  std::array<std::uint16_t, kTwistClasses> twist_stabiliser;
  std::array<std::uint16_t, kCornerClasses> corner_representative;
  std::array<std::uint16_t, kCornerClasses> corner_stabiliser;

  // The place of (twist, flip, slice) in the phase-1 table, and the symmetry that led there.
  struct Place {
    std::uint32_t index;
    std::uint32_t symmetry;
  };
  Place place(std::uint32_t twist, std::uint32_t flip, std::uint32_t slice) const {
    const std::uint32_t fold = twist_fold[twist];
    const std::uint32_t s = fold >> 8;
    const std::uint32_t block = (fold & 0xFF) * kSlices + slice_conjugate[s][slice];
    return {block * kEdgeFlips + (flip_conjugate[s][flip] ^ flip_mask[s][slice]), s};
  }
};

// Computes everything from the coordinates in some tens of milliseconds; false when it was stopped.
bool make_fold(Fold& fold, unsigned threads, const StopFlag* stop = nullptr);

// Visits a place and its images under the self-symmetries of its twist: positions that symmetry cannot tell apart.
template <class Visit>
void visit_images(const Fold& fold, std::uint32_t place, const Visit& visit) {
  const std::uint32_t cls = place / kEdgeFlips / kSlices;
  const std::uint32_t slice = place / kEdgeFlips % kSlices;
  for (unsigned set = fold.twist_stabiliser[cls]; set != 0; set &= set - 1) {
    const int s = std::countr_zero(set);
    visit((cls * kSlices + fold.slice_conjugate[s][slice]) * kEdgeFlips +
          (fold.flip_conjugate[s][place % kEdgeFlips] ^ fold.flip_mask[s][slice]));
  }
}

// Visits the place that each move of cost 1 leads to from a place.
template <class Visit>
void visit_next(const Fold& fold, Metric metric, std::uint32_t place, const Visit& visit) {
  const std::uint32_t twist = fold.twist_representative[place / kEdgeFlips / kSlices];
  const std::uint32_t slice = place / kEdgeFlips % kSlices;
  const std::uint32_t flip = place % kEdgeFlips;
  for (const Move m : kAllMoves)
    if (cost(m, metric) == 1)
      visit(fold.place(fold.twist_move[twist][m], fold.flip_move[flip][m], fold.slice_move[slice][m]).index);
}

// The same with all images of these places: a superset of the places that are one farther from G1. The images of a
// place have the same neighbours.
template <class Visit>
void visit_neighbours(const Fold& fold, Metric metric, std::uint32_t place, const Visit& visit) {
  visit_next(fold, metric, place, [&](std::uint32_t next) { visit_images(fold, next, visit); });
}

}  // namespace superflip::two_phase
