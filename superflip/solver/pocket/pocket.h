// The pocket cube, solved optimally: every position's distance is in one table, so that solving is a walk down it.
//
// The table is made at each start, which takes less time than reading a file would be worth: a breadth-first search
// over 5040 blocks of 729 twists (table/pruning.h). A distance is a byte, 3.7 MB in all: packing would save memory that
// nobody misses, and cost a step in every look-up. Words are of U, R and F alone; those with D, L and B differ from
// them by a rotation of the whole. No position is farther than 11 face turns or 14 quarter turns
// (jaapsch.net/puzzles/cube2.htm has the numbers of positions at each distance, which are the test's oracle).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/solver/pocket/coordinate.h"
#include "superflip/table/transition.h"

namespace superflip {

// The turns of U, R and F, which leave the corner DBL alone: each move is its own place in the list.
inline constexpr std::array<Move, 9> kPocketMoves{0, 1, 2, 3, 4, 5, 6, 7, 8};

// A cube's corners are all that counts, and it is solved when a rotation of the whole makes it so. Preconditions of all
// that take one: its twists sum to 0 mod 3. Immutable once made, for any number of threads.
class PocketSolver {
 public:
  explicit PocketSolver(Metric metric = Metric::htm);

  Metric metric() const { return metric_; }

  // How many positions there are at each distance, from 0 on.
  const std::vector<std::uint64_t>& distribution() const { return distribution_; }

  // The length of the shortest solutions, 0..11 (htm) or 0..14 (qtm).
  int distance(const Cube& c) const { return distance_[PocketCorners::index(c)]; }

  // The shortest solution, of several the first by the numbers of its moves.
  Moves solve(const Cube& c) const;

  // At most `most` solutions, the shortest first, none longer than `max_length`: all normal words, so that with
  // max_length == distance(c) they are all optimal ones.
  std::vector<Moves> solutions(const Cube& c, std::size_t most, int max_length) const;

  // All solutions of exactly that length, in the order of their moves' numbers, until `visit` returns false. Returns
  // whether it never did.
  using Visit = std::function<bool(const Moves&)>;
  bool each_solution(const Cube& c, int length, const Visit& visit) const;

 private:
  bool extend(Index permutation, Index twist, int left, Moves& word, const Visit& visit) const;

  Metric metric_;
  TransitionTable<PocketPermutation> permutation_;
  TransitionTable<PocketTwist> twist_;
  std::vector<std::uint8_t> distance_;
  std::vector<std::uint64_t> distribution_;
};

// Scrambles by the rules of the World Cube Association: a state drawn uniformly from all that are at least 4 moves from
// solved (Regulation 4b3b), and exactly 11 moves of U, R and F that lead to it, so that the length tells nothing, as
// the WCA's program has them. Of all such words one is drawn; every state has some. Precondition of both: the solver's
// metric is htm.
inline constexpr int kPocketScrambleLength = 11;

Cube random_pocket_state(const PocketSolver& solver, Random& random);
Moves pocket_scramble_for(const PocketSolver& solver, const Cube& state, Random& random);

}  // namespace superflip
