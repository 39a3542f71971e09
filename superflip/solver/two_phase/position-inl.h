// The pieces of a position as vectors of bytes: a move is one byte shuffle. Orientations are kept in coordinates only.

#if defined(SUPERFLIP_SOLVER_TWO_PHASE_POSITION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_SOLVER_TWO_PHASE_POSITION_INL_H_
#undef SUPERFLIP_SOLVER_TWO_PHASE_POSITION_INL_H_
#else
#define SUPERFLIP_SOLVER_TWO_PHASE_POSITION_INL_H_
#endif

#include <hwy/highway.h>

#include "superflip/coordinate/detail/permutation_rank.h"
#include "superflip/solver/two_phase/shuffles.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using EdgeBytes = hn::FixedTag<std::uint8_t, 16>;
using CornerBytes = hn::FixedTag<std::uint8_t, 8>;
using EdgeVector = hn::Vec<EdgeBytes>;
using CornerVector = hn::Vec<CornerBytes>;

struct Position {
  EdgeVector edge;
  CornerVector corner;
};

HWY_INLINE Position load(const std::uint8_t* edge, const std::uint8_t* corner) {
  return {hn::LoadU(EdgeBytes(), edge), hn::LoadU(CornerBytes(), corner)};
}

HWY_INLINE Position load(const Pieces& p) { return load(p.edge.data(), p.corner.data()); }

HWY_INLINE void save(const Position& position, Pieces& p) {
  hn::Store(position.edge, EdgeBytes(), p.edge.data());
  hn::StoreU(position.corner, CornerBytes(), p.corner.data());
}

// The product of the permutations: a, then b.
HWY_INLINE Position then(const Position& a, const Shuffle& b) {
  return {hn::TableLookupBytes(a.edge, hn::Load(EdgeBytes(), b.edge.data())),
          hn::TableLookupBytes(a.corner, hn::Load(CornerBytes(), b.corner.data()))};
}

// a, then the position: relabels the pieces.
HWY_INLINE Position then(const Shuffle& a, const Position& b) {
  return {hn::TableLookupBytes(hn::Load(EdgeBytes(), a.edge.data()), b.edge),
          hn::TableLookupBytes(hn::Load(CornerBytes(), a.corner.data()), b.corner)};
}

HWY_INLINE std::uint32_t corner_rank(CornerVector corner) {
  return permutation_rank(hn::GetLane(hn::BitCast(hn::FixedTag<std::uint64_t, 1>(), corner)));
}

HWY_INLINE std::uint64_t low_edges(EdgeVector edge) {
  return hn::GetLane(hn::BitCast(hn::FixedTag<std::uint64_t, 2>(), edge));
}

HWY_INLINE std::uint32_t slice_edges(EdgeVector edge) {
  return hn::ExtractLane(hn::BitCast(hn::FixedTag<std::uint32_t, 4>(), edge), 2);
}

}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();
#endif
