#include "superflip/solver/coset/search.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/coset/search.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <variant>

#include "superflip/solver/coset/search_shuffles.h"
#include "superflip/solver/two_phase/raw.h"
#include "superflip/solver/two_phase/shuffles.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::coset {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using two_phase::DistanceTables;
using two_phase::kShuffles;
using two_phase::MaskTables;
using two_phase::TurnMask;

// The permutations of a position: one vector of 32 bytes, or two of 16.
#if HWY_MAX_BYTES >= 32
struct Pieces {
  hn::Vec<hn::FixedTag<std::uint8_t, 32>> v;
};
HWY_INLINE Pieces load(const std::uint8_t* p) { return {hn::Load(hn::FixedTag<std::uint8_t, 32>(), p)}; }
HWY_INLINE void save(const Pieces& a, std::uint8_t* p) { hn::Store(a.v, hn::FixedTag<std::uint8_t, 32>(), p); }
HWY_INLINE Pieces then(const Pieces& a, const Pieces& b) { return {hn::TableLookupBytes(a.v, b.v)}; }
#else
struct Pieces {
  hn::Vec<hn::FixedTag<std::uint8_t, 16>> edge, corner;
};
HWY_INLINE Pieces load(const std::uint8_t* p) {
  const hn::FixedTag<std::uint8_t, 16> d;
  return {hn::Load(d, p), hn::Load(d, p + 16)};
}
HWY_INLINE void save(const Pieces& a, std::uint8_t* p) {
  const hn::FixedTag<std::uint8_t, 16> d;
  hn::Store(a.edge, d, p);
  hn::Store(a.corner, d, p + 16);
}
HWY_INLINE Pieces then(const Pieces& a, const Pieces& b) {
  return {hn::TableLookupBytes(a.edge, b.edge), hn::TableLookupBytes(a.corner, b.corner)};
}
#endif

// `Store` is two_phase::MaskTables, whose entry describes all children, or DistanceTables, whose children wait in the
// buffer until their own distance is read.
template <class Store>
class Walker final : public WordSearch {
 public:
  explicit Walker(const SearchTables& tables)
      : tables_(tables),
        fold_(*tables.two_phase->fold),
        store_(std::get<Store>(tables.two_phase->by_profile)),
        metric_(tables.two_phase->metric),
        buffers_(kMaxCost + 1) {}

  void begin(std::span<const Image> images) override { images_ = images; }

  bool search(const Branch& branch, Marks& marks, const StopFlag* stop) override {
    marks_ = &marks;
    stop_ = stop;
    append(branch.to_go, branch.node);
    return !is_set(stop);
  }

  bool finish(Marks& marks, const StopFlag* stop) override {
    marks_ = &marks;
    stop_ = stop;
    for (int to_go = kMaxCost; to_go > 0; --to_go) expand(to_go);
    return !is_set(stop);
  }

 private:
  static constexpr int kMaxCost = 31;
  struct Buffer {
    std::vector<SearchNode> nodes;
    std::size_t count = 0;
  };

  HWY_INLINE void append(int to_go, const SearchNode& node) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(to_go)];
    if (buffer.nodes.empty()) buffer.nodes.resize(kBatch);
    if (buffer.count == kBatch) expand(to_go);
    if (to_go <= Endings::kMaxCost)
      tables_.endings[static_cast<std::size_t>(to_go) - 1].prefetch(node.place);
    else
      store_.prefetch_phase1(node.place);
    buffer.nodes[buffer.count++] = node;
  }

  // Empties a buffer.
  void expand(int to_go) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(to_go)];
    const std::size_t count = buffer.count;
    if (count == 0) return;
    if (!is_set(stop_)) {
      if (to_go <= Endings::kMaxCost) {
        end(tables_.endings[static_cast<std::size_t>(to_go) - 1], buffer.nodes.data(), count);
      } else {
        for (std::size_t i = 0; i < count; ++i) expand(buffer.nodes[i], to_go);
      }
    }
    buffer.count = 0;
  }

  HWY_INLINE void expand(const SearchNode& node, int to_go) {
    TurnMask set = 0;
    if constexpr (std::is_same_v<Store, MaskTables>) {
      set = two_phase::moves_within(store_.phase1[node.place], to_go - 1);
    } else {
      if (store_.phase1_distance(node.place) > to_go) return;
      // Twist and slice alone say which children cannot be near enough; nothing about half turns that cost 2.
      constexpr TurnMask kHalves = 0x222222;
      set = two_phase::moves_within(store_.twist_slice[node.place / two_phase::kEdgeFlips], to_go - 1);
      if (metric_ == Metric::qtm) set |= kHalves;
    }
    ++counts.nodes;
    const Pieces pieces = load(node.pieces.data());
    for (set &= kShuffles.may_follow[node.symmetry][node.last]; set != 0; set &= set - 1) {
      const Move m = kShuffles.real_move[node.symmetry][std::countr_zero(set)];
      SearchNode child;
      save(then(pieces, load(kSearchShuffles.move[m].data())), child.pieces.data());
      child.twist = fold_.twist_move[node.twist][m];
      child.flip = fold_.flip_move[node.flip][m];
      child.slice = fold_.slice_move[node.slice][m];
      const two_phase::Fold::Place place = fold_.place(child.twist, child.flip, child.slice);
      child.place = place.index;
      child.symmetry = static_cast<std::uint8_t>(place.symmetry);
      child.last = m;
      append(to_go - cost(m, metric_), child);
    }
  }

  void end(const Endings& endings, const SearchNode* nodes, std::size_t count) {
    std::array<std::uint32_t, kBatch> first;
    for (std::size_t i = 0; i < count; ++i) {
      first[i] = endings.find(nodes[i].place);
      if (first[i] != Endings::kNone) __builtin_prefetch(endings.words(first[i]));
    }
    for (std::size_t i = 0; i < count; ++i)
      if (first[i] != Endings::kNone) end(endings.words(first[i]), nodes[i]);
  }

  // Marks an element and its product with a half turn: the last move, turned the other way.
  HWY_INLINE void mark(const Pieces& element, std::uint8_t half_turn) {
    alignas(32) std::array<std::uint8_t, 32> bytes;
    save(element, bytes.data());
    std::uint64_t edges = 0;
    std::uint64_t corners = 0;
    std::uint32_t slice = 0;
    std::memcpy(&edges, bytes.data(), 8);
    std::memcpy(&slice, bytes.data() + 8, 4);
    std::memcpy(&corners, bytes.data() + 16, 8);
    const Place place = layout_.place(corners, edges, slice);
    marks_->add(place);
    marks_->add(layout_.moved(place, half_turn));
  }

  HWY_INLINE void end(const Ending* word, const SearchNode& node) {
    const TurnMask may_follow = kShuffles.may_follow[node.symmetry][node.last];
    const Pieces seen = then(load(node.pieces.data()), load(kSearchShuffles.right[node.symmetry].data()));
    const Pieces back = load(kSearchShuffles.left[node.symmetry].data());
    ++counts.endings;
    for (;; ++word) {
      const Ending w = *word;
      if ((may_follow >> kSearchShuffles.turn_bit[first_move(w)] & 1) != 0) {
        ++counts.leaves;
        Pieces p = seen;
        for (int n = 0; n < 3; ++n) p = then(p, load(kSearchShuffles.pair[pair_of(w, n)].data()));
        const Pieces element = then(p, back);
        const std::uint8_t half_turn = kSearchShuffles.half_turn[node.symmetry][last_face(w)];
        mark(element, half_turn);
        for (const Image& image : images_)
          mark(then(then(load(image.before.data()), element), load(image.after.data())), image.move[half_turn]);
      }
      if (is_last(w)) return;
    }
  }

  const SearchTables& tables_;
  const two_phase::Fold& fold_;
  const Store& store_;
  const Metric metric_;
  const Layout& layout_ = layout();
  std::vector<Buffer> buffers_;
  std::span<const Image> images_;
  Marks* marks_ = nullptr;
  const StopFlag* stop_ = nullptr;
};

}  // namespace

std::unique_ptr<WordSearch> make_search_of(const SearchTables& tables) {
  if (std::holds_alternative<MaskTables>(tables.two_phase->by_profile))
    return std::make_unique<Walker<MaskTables>>(tables);
  return std::make_unique<Walker<DistanceTables>>(tables);
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip::coset
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::coset {

HWY_EXPORT(make_search_of);

std::unique_ptr<WordSearch> make_search(const SearchTables& tables) {
  return HWY_DYNAMIC_DISPATCH(make_search_of)(tables);
}

SearchCounts& SearchCounts::operator+=(const SearchCounts& other) {
  nodes += other.nodes;
  endings += other.endings;
  leaves += other.leaves;
  return *this;
}

SearchTables::SearchTables(std::shared_ptr<const two_phase::Tables> opened, const StopFlag* stop)
    : two_phase(std::move(opened)) {
  two_phase->move_to_memory(stop);
  for (int cost = 1; cost <= Endings::kMaxCost; ++cost) endings.emplace_back(*two_phase->fold, two_phase->metric, cost);
}

namespace {

SearchNode node_of(const SearchTables& tables, const Cube& cube) {
  SearchNode node{};
  for (std::size_t x = 0; x < 16; ++x) {
    node.pieces[x] = cube.edge[x] & 15;
    node.pieces[16 + x] = x < kCorners ? cube.corner[x] & 15 : static_cast<std::uint8_t>(x);
  }
  const two_phase::Raw raw = two_phase::raw_of(cube);
  node.twist = raw.twist;
  node.flip = raw.flip;
  node.slice = raw.slice;
  const two_phase::Fold::Place place = tables.two_phase->fold->place(raw.twist, raw.flip, raw.slice);
  node.place = place.index;
  node.symmetry = static_cast<std::uint8_t>(place.symmetry);
  node.last = kNoMove;
  return node;
}

// The word as it is for the cube's image is the same or later in the order of words.
bool is_least(const Moves& word, const std::vector<Symmetry>& symmetries) {
  return std::none_of(symmetries.begin(), symmetries.end(), [&](Symmetry s) { return conjugate(word, s) < word; });
}

}  // namespace

Start start_of(const SearchTables& tables, const Cube& cube) {
  Start start{node_of(tables, cube), {}, {}};
  for (const Symmetry s : kAllUdSymmetries) {
    if (s == Symmetry{}) continue;
    const Cube image = conjugate(cube, s);
    const two_phase::Raw raw = two_phase::raw_of(image);
    if (raw.twist != start.root.twist || raw.flip != start.root.flip || raw.slice != start.root.slice) continue;
    // S^-1 * cube * S == h * cube with h in G1, so that cube * conjugate(word) == h^-1 * S^-1 * (cube * word) * S.
    const Cube h = inverse(image * inverse(cube));
    Image made{{}, kSearchShuffles.right[s], {}};
    for (std::size_t x = 0; x < 16; ++x) {
      made.before[x] = h.edge[kSearchShuffles.left[s][x]] & 15;
      const std::uint8_t corner = kSearchShuffles.left[s][16 + x];
      made.before[16 + x] = corner < kCorners ? h.corner[corner] & 15 : corner;
    }
    for (std::size_t m = 0; m < kPhase2Moves.size(); ++m) {
      const Move to = conjugate(kPhase2Moves[m], s);
      made.move[m] =
          static_cast<std::uint8_t>(std::find(kPhase2Moves.begin(), kPhase2Moves.end(), to) - kPhase2Moves.begin());
    }
    start.symmetries.push_back(s);
    start.images.push_back(made);
  }
  return start;
}

std::vector<Branch> branches(const SearchTables& tables, const Start& start, int to_go, int moves) {
  const two_phase::Fold& fold = *tables.two_phase->fold;
  struct Beginning {
    SearchNode node;
    int to_go;
    Moves word;
  };
  std::vector<Beginning> now{{start.root, to_go, {}}};
  for (int n = 0; n < moves; ++n) {
    std::vector<Beginning> next;
    for (const Beginning& from : now)
      for (const Move m : kAllMoves) {
        const int left = from.to_go - cost(m, tables.two_phase->metric);
        if (left < 1 || (from.node.last != kNoMove && !may_follow(from.node.last, m))) continue;
        Beginning to{from.node, left, from.word};
        to.word.push_back(m);
        for (std::size_t x = 0; x < 32; ++x)
          to.node.pieces[x] = from.node.pieces[(x & 16) + kSearchShuffles.move[m][x]];
        to.node.twist = fold.twist_move[from.node.twist][m];
        to.node.flip = fold.flip_move[from.node.flip][m];
        to.node.slice = fold.slice_move[from.node.slice][m];
        const two_phase::Fold::Place place = fold.place(to.node.twist, to.node.flip, to.node.slice);
        to.node.place = place.index;
        to.node.symmetry = static_cast<std::uint8_t>(place.symmetry);
        to.node.last = m;
        const int distance = std::visit([&](const auto& store) { return store.phase1_distance(place.index); },
                                        tables.two_phase->by_profile);
        if (distance <= left) next.push_back(std::move(to));
      }
    now = std::move(next);
  }
  std::vector<Branch> parts;
  for (const Beginning& b : now)
    if (is_least(b.word, start.symmetries)) parts.push_back({b.node, b.to_go});
  return parts;
}

}  // namespace superflip::coset
#endif
