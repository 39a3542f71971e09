// Phase 1, compiled once for every instruction set.
//
// A two-phase search is bound by memory latency, so nothing here reads a large table immediately. A position to be
// expanded enters a ring and prefetches its entry; it is expanded several positions later. Most positions have one
// child that is worth searching: it takes its parent's place in the ring. Other children go on one stack, from which
// the empty places are filled, so the order stays nearly depth first.

#include "superflip/solver/two_phase/worker.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/two_phase/worker.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <cassert>
#include <span>

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/kernel-inl.h"
#include "superflip/solver/two_phase/children-inl.h"
#include "superflip/solver/two_phase/phase2-inl.h"
#include "superflip/solver/two_phase/position-inl.h"
#include "superflip/solver/two_phase/raw.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace two_phase {
namespace HWY_NAMESPACE {
namespace {

template <class Source>
class WorkerOf final : public Worker {
 public:
  WorkerOf(Hunt& hunt, Workspace& workspace, const typename Source::Store& store)
      : hunt_(hunt),
        tables_(hunt.tables()),
        fold_(*hunt.tables().fold),
        source_(hunt.tables(), store),
        meter_{hunt, workspace.counts},
        counts_(workspace.counts),
        phase2_(meter_, store.phase2),
        stack_(workspace.stack) {}

  bool run(const std::optional<Clock::time_point>& deadline) override {
    for (;;) {
      bool is_busy = false;
      const std::size_t width = counts_.nodes < kShort ? Source::kFirstGroup : Source::kGroup;
      for (auto& slots : ring_) {
        const auto group = std::span(slots).first(width);
        for (Slot& slot : group) {
          if (!slot.is_full || !expand(slot)) slot.is_full = next(slot.node);
          is_busy |= slot.is_full;
        }
        source_.enter(group);
      }
      const bool looked = meter_.look_at_times();
      if (!is_busy) {
        if (phase2_.is_idle()) break;
        phase2_.test_oldest();
      }
      if (hunt_.has_ended()) break;
      if (looked && deadline && Clock::now() >= *deadline) return false;
    }
    hunt_.look(meter_.expanded);
    return true;
  }

 private:
  using Slot = typename Source::Slot;
  // A search ends with positions in the ring that were not needed. Up to so many nodes their number counts, and the
  // groups are smaller.
  static constexpr std::uint64_t kShort = 512;

  // The next position: from the stack, or the next start.
  bool next(Node& node) {
    while (depth_ > 0) {
      const Node& top = stack_[--depth_];
      if (top.n > hunt_.max_length()) continue;
      node = top;
      return true;
    }
    if (chunk_.begin == chunk_.end && !hunt_.take(chunk_)) return false;
    make_start(node);
    return true;
  }

  void make_start(Node& node) {
    const std::uint16_t word = chunk_.list->words[chunk_.begin++];
    Cube cube;
    namespace kernel = ::superflip::HWY_NAMESPACE;
    kernel::store(kernel::compose(kernel::load(hunt_.words().of_length[chunk_.k][word].cube),
                                  kernel::load(hunt_.direction(chunk_.direction))),
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

  // Replaces the position by its first child that is still to be searched, and puts the others on the stack. False when
  // there is none.
  bool expand(Slot& slot) {
    ++meter_.expanded;
    ++counts_.nodes;
    Node& node = slot.node;
    const Position here = load(node.edge.data(), node.corner.data());
    if (node.last == kNoMove && node.distance == node.to_go && node.to_go <= LowDistanceWords::kMaxDistance) {
      if (node.to_go == 0)
        leaves(node, here, 0);
      else
        finish(node, here);
      return false;
    }
    if (!is_useful(node.distance, node.to_go) || node.n > hunt_.max_length()) return false;
    const auto& twist_after = fold_.twist_move[node.twist];
    const auto& flip_after = fold_.flip_move[node.flip];
    const auto& slice_after = fold_.slice_move[node.slice];
    const std::size_t length = node.length;
    assert(length < kMaxPhase1Length);
    bool is_replaced = false;
    source_.children(slot, counts_, [&](Move m, int distance, int to_go) HWY_ATTR {
      assert(depth_ < stack_.size());
      const bool is_near = to_go <= LowDistanceWords::kMaxDistance && distance == to_go;
      const bool takes_place = !is_replaced && !is_near;
      Node& child = takes_place ? node : stack_[depth_];
      if (!takes_place) {
        child.start = node.start;
        child.n = node.n;
        child.path = node.path;
      }
      const Position there = then(here, kShuffles.move[m]);
      child.twist = twist_after[m];
      child.flip = flip_after[m];
      child.slice = slice_after[m];
      child.last = m;
      child.length = static_cast<std::uint8_t>(length + 1);
      child.path[length] = m;
      if (is_near) {
        finish(child, there);
        return;
      }
      hn::Store(there.edge, EdgeBytes(), child.edge.data());
      hn::StoreU(there.corner, CornerBytes(), child.corner.data());
      child.to_go = static_cast<std::uint8_t>(to_go);
      child.distance = static_cast<std::uint8_t>(distance);
      if (is_replaced) ++depth_;
      is_replaced = true;
    });
    return is_replaced;
  }

  // All words from a position near G1 (see LowDistanceWords) whose distance equals the remaining moves.
  void finish(Node& node, const Position& here) {
    ++counts_.nodes;
    ++meter_.expanded;
    const auto [place, symmetry] = fold_.place(node.twist, node.flip, node.slice);
    const auto& real_move = kShuffles.real_move[symmetry];
    const LowDistanceWords& words = *tables_.low_distance_words;
    for (const LowDistanceWords::Word& word : words.words(words.find(place))) {
      const Move first = real_move[word[0]];
      if (node.last != kNoMove && face_of(node.last) % 3 == face_of(first) % 3 &&
          (!may_follow(node.last, first) ||
           (word[1] != LowDistanceWords::kNone && face_of(real_move[word[1]]) % 3 == face_of(first) % 3)))
        continue;
      Position there = here;
      int length = node.length;
      for (const std::uint8_t bit : word) {
        if (bit == LowDistanceWords::kNone) break;
        const Move m = real_move[bit];
        there = then(there, kShuffles.move[m]);
        node.path[length++] = m;
      }
      // Both quarter turns of the last face lead to G1; the results differ by its half turn.
      Move& last = node.path[length - 1];
      leaves(node, there, length);
      there = then(there, kShuffles.move[make_move(face_of(last), 2)]);
      last = inverse(last);
      leaves(node, there, length);
    }
  }

  // A position of G1, and the one that results from the other quarter turn at the beginning of b.
  void leaves(const Node& node, const Position& position, int length) {
    phase2_.test(node, position, length, false);
    if (node.start.k == 0) return;
    const Move first = hunt_.words().of_length[node.start.k][node.start.word].moves[0];
    phase2_.test(node, then(kShuffles.move[make_move(face_of(first), 2)], position), length, true);
  }

  Hunt& hunt_;
  const Tables& tables_;
  const Fold& fold_;
  const Source source_;
  Meter meter_;
  Counts& counts_;
  Phase2<decltype(Source::Store::phase2)> phase2_;
  std::array<std::array<Slot, Source::kGroup>, Source::kGroups> ring_;
  std::vector<Node>& stack_;
  std::size_t depth_ = 0;
  Chunk chunk_;
};

template <class Store>
struct SourceOf {
  using Type = DistanceSource<Store>;
};
template <>
struct SourceOf<MaskTables> {
  using Type = MaskSource;
};

std::unique_ptr<Worker> make_worker_of(Hunt& hunt, Workspace& workspace) {
  const auto make = [&]<class Store>(const Store& store) -> std::unique_ptr<Worker> {
    return std::make_unique<WorkerOf<typename SourceOf<Store>::Type>>(hunt, workspace, store);
  };
  return std::visit(make, hunt.tables().by_profile);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace two_phase
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::two_phase {

SUPERFLIP_DISPATCH_TABLE(make_worker_of);

std::unique_ptr<Worker> make_worker(Hunt& hunt, Workspace& workspace) {
  // When a position that is l moves from its start enters the ring or the stack, the stack holds at most kMostInRing *
  // (14 * l + 3) nodes. For its parent was expanded one turn of the ring after it had entered; in a turn each place of
  // the ring adds at most 14 nodes; and what leaves the stack leaves it lower than it was before it came. Only a start
  // adds 17: none enters until the stack is empty. A node on the stack has at least 3 of kMaxPhase1Length moves to go
  // (is_useful). One more is room for a child that is finished at once.
  constexpr std::size_t kNodes = kMostInRing * (14 * (kMaxPhase1Length - 3) + 3) + 1;
  workspace.stack.resize(kNodes);
  return SUPERFLIP_DISPATCH(make_worker_of)(hunt, workspace);
}

}  // namespace superflip::two_phase
#endif  // HWY_ONCE
