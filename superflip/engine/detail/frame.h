// Frames: from a question about a cube as it is held, with any goal cube, to one that solvers take, and back.
//
// cube * w == goal where inverse(goal) * cube * w == solved, and a cube that is held by the symmetry s is turned by
// conjugate(w, s) where the one in the standard holding is turned by w.
#pragma once

#include "superflip/solver/solver.h"

namespace superflip::detail {

// The same question in the standard holding and towards the solved cube.
Question to_standard(const Question& question);

// Words, as they are for the cube as it is held.
void turn_back(Solution& solution, const Question& question);
void turn_back(Answer& answer, const Question& question);

// Whether the word does on the question's own cube what was asked for. False means a defect of a solver.
bool is_right(const Question& question, const Solution& word);

}  // namespace superflip::detail
