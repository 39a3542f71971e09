// Phase 1's children, for each way of storing its distances.
//
// Positions go through the ring in groups: enter() prefetches the entries that all positions of a group will read, and
// other groups are expanded while these entries arrive. children() reads them and calls visit(move, distance, to_go)
// for each child that is worth searching; visit() may overwrite the node.
//
// A prefetch waits for the processor to translate its address, which takes longer than anything else here. Those of a
// group wait together, so large groups are faster.

#if defined(SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#undef SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#else
#define SUPERFLIP_SOLVER_TWO_PHASE_CHILDREN_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <span>
#include <type_traits>

#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/node.h"
#include "superflip/solver/two_phase/shuffles.h"
#include "superflip/solver/two_phase/tables.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {

// Whether a position at that distance is worth searching for words of exactly that length. Near G1 only shortest words
// are searched: longer ones pass through G1 or stay close to it, and the same solutions are found with another division
// into phases.
HWY_INLINE bool is_useful(int distance, int to_go) {
  return distance <= to_go && (distance == to_go || distance + to_go >= 5);
}

// Large: one entry describes all children.
class MaskSource {
 public:
  using Store = MaskTables;
  struct Slot {
    Node node{};
    bool is_full = false;  // whether the node is still to be searched
    std::uint32_t place;
    std::uint32_t symmetry;
  };
  static constexpr std::size_t kGroups = 2;
  static constexpr std::size_t kFirstGroup = 4;
  static constexpr std::size_t kGroup = 8;
  static_assert(kGroups * kGroup <= kMostInRing);

  MaskSource(const Tables& tables, const Store& store) : entries_(store.phase1), fold_(*tables.fold) {}

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
    const TurnMask may_follow = kShuffles.may_follow[slot.symmetry][slot.node.last];
    TurnMask set = kind.nearer & may_follow;
    if (d > to_go) {  // only shortest words are left
      for (; set != 0; set &= set - 1) visit(kShuffles.real_move[slot.symmetry][std::countr_zero(set)], to_go, to_go);
      return;
    }
    set = ((is_useful(d - 1, to_go) ? kind.nearer : 0) | (is_useful(d, to_go) ? kind.same : 0) |
           (is_useful(d + 1, to_go) ? kind.farther : 0)) &
          may_follow;
    for (; set != 0; set &= set - 1) {
      const TurnMask bit = set & -set;
      visit(kShuffles.real_move[slot.symmetry][std::countr_zero(set)],
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

// Standard and compact: children are looked up. Near G1 this is done in the low-distance words, elsewhere in the table
// of distances or, in the compact profile, in filters and tables of lower bounds. Before that, the masks of twist and
// slice exclude children that cannot be near enough. `Distances` is DistanceTables or BoundTables.
template <class Distances>
class DistanceSource {
 public:
  using Store = Distances;
  struct Slot {
    Node node{};
    bool is_full = false;
    int count;  // of children that have still to be looked up
    std::array<std::uint32_t, kMoves> place;
    std::array<Move, kMoves> move;
  };
  static constexpr std::size_t kGroups = 2;
  static constexpr std::size_t kFirstGroup = 2;
  static constexpr std::size_t kGroup = 4;
  static_assert(kGroups * kGroup <= kMostInRing);

  DistanceSource(const Tables& tables, const Store& store)
      : store_(store), words_(*tables.low_distance_words), fold_(*tables.fold), metric_(tables.metric) {}

  HWY_INLINE void enter(std::span<Slot> slots) const {
    for (Slot& slot : slots) {
      const Node& node = slot.node;
      slot.count = 0;
      const std::uint32_t folded = fold_.twist_fold[node.twist];
      const std::uint32_t symmetry = folded >> 8;
      const std::uint32_t block = (folded & 0xFF) * kSlices + fold_.slice_conjugate[symmetry][node.slice];
      TurnMask set = possible(store_.twist_slice[block], node.to_go) & kShuffles.may_follow[symmetry][node.last];
      for (; set != 0; set &= set - 1) {
        const Move m = kShuffles.real_move[symmetry][std::countr_zero(set)];
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
    const int all = slot.node.to_go;
    for (int i = 0; i < slot.count; ++i) {
      const int to_go = all - cost(slot.move[i], metric_);
      const std::uint32_t place = slot.place[i];
      int distance = 0;
      if (to_go <= LowDistanceWords::kMaxDistance) {
        distance = words_.find(place).distance;
      } else {
        if constexpr (kHasFilters)
          if (to_go <= LowDistancePhase1::kLast && !store_.low_distance_phase1.within(to_go).may_contain(place))
            continue;
        ++counts.phase1_reads;
        distance = store_.phase1_distance(place);
      }
      if (is_useful(distance, to_go)) visit(slot.move[i], distance, to_go);
    }
  }

 private:
  static constexpr bool kHasFilters = std::is_same_v<Store, BoundTables>;

  // The moves after which twist and slice may be solved in time. The masks say nothing about half turns that cost 2.
  HWY_INLINE TurnMask possible(MaskEntry entry, int to_go) const {
    static_assert(kFaceTurnsAreHtmOrQtm);
    constexpr TurnMask kHalfTurns = 0x222222;
    const TurnMask set = moves_within(entry, to_go - 1);
    return metric_ == Metric::htm ? set : (set & ~kHalfTurns) | (to_go >= 2 ? kHalfTurns : 0);
  }

  HWY_INLINE void prefetch(std::uint32_t place, int to_go) const {
    if (to_go <= LowDistanceWords::kMaxDistance) return;
    if constexpr (kHasFilters)
      if (to_go <= LowDistancePhase1::kLast) return store_.low_distance_phase1.within(to_go).prefetch(place);
    store_.prefetch_phase1(place);
  }

  const Store& store_;
  const LowDistanceWords& words_;
  const Fold& fold_;
  Metric metric_;
};

}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();
#endif
