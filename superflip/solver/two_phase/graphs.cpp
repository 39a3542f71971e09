#include "superflip/solver/two_phase/graphs.h"

#include <bit>

#include "superflip/coordinate/basic.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"

namespace superflip::two_phase {
namespace {

constexpr int kOrder = kUdSymmetries;

class Phase1Graph final : public BlockGraph {
 public:
  Phase1Graph(const Fold& fold, Metric metric) : fold_(fold) {
    for (Move m = 0; m < kMoves; ++m)
      if (metric == Metric::htm || turns_of(m) != 2) moves_.push_back(m);
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

class CornersEdgesGraph final : public BlockGraph {
 public:
  CornersEdgesGraph(const Fold& fold, Metric metric, unsigned threads)
      : fold_(fold),
        metric_(metric),
        corner_move_(CornerPermutation{}, kPhase2Moves, threads),
        conjugate_(Phase2EdgePermutation{}, kUd16, threads),
        rows_(kPhase2Moves.size() * kOrder * kEdgePermutations) {
    const TransitionTable<Phase2EdgePermutation> edge_move(Phase2EdgePermutation{}, kPhase2Moves, threads);
    parallel_for(kPhase2Moves.size() * kOrder, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto conjugate = conjugate_.row(static_cast<Symmetry>(i % kOrder));
        for (std::uint32_t e = 0; e < kEdgePermutations; ++e)
          rows_[i * kEdgePermutations + e] = conjugate[edge_move.at(e, static_cast<int>(i / kOrder))];
      }
    });
  }

  std::uint32_t blocks() const override { return kCornerClasses; }
  std::uint32_t block_size() const override { return kEdgePermutations; }
  int moves() const override { return static_cast<int>(kPhase2Moves.size()); }
  int cost(int move) const override { return superflip::cost(kPhase2Moves[move], metric_); }

  BlockMap move(std::uint32_t block, int move) const override {
    const std::uint32_t fold = fold_.corner_fold[corner_move_.at(fold_.corner_representative[block], move)];
    return {fold & 0xFFF, 0, rows_.data() + (move * kOrder + (fold >> 12)) * kEdgePermutations};
  }

  void images(std::uint32_t block, std::vector<BlockMap>& maps) const override {
    for (unsigned set = fold_.corner_stabiliser[block] & ~1U; set != 0; set &= set - 1)
      maps.push_back({block, 0, conjugate_.row(static_cast<Symmetry>(std::countr_zero(set))).data()});
  }

  std::uint32_t weight(std::uint32_t block) const override {
    return kOrder / std::popcount(unsigned{fold_.corner_stabiliser[block]});
  }

 private:
  const Fold& fold_;
  Metric metric_;
  TransitionTable<CornerPermutation> corner_move_;
  TransformTable<Phase2EdgePermutation> conjugate_;
  std::vector<std::uint16_t> rows_;  // [move][symmetry][edges]
};

class CornersSliceGraph final : public BlockGraph {
 public:
  explicit CornersSliceGraph(Metric metric) : metric_(metric), corner_move_(CornerPermutation{}, kPhase2Moves) {
    const TransitionTable<Phase2SlicePermutation> slice_move(Phase2SlicePermutation{}, kPhase2Moves);
    for (int m = 0; m < moves(); ++m)
      for (std::uint32_t i = 0; i < kSliceOrders; ++i) rows_[m][i] = slice_move.at(i, m);
  }

  std::uint32_t blocks() const override { return kCornerPermutations; }
  std::uint32_t block_size() const override { return kSliceOrders; }
  int moves() const override { return static_cast<int>(kPhase2Moves.size()); }
  int cost(int move) const override { return superflip::cost(kPhase2Moves[move], metric_); }
  BlockMap move(std::uint32_t block, int move) const override {
    return {corner_move_.at(block, move), 0, rows_[move].data()};
  }
  void images(std::uint32_t, std::vector<BlockMap>&) const override {}
  std::uint32_t weight(std::uint32_t) const override { return 1; }

 private:
  Metric metric_;
  TransitionTable<CornerPermutation> corner_move_;
  std::array<std::array<std::uint16_t, kSliceOrders>, kPhase2Moves.size()> rows_{};
};

}  // namespace

std::unique_ptr<BlockGraph> make_phase1_graph(const Fold& fold, Metric metric) {
  return std::make_unique<Phase1Graph>(fold, metric);
}

std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads) {
  return std::make_unique<CornersEdgesGraph>(fold, metric, threads);
}

std::unique_ptr<BlockGraph> make_corners_slice_graph(Metric metric) {
  return std::make_unique<CornersSliceGraph>(metric);
}

}  // namespace superflip::two_phase
