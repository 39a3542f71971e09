// Frames: from a question about a cube as it is held, with any goal cube, to one that solvers take, and back.
//
// cube * w == goal exactly if inverse(goal) * cube * w == solved. If w solves the cube in the standard holding,
// conjugate(w, s) solves the same cube held by the rotation s.
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
