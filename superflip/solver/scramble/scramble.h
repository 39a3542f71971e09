// Scrambles by the rules of the World Cube Association (Regulation 4b3): first a uniformly random state, then moves
// that lead to it. Random moves are not used, because the states that they lead to are not uniform.
#pragma once

#include <array>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/solver/pocket/table.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {

// Uniform over the reachable cubes at least two moves from solved, in the half-turn metric.
Cube random_scramble_state(Random& random);

// Moves from the solved cube to the state: the inverse of a solution, a normal word of about 19 moves and rarely of 21.
// It is the same on every machine for the same tables. The errors are impossible and stopped. Precondition: the
// solver's metric is htm.
Expected<Moves> scramble_for(TwoPhaseSolver& solver, const Cube& state, const StopFlag* stop = nullptr);

// The first and last moves of a scramble for Fewest Moves; they keep competitors from using the scramble's own
// beginning or end.
inline constexpr auto kFmcPadding = moves_at(5, 2, 6);  // R' U' F

// The same with R' U' F before and after: the *whole* word leads to the state. The inner word begins on another axis
// than F's and ends on another than R's, so that no moves cancel, merge or change places where the words meet.
Expected<Moves> fmc_scramble_for(TwoPhaseSolver& solver, const Cube& state, const StopFlag* stop = nullptr);

// The 2x2x2: a state drawn uniformly from all that are at least 4 moves from solved (Regulation 4b3b), and a word of
// exactly 11 moves of U, R and F that leads to it, as in the WCA's program, so that the length reveals nothing. The
// word is drawn from all such words; every state has some. Precondition of both: the metric is htm. Precondition of the
// second: the twists of the state's corners sum to 0 mod 3.
inline constexpr int kPocketScrambleLength = 11;

Cube random_pocket_state(const PocketTable& table, Random& random);
Moves pocket_scramble_for(const PocketTable& table, const Cube& state, Random& random);

}  // namespace superflip
