// Phase 2: the positions of G1 that phase 1 reached, tested and searched.
//
// A position is tested first by the small table of corners and slice, which stays in cache. Only if it passes is its
// entry of the large table prefetched, and it waits in a queue until that has arrived.

#include "superflip/solver/two_phase/worker.h"

#ifndef SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_ONCE
#define SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_ONCE
namespace superflip::two_phase {

// A position in G1 whose entry of the large table is being prefetched.
struct alignas(32) PendingLeaf {
  Pieces pieces;
  std::uint32_t key;   // its key in LowDistancePhase2
  std::uint8_t bound;  // by corners and slice
  std::uint8_t n;
  std::uint8_t length;
  bool other_first;
  Start start;
  std::array<Move, kMaxPhase1Length> path;
};

// The work of a thread since it last checked the limits of its hunt.
struct Meter {
  Hunt& hunt;
  Counts& counts;
  std::uint64_t expanded = 0;

  // Checks the limits if some work was done; returns whether it did.
  bool look_at_times() {
    if (expanded < 128) return false;
    hunt.look(expanded);
    expanded = 0;
    return true;
  }
};

}  // namespace superflip::two_phase
#endif

#if defined(SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_INL_H_
#undef SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_INL_H_
#else
#define SUPERFLIP_SOLVER_TWO_PHASE_PHASE2_INL_H_
#endif

#include <hwy/highway.h>

#include <cassert>
#include <cstring>
#include <span>
#include <type_traits>

#include "superflip/solver/two_phase/position-inl.h"
#include "superflip/solver/two_phase/raw.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {

// `Edges` is Phase2Edges or Phase2Columns.
template <class Edges>
class Phase2 {
 public:
  Phase2(Meter& meter, const Edges& edges)
      : meter_(meter),
        hunt_(meter.hunt),
        tables_(meter.hunt.tables()),
        fold_(*meter.hunt.tables().fold),
        near_(meter.hunt.tables().low_distance_phase2),
        edges_(edges),
        counts_(meter.counts) {}

  bool is_idle() const { return pending_ == 0; }

  // Tests a position of G1, which is reached by the first `length` moves of node.path. It enters the queue unless the
  // small table shows that it is too far from solved.
  void test(const Node& node, const Position& position, int length, bool other_first) {
    ++counts_.leaves;
    const Folded folded = fold(position);
    const int bound = corners_slice_distance(folded);
    const int max = hunt_.max_length() - node.n;
    if (bound > max) return;
    if (pending_ == kPending) test_oldest();
    PendingLeaf& leaf = leaves_[(oldest_ + pending_++) % kPending];
    save(position, leaf.pieces);
    leaf.key = key(folded, position);
    prefetch_phase2(leaf.key, max);
    leaf.bound = static_cast<std::uint8_t>(bound);
    leaf.n = node.n;
    leaf.length = static_cast<std::uint8_t>(length);
    leaf.other_first = other_first;
    leaf.start = node.start;
    leaf.path = node.path;
  }

  void test_oldest() {
    const PendingLeaf& leaf = leaves_[oldest_];
    current_ = &leaf;
    oldest_ = (oldest_ + 1) % kPending;
    --pending_;
    const int max = hunt_.max_length() - leaf.n;  // other threads may have lowered it meanwhile
    if (leaf.bound > max) return;
    int bound = phase2_bound(leaf.key, leaf.bound, max);
    Pieces undone{};
    if constexpr (kBothSides) {
      if (bound > max) return;
      undone = undo(leaf.pieces);
      bound = std::max(bound, inverse_bound(undone, leaf.bound, max));
    }
    const Move last = leaf.length == 0 ? kNoMove : leaf.path[leaf.length - 1];
    const int step = 1 + tables_.phase2_shift;  // in quarter turns, lengths have the parity of the distance
    for (int length = bound; length <= hunt_.max_length() - leaf.n; length += step) {
      total_ = leaf.n + length;
      if (length < max && phase2_bound(leaf.key, leaf.bound, length) > length) continue;
      if (length == 0 ? is_solved(leaf.pieces) && report(0) : descend(leaf.pieces, undone, length, last, 0)) break;
    }
  }

 private:
  static constexpr int kPending = 4;
  // EdgeColumns numbers cosets, so the inverse of a position of G1, which is equally far from solved, can have a
  // different bound. The full table numbers group elements, so there the inverse adds nothing.
  static constexpr bool kBothSides = std::is_same_v<Edges, Phase2Columns>;

  // The corners of a position of G1, and with them the slice's edges, as seen from the representative of their class.
  struct Folded {
    std::uint32_t corners;  // 0..40319
    std::uint32_t cls;
    std::uint32_t symmetry;
    std::uint32_t order;
  };
  HWY_INLINE Folded fold(const Position& position) const {
    const std::uint32_t corners = corner_rank(position.corner);
    const std::uint32_t folded = fold_.corner_fold[corners];
    return {corners, folded & 0xFFF, folded >> 12,
            tables_.slice_order_conjugate[folded >> 12][slice_order(slice_edges(position.edge))]};
  }

  HWY_INLINE int corners_slice_distance(const Folded& folded) const {
    return tables_.phase2_distance(nibble(tables_.corners_slice, folded.cls * kSlicePermutations + folded.order),
                                   folded.corners);
  }

  // The position's key in the filters of LowDistancePhase2.
  HWY_INLINE std::uint32_t key(const Folded& folded, const Position& position) const {
    const auto left = hn::Load(EdgeBytes(), kShuffles.left[folded.symmetry].edge.data());
    const auto right = hn::Load(EdgeBytes(), kShuffles.right[folded.symmetry].edge.data());
    const auto seen = hn::TableLookupBytes(hn::TableLookupBytes(left, position.edge), right);
    return (folded.cls * kEdgePermutations + permutation_rank(low_edges(seen))) * kSlicePermutations + folded.order;
  }

  HWY_INLINE std::uint32_t edges_entry(std::uint32_t key) const { return edges_.entry(key / kSlicePermutations); }

  HWY_INLINE void prefetch_phase2(std::uint32_t key, int max) const {
    if (max <= near_.max_distance())
      near_.within(max).prefetch(key);
    else
      edges_.prefetch(edges_entry(key));
  }

  // A lower bound of the distance, or a value above `max` if the distance is known to exceed it. The bound by corners
  // and slice has the parity of the distance, where that matters.
  HWY_INLINE int phase2_bound(std::uint32_t key, int bound, int max) {
    if (max <= near_.max_distance()) return near_.within(max).may_contain(key) ? bound : max + 1;
    ++counts_.phase2_reads;
    const int other = edges_.distance(edges_entry(key));
    return std::max(bound, other << tables_.phase2_shift | (bound & tables_.phase2_shift));
  }

  // Reports the first `length` moves of word_, which solve the oldest leaf's position. True when the search of this
  // leaf can end.
  bool report(std::size_t length) {
    hunt_.found({current_->start, {current_->path.data(), current_->length}, current_->other_first},
                {word_.data(), length});
    return hunt_.limits().solutions == 1 || total_ > hunt_.max_length() || hunt_.has_ended();
  }

  // The same test for the inverse, which has the same distance.
  int inverse_bound(const Pieces& undone, int bound, int max) {
    if (max <= near_.max_distance()) return bound;  // the filters decide
    const Position position = load(undone);
    return phase2_bound(key(fold(position), position), bound, max);
  }

  // In the compact profile, other positions can have the bound 0 too.
  static bool is_solved(const Pieces& p) {
    return std::memcmp(p.edge.data(), kSolved.edge.data(), kEdges) == 0 &&
           std::memcmp(p.corner.data(), kSolved.corner.data(), kCorners) == 0;
  }

  struct Child {
    Pieces pieces;
    std::uint32_t key;
    Move move;
    std::uint8_t to_go;
    std::uint8_t bound;
  };

  // Phase 2: words of exactly that cost, depth first; true when a word was reported and the search of this leaf can
  // end. `undone` is the inverse, kept where both sides are tested.
  bool descend(const Pieces& pieces, const Pieces& undone, int to_go, Move last, int depth) {
    ++counts_.nodes;
    ++meter_.expanded;
    meter_.look_at_times();
    if (hunt_.has_ended()) return true;
    const Position here = load(pieces);
    std::array<Child, kPhase2Moves.size()> children;
    std::size_t count = 0;
    for (const Move m : kPhase2Moves) {
      if (last != kNoMove && !may_follow(last, m)) continue;
      const int left = to_go - cost(m, tables_.metric);
      if (left < 0) continue;
      const Position there = then(here, kShuffles.move[m]);
      const Folded folded = fold(there);
      const int bound = corners_slice_distance(folded);
      if (bound > left) continue;
      Child& child = children[count++];
      save(there, child.pieces);
      child.key = key(folded, there);
      prefetch_phase2(child.key, left);
      child.move = m;
      child.to_go = static_cast<std::uint8_t>(left);
      child.bound = static_cast<std::uint8_t>(bound);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Child& child = children[i];
      const int bound = phase2_bound(child.key, child.bound, child.to_go);
      if (bound > child.to_go) continue;
      const bool solved = bound == 0 && is_solved(child.pieces);
      if (solved != (child.to_go == 0)) continue;  // not solved in time, or solved too early
      assert(depth < static_cast<int>(word_.size()));
      word_[depth] = child.move;
      if (solved) {
        if (report(static_cast<std::size_t>(depth) + 1)) return true;
        continue;
      }
      Pieces child_undone{};
      if constexpr (kBothSides) {
        save(then(kShuffles.move[inverse(child.move)], load(undone)), child_undone);
        if (inverse_bound(child_undone, child.bound, child.to_go) > child.to_go) continue;
      }
      if (descend(child.pieces, child_undone, child.to_go, child.move, depth + 1)) return true;
    }
    return false;
  }

  Meter& meter_;
  Hunt& hunt_;
  const Tables& tables_;
  const Fold& fold_;
  const LowDistancePhase2& near_;
  const Edges& edges_;
  Counts& counts_;
  std::array<PendingLeaf, kPending> leaves_;
  std::size_t oldest_ = 0;
  std::size_t pending_ = 0;
  std::array<Move, 32> word_{};
  const PendingLeaf* current_ = nullptr;  // whose phase 2 is searched, for solutions of cost total_
  int total_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();
#endif
