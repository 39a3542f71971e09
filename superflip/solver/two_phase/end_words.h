// The words b with which solutions a*g*b may end, from a list that is the same for all cubes.
//
// A solution of the cube C is a word a*g*b with C*a*g*b solved; then b*C*a*g is solved too, so that a is a phase-1 word
// of the cube b*C and g its phase 2. b begins with a clockwise quarter turn of R, L, F or B: moves before that are in
// G1 and belong to g. The counterclockwise turn differs from it by a half turn, which belongs to g as well, so the
// search tries both turns when it reaches G1. The second move of b is never a half turn of the opposite face.
#pragma once

#include <array>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"

namespace superflip::two_phase {

inline constexpr int kMaxEndWord = 4;

// b, and its cube.
struct EndWord {
  Cube cube;
  std::array<Move, kMaxEndWord> moves{kNoMove, kNoMove, kNoMove, kNoMove};  // kNoMove after the last
};

// All b of cost k for k = 0..4: in face turns 1, 4, 52, 696, 9,300 of them.
struct EndWords {
  std::array<std::vector<EndWord>, kMaxEndWord + 1> of_length;
};

// Made at the first call. Thread-safe.
const EndWords& end_words(Metric metric);

}  // namespace superflip::two_phase
