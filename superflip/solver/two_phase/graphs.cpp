#include "superflip/solver/two_phase/graphs.h"

#include <array>
#include <bit>

#include "superflip/coordinate/basic.h"
#include "superflip/solver/two_phase/slice_flips.h"
#include "superflip/table/folded_graph.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"

namespace superflip::two_phase {
namespace {

constexpr int kOrder = kUdSymmetries;

std::vector<Move> phase1_moves(Metric metric) {
  std::vector<Move> moves;
  for (const Move m : kAllMoves)
    if (cost(m, metric) == 1) moves.push_back(m);
  return moves;
}

// One turn, or two: in stm a turn of a slice is one of two opposite faces in the same direction. Else the second is
// kNoMove.
using Word = std::array<Move, 2>;

// The moves of cost 1.
std::vector<Word> phase1_words(Metric metric) {
  std::vector<Word> words;
  for (const Move m : phase1_moves(metric)) words.push_back({m, kNoMove});
  if (metric == Metric::stm)
    for (const Face first : {U, R, F})
      for (const int turns : {1, 2, 3})
        words.push_back({make_move(first, turns), make_move(opposite(first), 4 - turns)});
  return words;
}

class Phase1Graph final : public BlockGraph {
 public:
  Phase1Graph(const Fold& fold, Metric metric) : fold_(fold), words_(phase1_words(metric)) {
    rows_.resize(words_.size() * kOrder * kEdgeFlips);
    std::uint16_t* row = rows_.data();
    for (const Word word : words_)
      for (int s = 0; s < kOrder; ++s)
        for (std::uint32_t f = 0; f < kEdgeFlips; ++f) *row++ = fold.flip_conjugate[s][after(fold.flip_move, f, word)];
  }

  std::uint32_t blocks() const override { return kTwistClasses * kSlices; }
  std::uint32_t block_size() const override { return kEdgeFlips; }
  int moves() const override { return static_cast<int>(words_.size()); }
  int cost(int) const override { return 1; }

  BlockMap move(std::uint32_t block, int move) const override {
    const Word word = words_[move];
    const std::uint32_t twist = after(fold_.twist_move, fold_.twist_representative[block / kSlices], word);
    const std::uint32_t slice = after(fold_.slice_move, block % kSlices, word);
    const std::uint32_t cls = fold_.twist_fold[twist] & 0xFF;
    const std::uint32_t s = fold_.twist_fold[twist] >> 8;
    return {cls * kSlices + fold_.slice_conjugate[s][slice], fold_.flip_mask[s][slice],
            rows_.data() + (move * kOrder + s) * kEdgeFlips};
  }

  std::span<const std::uint16_t> rows() const override { return rows_; }

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
  template <class Table>
  static std::uint32_t after(const Table& table, std::uint32_t value, Word word) {
    value = table[value][word[0]];
    return word[1] == kNoMove ? value : table[value][word[1]];
  }

  const Fold& fold_;
  std::vector<Word> words_;
  std::vector<std::uint16_t> rows_;  // [move][symmetry][flip]: the flip after the move and the symmetry
};

// The sym-composite of an outer coordinate, folded by a group of symmetries, and an inner one.
class SymCompositeGraph final : public FoldedGraph {
 public:
  template <class Outer, class Inner>
  SymCompositeGraph(const Outer& outer, const Inner& inner, std::span<const Move> moves, Metric metric,
                    const Folding& folding, unsigned threads)
      : FoldedGraph(folding.group, costs_of(moves, metric),
                    {static_cast<std::uint32_t>(inner.size()), static_cast<std::uint32_t>(inner.size())}),
        stabilisers_(folding.stabilisers.begin(), folding.stabilisers.end()) {
    const std::uint32_t class_mask = (1U << folding.class_bits) - 1;
    fill_targets(static_cast<std::uint32_t>(folding.representatives.size()), {stabilisers_}, threads, nullptr,
                 [&](std::uint32_t cls, auto put) {
                   const Cube cube = to_cube(outer, folding.representatives[cls]);
                   for (std::size_t m = 0; m < moves.size(); ++m) {
                     const std::uint32_t next = folding.fold[outer.index(apply(cube, moves[m]))];
                     const auto s = Symmetry(next >> folding.class_bits);
                     put(m, {next & class_mask, static_cast<std::uint32_t>(group().position(s))});
                   }
                 });
    const TransitionTable<Inner> transition(inner, moves, threads);
    const TransformTable<Inner> transform(inner, group(), threads);
    fill_rows(threads, nullptr, [&](std::uint32_t e, auto moved, auto seen) {
      for (std::size_t m = 0; m < moves.size(); ++m) moved(m, transition.at(e, static_cast<int>(m)));
      for (int p = 0; p < group().order(); ++p) seen(static_cast<std::size_t>(p), transform.at(e, group().member(p)));
    });
  }

 private:
  static std::vector<int> costs_of(std::span<const Move> moves, Metric metric) {
    std::vector<int> costs;
    for (const Move m : moves) costs.push_back(superflip::cost(m, metric));
    return costs;
  }

  std::vector<std::uint64_t> stabilisers_;
};

// The same for phase 1, from the folding tables: outer_move[value][move] is the outer value after a move.
class Phase1CompositeGraph final : public FoldedGraph {
 public:
  // after(value, move) and seen(value, s): the inner values of c * move and of S^-1 * c * S for cubes c of that value.
  template <class OuterMove, class After, class Seen>
  Phase1CompositeGraph(const Folding& folding, const OuterMove& outer_move, std::uint32_t values,
                       std::span<const Move> moves, const After& after, const Seen& seen)
      : FoldedGraph(folding.group, std::vector<int>(moves.size(), 1), {values, values}),
        stabilisers_(folding.stabilisers.begin(), folding.stabilisers.end()) {
    const std::uint32_t class_mask = (1U << folding.class_bits) - 1;
    fill_targets(static_cast<std::uint32_t>(folding.representatives.size()), {stabilisers_}, 1, nullptr,
                 [&](std::uint32_t cls, auto put) {
                   for (std::size_t m = 0; m < moves.size(); ++m) {
                     const std::uint32_t next = folding.fold[outer_move[folding.representatives[cls]][moves[m]]];
                     const auto s = Symmetry(next >> folding.class_bits);
                     put(m, {next & class_mask, static_cast<std::uint32_t>(group().position(s))});
                   }
                 });
    fill_rows(1, nullptr, [&](std::uint32_t value, auto put_moved, auto put_seen) {
      for (std::size_t m = 0; m < moves.size(); ++m) put_moved(m, after(value, moves[m]));
      for (int p = 0; p < group().order(); ++p) put_seen(static_cast<std::size_t>(p), seen(value, group().member(p)));
    });
  }

 private:
  std::vector<std::uint64_t> stabilisers_;
};

// Of flips, with an outer coordinate folded by symmetries that EdgeOrientation admits.
template <class OuterMove>
std::unique_ptr<BlockGraph> make_flips_graph(const Fold& fold, const Folding& folding, const OuterMove& outer_move,
                                             Metric metric) {
  return std::make_unique<Phase1CompositeGraph>(
      folding, outer_move, kEdgeFlips, phase1_moves(metric),
      [&](std::uint32_t flip, Move m) { return fold.flip_move[flip][m]; },
      [&](std::uint32_t flip, Symmetry s) { return fold.flip_conjugate[s][flip]; });
}

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
  return std::make_unique<Phase1CompositeGraph>(
      twists_of(fold), fold.twist_move, kSlices, phase1_moves(metric),
      [&](std::uint32_t slice, Move m) { return fold.slice_move[slice][m]; },
      [&](std::uint32_t slice, Symmetry s) { return fold.slice_conjugate[s][slice]; });
}

std::unique_ptr<BlockGraph> make_twist_slice_flips_graph(const Fold& fold, Metric metric) {
  const SliceShifts shifts = make_slice_shifts();
  std::vector<std::uint16_t> flip_of;  // of 16 * UDSlice + the flips of its edges: a flip with these
  for (const auto& shift : shifts)
    for (std::uint32_t four = 0; four < 16; ++four) {
      std::uint32_t all = 0;
      std::uint32_t others = 0xFFF;
      for (int i = 0; i < 4; ++i) {
        all |= (four >> (3 - i) & 1) << shift[i];
        others &= ~(1U << shift[i]);
      }
      if (std::popcount(all) % 2 != 0) all |= std::bit_floor(others);
      flip_of.push_back(static_cast<std::uint16_t>(all >> 1));
    }
  const auto value = [&](std::uint32_t slice, std::uint32_t flip) {
    return 16 * slice + slice_flips(shifts, slice, flip);
  };
  return std::make_unique<Phase1CompositeGraph>(
      twists_of(fold), fold.twist_move, 16 * kSlices, phase1_moves(metric),
      [&](std::uint32_t v, Move m) { return value(fold.slice_move[v / 16][m], fold.flip_move[flip_of[v]][m]); },
      [&](std::uint32_t v, Symmetry s) {
        return value(fold.slice_conjugate[s][v / 16],
                     fold.flip_conjugate[s][flip_of[v]] ^ std::uint32_t{fold.flip_mask[s][v / 16]});
      });
}

std::unique_ptr<BlockGraph> make_corners_columns_graph(const Fold& fold, Metric metric, const EdgeColumns& columns) {
  return std::make_unique<SymCompositeGraph>(CornerPermutation{}, columns, kPhase2Moves, metric, corners_of(fold), 1);
}

std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads) {
  return std::make_unique<SymCompositeGraph>(CornerPermutation{}, Phase2EdgePermutation{}, kPhase2Moves, metric,
                                             corners_of(fold), threads);
}

std::unique_ptr<BlockGraph> make_corners_slice_graph(const Fold& fold, Metric metric) {
  return std::make_unique<SymCompositeGraph>(CornerPermutation{}, Phase2SlicePermutation{}, kPhase2Moves, metric,
                                             corners_of(fold), 1);
}

std::unique_ptr<BlockGraph> make_twist_flip_graph(const Fold& fold, const Folding& twists, Metric metric) {
  return make_flips_graph(fold, twists, fold.twist_move, metric);
}

std::unique_ptr<BlockGraph> make_flip_slice_graph(const Fold& fold, const Folding& slices, Metric metric) {
  return make_flips_graph(fold, slices, fold.slice_move, metric);
}

}  // namespace superflip::two_phase
