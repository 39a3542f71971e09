#include "superflip/solver/scramble/scramble.h"

#include <algorithm>
#include <cassert>

namespace superflip {

namespace {

// The limit is a number of moves, not a time, so that the word does not depend on the machine. Such a solution always
// exists: all cubes have one of at most 20 moves, but for a few it takes long to find.
constexpr int kGoodEnough = 21;

bool joins_padding(const Moves& inner) {
  const auto axis = [](Move m) { return face_of(m) % 3; };
  return inner.empty() ||
         (axis(inner.front()) != axis(kFmcPadding.back()) && axis(inner.back()) != axis(kFmcPadding.front()));
}

// Up to `count` solutions of the state; an error if there are none.
Expected<std::vector<Solution>> solutions_of(TwoPhaseSolver& solver, const Cube& state, std::size_t count,
                                             const StopFlag* stop) {
  Question question;
  question.cube = state;
  question.good_enough = question.max_length = kGoodEnough;
  question.solutions = count;
  Budget budget;
  budget.stop = stop;
  Answer answer = solver.solve(question, budget);
  if (answer.ended == Ended::unsolvable)
    return fail(ErrorKind::impossible, "no scramble leads to this state: no sequence of face turns does");
  if (answer.ended == Ended::stopped) return fail(ErrorKind::stopped, "stopped before the scramble was found");
  if (answer.solutions.empty()) return fail(ErrorKind::no_solution, "no scramble was found for this state");
  return std::move(answer.solutions);
}

}  // namespace

Cube random_scramble_state(Random& random) {
  for (;;) {
    const Cube state = random.cube();
    const bool one_move = std::find(kMoveCubes.begin(), kMoveCubes.end(), state) != kMoveCubes.end();
    if (state != kSolved && !one_move) return state;
  }
}

Expected<Moves> scramble_for(TwoPhaseSolver& solver, const Cube& state, const StopFlag* stop) {
  const auto solutions = solutions_of(solver, state, 1, stop);
  if (!solutions) return tl::unexpected<Error>(solutions.error());
  return normalise(inverse(solutions->front().moves));
}

// About two in five solutions of a cube fit, so more and more are requested until one does. The limit only guarantees
// that the loop ends; in practice one of thousands of solutions always fits.
Expected<Moves> fmc_scramble_for(TwoPhaseSolver& solver, const Cube& state, const StopFlag* stop) {
  const Cube padding = superflip::apply(kSolved, kFmcPadding);
  const Cube inner = inverse(padding) * state * inverse(padding);
  for (std::size_t count = 8; count <= 8 << 12; count *= 4) {
    const auto solutions = solutions_of(solver, inner, count, stop);
    if (!solutions) return tl::unexpected<Error>(solutions.error());
    for (const Solution& solution : *solutions) {
      const Moves word = normalise(inverse(solution.moves));
      if (!joins_padding(word)) continue;
      Moves whole(kFmcPadding.begin(), kFmcPadding.end());
      whole.insert(whole.end(), word.begin(), word.end());
      whole.insert(whole.end(), kFmcPadding.begin(), kFmcPadding.end());
      return whole;
    }
  }
  return fail(ErrorKind::no_solution, "no scramble of this state was found that begins and ends with R' U' F");
}

Cube random_pocket_state(const PocketTable& table, Random& random) {
  assert(table.metric() == Metric::htm);
  constexpr int kLeast = 4;
  for (;;) {
    const Cube state = to_cube(PocketCorners{}, random.below(PocketCorners::size()));
    if (table.distance(state) >= kLeast) return state;
  }
}

Moves pocket_scramble_for(const PocketTable& table, const Cube& state, Random& random) {
  assert(table.metric() == Metric::htm);
  std::vector<Moves> words;
  table.each_solution(state, kPocketScrambleLength, [&](const Moves& word) {
    words.push_back(word);
    return true;
  });
  return inverse(words[random.below(words.size())]);
}

}  // namespace superflip
