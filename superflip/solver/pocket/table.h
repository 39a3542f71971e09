// The distances of all positions of the pocket cube in one table, so that solving is a walk down it.
//
// The table is made at each start by a breadth-first search over 5040 blocks of 729 twists (table/block_graph.h), which
// is too fast for a file to be worthwhile. A distance is a byte, 3.7 MB in all: packing would save little memory and
// add a step to every lookup. Words contain only U, R and F; words with D, L and B differ from these by a rotation of
// the whole. No position is farther than 11 face turns or 14 quarter turns (jaapsch.net/puzzles/cube2.htm has the
// numbers of positions at each distance, which are the test's oracle).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/cube/move.h"
#include "superflip/solver/detail/deepening.h"
#include "superflip/solver/pocket/coordinate.h"
#include "superflip/table/transition.h"

namespace superflip {

// The turns of U, R and F, which leave the corner DBL alone: each move is its own index in the list.
inline constexpr auto kPocketMoves = moves_at(0, 1, 2, 3, 4, 5, 6, 7, 8);

// Only the corners of a cube count, and it counts as solved if a rotation of the whole cube solves it. Precondition of
// all functions that take a cube: is_pocket(cube). The table is immutable once made and may be used by any number of
// threads.
class PocketTable {
 public:
  // Made on the calling thread, in a fraction of a second. Precondition: htm or qtm. Error: stopped.
  static Expected<std::shared_ptr<const PocketTable>> make(Metric metric, const StopFlag* stop = nullptr);

  Metric metric() const { return metric_; }

  // The number of positions at each distance, from 0 on.
  const std::vector<std::uint64_t>& distribution() const { return distribution_; }

  // The length of the shortest solutions, 0..11 (htm) or 0..14 (qtm).
  int distance(const Cube& c) const { return distance_[PocketCorners::index(c)]; }
  int distance(Index permutation, Index twist) const { return distance_[permutation * PocketTwist::size() + twist]; }

  // How a move acts on the numbers of permutation and twist. Precondition: one of kPocketMoves.
  Index permuted(Index permutation, Move m) const { return permutation_.at(permutation, m); }
  Index twisted(Index twist, Move m) const { return twist_.at(twist, m); }

  // All solutions of exactly that length, in the order of their moves' numbers, until `visit` returns false. Returns
  // true if it never did. Words are normal and do not pass through the solved position before their end.
  using Visit = std::function<bool(const Moves&)>;
  bool each_solution(const Cube& c, int length, const Visit& visit) const;

 private:
  explicit PocketTable(Metric metric);

  Metric metric_;
  TransitionTable<PocketPermutation> permutation_;
  TransitionTable<PocketTwist> twist_;
  std::vector<std::uint8_t> distance_;
  std::vector<std::uint64_t> distribution_;
};

// Whether turns can solve the corners of the cube, that is, whether their twists sum to 0 mod 3. Every permutation of
// them is reachable.
inline bool is_pocket(const Cube& c) { return imbalance(c).twist == 0; }

// The words of one length that reach the goal at their end and not before.
class PocketWalk final : public Walk {
 public:
  // Precondition: is_pocket(cube).
  PocketWalk(std::shared_ptr<const PocketTable> table, const Cube& cube);

  void begin(int length) override;
  Status next(std::uint64_t& nodes) override;
  Solution word() const override { return {word_}; }
  double done() const override;

 private:
  // A position on the path, at most `to_go` from solved, and the move to be tried next there.
  struct Level {
    Index permutation;
    Index twist;
    int to_go;
    std::size_t next;
  };

  std::shared_ptr<const PocketTable> table_;
  Level root_{};
  std::vector<Level> levels_{};  // the root and one per move; empty when there are no more words
  Moves word_{};
  bool at_word_ = false;  // the last move of word_ belongs to no level
};

}  // namespace superflip
