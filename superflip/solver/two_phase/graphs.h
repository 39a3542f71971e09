// The coordinates of both phases as graphs of blocks (see table/block_graph.h), for measuring their distances. Each
// line gives a graph's name, the outer part, which numbers the blocks, and the inner part, which numbers the entries of
// a block:
//
//   phase 1              twist class x UDSlice       2,048 flips; 170,311,680 entries for 2,217,093,120 cosets of G1
//   twist and slice      twist class                 495 values of UDSlice
//   twist, slice, flips  twist class                 7,920 values of UDSlice and the flips of its four edges
//   corners and columns  class of CornerPermutation  1,680 values of EdgeColumns
//   corners and edges    class of CornerPermutation  40,320 permutations of the U and D layers' edges
//   corners and slice    class of CornerPermutation  24 orders of the slice's edges
//   twist and flip       twist class *               2,048 flips
//   flip and slice       UDSlice class *             2,048 flips
//
// * In these graphs the outer part is folded by kAxes8, the symmetries that EdgeOrientation admits.
//
// The graphs of corners are for phase 2, with the moves of G1. In the quarter-turn metric, phase 1 has only the quarter
// turns (a half turn is two of them), while in phase 2 the half turns of R L F B are single moves that cost 2. The
// graph of phase 1 is also made in stm, with the nine turns of slices beside the 18 of faces.
#pragma once

#include <memory>

#include "superflip/coordinate/detail/edge_columns.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/solver/two_phase/folding.h"
#include "superflip/table/block_graph.h"

namespace superflip::two_phase {

// `fold` must live as long as the graphs.
std::unique_ptr<BlockGraph> make_phase1_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_twist_slice_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_twist_slice_flips_graph(const Fold& fold, Metric metric);
std::unique_ptr<BlockGraph> make_twist_flip_graph(const Fold& fold, const Folding& twists, Metric metric);
std::unique_ptr<BlockGraph> make_flip_slice_graph(const Fold& fold, const Folding& slices, Metric metric);
std::unique_ptr<BlockGraph> make_corners_columns_graph(const Fold& fold, Metric metric, const EdgeColumns& columns);
std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads);
std::unique_ptr<BlockGraph> make_corners_slice_graph(const Fold& fold, Metric metric);

}  // namespace superflip::two_phase
