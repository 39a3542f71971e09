#include "superflip/solver/two_phase/fold.h"

#include <algorithm>
#include <cassert>

#include "superflip/coordinate/basic.h"
#include "superflip/solver/two_phase/folding.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"

namespace superflip::two_phase {
namespace {

template <class C, std::size_t N>
void fill_moves(std::array<std::array<std::uint16_t, kMoves>, N>& moves, unsigned threads) {
  const TransitionTable<C> transition(C{}, kAllMoves, threads);
  for (std::size_t i = 0; i < N; ++i)
    for (const Move m : kAllMoves) moves[i][m] = static_cast<std::uint16_t>(transition.at(i, m));
}

template <class C, std::size_t N, std::size_t K>
void fill_classes(std::array<std::uint16_t, N>& fold, std::array<std::uint16_t, K>& representative,
                  std::array<std::uint16_t, K>& stabiliser, int class_bits) {
  const Classes classes(C{}, kUd16, class_bits);
  const Folding folding = classes.folding();
  assert(folding.representatives.size() == K);
  std::copy(folding.fold.begin(), folding.fold.end(), fold.begin());
  std::copy(folding.representatives.begin(), folding.representatives.end(), representative.begin());
  std::copy(folding.stabilisers.begin(), folding.stabilisers.end(), stabiliser.begin());
}

}  // namespace

bool make_fold(Fold& fold, unsigned threads, const StopFlag* stop) {
  fill_moves<CornerOrientation>(fold.twist_move, threads);
  fill_moves<EdgeOrientation>(fold.flip_move, threads);
  fill_moves<UDSlice>(fold.slice_move, threads);
  if (is_set(stop)) return false;
  fill_classes<CornerOrientation>(fold.twist_fold, fold.twist_representative, fold.twist_stabiliser, 8);
  if (is_set(stop)) return false;
  fill_classes<CornerPermutation>(fold.corner_fold, fold.corner_representative, fold.corner_stabiliser, 12);
  if (is_set(stop)) return false;
  const TransformTable<UDSlice> slices(UDSlice{}, kUd16, threads);
  for (const Symmetry s : kAllUdSymmetries) {
    for (std::uint32_t f = 0; f < kEdgeFlips; ++f) {
      const Cube cube = conjugate(to_cube(EdgeOrientation{}, f), s);
      fold.flip_conjugate[s][f] = static_cast<std::uint16_t>(EdgeOrientation::index(cube));
    }
    for (std::uint32_t p = 0; p < kSlices; ++p) {
      const Cube cube = conjugate(to_cube(UDSlice{}, p), s);
      fold.slice_conjugate[s][p] = static_cast<std::uint16_t>(slices.at(p, s));
      fold.flip_mask[s][p] = static_cast<std::uint16_t>(EdgeOrientation::index(cube));
    }
  }
  return true;
}

}  // namespace superflip::two_phase
