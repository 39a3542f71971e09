// Doctor: what is wrong with a cube that a person, a camera or a program has described by its stickers, and how
// little would have to change to make it a real one.
//
// Any six symbols can be the colours, in any holding: the six centres name them. The input is first normalised, and
// each step is recorded in a note: lower case, a cube held another way (the letters URFDLB or the colours WRGYOB, with
// other centres), other colours, a mirrored (left-handed) colour scheme, faces listed in another order or as the rows
// of a net (layout.h). Then *all* faults are reported, in the input's own colours, and the smallest repair is found by
// trying; its result is always a reachable cube. A cube given by its pieces is judged by the same laws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/layout.h"

namespace SUPERFLIP_API superflip {

// Another cube that the same stickers show, in another layout.
struct OtherReading {
  std::string layout;  // Layout::code
  Symmetry held{0};    // as Diagnosis::held
  Cube cube;           // reachable, in the standard holding

  friend bool operator==(const OtherReading&, const OtherReading&) = default;
};

struct Diagnosis {
  std::optional<Cube> cube;            // set when the normalised input is a reachable cube
  Symmetry held{0};                    // carries each face of `cube` to where it was held; never a reflection
  std::optional<Cube> in_space{};      // for moves only, which determine the turns of centres (Reading::in_space)
  std::vector<std::string> notes;      // how it was normalised
  std::vector<OtherReading> others{};  // of facelets: the other cubes that they may mean, each once
  std::vector<std::string> problems;   // all faults; empty exactly when `cube` is set
  std::string repair;                  // the smallest repair; empty if none is needed or none is known
  int ways = 0;                        // the number of repairs of that size
  std::optional<Cube> repaired;        // the cube after one of them; unique if `ways` is 1
  // The kind of failure when there is no cube: impossible or unreadable. An unreadable text does not describe even an
  // impossible cube; it has one problem, which says why. (Only read() uses a third kind, out_of_memory.)
  ErrorKind kind = ErrorKind::impossible;
  std::optional<std::size_t> position{};  // Error::position of an unreadable text, where known

  bool readable() const { return kind == ErrorKind::impossible; }
};

// Facelets in the order of facelets.h, or in the layout (layout.h) that shows a reachable cube; white space, commas and
// invisible characters between them are ignored. If several layouts show different cubes, the usual one counts before
// those in use, and these before all others; a note and `others` name the rest. All pieces in the usual order, or in
// one in use, are that order, even if they were put in wrongly. If nothing shows a cube, faces may be turned, or the
// faults are those of the layout with far more pieces. `listed`: what is known of the layout; only that is then tried.
Diagnosis diagnose(std::string_view facelets, const Listed& listed = {});

// For pieces; these have neither a holding nor colours. `problems`: faults that are already known; they are listed
// first.
Diagnosis diagnose(const Assembly& parts, std::vector<std::string> problems = {});

// The diagnosis of a text that is not a cube at all.
Diagnosis unreadable(const Error& error);

// All faults as one error with its kind. Precondition: there is no cube.
Error to_error(const Diagnosis& d);

// The cube, or to_error().
Expected<Cube> verdict(const Diagnosis& d);

// "F up and R in front".
std::string describe_holding(Symmetry held, const ColourNames& colours = kStandardColours);

}  // namespace superflip
