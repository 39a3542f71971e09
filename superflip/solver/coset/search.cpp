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

#include "superflip/base/detail/dispatch.h"
#include "superflip/base/memory.h"
#include "superflip/solver/coset/search_shuffles.h"
#include "superflip/solver/two_phase/phase1_tables.h"
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

constexpr std::array<std::array<Move, 2>, kLetters> make_moves_of() {
  std::array<std::array<Move, 2>, kLetters> moves{};
  for (Letter l = 0; l < kLetters; ++l)
    if (l != kNoLetter) moves[l] = moves_of(l);
  return moves;
}
constexpr auto kMovesOf = make_moves_of();

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

// `Store` is two_phase::MaskTables, whose entry describes all children, or DistanceTables or SliceTables, whose
// children wait in the buffer until their own distance is read.
template <class Store>
class Walker final : public WordSearch {
 public:
  Walker(const SearchTables& tables, const Store& store)
      : tables_(tables),
        fold_(tables.fold()),
        store_(store),
        metric_(tables.metric()),
        most_(static_cast<int>(tables.endings().size())),
        buffers_(kMaxCost + 1) {}

  void begin(std::span<const Image> images) override {
    images_ = images;
    for (Buffer& buffer : buffers_) buffer.count = 0;
  }

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
    if (to_go <= most_)
      tables_.endings()[static_cast<std::size_t>(to_go) - 1].prefetch(node.place);
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
      if (to_go <= most_) {
        end(tables_.endings()[static_cast<std::size_t>(to_go) - 1], buffer.nodes.data(), count);
      } else {
        for (std::size_t i = 0; i < count; ++i) expand(buffer.nodes[i], to_go);
      }
    }
    buffer.count = 0;
  }

  HWY_INLINE void expand(const SearchNode& node, int to_go) {
    if constexpr (std::is_same_v<Store, SliceTables>)
      expand_by_letters(node, to_go);
    else
      expand_by_turns(node, to_go);
  }

  HWY_INLINE void expand_by_turns(const SearchNode& node, int to_go) {
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
      save(then(pieces, load(kSearchShuffles.letter[m].data())), child.pieces.data());
      child.twist = fold_.twist_move[node.twist][m];
      child.flip = fold_.flip_move[node.flip][m];
      child.slice = fold_.slice_move[node.slice][m];
      const two_phase::Fold::Place place = fold_.place(child.twist, child.flip, child.slice);
      child.place = place.index;
      child.symmetry = static_cast<std::uint8_t>(place.symmetry);
      child.last = m;
      append(to_go - superflip::cost(m, metric_), child);
    }
  }

  // All letters cost 1. A child that is too far by its twist and slice alone does not wait in the buffer.
  HWY_INLINE void expand_by_letters(const SearchNode& node, int to_go) {
    if (store_.phase1_distance(node.place) > to_go) return;
    ++counts.nodes;
    const Pieces pieces = load(node.pieces.data());
    // At the position itself, as seen by no symmetry.
    for (LetterSet set = tables_.may_follow(0, node.last); set != 0; set &= set - 1) {
      const auto l = static_cast<Letter>(std::countr_zero(set));
      const auto [first, second] = kMovesOf[l];
      SearchNode child;
      child.twist = fold_.twist_move[node.twist][first];
      child.flip = fold_.flip_move[node.flip][first];
      child.slice = fold_.slice_move[node.slice][first];
      if (second != kNoMove) {
        child.twist = fold_.twist_move[child.twist][second];
        child.flip = fold_.flip_move[child.flip][second];
        child.slice = fold_.slice_move[child.slice][second];
      }
      const two_phase::Fold::Place place = fold_.place(child.twist, child.flip, child.slice);
      if (store_.blocks[place.index / two_phase::kEdgeFlips] >= to_go) continue;
      save(then(pieces, load(kSearchShuffles.letter[l].data())), child.pieces.data());
      child.place = place.index;
      child.symmetry = static_cast<std::uint8_t>(place.symmetry);
      child.last = l;
      append(to_go - 1, child);
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

  // Marks an element and its product with a half turn: the last letter, turned the other way.
  HWY_INLINE void mark(const Pieces& element, std::uint8_t half_turn) {
    alignas(32) std::array<std::uint8_t, 32> bytes;
    save(element, bytes.data());
    std::uint64_t edges = 0;
    std::uint64_t corners = 0;
    std::uint32_t slice = 0;
    std::memcpy(&edges, bytes.data(), 8);
    std::memcpy(&slice, bytes.data() + 8, 4);
    std::memcpy(&corners, bytes.data() + 16, 8);
    const Place place = numbers_.place(corners, edges, slice);
    marks_->add(place);
    marks_->add(numbers_.moved(place, half_turn));
  }

  HWY_INLINE void end(const Ending* word, const SearchNode& node) {
    const LetterSet may_follow = tables_.may_follow(node.symmetry, node.last);
    const Pieces seen = then(load(node.pieces.data()), load(kSearchShuffles.right[node.symmetry].data()));
    const Pieces back = load(kSearchShuffles.left[node.symmetry].data());
    ++counts.endings;
    for (;; ++word) {
      const Ending w = *word;
      if ((may_follow >> first_letter(w) & 1) != 0) {
        ++counts.leaves;
        Pieces p = seen;
        for (int n = 0; n < 3; ++n) p = then(p, load(kSearchShuffles.pair[pair_of(w, n)].data()));
        const Pieces element = then(p, back);
        const std::uint8_t half_turn = kSearchShuffles.half_turn[node.symmetry][last_letter(w)];
        mark(element, half_turn);
        for (const Image& image : images_)
          mark(then(then(load(image.before.data()), element), load(image.after.data())), image.letter[half_turn]);
      }
      if (is_last(w)) return;
    }
  }

  const SearchTables& tables_;
  const two_phase::Fold& fold_;
  const Store& store_;
  const Metric metric_;
  const int most_;  // the cost of the longest endings
  const G1Numbers& numbers_ = g1_numbers();
  std::vector<Buffer> buffers_;
  std::span<const Image> images_;
  Marks* marks_ = nullptr;
  const StopFlag* stop_ = nullptr;
};

}  // namespace

std::unique_ptr<WordSearch> make_search_of(const SearchTables& tables) {
  return std::visit(
      [&](const auto& store) -> std::unique_ptr<WordSearch> {
        return std::make_unique<Walker<std::remove_cvref_t<decltype(*store)>>>(tables, *store);
      },
      tables.phase1());
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip::coset
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::coset {

SUPERFLIP_DISPATCH_TABLE(make_search_of);

std::unique_ptr<WordSearch> make_search(const SearchTables& tables) {
  return SUPERFLIP_DISPATCH(make_search_of)(tables);
}

SearchCounts& SearchCounts::operator+=(const SearchCounts& other) {
  nodes += other.nodes;
  endings += other.endings;
  leaves += other.leaves;
  return *this;
}

namespace {

// The alternative of the tables that a search reads. Precondition: the profile is not compact.
SearchTables::Phase1 phase1_of(const two_phase::Tables& tables) {
  if (const auto* const masks = std::get_if<two_phase::MaskTables>(&tables.by_profile)) return masks;
  return &std::get<two_phase::DistanceTables>(tables.by_profile);
}

}  // namespace

SearchTables::SearchTables(const std::shared_ptr<const two_phase::Tables>& tables, const StopFlag* stop)
    : SearchTables(tables->metric, tables, *tables->fold, phase1_of(*tables)) {
  tables->move_to_memory(stop);
}

SearchTables::SearchTables(Metric metric, std::shared_ptr<const void> owner, const two_phase::Fold& fold, Phase1 phase1)
    : metric_(metric), owner_(std::move(owner)), fold_(&fold), phase1_(std::move(phase1)) {
  for (int cost = 1; cost <= Endings::max_cost(metric); ++cost) endings_.emplace_back(fold, metric, cost);
  for (const Symmetry s : kAllUdSymmetries)
    for (Letter last = 0; last < kLetters; ++last)
      for (Letter l = 0; l < kLetters; ++l)
        if ((letters_of(metric) >> l & 1) != 0 && coset::may_follow(last, conjugate(l, inverse(s)), metric))
          may_follow_[s][last] |= LetterSet{1} << l;
}

Expected<std::shared_ptr<const SearchTables>> SearchTables::open_in_stm(const TableSource* source, unsigned threads,
                                                                        const Progress& progress,
                                                                        const StopFlag* stop) {
  const auto fold = two_phase::open_fold(source, threads, stop);
  if (!fold) return tl::unexpected<Error>(fold.error());
  const auto& folding = *fold->as<two_phase::Fold>();
  auto distances = two_phase::open_phase1(folding, Metric::stm, source, threads, progress, stop);
  if (!distances) return tl::unexpected<Error>(distances.error());
  if (distances->is_mapped()) move_to_memory(distances->bytes(), [stop](std::size_t) { return !is_set(stop); });
  auto tables = std::make_unique<SliceTables>(SliceTables{*std::move(distances), {}});
  constexpr std::uint32_t kBlocks = two_phase::kTwistClasses * two_phase::kSlices;
  tables->blocks.assign(kBlocks, 15);
  for (std::uint32_t block = 0; block < kBlocks && !is_set(stop); ++block)
    for (std::uint32_t flip = 0; flip < two_phase::kEdgeFlips; ++flip)
      tables->blocks[block] =
          std::min(tables->blocks[block],
                   static_cast<std::uint8_t>(tables->phase1_distance(block * two_phase::kEdgeFlips + flip)));
  if (is_set(stop)) return fail(ErrorKind::stopped, "stopped before the tables were in memory");
  return std::shared_ptr<const SearchTables>(
      new SearchTables(Metric::stm, std::make_shared<const Table>(*fold), folding, std::move(tables)));
}

std::vector<TableIdentity> SearchTables::files_in_stm() {
  return {two_phase::fold_identity(), two_phase::phase1_identity(Metric::stm)};
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
  const two_phase::Fold::Place place = tables.fold().place(raw.twist, raw.flip, raw.slice);
  node.place = place.index;
  node.symmetry = static_cast<std::uint8_t>(place.symmetry);
  node.last = kNoLetter;
  return node;
}

// The word as it is for the cube's image is the same or later in the order of words.
bool is_least(const std::vector<Letter>& word, const std::vector<Symmetry>& symmetries) {
  return std::none_of(symmetries.begin(), symmetries.end(), [&](Symmetry s) {
    std::vector<Letter> image = word;
    for (Letter& l : image) l = conjugate(l, s);
    return image < word;
  });
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
    for (std::size_t n = 0; n < kG1Letters.size(); ++n) {
      const Letter to = conjugate(kG1Letters[n], s);
      made.letter[n] =
          static_cast<std::uint8_t>(std::find(kG1Letters.begin(), kG1Letters.end(), to) - kG1Letters.begin());
    }
    start.symmetries.push_back(s);
    start.images.push_back(made);
  }
  return start;
}

std::vector<Branch> branches(const SearchTables& tables, const Start& start, int to_go, int length) {
  const two_phase::Fold& fold = tables.fold();
  struct Beginning {
    SearchNode node;
    int to_go;
    std::vector<Letter> word;
  };
  std::vector<Beginning> now{{start.root, to_go, {}}};
  for (int n = 0; n < length; ++n) {
    std::vector<Beginning> next;
    for (const Beginning& from : now)
      for (LetterSet set = tables.may_follow(0, from.node.last); set != 0; set &= set - 1) {
        const auto l = static_cast<Letter>(std::countr_zero(set));
        const int left = from.to_go - cost(l, tables.metric());
        if (left < 1) continue;
        Beginning to{from.node, left, from.word};
        to.word.push_back(l);
        for (std::size_t x = 0; x < 32; ++x)
          to.node.pieces[x] = from.node.pieces[(x & 16) + kSearchShuffles.letter[l][x]];
        for (const Move m : moves_of(l)) {
          if (m == kNoMove) continue;
          to.node.twist = fold.twist_move[to.node.twist][m];
          to.node.flip = fold.flip_move[to.node.flip][m];
          to.node.slice = fold.slice_move[to.node.slice][m];
        }
        const two_phase::Fold::Place place = fold.place(to.node.twist, to.node.flip, to.node.slice);
        to.node.place = place.index;
        to.node.symmetry = static_cast<std::uint8_t>(place.symmetry);
        to.node.last = l;
        const int distance =
            std::visit([&](const auto& store) { return store->phase1_distance(place.index); }, tables.phase1());
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
