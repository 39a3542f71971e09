#include "superflip/solver/two_phase/scramble.h"

#include <algorithm>
#include <stdexcept>

namespace superflip {

namespace {

// A limit in moves alone, so that the word does not depend on the machine. There always is such a solution: all cubes
// have one of at most 20 moves, but for some few of them it takes long to find.
constexpr int kEnough = 21;

bool joins_frame(const Moves& inner) {
  const auto axis = [](Move m) { return face_of(m) % 3; };
  return inner.empty() ||
         (axis(inner.front()) != axis(kFmcFrame.back()) && axis(inner.back()) != axis(kFmcFrame.front()));
}

}  // namespace

Cube random_scramble_state(Random& random) {
  for (;;) {
    const Cube state = random.cube();
    const bool one_move = std::find(kMoveCubes.begin(), kMoveCubes.end(), state) != kMoveCubes.end();
    if (state != kSolved && !one_move) return state;
  }
}

Moves scramble_for(TwoPhaseSolver& solver, const Cube& state) {
  Limits limits;
  limits.max_length = kEnough;
  return normalise(inverse(solver.solve(state, limits).solutions.front().moves));
}

// Of the solutions of one cube about two in five fit; so more and more are asked for until one does. That none of the
// last thousands fits is possible in theory alone, but the loop shall have an end.
Moves fmc_scramble_for(TwoPhaseSolver& solver, const Cube& state) {
  const Cube frame = superflip::apply(kSolved, kFmcFrame);
  const Cube inner = inverse(frame) * state * inverse(frame);
  Limits limits;
  limits.max_length = kEnough;
  for (limits.solutions = 8; limits.solutions <= 8 << 12; limits.solutions *= 4)
    for (const Solution& solution : solver.solve(inner, limits).solutions) {
      const Moves word = normalise(inverse(solution.moves));
      if (!joins_frame(word)) continue;
      Moves whole(kFmcFrame.begin(), kFmcFrame.end());
      whole.insert(whole.end(), word.begin(), word.end());
      whole.insert(whole.end(), kFmcFrame.begin(), kFmcFrame.end());
      return whole;
    }
  throw std::runtime_error("no scramble of this state begins and ends with R' U' F");
}

}  // namespace superflip
