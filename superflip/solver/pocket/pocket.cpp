#include "superflip/solver/pocket/pocket.h"

#include <cassert>
#include <limits>

#include "superflip/table/pruning.h"

namespace superflip {
namespace {

constexpr std::uint32_t kPermutations = PocketPermutation::size();
constexpr std::uint32_t kTwists = PocketTwist::size();

// A block is a permutation. A half turn that counts two is two quarter turns, and left out.
class PocketGraph final : public BlockGraph {
 public:
  PocketGraph(const TransitionTable<PocketPermutation>& permutation, const TransitionTable<PocketTwist>& twist,
              Metric metric)
      : permutation_(permutation) {
    for (int m = 0; m < permutation.moves(); ++m)
      if (cost(kPocketMoves[m], metric) == 1) moves_.push_back(m);
    for (const int m : moves_)
      for (Index t = 0; t < kTwists; ++t) rows_.push_back(twist.at(t, m));
  }

  std::uint32_t blocks() const override { return kPermutations; }
  std::uint32_t block_size() const override { return kTwists; }
  int moves() const override { return static_cast<int>(moves_.size()); }
  int cost(int) const override { return 1; }
  BlockMap move(std::uint32_t block, int move) const override {
    return {permutation_.at(block, moves_[move]), 0, rows_.data() + move * kTwists};
  }
  void images(std::uint32_t, std::vector<BlockMap>&) const override {}
  std::uint32_t weight(std::uint32_t) const override { return 1; }

 private:
  static int cost(Move m, Metric metric) { return superflip::cost(m, metric); }

  const TransitionTable<PocketPermutation>& permutation_;
  std::vector<int> moves_;  // their places in kPocketMoves
  std::vector<std::uint16_t> rows_;
};

}  // namespace

PocketSolver::PocketSolver(Metric metric)
    : metric_(metric), permutation_({}, kPocketMoves), twist_({}, kPocketMoves), distance_(PocketCorners::size()) {
  constexpr unsigned kThreads = 1;  // more would be started for longer than they work
  distribution_ = measure_distances(PocketGraph(permutation_, twist_, metric), distance_,
                                    std::numeric_limits<std::uint8_t>::max() - 1, kThreads)
                      .entries;
}

Moves PocketSolver::solve(const Cube& c) const {
  return solutions(c, 1, std::numeric_limits<std::uint8_t>::max()).front();
}

std::vector<Moves> PocketSolver::solutions(const Cube& c, std::size_t most, int max_length) const {
  std::vector<Moves> found;
  for (int length = distance(c); length <= max_length && found.size() < most; ++length)
    each_solution(c, length, [&](const Moves& word) {
      found.push_back(word);
      return found.size() < most;
    });
  return found;
}

bool PocketSolver::each_solution(const Cube& c, int length, const Visit& visit) const {
  const Index i = PocketCorners::index(c);
  Moves word;
  return distance_[i] > length || extend(i / kTwists, i % kTwists, length, word, visit);
}

// Invariant: the position is at most `left` from solved, so that with 0 left it is solved.
bool PocketSolver::extend(Index permutation, Index twist, int left, Moves& word, const Visit& visit) const {
  if (left == 0) return visit(word);
  for (const Move m : kPocketMoves) {
    const int rest = left - cost(m, metric_);
    if (rest < 0 || (!word.empty() && face_of(word.back()) == face_of(m))) continue;
    const Index p = permutation_.at(permutation, m);
    const Index t = twist_.at(twist, m);
    if (distance_[p * kTwists + t] > rest) continue;
    word.push_back(m);
    const bool go_on = extend(p, t, rest, word, visit);
    word.pop_back();
    if (!go_on) return false;
  }
  return true;
}

Cube random_pocket_state(const PocketSolver& solver, Random& random) {
  assert(solver.metric() == Metric::htm);
  constexpr int kLeast = 4;
  for (;;) {
    const Cube state = to_cube(PocketCorners{}, random.below(PocketCorners::size()));
    if (solver.distance(state) >= kLeast) return state;
  }
}

Moves pocket_scramble_for(const PocketSolver& solver, const Cube& state, Random& random) {
  assert(solver.metric() == Metric::htm);
  std::vector<Moves> words;
  solver.each_solution(state, kPocketScrambleLength, [&](const Moves& word) {
    words.push_back(word);
    return true;
  });
  return inverse(words[random.below(words.size())]);
}

}  // namespace superflip
