// The coordinates of both phases as graphs of blocks, for measuring their distances (see table/pruning.h).
//
//   phase 1             twist class x UDSlice, 2,048 flips a block: 170,311,680 entries for 2,217,093,120 cosets of G1
//   twist and slice     twist class, 495 UDSlices a block
//   twist, slice, flips twist class, 7,920 values of UDSliceFlips a block
//   flip and slice      UDSlice, 2,048 flips a block
//   corners and columns class of CornerPermutation, 1,680 values of EdgeColumns a block
//   corners and edges   class of CornerPermutation, 40,320 permutations of the U and D layers' edges a block
//   corners and slice   CornerPermutation, 24 orders of the slice's edges a block
// Those of corners are phase 2, with the moves of G1. In the quarter-turn metric phase 1 has the quarter turns only (a
// half turn is two of them), while in phase 2 the half turns of R L F B are single moves that cost 2.
#pragma once

#include <memory>

#include "superflip/coordinate/edge_columns.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/table/pruning.h"

namespace superflip::two_phase {

// `fold` must live as long as the graphs.
std::unique_ptr<BlockGraph> make_phase1_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_twist_slice_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_twist_slice_flips_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_flip_slice_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_corners_columns_graph(const Fold& fold, Metric metric, const EdgeColumns& columns);
std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads);
std::unique_ptr<BlockGraph> make_corners_slice_graph(Metric metric);

}  // namespace superflip::two_phase
