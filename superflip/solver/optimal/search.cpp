// The inner loop of the optimal solver, compiled once for every instruction set.
//
// Two values prune a position: that of its coset and that of its inverse's coset. Letters (alphabet.h) are appended to
// the position (here * m). On the side of the inverse (m^-1 * there) K ignores much: all odd letters of an axis lead to
// one coset, and an even one leaves it unchanged. So three lookups there, the first stage, decide about all letters.
// Only for those that survive are the children's own entries read, the second stage. In a folded table letters with the
// same sum of turns share them (x U and x D).
//
// Why nothing is lost. Let d be the distance of cosets of K (or K+, or Q): d(Kx) is the length of the shortest w with x
// w in K, and bounds are at most d. (1) d(K here m) >= d(K here) - |m| for a letter m; nothing of the kind is known of
// d(K m^-1 there). (2) Let w = w1 w2... be a solution of the position, so K there = K w1 w2.... If d(K there) equals
// the number of remaining moves, w1 is not in K, so it is not even; this needs no extra test, since K h there = K there
// for an even letter h. For turns, K D^-1 U^-1 there = K there, K D^-1 U2 there = K D^-1 there: a second turn of an
// axis needs no entry. (3) Letters may be made at either end of the word (x w = 1 as well as x^-1 w^-1 = 1), and the
// end is chosen at each position: with either choice, all words are tried. Words that differ by the order of opposite
// faces are tried once, since each end takes the first of the two faces first. Where both ends meet, they may share an
// axis. (4) A position outside the ball of radius n takes more than n moves; this is not a bound of a coset, so
// children do not inherit it. (5) For a central cube only some words are searched: see central_cubes.h.
//
// No entry is read immediately. Positions are taken from the stack eight at a time, as a wave. All indices of a wave
// are computed together, each step for all of them, and their lines are prefetched. They are read one turn of the loop
// later, after work on one or two other waves. All waves are fed from one stack, so that the order stays nearly depth
// first and the stack small.

#include "superflip/solver/optimal/search.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/optimal/search.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <bit>
#include <vector>

#include "superflip/base/detail/dispatch.h"
#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/numbering.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

using superflip::HWY_NAMESPACE::compose;
using superflip::HWY_NAMESPACE::CubeVector;
using superflip::HWY_NAMESPACE::load;
using superflip::HWY_NAMESPACE::store;

// A position, its inverse, and its path from the start, all in the numbering.
struct alignas(64) Node {
  Cube here;   // the next move m leads to here * m ...
  Cube there;  // ... and m^-1 * there
  // Lower bounds of the distances of the cosets of here and there.
  std::uint8_t bound_here, bound_there;
  std::uint8_t is_known;  // whether bound_there is at least the table's value
  // Turns: the bound of the coset to which a quarter turn on the axis of the last move leads from `there`; or
  // kUnknownBound.
  std::uint8_t bound_same_axis;
  // Syllables on a folded table: the entry of the class of `here`, 0 if it was not read.
  std::uint8_t entry_here;
  std::uint8_t left;  // the cost of the remaining moves
  std::uint8_t parity;
  std::uint8_t is_inverted;  // `here` is the inverse of what is left to solve
  std::uint8_t length;       // of the path
  Letter last_here, last_there;
  std::uint32_t part;
  std::array<std::uint8_t, kMaxPath> path;  // letters in the order they were made; + kInverted: made while inverted

  static constexpr std::uint8_t kUnknownBound = 255;
  static constexpr std::uint8_t kInverted = 64;
};

// An entry whose line was prefetched, and its bound once the line was read.
struct Lookup {
  const std::uint8_t* line;
  std::uint32_t number;  // of the line
  std::uint8_t slot;
  std::uint8_t bound;
};

// Letters in the order in which they are tried: by axis, then by the sum of turns (turns: the first of two opposite
// faces before the second).
template <class Alphabet>
struct Order {
  using Mask = typename Alphabet::Mask;

  std::array<Letter, Alphabet::kLetters> letter{};
  // A number for all letters that lead to one class of a folded table.
  std::array<std::uint8_t, Alphabet::kLetters> group{};
  // Masks of positions in that order. after: which letters may follow a letter (or none). odd: by cost - 1 and by a
  // mask of axes. even: by cost - 1.
  std::array<Mask, Alphabet::kLetters + 1> after{};
  std::array<std::array<Mask, 1U << kAxes>, 2> odd{};
  std::array<Mask, 2> even{};

  explicit Order(const Alphabet& alphabet) {
    std::size_t at = 0;
    for (int axis = 0; axis < kAxes; ++axis)
      for (int sum = 0; sum < 4; ++sum)
        for (Letter m = 0; m < Alphabet::kLetters; ++m) {
          if (Alphabet::axis(m) != axis || Alphabet::sum(m) != sum) continue;
          const Mask bit = Mask{1} << at;
          letter[at] = m;
          group[at] = static_cast<std::uint8_t>(4 * axis + sum);
          for (Letter last = 0; last <= Alphabet::kLetters; ++last)
            if (Alphabet::may_follow(last, m)) after[last] |= bit;
          const auto cost = static_cast<std::size_t>(alphabet.cost(m) - 1);
          if (Alphabet::is_even(m)) {
            even[cost] |= bit;
          } else {
            for (std::size_t axes = 0; axes < odd[cost].size(); ++axes)
              if ((axes >> axis & 1) != 0) odd[cost][axes] |= bit;
          }
          ++at;
        }
  }
};

template <class Index, class Alphabet>
class Searcher : public Worker {
 public:
  explicit Searcher(SharedIteration& iteration)
      : iteration_(iteration),
        alphabet_(iteration.shape->metric),
        order_(alphabet_),
        index_(*iteration.shape),
        lines_(iteration.lines),
        base_(iteration.shape->base),
        max_bound_(iteration.shape->max_bound()),
        radius_(iteration.ball == nullptr ? 0 : iteration.ball->radius()) {}

  bool run() override {
    constexpr unsigned kTurns = 64;  // about a tenth of a millisecond
    for (;;) {
      for (unsigned i = 0; i < kTurns; ++i, ++turn_) {
        if (iteration_.is_over.load(std::memory_order_relaxed)) return true;
        begin(first_[turn_ % 2]);
        finish_second();
        finish_first(first_[1 - turn_ % 2]);
        if (stack_.empty() && first_[turn_ % 2].size == 0 && second_.children == 0) return true;
      }
      iteration_.nodes.fetch_add(counts_.nodes - counted_, std::memory_order_relaxed);
      counted_ = counts_.nodes;
      const Control control = iteration_.on_poll ? iteration_.on_poll() : Control::go_on;
      if (control == Control::end) iteration_.is_over = true;
      if (control == Control::pause) return false;
    }
  }

  Counts counts() const override { return counts_; }

 private:
  static constexpr unsigned kWave = 8;
  static constexpr Letter kNoLetter = Alphabet::kLetters;
  // Whether some letters lead to the class of the position itself.
  static constexpr bool kHasOwn = Alphabet::kIsWholeAxis && Index::kIsFolded;
  using Mask = typename Alphabet::Mask;
  using NodeId = std::uint32_t;  // index into nodes_

  // A wave of positions whose entries of the first stage are being prefetched.
  struct FirstStage {
    struct Item {
      NodeId node;
      std::uint8_t asked;  // mask of the lookups that were made
      // The bounds after an odd letter of each axis; the last one is of the position itself.
      std::array<std::uint8_t, kAxes + 1> bound;
      std::array<Lookup, kAxes + 1> lookup;
    };
    std::array<Item, kWave> item;
    unsigned size = 0;
  };

  // The children of a wave, whose own entries are being prefetched.
  struct Child {
    NodeId parent;
    std::uint16_t lookup;
    Letter letter;
    std::uint8_t bound_there;
    std::uint8_t bound_same_axis;
  };
  struct SecondStage {
    std::array<NodeId, kWave> parent;
    unsigned parents = 0;
    std::array<Child, kWave * Alphabet::kLetters> child;
    unsigned children = 0;
    std::array<Lookup, kWave * Alphabet::kLetters> lookup;
    unsigned lookups = 0;
  };

  // Takes the next position; false if there is none now.
  bool take(NodeId& id) {
    if (stack_.empty()) return take_part(id);
    id = stack_.back();
    stack_.pop_back();
    return true;
  }

  NodeId new_node() {
    if (HWY_UNLIKELY(free_.empty())) {
      nodes_.emplace_back();
      return static_cast<NodeId>(nodes_.size() - 1);
    }
    const NodeId id = free_.back();
    free_.pop_back();
    return id;
  }

  bool take_part(NodeId& id) {
    if (iteration_.next.load(std::memory_order_relaxed) >= iteration_.parts.size()) return false;
    const std::size_t i = iteration_.next.fetch_add(1, std::memory_order_relaxed);
    if (i >= iteration_.parts.size()) return false;
    Part& part = iteration_.parts[i];
    part.nodes = 0;
    id = new_node();
    Node& node = nodes_[id];
    node.here = iteration_.cube;
    node.last_here = kNoLetter;
    const std::span word = std::span(part.moves).first(part.length);
    const int letters = read_letters<Alphabet>(word, node.path);
    for (int n = 0; n < letters; ++n) {
      node.here = node.here * Alphabet::cube(node.path[n]);
      node.last_here = node.path[n];
    }
    node.there = inverse(node.here);
    node.bound_here = node.bound_there = 0;
    node.is_known = 0;
    node.bound_same_axis = Node::kUnknownBound;
    node.entry_here = 0;
    node.left = static_cast<std::uint8_t>(iteration_.length - length(word, iteration_.shape->metric));
    node.parity = static_cast<std::uint8_t>(corner_parity(node.here));
    node.is_inverted = 0;
    node.length = static_cast<std::uint8_t>(letters);
    node.last_there = kNoLetter;
    node.part = static_cast<std::uint32_t>(i);
    return true;
  }

  static void turn_round(Node& n) {
    std::swap(n.here, n.there);
    std::swap(n.bound_here, n.bound_there);
    std::swap(n.last_here, n.last_there);
    n.is_inverted ^= 1;
    n.is_known = 1;
    n.bound_same_axis = Node::kUnknownBound;
    n.entry_here = 0;
  }

  void prefetch(std::uint64_t index, Lookup& lookup) {
    const std::uint64_t line = index / kLineEntries;
    lookup = {lines_ + line * kLineBytes, static_cast<std::uint32_t>(line),
              static_cast<std::uint8_t>(index - line * kLineEntries), 0};
    hwy::Prefetch(lookup.line);
  }

  // This is done for all lookups of a wave first, so that the reads of low distances overlap.
  HWY_INLINE void arrive(Lookup& p) const {
    p.bound = static_cast<std::uint8_t>(bound(p.line, p.slot, base_));
    if (HWY_UNLIKELY(p.bound <= base_)) iteration_.low_distances->prefetch(index_of(p));
  }

  HWY_INLINE std::uint8_t read(const Lookup& p) const { return HWY_LIKELY(p.bound > base_) ? p.bound : read_low(p); }

  HWY_NOINLINE std::uint8_t read_low(const Lookup& p) const {
    return std::max(p.bound, static_cast<std::uint8_t>(iteration_.low_distances->bound(index_of(p))));
  }

  static std::uint64_t index_of(const Lookup& p) { return std::uint64_t{p.number} * kLineEntries + p.slot; }

  HWY_NOINLINE void begin(FirstStage& wave) {
    wave.size = 0;
    std::array<std::uint8_t, kWave*(kAxes + 1)> of_item;
    const std::array<CubeVector, kAxes> quarter{load(kNumberedMoves[make_move(U, 1)]),
                                                load(kNumberedMoves[make_move(R, 1)]),
                                                load(kNumberedMoves[make_move(F, 1)])};
    NodeId id = 0;
    while (wave.size < kWave && take(id)) {
      Node& n = nodes_[id];
      ++counts_.nodes;
      ++iteration_.parts[n.part].nodes;
      if (n.left == 0) {
        if (n.here == kSolved) report(n);
        free_.push_back(id);
        continue;
      }
      if (n.left <= radius_ && iteration_.ball->bound(kNumbering * n.here * kNumberingInverse) > n.left) {
        free_.push_back(id);
        continue;
      }
      if (n.bound_here >= n.left && n.bound_there < n.left) turn_round(n);
      auto& item = wave.item[wave.size++];
      item.node = id;
      item.asked = 0;
      item.bound = {0, 0, 0, n.bound_there};
      const bool is_same_known = n.bound_same_axis != Node::kUnknownBound;
      if (is_same_known) item.bound[Alphabet::axis(n.last_here)] = n.bound_same_axis;
      if (n.left > max_bound_ + 1) continue;
      const CubeVector there = load(n.there);
      const auto want = [&](int which, const CubeVector& v, unsigned parity) HWY_ATTR {
        of_item[batch_.size] = static_cast<std::uint8_t>((wave.size - 1) << 2 | which);
        index_.add(batch_, v.corner, v.edge, parity);
        item.asked |= static_cast<std::uint8_t>(1 << which);
      };
      if (!n.is_known) want(kAxes, there, n.parity);
      for (int axis = 0; axis < kAxes; ++axis) {
        if (n.last_here != kNoLetter && axis == Alphabet::axis(n.last_here) &&
            (Alphabet::ends_axis(n.last_here) || is_same_known))
          continue;
        want(axis, compose(quarter[axis], there), n.parity ^ 1U);
      }
    }
    const unsigned lookups = batch_.size;
    counts_.lookups += lookups;
    const auto lookup = [&](unsigned i)
                            HWY_ATTR -> Lookup& { return wave.item[of_item[i] >> 2].lookup[of_item[i] & 3]; };
    index_.finish(batch_, [&](unsigned i, std::uint64_t index) HWY_ATTR { prefetch(index, lookup(i)); });
    fetch(lookups, [&](unsigned i) HWY_ATTR { return lookup(i).line; });
  }

  // For a central cube: the ranks of the windows that end with the next move, indexed by that move.
  HWY_NOINLINE const std::uint16_t* ranks_at(const Node& n) const {
    std::array<Move, 2> last;
    int found = 0;
    for (int i = n.length; i-- > 0 && found < 2;)
      if ((n.path[i] & Node::kInverted) == (n.is_inverted != 0 ? Node::kInverted : 0))
        last[found++] = Move(n.path[i] & (Node::kInverted - 1));
    // This end has fewer than two moves: the cyclic word continues at the other end, whose moves are inverted here.
    for (int i = 0; found < 2; ++i) last[found++] = inverse(Move(n.path[i]));
    return iteration_.prefixes->after(last[1], last[0]);
  }

  HWY_NOINLINE Mask within_prefixes(const Node& n, Mask letters) const {
    const std::uint16_t* const ranks = ranks_at(n);
    const unsigned least_rank = iteration_.prefixes->rank(Move(n.path[0]), Move(n.path[1]), Move(n.path[2]));
    for (Mask rest = letters; rest != 0; rest &= rest - 1)
      if (ranks[order_.letter[std::countr_zero(rest)]] < least_rank) letters ^= rest & (Mask{0} - rest);
    return letters;
  }

  HWY_NOINLINE void finish_first(FirstStage& wave) {
    second_.parents = 0;
    second_.children = 0;
    for (unsigned k = 0; k < wave.size; ++k) {
      auto& item = wave.item[k];
      for (unsigned asked = item.asked; asked != 0; asked &= asked - 1) arrive(item.lookup[std::countr_zero(asked)]);
    }
    for (unsigned k = 0; k < wave.size; ++k) {
      auto& item = wave.item[k];
      Node& n = nodes_[item.node];
      for (unsigned asked = item.asked; asked != 0; asked &= asked - 1) {
        const int which = std::countr_zero(asked);
        item.bound[which] = std::max(item.bound[which], read(item.lookup[which]));
      }
      n.bound_there = item.bound[kAxes];
      n.is_known |= static_cast<std::uint8_t>(item.asked >> kAxes);
      Mask letters = 0;
      for (int cost = 1; cost <= 2; ++cost) {
        unsigned axes = 0;
        for (int axis = 0; axis < kAxes; ++axis)
          axes |= static_cast<unsigned>(item.bound[axis] <= n.left - cost) << axis;
        letters |= order_.odd[cost - 1][axes] | (n.bound_there <= n.left - cost ? order_.even[cost - 1] : 0);
      }
      letters &= n.bound_there <= n.left ? order_.after[n.last_here] : 0;
      if constexpr (!Alphabet::kIsWholeAxis)
        if (HWY_UNLIKELY(iteration_.prefixes != nullptr)) letters = within_prefixes(n, letters);
      if (letters == 0) {
        free_.push_back(item.node);
        continue;
      }
      second_.parent[second_.parents++] = item.node;
      const CubeVector here = load(n.here);
      int read_group = -1;
      for (; letters != 0; letters &= letters - 1) {
        const int at = std::countr_zero(letters);
        const Letter m = order_.letter[at];
        const bool is_even = Alphabet::is_even(m);
        const std::uint8_t bound = item.bound[Alphabet::axis(m)];
        // On a folded table letters of the same sum lead to one class: x U = x D (U D').
        if (n.left - alphabet_.cost(m) < max_bound_ && !(Index::kIsFolded && order_.group[at] == read_group) &&
            !(kHasOwn && Alphabet::sum(m) == 0)) {
          const CubeVector v = compose(here, load(Alphabet::cube(m)));
          index_.add(batch_, v.corner, v.edge, n.parity ^ (is_even ? 0U : 1U));
          read_group = order_.group[at];
        }
        Child& child = second_.child[second_.children++];
        child.parent = item.node;
        child.lookup = static_cast<std::uint16_t>(batch_.size - 1);
        child.letter = m;
        child.bound_there = is_even ? n.bound_there : bound;
        child.bound_same_axis = n.left > max_bound_ + 1 ? Node::kUnknownBound : is_even ? bound : n.bound_there;
      }
    }
    wave.size = 0;
    second_.lookups = batch_.size;
    counts_.lookups += batch_.size;
    index_.finish(batch_, [&](unsigned i, std::uint64_t index) HWY_ATTR { prefetch(index, second_.lookup[i]); });
    fetch(second_.lookups, [&](unsigned i) HWY_ATTR { return second_.lookup[i].line; });
  }

  HWY_NOINLINE void finish_second() {
    for (unsigned i = 0; i < second_.lookups; ++i) arrive(second_.lookup[i]);
    for (unsigned k = 0; k < second_.children; ++k) {
      const Child& c = second_.child[k];
      const bool is_even = Alphabet::is_even(c.letter);
      const int cost = alphabet_.cost(c.letter);
      const int left = nodes_[c.parent].left - cost;
      std::uint8_t entry = 0;
      if (kHasOwn && Alphabet::sum(c.letter) == 0)
        entry = nodes_[c.parent].entry_here;
      else if (left < max_bound_)
        entry = read(second_.lookup[c.lookup]);
      const int bound_here = std::max<int>(nodes_[c.parent].bound_here - cost, entry);
      if (bound_here > left) continue;
      const NodeId id = new_node();
      stack_.push_back(id);
      const Node& n = nodes_[c.parent];
      Node& child = nodes_[id];
      store(compose(load(n.here), load(Alphabet::cube(c.letter))), child.here);
      store(compose(load(Alphabet::cube(Alphabet::inverse(c.letter))), load(n.there)), child.there);
      child.bound_here = static_cast<std::uint8_t>(bound_here);
      child.bound_there = c.bound_there;
      child.is_known = is_even ? n.is_known : n.left <= max_bound_ + 1;
      child.bound_same_axis = c.bound_same_axis;
      child.entry_here = entry;
      child.left = static_cast<std::uint8_t>(left);
      child.parity = static_cast<std::uint8_t>(n.parity ^ (is_even ? 0 : 1));
      child.is_inverted = n.is_inverted;
      child.length = static_cast<std::uint8_t>(n.length + 1);
      child.last_here = c.letter;
      child.last_there = n.last_there;
      child.part = n.part;
      child.path = n.path;
      child.path[n.length] = static_cast<std::uint8_t>(c.letter | (n.is_inverted != 0 ? Node::kInverted : 0));
    }
    for (unsigned k = 0; k < second_.parents; ++k) free_.push_back(second_.parent[k]);
  }

  void report(const Node& n) {
    Moves word;
    for (int i = 0; i < n.length; ++i)
      if ((n.path[i] & Node::kInverted) == 0) Alphabet::spell(n.path[i], word);
    for (int i = n.length; i-- > 0;)
      if ((n.path[i] & Node::kInverted) != 0)
        Alphabet::spell(Alphabet::inverse(n.path[i] & (Node::kInverted - 1)), word);
    if (iteration_.on_solution(word)) iteration_.is_over = true;
  }

  SharedIteration& iteration_;
  const Alphabet alphabet_;
  const Order<Alphabet> order_;
  Index index_;
  const std::uint8_t* const lines_;
  int base_;
  int max_bound_;
  int radius_;  // of the ball; 0 without one
  unsigned turn_ = 0;
  Counts counts_;
  std::uint64_t counted_ = 0;  // nodes already added to iteration_.nodes
  std::vector<Node> nodes_;
  std::vector<NodeId> free_;
  std::vector<NodeId> stack_;
  std::array<FirstStage, 2> first_;
  SecondStage second_;
  Batch<kWave * Alphabet::kLetters> batch_;
};

std::unique_ptr<Worker> make_worker_here(SharedIteration& iteration) {
  return with_indexer(*iteration.shape, [&iteration](const auto& index) -> std::unique_ptr<Worker> {
    using Index = std::decay_t<decltype(index)>;
    return with_alphabet(iteration.shape->metric, [&iteration](const auto& alphabet) -> std::unique_ptr<Worker> {
      return std::make_unique<Searcher<Index, std::decay_t<decltype(alphabet)>>>(iteration);
    });
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::optimal {

SUPERFLIP_DISPATCH_TABLE(make_worker_here);

std::unique_ptr<Worker> make_worker(SharedIteration& iteration) {
  return SUPERFLIP_DISPATCH(make_worker_here)(iteration);
}

}  // namespace superflip::optimal
#endif  // HWY_ONCE
