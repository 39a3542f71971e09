// Doctor: what is wrong with a cube that a person, a camera or a program has described by its stickers, and how
// little would have to change to make it a real one.
//
// Any six symbols will do as colours, in any holding: the six centres give the colours their names. Before anything is
// judged the input is normalised, and every step of that is noted: lower case, a cube held another way (the letters
// URFDLB or the colours WRGYOB, centres elsewhere), other colours, a mirrored (left-handed) colour scheme, faces listed
// in another order. Then *all* faults are named, in the input's own colours, and the smallest repair is looked for by
// trying: whatever the repair, its result is a reachable cube. A cube that is given by its pieces is judged by the
// same laws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/cube/assembly.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"
#include "superflip/cube/symmetry.h"

namespace superflip {

struct Diagnosis {
  std::optional<Cube> cube;               // when the input is, normalised, a reachable cube
  Symmetry held{0};                       // carries each face of that to where it was held; no reflection
  std::vector<std::string> notes;         // how it was normalised
  std::vector<std::string> problems;      // all that is wrong; empty exactly when there is a cube
  std::string repair;                     // the smallest repair; empty if none is needed or none is known
  std::optional<Cube> repaired;           // the cube after it, when there is only one way
  bool readable = true;                   // false: not even an impossible cube, and the one problem says why
  std::optional<std::size_t> position{};  // of that problem, where there is one: a byte offset into the input
};

// Facelets in the order of facelets.h; white space between them is ignored.
Diagnosis diagnose(std::string_view facelets);

// Pieces, which bring no holding and no colours. What has been found wrong before comes before all else.
Diagnosis diagnose(const Assembly& parts, std::vector<std::string> problems = {});

// Of a text that is no cube at all.
Diagnosis unreadable(const Error& error);

// "F up and R in front".
std::string describe_holding(Symmetry held, const ColourNames& colours = kStandardColours);

}  // namespace superflip
