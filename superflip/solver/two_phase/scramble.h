// Scrambles by the rules of the World Cube Association (Regulation 4b3): a uniformly random state first, then moves
// that lead to it, which are a solution undone. Random moves would not do: their states are not uniform.
//
// A state that one move or none solves is drawn again (at least two moves from solved).
#pragma once

#include <array>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {

// Uniform over the reachable cubes at least two moves from solved, in the half-turn metric.
Cube random_scramble_state(Random& random);

// Moves from the solved cube to the state: a normal word of about 19 moves (21 are hardly ever needed), the same on
// every machine for the same tables. Precondition: is_reachable(state).
Moves scramble_for(TwoPhaseSolver& solver, const Cube& state);

// What a scramble for Fewest Moves begins and ends with, so that nobody can use how it starts or ends.
inline constexpr std::array<Move, 3> kFmcFrame{5, 2, 6};  // R' U' F

// The same with R' U' F before and after: the *whole* word leads to the state. The inner word begins on another axis
// than F's and ends on another than R's, so that nothing cancels, merges or changes places at the joints.
Moves fmc_scramble_for(TwoPhaseSolver& solver, const Cube& state);

}  // namespace superflip
