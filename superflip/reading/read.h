// Read: one cube from one text, as every interface of this library reads it. The caller says which formats it accepts.
// It gets the cube, how it is held and notes about the text, or everything that is wrong with it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/formats.h"

namespace SUPERFLIP_API superflip {

// The default note about what is done with a cube in another holding.
inline constexpr std::string_view kTurnedBack = "it is turned to U up and F in front";

struct Accept {
  // A single format is forced. Among several, the text's own is recognised (formats.h). The empty text is an error,
  // unless moves are the only format accepted: then it is the solved cube.
  Formats formats = Formats::all();
  Niss niss = Niss::off;                         // of moves
  std::size_t max_bytes = std::size_t{1} << 16;  // longer texts are refused unread
  std::string_view if_held = kTurnedBack;        // the last note on a cube in another holding
  bool incomplete = false;                       // stickers may be unknown (incomplete.h)
  Listed listed{};                               // of facelets: what is known of their layout (layout.h)
};

struct Reading {
  Cube cube;                       // reachable, in the standard holding: U up and F in front
  Symmetry held{0};                // carries each face of `cube` to where it was held; never a reflection
  Format format = Format::moves;   // what the text was taken for
  std::vector<std::string> notes;  // how it was understood; empty for a text in plain standard form
  // The cube in space (cube/space.h), as it is held. If the text is moves, its centres are turned as the moves turn
  // them. Other formats do not say how centres are turned; their centres then have only the turns that the rotation
  // `held` gives them.
  Cube in_space{};
  // What is known of the cube, if it is incomplete; `cube` then is one that fits. Of several holdings that the known
  // centres allow it is the standard one, or, if that is not among them, any of them, and the holding is open.
  std::optional<Pattern> known{};
  bool is_holding_open = false;
  std::vector<OtherReading> others{};  // of facelets: the other cubes that they may mean
};

// Why a reading whose holding is open is no cube in space.
inline constexpr const char* kOpenHolding =
    "the known centres do not say how the cube is held, and what these moves do depends on it: name more of them, or "
    "the holding";

// The cube, or the doctor's diagnosis: all problems, the smallest repair and the kind of failure
// (ErrorKind::unreadable, impossible or out_of_memory; the last comes without any detail). Throws nothing. Its time and
// memory are bounded by max_bytes.
tl::expected<Reading, Diagnosis> read(std::string_view text, const Accept& accept = {}) noexcept;

// The same for a 2x2x2 (pocket.h). `cube` holds its corners as it is held, so that `held` is the identity.
tl::expected<Reading, Diagnosis> read_pocket(std::string_view text, const Accept& accept = {}) noexcept;

// The cubes that a reading of a 3x3x3 may be: those that have what is known of an incomplete one, else its cube alone.
Completions completions_of(const Reading& reading);

// A reading as the doctor's diagnosis, in which nothing is wrong.
Diagnosis diagnosis_of(Reading reading);

// The cube as moves that do this to the centres are applied to it: in the standard holding, or in space.
Cube position_of(const Reading& reading, Centres centres);

// Makes `cube` that position, and `known` patterns of such positions, so that a question which concerns the centres
// (centres_of in solver/solver.h) can be asked with `cube` and `held`. If the turns of the centres matter and the text
// cannot tell them, a note says so.
void put_in_space(Reading& reading, Centres centres);

}  // namespace superflip
