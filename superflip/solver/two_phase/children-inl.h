// Phase 1's children, once for each way of storing its distances, for engine.cpp.
//
// Where the useful children of a position come from. Positions go through the ring in groups, so that what they ask of
// memory in enter() is asked together and on its way while other groups are expanded; children() reads it and calls
// visit(move, distance, to_go) for each child worth searching.

#if defined(SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#undef SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#else
#define SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <span>

#include "superflip/solver/two_phase/engine.h"
#include "superflip/solver/two_phase/shuffles.h"
#include "superflip/table/pruning.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {

// Whether a position at that distance is worth searching for words of exactly that length. Near G1 only the direct
// ways are: longer ones pass through G1 or hardly leave it, and are found as other words.
HWY_INLINE bool is_useful(int distance, int to_go) {
  return distance <= to_go && (distance == to_go || distance + to_go >= 5);
}

// Large: one entry tells all.
class MaskSource {
 public:
  struct Slot {
    Node node;
    std::uint32_t place;
    std::uint32_t symmetry;
  };
  static constexpr int kGroups = 2;
  static constexpr int kGroup = 4;
  static constexpr bool kBothSides = false;

  explicit MaskSource(const Tables& tables) : entries_(tables.phase1_masks), fold_(*tables.fold) {}

  HWY_INLINE void enter(std::span<Slot> slots) const {
    for (Slot& slot : slots) {
      const Fold::Place place = fold_.place(slot.node.twist, slot.node.flip, slot.node.slice);
      slot.place = place.index;
      slot.symmetry = place.symmetry;
    }
    for (const Slot& slot : slots) __builtin_prefetch(entries_ + slot.place);
  }

  template <class Visit>
  HWY_INLINE void children(const Slot& slot, Counts& counts, const Visit& visit) const {
    ++counts.phase1_reads;
    const Kinds kind = kinds(entries_[slot.place]);
    const int d = slot.node.distance;
    const int to_go = slot.node.to_go - 1;
    MoveSet set = (is_useful(d - 1, to_go) ? kind.nearer : 0) | (is_useful(d, to_go) ? kind.same : 0) |
                  (is_useful(d + 1, to_go) ? kind.farther : 0);
    set &= kEngine.may_follow[slot.symmetry][slot.node.last];
    for (; set != 0; set &= set - 1) {
      const MoveSet bit = set & -set;
      visit(kEngine.real_move[slot.symmetry][std::countr_zero(set)],
            (bit & kind.nearer) != 0 ? d - 1
            : (bit & kind.same) != 0 ? d
                                     : d + 1,
            to_go);
    }
  }

 private:
  const MaskEntry* entries_;
  const Fold& fold_;
};

// Standard and compact: children are looked up, near G1 in the endings, else in the large table of distances, or
// (compact) bounded by small ones and by what is near G1. The masks of twist and slice alone tell which children may be
// near enough at all.
template <bool kExact>
class DistanceSource {
 public:
  struct Slot {
    Node node;
    int count;  // of children that have still to be looked up
    std::array<std::uint32_t, kMoves> place;
    std::array<Move, kMoves> move;
  };
  static constexpr int kGroups = 2;
  static constexpr int kGroup = 2;
  // EdgeColumns numbers cosets, so that the inverse of a position of G1, which is just as far from solved, has a bound
  // of its own. The full table numbers group elements: there the inverse tells nothing new.
  static constexpr bool kBothSides = !kExact;

  explicit DistanceSource(const Tables& tables)
      : tables_(tables), endings_(*tables.endings), fold_(*tables.fold), metric_(tables.metric_) {}

  HWY_INLINE void enter(std::span<Slot> slots) const {
    for (Slot& slot : slots) {
      const Node& node = slot.node;
      slot.count = 0;
      const std::uint32_t folded = fold_.twist_fold[node.twist];
      const std::uint32_t symmetry = folded >> 8;
      const std::uint32_t block = (folded & 0xFF) * kSlices + fold_.slice_conjugate[symmetry][node.slice];
      MoveSet set = possible(tables_.twist_slice_masks[block], node.to_go) & kEngine.may_follow[symmetry][node.last];
      for (; set != 0; set &= set - 1) {
        const Move m = kEngine.real_move[symmetry][std::countr_zero(set)];
        const std::uint32_t place =
            fold_.place(fold_.twist_move[node.twist][m], fold_.flip_move[node.flip][m], fold_.slice_move[node.slice][m])
                .index;
        prefetch(place, node.to_go - cost(m, metric_));
        slot.place[slot.count] = place;
        slot.move[slot.count++] = m;
      }
    }
  }

  template <class Visit>
  HWY_INLINE void children(const Slot& slot, Counts& counts, const Visit& visit) const {
    for (int i = 0; i < slot.count; ++i) {
      const int to_go = slot.node.to_go - cost(slot.move[i], metric_);
      const std::uint32_t place = slot.place[i];
      int distance = 0;
      if (to_go <= Endings::kLongest) {
        distance = endings_.find(place).distance;
      } else {
        if (!kExact && to_go <= NearG1::kLast && !tables_.near_g1.within(to_go).may_contain(place)) continue;
        ++counts.phase1_reads;
        distance = kExact ? nibble(tables_.phase1_distances, place) : tables_.phase1_bound(place);
      }
      if (is_useful(distance, to_go)) visit(slot.move[i], distance, to_go);
    }
  }

 private:
  // The moves after which twist and slice may be solved in time. Of half turns that cost 2 the masks know nothing.
  HWY_INLINE MoveSet possible(MaskEntry entry, int to_go) const {
    constexpr MoveSet kHalfTurns = 0x222222;
    const MoveSet set = moves_within(entry, to_go - 1);
    return metric_ == Metric::htm ? set : (set & ~kHalfTurns) | (to_go >= 2 ? kHalfTurns : 0);
  }

  HWY_INLINE void prefetch(std::uint32_t place, int to_go) const {
    if (to_go <= Endings::kLongest) return;
    if (kExact)
      __builtin_prefetch(tables_.phase1_distances + place / 2);
    else if (to_go <= NearG1::kLast)
      tables_.near_g1.within(to_go).prefetch(place);
    else
      tables_.prefetch_phase1_bound(place);
  }

  const Tables& tables_;
  const Endings& endings_;
  const Fold& fold_;
  Metric metric_;
};

}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();
#endif
