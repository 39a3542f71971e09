// Doctor: what is wrong with a cube that a person, a camera or a program has described by its stickers, and how
// little would have to change to make it a real one.
//
// Any six symbols will do as colours, in any holding: the six centres give the colours their names. Before anything is
// judged the input is normalised, and every step of that is noted: lower case, a cube held another way (the letters
// URFDLB, centres elsewhere), other colours, a mirrored (left-handed) colour scheme, faces listed in another order.
// Then *all* faults are named, and the smallest repair is looked for by trying: whatever the repair, its result is a
// reachable cube.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/cube/cube.h"

namespace superflip {

struct Diagnosis {
  std::optional<Cube> cube;           // when the input is, normalised, a reachable cube
  std::vector<std::string> notes;     // how it was normalised
  std::vector<std::string> problems;  // all that is wrong; empty exactly when there is a cube
  std::string repair;                 // the smallest repair; empty if none is needed or none is known
  std::optional<Cube> repaired;       // the cube after it, when there is only one way
};

// Facelets in the order of facelets.h; white space between them is ignored.
Diagnosis diagnose(std::string_view facelets);

}  // namespace superflip
