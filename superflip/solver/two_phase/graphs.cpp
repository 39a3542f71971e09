#include "superflip/solver/two_phase/graphs.h"

#include <array>
#include <bit>
#include <span>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/solver/two_phase/slice_flips.h"
#include "superflip/table/folded_graph.h"
#include "superflip/table/transform.h"

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

// Functions of a value that give functions of a move: f(value)(move) is the value of c * move for cubes c of that
// value. They come from cubes, or from a table [value][move]. The coordinate or the table must live as long as they.
template <class C>
auto by_cubes(const C& coordinate) {
  return [&coordinate](std::uint32_t value) {
    return [&coordinate, cube = to_cube(coordinate, value)](Move m) { return coordinate.index(apply(cube, m)); };
  };
}

using MoveTable = std::span<const std::array<std::uint16_t, kMoves>>;

auto by_table(MoveTable table) {
  return [table](std::uint32_t value) {
    const std::uint16_t* const row = table[value].data();
    return [row](Move m) -> std::uint32_t { return row[m]; };
  };
}

// The sym-composite of an outer coordinate, folded by a group of symmetries, and an inner one.
class CompositeGraph final : public FoldedGraph {
 public:
  // `outer` and `inner` are functions as above. seen(value, S): the inner value of S^-1 * c * S for cubes c of a value.
  template <class Outer, class Inner, class Seen>
  CompositeGraph(const Folding& folding, const Outer& outer, std::uint32_t inner_values, const Inner& inner,
                 const Seen& seen, std::span<const Move> moves, Metric metric, unsigned threads)
      : FoldedGraph(folding.group, costs_of(moves, metric), {inner_values, inner_values}),
        stabilisers_(folding.stabilisers.begin(), folding.stabilisers.end()) {
    const std::uint32_t class_mask = (1U << folding.class_bits) - 1;
    fill_targets(static_cast<std::uint32_t>(folding.representatives.size()), {stabilisers_}, threads, nullptr,
                 [&](std::uint32_t cls, auto put) {
                   const auto after = outer(folding.representatives[cls]);
                   for (std::size_t m = 0; m < moves.size(); ++m) {
                     const std::uint32_t next = folding.fold[after(moves[m])];
                     const auto s = Symmetry(next >> folding.class_bits);
                     put(m, {next & class_mask, static_cast<std::uint32_t>(group().position(s))});
                   }
                 });
    fill_rows(threads, nullptr, [&](std::uint32_t value, auto put_moved, auto put_seen) {
      const auto after = inner(value);
      for (std::size_t m = 0; m < moves.size(); ++m) put_moved(m, after(moves[m]));
      for (int p = 0; p < group().order(); ++p) put_seen(static_cast<std::size_t>(p), seen(value, group().member(p)));
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

Folding twists_of(const Fold& fold) {
  return {kUd16, fold.twist_fold, 8, fold.twist_representative, fold.twist_stabiliser};
}

Folding corners_of(const Fold& fold) {
  return {kUd16, fold.corner_fold, 12, fold.corner_representative, fold.corner_stabiliser};
}

// Of flips, with an outer coordinate folded by symmetries that EdgeOrientation admits.
std::unique_ptr<BlockGraph> make_flips_graph(const Fold& fold, const Folding& folding, MoveTable outer_moves,
                                             Metric metric) {
  return std::make_unique<CompositeGraph>(
      folding, by_table(outer_moves), kEdgeFlips, by_table(fold.flip_move),
      [&](std::uint32_t flip, Symmetry s) { return fold.flip_conjugate[s][flip]; }, phase1_moves(metric), metric, 1);
}

// Of corners and of an inner coordinate of phase 2.
template <class Inner>
std::unique_ptr<BlockGraph> make_corners_graph(const Fold& fold, const Inner& inner, Metric metric, unsigned threads) {
  const CornerPermutation corners{};
  const TransformTable<Inner> transform(inner, kUd16, threads);
  return std::make_unique<CompositeGraph>(
      corners_of(fold), by_cubes(corners), static_cast<std::uint32_t>(inner.size()), by_cubes(inner),
      [&](std::uint32_t value, Symmetry s) { return transform.at(value, s); }, kPhase2Moves, metric, threads);
}

}  // namespace

std::unique_ptr<BlockGraph> make_phase1_graph(const Fold& fold, Metric metric) {
  return std::make_unique<Phase1Graph>(fold, metric);
}

std::unique_ptr<BlockGraph> make_twist_slice_graph(const Fold& fold, Metric metric) {
  return std::make_unique<CompositeGraph>(
      twists_of(fold), by_table(fold.twist_move), kSlices, by_table(fold.slice_move),
      [&](std::uint32_t slice, Symmetry s) { return fold.slice_conjugate[s][slice]; }, phase1_moves(metric), metric, 1);
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
  return std::make_unique<CompositeGraph>(
      twists_of(fold), by_table(fold.twist_move), 16 * kSlices,
      [&](std::uint32_t v) {
        return [&, v](Move m) { return value(fold.slice_move[v / 16][m], fold.flip_move[flip_of[v]][m]); };
      },
      [&](std::uint32_t v, Symmetry s) {
        return value(fold.slice_conjugate[s][v / 16],
                     fold.flip_conjugate[s][flip_of[v]] ^ std::uint32_t{fold.flip_mask[s][v / 16]});
      },
      phase1_moves(metric), metric, 1);
}

std::unique_ptr<BlockGraph> make_corners_columns_graph(const Fold& fold, Metric metric, const EdgeColumns& columns) {
  return make_corners_graph(fold, columns, metric, 1);
}

std::unique_ptr<BlockGraph> make_corners_edges_graph(const Fold& fold, Metric metric, unsigned threads) {
  return make_corners_graph(fold, Phase2EdgePermutation{}, metric, threads);
}

std::unique_ptr<BlockGraph> make_corners_slice_graph(const Fold& fold, Metric metric) {
  return make_corners_graph(fold, Phase2SlicePermutation{}, metric, 1);
}

std::unique_ptr<BlockGraph> make_twist_flip_graph(const Fold& fold, const Folding& twists, Metric metric) {
  return make_flips_graph(fold, twists, fold.twist_move, metric);
}

std::unique_ptr<BlockGraph> make_flip_slice_graph(const Fold& fold, const Folding& slices, Metric metric) {
  return make_flips_graph(fold, slices, fold.slice_move, metric);
}

}  // namespace superflip::two_phase
