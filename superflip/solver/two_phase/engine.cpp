// The search itself, compiled once for every instruction set.
//
// Memory is what a two-phase search waits for, so that nothing here reads a large table at once: a position that is
// to be expanded enters a ring and asks for its entry (a prefetch), and is expanded when its turn comes, several
// positions later. The ring is fed from one stack, so that the order stays depth first. Positions are permutations of
// pieces, one byte shuffle a move; orientations live in the coordinates alone. In G1 a position is tested by the small
// table of corners and slice first, which stays in cache, and only what passes asks for its entry of the large one.

#include "superflip/solver/two_phase/engine.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/two_phase/engine.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <cassert>
#include <cstring>
#include <span>

#include "superflip/coordinate/edge_columns.h"
#include "superflip/coordinate/permutation_rank.h"
#include "superflip/cube/kernel-inl.h"
#include "superflip/solver/two_phase/children-inl.h"
#include "superflip/solver/two_phase/raw.h"
#include "superflip/solver/two_phase/shuffles.h"
#include "superflip/table/pruning.h"

#ifndef SUPERFLIP_TWO_PHASE_ENGINE_ONCE
#define SUPERFLIP_TWO_PHASE_ENGINE_ONCE
namespace superflip::two_phase {

// A position in G1 whose entry of the large table is on its way.
struct alignas(32) PendingLeaf {
  Pieces pieces;
  std::uint32_t key;   // its key in NearSolved
  std::uint8_t bound;  // by corners and slice
  std::uint8_t n;
  std::uint8_t length;
  bool other_first;
  Start start;
  std::array<Move, kLongestWord> path;
};

}  // namespace superflip::two_phase
#endif

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {
namespace {

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

// The pieces of `a` taken to where `b` says: a, then b.
HWY_INLINE Position then(const Position& a, const Shuffle& b) {
  return {hn::TableLookupBytes(a.edge, hn::Load(EdgeBytes(), b.edge.data())),
          hn::TableLookupBytes(a.corner, hn::Load(CornerBytes(), b.corner.data()))};
}

// a, then the position: the pieces themselves are exchanged.
HWY_INLINE Position then(const Shuffle& a, const Position& b) {
  return {hn::TableLookupBytes(hn::Load(EdgeBytes(), a.edge.data()), b.edge),
          hn::TableLookupBytes(hn::Load(CornerBytes(), a.corner.data()), b.corner)};
}

HWY_INLINE Position load(const Pieces& p) { return load(p.edge.data(), p.corner.data()); }

HWY_INLINE void save(const Position& position, Pieces& p) {
  hn::Store(position.edge, EdgeBytes(), p.edge.data());
  hn::StoreU(position.corner, CornerBytes(), p.corner.data());
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

template <class Source>
class Engine {
 public:
  Engine(Call& call, Worker& worker)
      : call_(call),
        tables_(*call.tables),
        fold_(*call.tables->fold),
        near_(call.tables->near_solved),
        source_(*call.tables),
        counts_(worker.counts),
        stack_(worker.stack) {}

  void run() {
    using Slot = typename Source::Slot;
    struct Group {
      std::size_t count = 0;
      std::array<Slot, Source::kGroup> slots;
      std::span<Slot> full() { return {slots.data(), count}; }
    };
    std::array<Group, Source::kGroups> groups;
    for (;;) {
      std::size_t busy = 0;
      for (int g = 0; g < Source::kGroups; ++g) {
        Group& group = groups[g];
        for (Slot& slot : group.full()) expand(slot);
        group.count = 0;
        while (group.count < Source::kGroup && next(group.slots[group.count].node)) ++group.count;
        source_.enter(group.full());
        busy += group.count;
      }
      look_at_times();
      if (busy == 0) {
        if (pending_ == 0) break;
        test_oldest_leaf();
      }
      if (call_.ended.load(std::memory_order_relaxed)) break;
    }
    call_.look(expanded_);
  }

 private:
  static constexpr int kPending = 4;

  void look_at_times() {
    if (expanded_ < 128) return;
    call_.look(expanded_);
    expanded_ = 0;
  }

  int limit() const { return call_.limit.load(std::memory_order_relaxed); }

  // The next position: from the stack, or the next start.
  bool next(Node& node) {
    while (depth_ > 0) {
      const Node& top = stack_[--depth_];
      if (top.n > limit()) continue;
      node = top;
      return true;
    }
    if (chunk_.begin == chunk_.end && !call_.take(chunk_)) return false;
    make_start(node);
    return true;
  }

  void make_start(Node& node) {
    const std::uint16_t word = chunk_.list->words[chunk_.begin++];
    Cube cube;
    namespace kernel = ::superflip::HWY_NAMESPACE;
    kernel::store(kernel::compose(kernel::load(call_.words->of_length[chunk_.k][word].cube),
                                  kernel::load(call_.directions[chunk_.direction])),
                  cube);
    const Raw raw = raw_of(cube);
    for (int i = 0; i < 16; ++i) node.edge[i] = cube.edge[i] & 15;
    for (int i = 0; i < 8; ++i) node.corner[i] = cube.corner[i] & 15;
    node.twist = raw.twist;
    node.flip = raw.flip;
    node.slice = raw.slice;
    node.last = kNoMove;
    node.to_go = static_cast<std::uint8_t>(chunk_.n - chunk_.k);
    node.start = {word, chunk_.k, chunk_.direction};
    node.distance = chunk_.distance;
    node.n = static_cast<std::uint8_t>(chunk_.n);
    node.length = 0;
  }

  void expand(typename Source::Slot& slot) {
    ++expanded_;
    ++counts_.nodes;
    Node& node = slot.node;
    const Position here = load(node.edge.data(), node.corner.data());
    if (node.last == kNoMove && node.distance == node.to_go && node.to_go <= Endings::kLongest) {
      if (node.to_go == 0)
        leaves(node, here, 0);
      else
        finish(node, here);
      return;
    }
    if (!is_useful(node.distance, node.to_go)) return;
    source_.children(slot, counts_, [&](Move m, int distance, int to_go) HWY_ATTR {
      assert(depth_ < stack_.size());
      Node& child = stack_[depth_];
      const Position there = then(here, kEngine.move[m]);
      hn::Store(there.edge, EdgeBytes(), child.edge.data());
      hn::StoreU(there.corner, CornerBytes(), child.corner.data());
      child.twist = fold_.twist_move[node.twist][m];
      child.flip = fold_.flip_move[node.flip][m];
      child.slice = fold_.slice_move[node.slice][m];
      child.last = m;
      child.to_go = static_cast<std::uint8_t>(to_go);
      child.start = node.start;
      child.distance = static_cast<std::uint8_t>(distance);
      child.n = node.n;
      child.length = static_cast<std::uint8_t>(node.length + 1);
      child.path = node.path;
      assert(node.length < kLongestWord);
      child.path[node.length] = m;
      if (to_go <= Endings::kLongest && distance == to_go)
        finish(child, there);
      else
        ++depth_;
    });
  }

  // All words from a position near G1 (see Endings) with no move to spare.
  void finish(Node& node, const Position& here) {
    ++counts_.nodes;
    ++expanded_;
    const auto [place, symmetry] = fold_.place(node.twist, node.flip, node.slice);
    const auto& real_move = kEngine.real_move[symmetry];
    const Endings& endings = *tables_.endings;
    for (const Endings::Word& word : endings.words(endings.find(place))) {
      const Move first = real_move[word[0]];
      if (node.last != kNoMove && face_of(node.last) % 3 == face_of(first) % 3 &&
          (!may_follow(node.last, first) ||
           (word[1] != Endings::kNone && face_of(real_move[word[1]]) % 3 == face_of(first) % 3)))
        continue;
      Position there = here;
      int length = node.length;
      for (const std::uint8_t bit : word) {
        if (bit == Endings::kNone) break;
        const Move m = real_move[bit];
        there = then(there, kEngine.move[m]);
        node.path[length++] = m;
      }
      // Both quarter turns of the last face lead to G1; they differ by its half turn.
      Move& last = node.path[length - 1];
      leaves(node, there, length);
      there = then(there, kEngine.move[make_move(face_of(last), 2)]);
      last = inverse(last);
      leaves(node, there, length);
    }
  }

  // A position of G1, and that which the other quarter turn at the head of b gives.
  void leaves(const Node& node, const Position& position, int length) {
    test(node, position, length, false);
    if (node.start.k == 0) return;
    const Move first = call_.words->of_length[node.start.k][node.start.word].moves[0];
    test(node, then(kEngine.move[make_move(face_of(first), 2)], position), length, true);
  }

  void test(const Node& node, const Position& position, int length, bool other_first) {
    ++counts_.leaves;
    const Folded folded = fold(position);
    const int bound = corners_slice_distance(folded);
    const int most = limit() - node.n;
    if (bound > most) return;
    if (pending_ == kPending) test_oldest_leaf();
    PendingLeaf& leaf = leaves_[(oldest_ + pending_++) % kPending];
    save(position, leaf.pieces);
    leaf.key = key(folded, position);
    prefetch_phase2(leaf.key, most);
    leaf.bound = static_cast<std::uint8_t>(bound);
    leaf.n = node.n;
    leaf.length = static_cast<std::uint8_t>(length);
    leaf.other_first = other_first;
    leaf.start = node.start;
    leaf.path = node.path;
  }

  // How the corners of a position of G1 are seen from their class's representative, and the slice's edges with them.
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
    return tables_.phase2_distance(nibble(tables_.corners_slice, folded.cls * kSliceOrders + folded.order),
                                   folded.corners);
  }

  // See NearSolved.
  HWY_INLINE std::uint32_t key(const Folded& folded, const Position& position) const {
    const auto left = hn::Load(EdgeBytes(), kEngine.left[folded.symmetry].edge.data());
    const auto right = hn::Load(EdgeBytes(), kEngine.right[folded.symmetry].edge.data());
    const auto seen = hn::TableLookupBytes(hn::TableLookupBytes(left, position.edge), right);
    return (folded.cls * kEdgePermutations + permutation_rank(low_edges(seen))) * kSliceOrders + folded.order;
  }

  // The place in the table of corners and edges, or of corners and columns.
  HWY_INLINE std::uint32_t edges_place(std::uint32_t key) const {
    const std::uint32_t place = key / kSliceOrders;
    if (!Source::kBothSides) return place;
    const auto columns = static_cast<std::uint32_t>(EdgeColumns::size());
    return place / kEdgePermutations * columns + tables_.edge_columns[place % kEdgePermutations];
  }

  HWY_INLINE void prefetch_phase2(std::uint32_t key, int most) const {
    if (most <= near_.last())
      near_.within(most).prefetch(key);
    else if (Source::kBothSides)
      __builtin_prefetch(tables_.corners_columns + edges_place(key) / 3);
    else
      __builtin_prefetch(tables_.corners_edges + edges_place(key) / 2);
  }

  // A lower bound of the distance, or more than `most` where it is known to be more. The bound by corners and slice
  // tells whether the distance is odd, where that matters.
  HWY_INLINE int phase2_bound(std::uint32_t key, int bound, int most) {
    if (most <= near_.last()) return near_.within(most).may_contain(key) ? bound : most + 1;
    ++counts_.phase2_reads;
    int other = 0;
    if (Source::kBothSides) {
      const int over = digit(tables_.corners_columns, edges_place(key));
      other = over == 0 ? 0 : tables_.least_columns() + over;
    } else {
      other = nibble(tables_.corners_edges, edges_place(key));
    }
    return std::max(bound, other << tables_.phase2_shift | (bound & tables_.phase2_shift));
  }

  void test_oldest_leaf() {
    const PendingLeaf& leaf = leaves_[oldest_];
    current_ = &leaf;
    oldest_ = (oldest_ + 1) % kPending;
    --pending_;
    const int most = limit() - leaf.n;  // other threads may have lowered it meanwhile
    if (leaf.bound > most) return;
    int bound = phase2_bound(leaf.key, leaf.bound, most);
    Pieces undone{};
    if constexpr (Source::kBothSides) {
      if (bound > most) return;
      undone = undo(leaf.pieces);
      bound = std::max(bound, inverse_bound(undone, leaf.bound, most));
    }
    const Move last = leaf.length == 0 ? kNoMove : leaf.path[leaf.length - 1];
    const int step = 1 + tables_.phase2_shift;  // in quarter turns, lengths are even or odd as the distance is
    for (int length = bound; length <= limit() - leaf.n; length += step) {
      total_ = leaf.n + length;
      if (length < most && phase2_bound(leaf.key, leaf.bound, length) > length) continue;
      if (length == 0 ? is_solved(leaf.pieces) && report(0) : descend(leaf.pieces, undone, length, last, 0)) break;
    }
  }

  // The first `length` moves of word_ solve the oldest leaf's position. True when that is enough of it.
  bool report(std::size_t length) {
    call_.found({current_->start, {current_->path.data(), current_->length}, current_->other_first},
                {word_.data(), length});
    return call_.limits->solutions == 1 || total_ > limit() || call_.ended.load(std::memory_order_relaxed);
  }

  // As for the position itself, whose distance the inverse has.
  int inverse_bound(const Pieces& undone, int bound, int most) {
    if (most <= near_.last()) return bound;  // the filters tell all
    const Position position = load(undone);
    return phase2_bound(key(fold(position), position), bound, most);
  }

  // The bounds of the compact profile are 0 for other positions too.
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

  // Phase 2: words of exactly that cost, depth first; true when one is reported that is enough. `undone` is the
  // inverse, kept where both sides are looked at.
  bool descend(const Pieces& pieces, const Pieces& undone, int to_go, Move last, int depth) {
    ++counts_.nodes;
    ++expanded_;
    look_at_times();
    if (call_.ended.load(std::memory_order_relaxed)) return true;
    const Position here = load(pieces);
    std::array<Child, kPhase2Moves.size()> children;
    std::size_t count = 0;
    for (const Move m : kPhase2Moves) {
      if (last != kNoMove && !may_follow(last, m)) continue;
      const int left = to_go - cost(m, tables_.metric_);
      if (left < 0) continue;
      const Position there = then(here, kEngine.move[m]);
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
      if (solved != (child.to_go == 0)) continue;  // not there in time, or there before
      assert(depth < static_cast<int>(word_.size()));
      word_[depth] = child.move;
      if (solved) {
        if (report(static_cast<std::size_t>(depth) + 1)) return true;
        continue;
      }
      Pieces child_undone{};
      if constexpr (Source::kBothSides) {
        save(then(kEngine.move[inverse(child.move)], load(undone)), child_undone);
        if (inverse_bound(child_undone, child.bound, child.to_go) > child.to_go) continue;
      }
      if (descend(child.pieces, child_undone, child.to_go, child.move, depth + 1)) return true;
    }
    return false;
  }

  Call& call_;
  const Tables& tables_;
  const Fold& fold_;
  const NearSolved& near_;
  const Source source_;
  Counts& counts_;
  std::vector<Node>& stack_;
  std::size_t depth_ = 0;
  Chunk chunk_;
  std::uint64_t expanded_ = 0;
  std::array<PendingLeaf, kPending> leaves_;
  std::size_t oldest_ = 0;
  std::size_t pending_ = 0;
  std::array<Move, 32> word_{};
  const PendingLeaf* current_ = nullptr;  // whose phase 2 is searched, for solutions of cost total_
  int total_ = 0;
};

void run_engine(Call& call, Worker& worker) {
  if (call.tables->phase1_masks != nullptr)
    Engine<MaskSource>(call, worker).run();
  else if (call.tables->phase1_distances != nullptr)
    Engine<DistanceSource<true>>(call, worker).run();
  else
    Engine<DistanceSource<false>>(call, worker).run();
}

// Distances of all words of length k, one direction after the other.
void measure_starts(const Call& call, int k, int first, std::span<std::uint8_t> distances) {
  namespace kernel = ::superflip::HWY_NAMESPACE;
  constexpr std::size_t kBatch = 64;
  const std::vector<EndWord>& words = call.words->of_length[k];
  const Tables& tables = *call.tables;
  std::size_t word = 0;
  int direction = first;
  for (std::size_t begin = 0; begin < distances.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, distances.size() - begin);
    std::array<std::uint32_t, kBatch> place;
    for (std::size_t i = 0; i < count; ++i) {
      Cube start;
      kernel::store(kernel::compose(kernel::load(words[word].cube), kernel::load(call.directions[direction])), start);
      const Raw raw = raw_of(start);
      place[i] = tables.fold->place(raw.twist, raw.flip, raw.slice).index;
      if (++word == words.size()) {
        word = 0;
        ++direction;
      }
    }
    for (std::size_t i = 0; i < count; ++i) tables.prefetch_phase1(place[i]);
    for (std::size_t i = 0; i < count; ++i)
      distances[begin + i] = static_cast<std::uint8_t>(tables.phase1_distance(place[i]));
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::two_phase {

HWY_EXPORT(run_engine);
HWY_EXPORT(measure_starts);

void search(Call& call, Worker& worker) {
  // What is in the ring, at most 8, each with at most 15 children at each of 20 depths.
  constexpr std::size_t kNodes = 4096;
  worker.stack.resize(kNodes);
  HWY_DYNAMIC_DISPATCH(run_engine)(call, worker);
}

void make_starts(Call& call, int k, int first, int last, Counts& counts) {
  const std::size_t count = call.words->of_length[k].size();
  std::vector<std::uint8_t> distances(count * (last - first));
  HWY_DYNAMIC_DISPATCH(measure_starts)(call, k, first, distances);
  counts.phase1_reads += distances.size();
  for (int direction = first; direction < last; ++direction) {
    const std::span distance = std::span(distances).subspan(count * (direction - first), count);
    StartList& list = call.starts[direction][k];
    list.within.fill(0);
    for (const std::uint8_t d : distance) ++list.within[d + 1];
    for (std::size_t d = 1; d < list.within.size(); ++d) list.within[d] += list.within[d - 1];
    auto next = list.within;
    list.words.resize(count);
    for (std::size_t w = 0; w < count; ++w) list.words[next[distance[w]]++] = static_cast<std::uint16_t>(w);
  }
}

}  // namespace superflip::two_phase
#endif  // HWY_ONCE
