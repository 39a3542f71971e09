// The tables of a two-phase search. They are immutable once made and shared by any number of threads.
//
// All profiles have the folding tables, the words near G1, the filters near solved, and phase 2's distances of corners
// and slice. The other tables are one of three alternatives:
//   MaskTables      (large, face turns)  phase 1 in 32 bits an entry: the distance and what each turn does to it
//   DistanceTables  (standard)           phase 1's distance in 4 bits; the search reads those of all children
//   BoundTables     (compact)            lower bounds of both phases from small tables
// In the quarter-turn metric the large profile equals the standard one. The search is compiled once for each
// alternative, so its loops contain no such decisions. Once opened, no pointer is null: an alternative has all tables
// that it declares.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <variant>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/detail/edge_columns.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/solver/two_phase/low_distance_phase1.h"
#include "superflip/solver/two_phase/low_distance_phase2.h"
#include "superflip/solver/two_phase/low_distance_words.h"
#include "superflip/solver/two_phase/slice_flips.h"
#include "superflip/solver/two_phase/turn_mask.h"
#include "superflip/table/block_graph.h"
#include "superflip/table/source.h"

namespace superflip::two_phase {

// Functions that the search calls in its loops are always inlined: GCC assumes that a function that only prefetches has
// no effect, and removes its calls unless they were inlined before.

// Phase 2, exact except for the order of the slice's edges: 40320 * corner class + edges of the U and D layers, in
// nibbles.
struct Phase2Edges {
  const std::byte* distances;

  [[gnu::always_inline]] std::uint32_t entry(std::uint32_t corners_and_edges) const { return corners_and_edges; }
  [[gnu::always_inline]] int distance(std::uint32_t entry) const { return nibble(distances, entry); }
  [[gnu::always_inline]] void prefetch(std::uint32_t entry) const { __builtin_prefetch(distances + entry / 2); }
};

// Phase 2, a lower bound: 1680 * corner class + the columns of those edges (EdgeColumns), in base-6 digits above
// `least`, which is the greatest distance covered by the filters near solved.
struct Phase2Columns {
  const std::byte* digits;
  std::vector<std::uint16_t> columns;  // of each permutation of the edges
  int least;

  [[gnu::always_inline]] std::uint32_t entry(std::uint32_t corners_and_edges) const {
    return corners_and_edges / kEdgePermutations * static_cast<std::uint32_t>(EdgeColumns::size()) +
           columns[corners_and_edges % kEdgePermutations];
  }
  [[gnu::always_inline]] int distance(std::uint32_t entry) const {
    const int over = digit(digits, entry);
    return over == 0 ? 0 : least + over;
  }
  [[gnu::always_inline]] void prefetch(std::uint32_t entry) const { __builtin_prefetch(digits + entry / 3); }
};

// In all alternatives, phase1_distance(place) is the distance from G1 of a place of Fold::place, or a lower bound of
// it, and prefetch_phase1(place) prefetches what that reads.

struct MaskTables {
  const MaskEntry* phase1;
  Phase2Edges phase2;

  [[gnu::always_inline]] int phase1_distance(std::uint32_t place) const { return static_cast<int>(phase1[place] & 15); }
  [[gnu::always_inline]] void prefetch_phase1(std::uint32_t place) const { __builtin_prefetch(phase1 + place); }
};

struct DistanceTables {
  const std::byte* phase1;  // nibbles
  // For twist and slice alone: 495 * twist class + UDSlice. In the quarter-turn metric, the information on half turns
  // has no meaning.
  const MaskEntry* twist_slice;
  Phase2Edges phase2;

  [[gnu::always_inline]] int phase1_distance(std::uint32_t place) const { return nibble(phase1, place); }
  [[gnu::always_inline]] void prefetch_phase1(std::uint32_t place) const { __builtin_prefetch(phase1 + place / 2); }
};

struct BoundTables {
  // Nibbles: 7920 * twist class + 16 * UDSlice + slice_flips(), 2048 * UDSlice + flip, and 2048 * twist class + flip
  // (the flip as seen with the representative's twist, at the same distance from G1 as the cube's own).
  const std::byte* twist_slice_flips;
  const std::byte* flip_slice;
  const std::byte* twist_flip;
  const MaskEntry* twist_slice;  // as in DistanceTables
  SliceShifts slice_shifts;
  LowDistancePhase1 low_distance_phase1;
  Phase2Columns phase2;

  // The maximum of the three.
  [[gnu::always_inline]] int phase1_distance(std::uint32_t place) const {
    const std::uint32_t block = place / kEdgeFlips;
    const std::uint32_t flip = place % kEdgeFlips;
    const std::uint32_t slice = block % kSlices;
    const std::uint32_t four = slice_flips(slice_shifts, slice, flip);
    return std::max({nibble(twist_slice_flips, block * 16 + four), nibble(flip_slice, slice * kEdgeFlips + flip),
                     nibble(twist_flip, block / kSlices * kEdgeFlips + flip)});
  }
  [[gnu::always_inline]] void prefetch_phase1(std::uint32_t place) const {
    __builtin_prefetch(twist_slice_flips + std::uint64_t{place / kEdgeFlips} * 8);
    __builtin_prefetch(flip_slice + place % (kSlices * kEdgeFlips) / 2);
    __builtin_prefetch(twist_flip + (place / (kSlices * kEdgeFlips) * kEdgeFlips + place % kEdgeFlips) / 2);
  }
};

// A module for a page has only the compact tables: with this macro nothing of the others is compiled, neither their
// making nor their searches.
#ifdef SUPERFLIP_COMPACT_ONLY
using TablesByProfile = std::variant<BoundTables>;
#else
using TablesByProfile = std::variant<DistanceTables, MaskTables, BoundTables>;
#endif

struct Tables {
  Profile profile{};
  Metric metric{};
  std::uint64_t bytes = 0;      // of memory, mapped or allocated
  std::vector<Table> owners{};  // own the memory that the pointers refer to

  const Fold* fold = nullptr;
  const LowDistanceWords* low_distance_words = nullptr;
  LowDistancePhase2 low_distance_phase2{};
  TablesByProfile by_profile{};

  // Phase 2, nibbles: 24 * corner class + order of the slice's edges. In quarter turns distances exceed 15, but they
  // have the parity of the corner permutation, so storing their halves suffices.
  const std::byte* corners_slice = nullptr;
  std::array<std::array<std::uint8_t, kSlicePermutations>, kUdSymmetries> slice_order_conjugate{};
  int phase2_shift = 0;
  std::bitset<kCornerPermutations> odd_corners{};  // all clear in face turns

  // Copies those that are mapped files into huge pages, once: where a search goes through a large table at random, most
  // of its time is spent on finding the pages of a file. Takes 0.3 s for the large tables. Others may read meanwhile.
  // When it is stopped the rest stays mapped, until the next call.
  void move_to_memory(const StopFlag* stop = nullptr) const;

  // The distance that a nibble of phase 2 means.
  int phase2_distance(int nibble, std::uint32_t corner_permutation) const {
    return nibble << phase2_shift | static_cast<int>(odd_corners[corner_permutation]);
  }

 private:
  mutable std::mutex moving_;
  mutable bool is_moved_ = false;  // guarded by moving_
};

// The tables from the source, or made and kept there; with source == nullptr they are made in memory. The compact
// profile never uses the source. The errors are stopped, out_of_memory and those of the source.
Expected<std::shared_ptr<const Tables>> open_tables(Profile profile, Metric metric, const TableSource* source,
                                                    unsigned threads, const Progress& progress, const StopFlag* stop);

// The tables that open_tables() reads or makes, in that order; the compact profile makes them at each start.
std::vector<TableIdentity> tables_of(Profile profile, Metric metric);
// Bytes of memory that they need.
std::uint64_t bytes_of(Profile profile, Metric metric);

}  // namespace superflip::two_phase
