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

#include <bit>
#include <cstring>

#include "superflip/coordinate/permutation_rank.h"
#include "superflip/cube/kernel-inl.h"
#include "superflip/solver/two_phase/raw.h"
#include "superflip/table/pruning.h"

#ifndef SUPERFLIP_TWO_PHASE_ENGINE_ONCE
#define SUPERFLIP_TWO_PHASE_ENGINE_ONCE
namespace superflip::two_phase {

inline constexpr Move kNoMove = kMoves;

// Permutations of places, padded for shuffles.
struct alignas(16) Shuffle {
  std::array<std::uint8_t, 16> edge;
  std::array<std::uint8_t, 16> corner;
};

constexpr Shuffle make_shuffle(const Cube& c) {
  Shuffle s{};
  for (int i = 0; i < 16; ++i) {
    s.edge[i] = c.edge[i] & 15;
    s.corner[i] = c.corner[i] & 15;
  }
  return s;
}

struct EngineTables {
  std::array<Shuffle, kMoves> move{};
  // Conjugation by the symmetries: S^-1 on the left, S on the right.
  std::array<Shuffle, kUdSymmetries> left{};
  std::array<Shuffle, kUdSymmetries> right{};
  // Bits of a MoveSet, seen from a representative to which symmetry s led: the move they are at the position itself.
  std::array<std::array<Move, 24>, kUdSymmetries> real_move{};
  // The bits that may follow a move made at the position itself.
  std::array<std::array<MoveSet, kMoves + 1>, kUdSymmetries> may_follow{};
};

constexpr EngineTables make_engine_tables() {
  EngineTables t;
  for (Move m = 0; m < kMoves; ++m) t.move[m] = make_shuffle(kMoveCubes[m]);
  for (Symmetry s = 0; s < kUdSymmetries; ++s) {
    const Symmetry back = inverse_symmetry(s);
    t.left[s] = make_shuffle(kSymmetryCubes[back]);
    t.right[s] = make_shuffle(kSymmetryCubes[s]);
    for (int bit = 0; bit < 24; ++bit) {
      if (bit % 4 == 3) continue;
      const Move real = conjugate(make_move(static_cast<Face>(bit / 4), bit % 4 + 1), back);
      t.real_move[s][bit] = real;
      for (Move last = 0; last <= kMoves; ++last)
        if (last == kNoMove || may_follow(last, real)) t.may_follow[s][last] |= MoveSet{1} << bit;
    }
  }
  return t;
}

inline constexpr EngineTables kEngine = make_engine_tables();

// Whether a position at that distance is worth searching for words of exactly that length. Near G1 only the direct
// ways are: longer ones pass through G1 or hardly leave it, and are found as other words.
constexpr bool is_useful(int distance, int to_go) {
  return distance <= to_go && (distance == to_go || distance + to_go >= 5);
}

// A position on its way to G1: one cache line.
struct alignas(64) Node {
  std::array<std::uint8_t, 16> edge;   // pieces on places; 12..15 are themselves
  std::array<std::uint8_t, 8> corner;  // pieces on places
  std::uint16_t twist;
  std::uint16_t flip;
  std::uint16_t slice;
  Move last;            // kNoMove at a start
  std::uint8_t to_go;   // cost that the rest of a has
  std::uint32_t place;  // in the phase-1 table, known in the ring
  Start start;
  std::uint8_t symmetry;  // that led to the place
  std::uint8_t distance;  // to G1, exact but in the compact profile
  std::uint8_t n;         // |a| + |b|
  std::uint8_t length;    // of the path
  std::array<Move, kLongestWord> path;
};
static_assert(sizeof(Node) == 64);

// The permutations of a position, as bytes in memory.
struct Pieces {
  alignas(16) std::array<std::uint8_t, 16> edge;
  std::array<std::uint8_t, 8> corner;
};

constexpr Pieces undo(const Pieces& p) {
  Pieces undone = p;
  for (int x = 0; x < kEdges; ++x) undone.edge[p.edge[x]] = static_cast<std::uint8_t>(x);
  for (int x = 0; x < kCorners; ++x) undone.corner[p.corner[x]] = static_cast<std::uint8_t>(x);
  return undone;
}

// A position in G1 whose entry of the large table is on its way.
struct alignas(32) PendingLeaf {
  Pieces pieces;
  std::uint32_t place;
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

// Where the useful children of a position come from. Each source has a Slot of the ring: enter() asks memory for what
// children() then reads; children() calls visit(move, distance, to_go) for each child worth searching.

// Large: one entry tells all. `place` is the position's own.
class MaskSource {
 public:
  struct Slot {
    Node node;
    std::uint32_t place;
    std::uint32_t symmetry;
  };

  explicit MaskSource(const Tables& tables) : entries_(tables.phase1_masks), fold_(*tables.fold) {}

  HWY_INLINE void enter(Slot& slot) const {
    const Fold::Place place = fold_.place(slot.node.twist, slot.node.flip, slot.node.slice);
    slot.place = place.index;
    slot.symmetry = place.symmetry;
    __builtin_prefetch(entries_ + place.index);
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

  static constexpr bool kMasks = true;
  static constexpr bool kBothSides = false;

 private:
  const MaskEntry* entries_;
  const Fold& fold_;
};

// Standard and compact: the distances of all children are looked up, near G1 in the endings, else in the large table,
// or bounded by small ones; the table of twist class and slice alone, which stays in cache, spares most of those of
// positions that are near.
template <bool kExact>
class DistanceSource {
 public:
  struct Slot {
    Node node;
    int count;
    std::array<std::uint32_t, kMoves> place;
    std::array<Move, kMoves> move;
  };

  explicit DistanceSource(const Tables& tables)
      : tables_(tables),
        distances_(tables.phase1_distances),
        twist_slice_(tables.twist_slice),
        endings_(*tables.endings),
        fold_(*tables.fold),
        metric_(tables.metric_) {}

  HWY_INLINE void enter(Slot& slot) const {
    const Node& node = slot.node;
    slot.count = 0;
    for (Move m = 0; m < kMoves; ++m) {
      if (node.last != kNoMove && !may_follow(node.last, m)) continue;
      const int to_go = node.to_go - cost(m, metric_);
      if (to_go < 0) continue;
      const std::uint32_t fold = fold_.twist_fold[fold_.twist_move[node.twist][m]];
      const std::uint32_t s = fold >> 8;
      const std::uint32_t slice = fold_.slice_move[node.slice][m];
      const std::uint32_t block = (fold & 0xFF) * kSlices + fold_.slice_conjugate[s][slice];
      if (nibble(twist_slice_, block) > to_go) continue;
      const std::uint32_t flip = fold_.flip_move[node.flip][m];
      const std::uint32_t place = block * kFlips + (fold_.flip_conjugate[s][flip] ^ fold_.flip_mask[s][slice]);
      if (kExact && to_go > Endings::kLongest) __builtin_prefetch(distances_ + place / 2);
      slot.place[slot.count] = place;
      slot.move[slot.count++] = m;
    }
  }

  template <class Visit>
  HWY_INLINE void children(const Slot& slot, Counts& counts, const Visit& visit) const {
    for (int i = 0; i < slot.count; ++i) {
      const int to_go = slot.node.to_go - cost(slot.move[i], metric_);
      int distance = 0;
      if (to_go > Endings::kLongest) {
        if (!kExact && to_go <= NearSets::kLast && !tables_.near.may_be_within(slot.place[i], to_go)) continue;
        ++counts.phase1_reads;
        distance = kExact ? nibble(distances_, slot.place[i]) : tables_.phase1_bound(slot.place[i]);
      } else {
        distance = endings_.find(slot.place[i]).distance;
      }
      if (is_useful(distance, to_go)) visit(slot.move[i], distance, to_go);
    }
  }

  static constexpr bool kMasks = false;
  // EdgeColumns numbers cosets, so that the inverse of a position of G1, which is just as far from solved, has a bound
  // of its own. The full table numbers group elements: there the inverse tells nothing new.
  static constexpr bool kBothSides = !kExact;

 private:
  const Tables& tables_;
  const std::byte* distances_;
  const std::byte* twist_slice_;
  const Endings& endings_;
  const Fold& fold_;
  Metric metric_;
};

template <class Source>
class Engine {
 public:
  Engine(Call& call, Worker& worker)
      : call_(call),
        tables_(*call.tables),
        fold_(*call.tables->fold),
        source_(*call.tables),
        counts_(worker.counts),
        stack_(reinterpret_cast<Node*>((reinterpret_cast<std::uintptr_t>(worker.stack.data()) + 63) &
                                       ~std::uintptr_t{63})) {}

  void run() {
    std::array<typename Source::Slot, kRing> ring;
    std::array<bool, kRing> full{};
    int busy = 0;
    for (;;) {
      for (int i = 0; i < kRing; ++i) {
        if (full[i]) {
          expand(ring[i]);
          --busy;
        }
        full[i] = next(ring[i].node);
        if (full[i]) {
          source_.enter(ring[i]);
          ++busy;
        }
      }
      if (expanded_ >= 128) {
        call_.look(expanded_);
        expanded_ = 0;
      }
      if (busy == 0) {
        if (pending_ == 0) break;
        test_oldest_leaf();
      }
      if (call_.ended.load(std::memory_order_relaxed)) break;
    }
    call_.look(expanded_);
  }

 private:
  static constexpr int kRing = Source::kMasks ? 8 : 4;
  static constexpr int kPending = 4;

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
    const std::uint32_t rank = corner_rank(position.corner);
    const int bound = corners_slice_distance(rank, position.edge);
    if (bound > limit() - node.n) return;
    if (pending_ == kPending) test_oldest_leaf();
    PendingLeaf& leaf = leaves_[(oldest_ + pending_++) % kPending];
    save(position, leaf.pieces);
    leaf.place = edges_place(rank, position.edge);
    __builtin_prefetch(tables_.corners_edges + leaf.place / 2);
    leaf.bound = static_cast<std::uint8_t>(bound);
    leaf.n = node.n;
    leaf.length = static_cast<std::uint8_t>(length);
    leaf.other_first = other_first;
    leaf.start = node.start;
    leaf.path = node.path;
  }

  int corners_slice_distance(std::uint32_t rank, EdgeVector edge) const {
    const std::uint32_t fold = fold_.corner_fold[rank];
    const std::uint32_t order = tables_.slice_order_conjugate[fold >> 12][slice_order(slice_edges(edge))];
    return tables_.phase2_distance(nibble(tables_.corners_slice, (fold & 0xFFF) * kSliceOrders + order), rank);
  }

  // The bound by corners and slice of the same position tells whether the distance is odd, where that matters.
  int corners_edges_distance(std::uint32_t place, int other_bound) const {
    return nibble(tables_.corners_edges, place) << tables_.phase2_shift | (other_bound & tables_.phase2_shift);
  }

  // The place in the table of corners and edges.
  std::uint32_t edges_place(std::uint32_t rank, EdgeVector edge) const {
    const std::uint32_t fold = fold_.corner_fold[rank];
    const std::uint32_t s = fold >> 12;
    const auto left = hn::Load(EdgeBytes(), kEngine.left[s].edge.data());
    const auto right = hn::Load(EdgeBytes(), kEngine.right[s].edge.data());
    const auto folded = hn::TableLookupBytes(hn::TableLookupBytes(left, edge), right);
    const std::uint32_t edges = permutation_rank(low_edges(folded));
    return (fold & 0xFFF) * tables_.edge_values + (tables_.edge_columns.empty() ? edges : tables_.edge_columns[edges]);
  }

  void test_oldest_leaf() {
    const PendingLeaf& leaf = leaves_[oldest_];
    current_ = &leaf;
    oldest_ = (oldest_ + 1) % kPending;
    --pending_;
    ++counts_.phase2_reads;
    Pieces undone{};
    int bound = std::max<int>(leaf.bound, corners_edges_distance(leaf.place, leaf.bound));
    if constexpr (Source::kBothSides) {
      if (bound > limit() - leaf.n) return;
      undone = undo(leaf.pieces);
      bound = std::max(bound, inverse_distance(undone, leaf.bound));
    }
    const Move last = leaf.length == 0 ? kNoMove : leaf.path[leaf.length - 1];
    for (int length = bound; length <= limit() - leaf.n; ++length) {
      total_ = leaf.n + length;
      if (length == 0 ? is_solved(leaf.pieces) && report(0) : descend(leaf.pieces, undone, length, last, 0)) break;
    }
  }

  // The first `length` moves of word_ solve the oldest leaf's position. True when that is enough of it.
  bool report(std::size_t length) {
    call_.found({current_->start, {current_->path.data(), current_->length}, current_->other_first},
                {word_.data(), length});
    return call_.limits->solutions == 1 || total_ > limit() || call_.ended.load(std::memory_order_relaxed);
  }

  int inverse_distance(const Pieces& undone, int other_bound) {
    ++counts_.phase2_reads;
    const Position position = load(undone);
    return corners_edges_distance(edges_place(corner_rank(position.corner), position.edge), other_bound);
  }

  // The bounds of the compact profile are 0 for other positions too.
  static bool is_solved(const Pieces& p) {
    return std::memcmp(p.edge.data(), kSolved.edge.data(), kEdges) == 0 &&
           std::memcmp(p.corner.data(), kSolved.corner.data(), kCorners) == 0;
  }

  struct Child {
    Pieces pieces;
    std::uint32_t place;
    Move move;
    std::uint8_t to_go;
    std::uint8_t bound;
  };

  // Phase 2: words of exactly that cost, depth first; true when one is reported that is enough. `undone` is the
  // inverse, kept where both sides are looked at.
  bool descend(const Pieces& pieces, const Pieces& undone, int to_go, Move last, int depth) {
    ++counts_.nodes;
    ++expanded_;
    const Position here = load(pieces);
    std::array<Child, kPhase2Moves.size()> children;
    std::size_t count = 0;
    for (const Move m : kPhase2Moves) {
      if (last != kNoMove && !may_follow(last, m)) continue;
      const int left = to_go - cost(m, tables_.metric_);
      if (left < 0) continue;
      const Position there = then(here, kEngine.move[m]);
      const std::uint32_t rank = corner_rank(there.corner);
      const int bound = corners_slice_distance(rank, there.edge);
      if (bound > left) continue;
      Child& child = children[count++];
      save(there, child.pieces);
      child.place = edges_place(rank, there.edge);
      __builtin_prefetch(tables_.corners_edges + child.place / 2);
      child.move = m;
      child.to_go = static_cast<std::uint8_t>(left);
      child.bound = static_cast<std::uint8_t>(bound);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Child& child = children[i];
      ++counts_.phase2_reads;
      const int bound = std::max<int>(child.bound, corners_edges_distance(child.place, child.bound));
      if (bound > child.to_go) continue;
      const bool solved = bound == 0 && is_solved(child.pieces);
      if (solved != (child.to_go == 0)) continue;  // not there in time, or there before
      word_[depth] = child.move;
      if (solved) {
        if (report(static_cast<std::size_t>(depth) + 1)) return true;
        continue;
      }
      Pieces child_undone{};
      if constexpr (Source::kBothSides) {
        save(then(kEngine.move[inverse(child.move)], load(undone)), child_undone);
        if (inverse_distance(child_undone, child.bound) > child.to_go) continue;
      }
      if (descend(child.pieces, child_undone, child.to_go, child.move, depth + 1)) return true;
    }
    return false;
  }

  Call& call_;
  const Tables& tables_;
  const Fold& fold_;
  const Source source_;
  Counts& counts_;
  Node* stack_;
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

void measure_starts(const Call& call, int direction, int k, std::uint8_t* distance) {
  namespace kernel = ::superflip::HWY_NAMESPACE;
  constexpr std::size_t kBatch = 32;
  const std::vector<EndWord>& words = call.words->of_length[k];
  const Tables& tables = *call.tables;
  const kernel::CubeVector cube = kernel::load(call.directions[direction]);
  for (std::size_t begin = 0; begin < words.size(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, words.size());
    std::array<std::uint32_t, kBatch> place;
    for (std::size_t w = begin; w < end; ++w) {
      Cube start;
      kernel::store(kernel::compose(kernel::load(words[w].cube), cube), start);
      const Raw raw = raw_of(start);
      place[w - begin] = tables.fold->place(raw.twist, raw.flip, raw.slice).index;
      tables.prefetch_phase1(place[w - begin]);
    }
    for (std::size_t w = begin; w < end; ++w)
      distance[w] = static_cast<std::uint8_t>(tables.phase1_distance(place[w - begin]));
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
  constexpr std::size_t kNodes = 8192;  // eight in the ring, each with at most 15 children at each of 20 depths
  if (worker.stack.empty()) worker.stack.resize(kNodes * sizeof(Node) / sizeof(std::uint64_t) + 8);
  HWY_DYNAMIC_DISPATCH(run_engine)(call, worker);
}

void make_starts(const Call& call, int direction, int k, StartList& list, Counts& counts) {
  const std::size_t count = call.words->of_length[k].size();
  std::vector<std::uint8_t> distance(count);
  HWY_DYNAMIC_DISPATCH(measure_starts)(call, direction, k, distance.data());
  counts.phase1_reads += count;
  list.within.fill(0);
  for (const std::uint8_t d : distance) ++list.within[d + 1];
  for (std::size_t d = 1; d < list.within.size(); ++d) list.within[d] += list.within[d - 1];
  auto next = list.within;
  list.words.resize(count);
  for (std::size_t w = 0; w < count; ++w) list.words[next[distance[w]]++] = static_cast<std::uint16_t>(w);
  list.made = true;
}

}  // namespace superflip::two_phase
#endif  // HWY_ONCE
