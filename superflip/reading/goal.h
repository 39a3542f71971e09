// Goal: what shall be reached, from target cubes and from what of them counts. All doors make the goals of their
// questions here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/mask.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/read.h"

namespace SUPERFLIP_API superflip {

// A cube to reach. Of several, any is good.
struct Target {
  Cube cube = kSolved;
  std::optional<Pattern> known{};  // what is known of it, if it is incomplete
  bool is_holding_open = false;    // as Reading::is_holding_open
};
inline constexpr std::size_t kMaxTargets = 100;

// Every cube whose faces look so, as sets of cubes.
struct Shown {
  std::string text;
  std::vector<Pattern> sets;
};

// What makes a goal wider than one cube. Masks, faces and the face U are those of the cube as it is held.
struct Wider {
  std::optional<Mask> only{};   // what counts; nothing: all of the targets
  std::optional<Shown> show{};  // a goal instead of the targets
  bool last_turn = false;       // up to a last turn of U
  bool holdings = false;        // the same on any side: up to the 24 ways to hold the cube
  bool last_rotation = false;   // up to a last rotation of the whole cube; only moves that carry the centres make one

  // Whether the goal is wider where the moves do this to the centres; by default, whether anything is said.
  bool any(Centres centres = Centres::moved) const {
    return only || show || last_turn || holdings || (last_rotation && centres != Centres::fixed);
  }
};

// "U", "rotations", "holding" or several of them with commas, as in --up-to: sets these. Error: bad_option.
Expected<void> parse_up_to(std::string_view text, Wider& wider);

// Face patterns (face_patterns.h). This may take a second. Errors: bad_option: they cannot be read, cubes of more than
// kMaxShown sets look so, or it takes too long to find out which do; impossible: no cube does; stopped.
inline constexpr std::size_t kMaxShown = 512;
Expected<void> parse_show(std::string_view text, Wider& wider, const StopFlag* stop = nullptr);

// The patterns of the goal for a cube that is held that way; none if the goal is one complete target alone. `targets`:
// 1 to kMaxTargets. `centres`: what the moves do to them. Where they are fixed, all patterns have them at home; else
// the targets are in space, and so are the patterns. Error: bad_option: more targets; a mask with an incomplete target;
// a mask with a word about turns that the moves do not make; in space a target whose holding is open; face patterns
// with any target or mask, or more than kMaxShown of them with what makes them wider (in space 24 times as many, for
// the colours).
Expected<std::vector<Pattern>> goal_patterns(const std::vector<Target>& targets, const Wider& wider, Symmetry held,
                                             Centres centres = Centres::fixed);

}  // namespace superflip
