// FoldedGraph: the graph of an outer coordinate that is folded by symmetry and an inner one that is not.
//
// There is a block for each class of the outer coordinate, and an entry of it for each inner value of a cube as seen
// from the class's representative (see SymComposite). A move carries the representative to a cube c of some class, and
// a symmetry F carries c to that class's representative, F^-1 * c * F. The inner values change by the move and then by
// F. So two lists describe the graph: for each block and move the class and the position of F in the group, and for
// each move and position a row of inner values. An unfolded graph is one with the trivial group.
//
// Derived classes fill the lists, from cubes or from tables.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/table/block_graph.h"

namespace SUPERFLIP_API superflip {

class FoldedGraph : public BlockGraph {
 public:
  // A copy would refer to the self-symmetries of the original.
  FoldedGraph(const FoldedGraph&) = delete;
  FoldedGraph& operator=(const FoldedGraph&) = delete;

  std::uint32_t blocks() const final { return blocks_; }
  std::uint32_t block_size() const final { return size_; }
  std::uint32_t stride() const final { return stride_; }
  int moves() const final { return static_cast<int>(costs_.size()); }
  int cost(int move) const final { return costs_[move]; }

  BlockMap move(std::uint32_t block, int move) const final {
    const Target to = target(block, move);
    return {to.block, 0, row(move, to.position)};
  }

  void images(std::uint32_t block, std::vector<BlockMap>& maps) const final {
    if (self_symmetries_.empty()) return;
    for (std::uint64_t set = self_symmetries_[block] & ~std::uint64_t{1}; set != 0; set &= set - 1) {
      const int position = group_.position(Symmetry(std::countr_zero(set)));
      maps.push_back({block, 0, conjugates_.data() + static_cast<std::size_t>(position) * size_});
    }
  }

  std::uint32_t weight(std::uint32_t block) const final {
    if (self_symmetries_.empty()) return 1;
    return static_cast<std::uint32_t>(group_.order() / std::popcount(self_symmetries_[block]));
  }

 protected:
  // Where a move leads to: a class, and the position in the group of the symmetry F that carries the result to its
  // representative.
  struct Target {
    std::uint32_t block;     // below 2^26
    std::uint32_t position;  // 0..order-1
  };

  // `costs`: the cost of each move, 1 or 2. `size`: number of inner values, 1..65536. `stride`: as in BlockGraph.
  FoldedGraph(const SymmetryGroup& group, std::vector<int> costs, std::uint32_t size, std::uint32_t stride)
      : group_(group), costs_(std::move(costs)), size_(size), stride_(stride) {}

  Target target(std::uint32_t block, int move) const {
    const std::uint32_t to = targets_[block * costs_.size() + static_cast<std::size_t>(move)];
    return {to & kClassMask, to >> kClassBits};
  }

  // For each inner value, the value after a move and then the symmetry at that position.
  const std::uint16_t* row(int move, std::uint32_t position) const {
    return rows_.data() + (static_cast<std::size_t>(move) * order() + position) * size_;
  }

  // Fills the targets of all blocks: target_of(block, list) calls list(move, Target) once for each move. The
  // self-symmetries are those of each class, as bits 0..47, and must outlive the graph; empty means that each class has
  // the identity alone. False when it was stopped.
  template <class TargetsOf>
  bool fill_targets(std::uint32_t blocks, std::span<const std::uint64_t> self_symmetries, unsigned threads,
                    const StopFlag* stop, TargetsOf targets_of) {
    blocks_ = blocks;
    self_symmetries_ = self_symmetries;
    if (!resize(targets_, blocks * costs_.size(), std::uint32_t{0}, stop)) return false;
    parallel_for(blocks, kBlocksAtOnce, threads, [&](std::size_t begin, std::size_t end) {
      if (is_set(stop)) return;
      for (std::size_t b = begin; b < end; ++b) {
        std::uint32_t* const targets = targets_.data() + b * costs_.size();
        targets_of(static_cast<std::uint32_t>(b),
                   [targets](std::size_t move, Target to) { targets[move] = to.block | to.position << kClassBits; });
      }
    });
    return !is_set(stop);
  }

  // Fills the rows: values_of(entry, moved, seen) writes to moved(move, value) the inner value after each move, and to
  // seen(position, value) that of S^-1 * c * S for each member S of the group. False when it was stopped.
  template <class ValuesOf>
  bool fill_rows(unsigned threads, const StopFlag* stop, ValuesOf values_of) {
    std::vector<std::uint16_t> after(costs_.size() * size_);
    conjugates_.resize(order() * size_);
    rows_.resize(costs_.size() * order() * size_);
    parallel_for(size_, kEntriesAtOnce, threads, [&](std::size_t begin, std::size_t end) {
      if (is_set(stop)) return;
      for (std::size_t e = begin; e < end; ++e)
        values_of(
            static_cast<std::uint32_t>(e),
            [&](std::size_t move, Index value) { after[move * size_ + e] = static_cast<std::uint16_t>(value); },
            [&](std::size_t position, Index value) {
              conjugates_[position * size_ + e] = static_cast<std::uint16_t>(value);
            });
    });
    parallel_for(costs_.size() * order(), 1, threads, [&](std::size_t begin, std::size_t end) {
      if (is_set(stop)) return;
      for (std::size_t r = begin; r < end; ++r) {
        const std::uint16_t* const moved = &after[r / order() * size_];
        const std::uint16_t* const seen = &conjugates_[r % order() * size_];
        for (std::size_t e = 0; e < size_; ++e) rows_[r * size_ + e] = seen[moved[e]];
      }
    });
    return !is_set(stop);
  }

  const SymmetryGroup& group() const { return group_; }

 private:
  static constexpr int kClassBits = 26;
  static constexpr std::uint32_t kClassMask = (std::uint32_t{1} << kClassBits) - 1;
  static constexpr std::size_t kBlocksAtOnce = 512;
  static constexpr std::size_t kEntriesAtOnce = 128;

  std::size_t order() const { return group_.members().size(); }

  SymmetryGroup group_;
  std::vector<int> costs_;
  std::uint32_t blocks_ = 0;
  std::uint32_t size_;
  std::uint32_t stride_;
  std::vector<std::uint32_t> targets_;              // [block][move]: class, and position above it
  std::vector<std::uint16_t> rows_;                 // [move][position][entry]
  std::vector<std::uint16_t> conjugates_;           // [position][entry]
  std::span<const std::uint64_t> self_symmetries_;  // [block]
};

}  // namespace superflip
