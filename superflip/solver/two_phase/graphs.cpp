#include "superflip/solver/two_phase/graphs.h"

#include <bit>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/slice_flips.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"

namespace superflip::two_phase {
namespace {

constexpr int kOrder = kUdSymmetries;

std::vector<Move> phase1_moves(Metric metric) {
  std::vector<Move> moves;
  for (Move m = 0; m < kMoves; ++m)
    if (metric == Metric::htm || turns_of(m) != 2) moves.push_back(m);
  return moves;
}

class Phase1Graph final : public BlockGraph {
 public:
  Phase1Graph(const Fold& fold, Metric metric) : fold_(fold), moves_(phase1_moves(metric)) {
    rows_.resize(moves_.size() * kOrder * kFlips);
    std::uint16_t* row = rows_.data();
    for (const Move m : moves_)
      for (int s = 0; s < kOrder; ++s)
        for (std::uint32_t f = 0; f < kFlips; ++f) *row++ = fold.flip_conjugate[s][fold.flip_move[f][m]];
  }

  std::uint32_t blocks() const override { return kTwistClasses * kSlices; }
  std::uint32_t block_size() const override { return kFlips; }
  int moves() const override { return static_cast<int>(moves_.size()); }
  int cost(int) const override { return 1; }

  BlockMap move(std::uint32_t block, int move) const override {
    const Move m = moves_[move];
    const std::uint32_t twist = fold_.twist_move[fold_.twist_representative[block / kSlices]][m];
    const std::uint32_t slice = fold_.slice_move[block % kSlices][m];
    const std::uint32_t cls = fold_.twist_fold[twist] & 0xFF;
    const std::uint32_t s = fold_.twist_fold[twist] >> 8;
    return {cls * kSlices + fold_.slice_conjugate[s][slice], fold_.flip_mask[s][slice],
            rows_.data() + (move * kOrder + s) * kFlips};
  }

  void images(std::uint32_t block, std::vector<BlockMap>& maps) const override {
    const std::uint32_t cls = block / kSlices;
    const std::uint32_t slice = block % kSlices;
    for (unsigned set = fold_.twist_stabiliser[cls] & ~1U; set != 0; set &= set - 1) {
      const int s = std::countr_zero(set);
      maps.push_back(
          {cls * kSlices + fold_.slice_conjugate[s][slice], fold_.flip_mask[s][slice], fold_.flip_conjugate[s].data()});
    }
  }

  std::uint32_t weight(std::uint32_t block) const override {
    return kOrder / std::popcount(unsigned{fold_.twist_stabiliser[block / kSlices]});
  }

 private:
  const Fold& fold_;
  std::vector<Move> moves_;
  std::vector<std::uint16_t> rows_;  // [move][symmetry][flip]: the flip after the move and the symmetry
};

// The sym-composite of an outer coordinate, folded by a group of symmetries, and an inner one: a block for each class
// of the outer coordinate.
class FoldedGraph final : public BlockGraph {
 public:
  template <class Outer, class Inner>
  FoldedGraph(const Outer& outer, const Inner& inner, std::span<const Move> moves, Metric metric,
              const Folding& folding, unsigned threads)
      : group_(folding.group),
        blocks_(static_cast<std::uint32_t>(folding.representatives.size())),
        size_(static_cast<std::uint32_t>(inner.size())),
        stabilisers_(folding.stabilisers.begin(), folding.stabilisers.end()),
        rows_(moves.size() * group_.order() * size_) {
    for (const Move m : moves) costs_.push_back(superflip::cost(m, metric));
    const std::uint32_t class_mask = (1U << folding.class_bits) - 1;
    for (const std::uint16_t r : folding.representatives)
      for (const Move m : moves) {
        const std::uint32_t next = folding.fold[outer.index(apply(to_cube(outer, r), m))];
        next_.push_back({next & class_mask, static_cast<std::uint32_t>(
                                                group_.position(static_cast<Symmetry>(next >> folding.class_bits)))});
      }
    const TransitionTable<Inner> transition(inner, moves, threads);
    const TransformTable<Inner> transform(inner, group_, threads);
    const std::size_t order = group_.order();
    parallel_for(moves.size() * order, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto conjugate = transform.row(group_.member(static_cast<int>(i % order)));
        for (std::uint32_t e = 0; e < size_; ++e)
          rows_[i * size_ + e] = static_cast<std::uint16_t>(conjugate[transition.at(e, static_cast<int>(i / order))]);
      }
    });
    for (const Symmetry s : group_.members())
      for (const auto e : transform.row(s)) conjugates_.push_back(static_cast<std::uint16_t>(e));
  }

  std::uint32_t blocks() const override { return blocks_; }
  std::uint32_t block_size() const override { return size_; }
  int moves() const override { return static_cast<int>(costs_.size()); }
  int cost(int move) const override { return costs_[move]; }

  BlockMap move(std::uint32_t block, int move) const override {
    const Next next = next_[block * costs_.size() + move];
    return {next.cls, 0, rows_.data() + (move * group_.order() + next.position) * std::size_t{size_}};
  }

  void images(std::uint32_t block, std::vector<BlockMap>& maps) const override {
    for (unsigned set = stabilisers_[block] & ~1U; set != 0; set &= set - 1) {
      const int position = group_.position(static_cast<Symmetry>(std::countr_zero(set)));
      maps.push_back({block, 0, conjugates_.data() + position * std::size_t{size_}});
    }
  }

  std::uint32_t weight(std::uint32_t block) const override {
    return group_.order() / std::popcount(unsigned{stabilisers_[block]});
  }

 private:
  struct Next {
    std::uint32_t cls;
    std::uint32_t position;  // of the symmetry in the group
  };
  SymmetryGroup group_;
  std::uint32_t blocks_;
  std::uint32_t size_;
  std::vector<int> costs_;
  std::vector<Next> next_;  // [block][move]
  std::vector<std::uint16_t> stabilisers_;
  std::vector<std::uint16_t> rows_;        // [move][symmetry][entry]
  std::vector<std::uint16_t> conjugates_;  // [symmetry][entry]
};

// FlipUDSlice, not folded: a block for each UDSlice.
class FlipSliceGraph final : public BlockGraph {
 public:
  FlipSliceGraph(const Fold& fold, Metric metric) : fold_(fold), moves_(phase1_moves(metric)) {
    for (const Move m : moves_)
      for (std::uint32_t f = 0; f < kFlips; ++f) rows_.push_back(fold.flip_move[f][m]);
  }

  std::uint32_t blocks() const override { return kSlices; }
  std::uint32_t block_size() const override { return kFlips; }
  int moves() const override { return static_cast<int>(moves_.size()); }
  int cost(int) const override { return 1; }
  BlockMap move(std::uint32_t block, int move) const override {
    return {fold_.slice_move[block][moves_[move]], 0, rows_.data() + move * kFlips};
  }
  void images(std::uint32_t, std::vector<BlockMap>&) const override {}
  std::uint32_t weight(std::uint32_t) const override { return 1; }

 private:
  const Fold& fold_;
  std::vector<Move> moves_;
  std::vector<std::uint16_t> rows_;  // [move][flip]
};

Folding twists_of(const Fold& fold) {
  return {kUd16, fold.twist_fold, 8, fold.twist_representative, fold.twist_stabiliser};
}

Folding corners_of(const Fold& fold) {
  return {kUd16, fold.corner_fold, 12, fold.corner_representative, fold.corner_stabiliser};
}

}  // namespace

std::unique_ptr<BlockGraph> make_phase1_graph(const Fold& fold, Metric metric) {
  return std::make_unique<Phase1Graph>(fold, metric);
}

std::unique_ptr<BlockGraph> make_twist_slice_graph(const Fold& fold, Metric metric) {
  return std::make_unique<FoldedGraph>(CornerOrientation{}, UDSlice{}, phase1_moves(metric), metric, twists_of(fold),
                                       1);
}

std::unique_ptr<BlockGraph> make_twist_slice_flips_graph(const Fold& fold, Metric metric) {
  return std::make_unique<FoldedGraph>(CornerOrientation{}, UDSliceFlips{}, phase1_moves(metric), metric,
                                       twists_of(fold), 1);
}

std::unique_ptr<BlockGraph> make_flip_slice_graph(const Fold& fold, Metric metric) {
  return std::make_unique<FlipSliceGraph>(fold, metric);
}

std::unique_ptr<BlockGraph> make_corners_columns_graph(const Fold& fold, Metric metric, const EdgeColumns& columns) {
  return std::make_unique<FoldedGraph>(CornerPermutation{}, columns, kPhase2Moves, metric, corners_of(fold), 1);
}

std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads) {
  return std::make_unique<FoldedGraph>(CornerPermutation{}, Phase2EdgePermutation{}, kPhase2Moves, metric,
                                       corners_of(fold), threads);
}

std::unique_ptr<BlockGraph> make_corners_slice_graph(const Fold& fold, Metric metric) {
  return std::make_unique<FoldedGraph>(CornerPermutation{}, Phase2SlicePermutation{}, kPhase2Moves, metric,
                                       corners_of(fold), 1);
}

std::unique_ptr<BlockGraph> make_twist_flip_graph(const Folding& twists, Metric metric) {
  return std::make_unique<FoldedGraph>(CornerOrientation{}, EdgeOrientation{}, phase1_moves(metric), metric, twists, 1);
}

}  // namespace superflip::two_phase
