// The names of what a question says and of what its answer says (base/names.h). A value that is added to an enum is
// added here. The program, the server, Python and the npm package write and read these; tests compare them with the
// types that the bindings declare.
#pragma once

#include "superflip/base/api.h"
#include "superflip/base/names.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/solver.h"

namespace SUPERFLIP_API superflip {

inline constexpr auto kPuzzleNames = names_of<Puzzle>("a puzzle", "3x3x3", "2x2x2");
inline constexpr auto kWantNames = names_of<Want>("a kind of answer", "good", "shortest", "all");
inline constexpr auto kStartsNames = names_of<Starts>("a choice of cubes at the start", "all", "any");
inline constexpr auto kSolverNames = names_of<SolverKind>("a solver", "two-phase", "optimal", "generic", "pocket");
inline constexpr auto kProfileNames = names_of<Profile>("a profile", "compact", "standard", "large");
inline constexpr auto kEndedNames =
    names_of<Ended>("an end of a search", "complete", "enough", "time", "nodes", "stopped", "unsolvable");
inline constexpr auto kEventNames =
    names_of<Event::Kind>("a kind of event", "notice", "table", "solution", "bound", "progress", "poll");

}  // namespace superflip
