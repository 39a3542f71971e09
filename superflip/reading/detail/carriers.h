// Carriers: texts that carry moves or facelets inside: the address of a page that shows moves, a line of the table that
// a timer exports, faces behind their names, the print of `superflip show`. What is around them is left out, and a note
// says what was read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "superflip/base/error.h"
#include "superflip/cube/algorithm.h"

namespace superflip {

struct Carried {
  std::string moves;
  std::string note;
};

// The moves of an address with the fields `setup` (or `scramble`) and `alg`, as alg.cubing.net and alpha.twizzle.net
// have them: first those of the setup. Nothing if the text is no address; an error if it is one of another puzzle, or
// has no moves.
Expected<std::optional<Carried>> moves_of_address(std::string_view text);

// The one field that is a sequence of at least four moves, in a line whose fields are separated by semicolons, tabs or
// commas and may be in double quotes. Nothing if no field is, or several are.
std::optional<Carried> moves_of_row(std::string_view text, Niss niss);

// The 54 letters behind the word "facelets" at the beginning of a line, as `superflip show` prints them below its net.
std::optional<std::string_view> facelets_of_print(std::string_view text);

// The name of a face at the beginning of a line, before a colon: "U", "front", "white"; empty if there is none.
std::string_view name_of_face(std::string_view line);

// The facelets, in the usual order, of a text in which each of the six faces stands behind its name: "U: UUUUUUUUU".
std::optional<std::string> facelets_of_named_faces(std::string_view text);

}  // namespace superflip
