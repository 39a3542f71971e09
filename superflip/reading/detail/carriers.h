// Carriers: texts that carry moves inside: the address of a page that shows them, and a line of the table that a timer
// exports. What is around the moves is left out, and a note says what was read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "superflip/cube/algorithm.h"

namespace superflip {

struct Carried {
  std::string moves;
  std::string note;
};

// The moves of an address with the fields `setup` and `alg`, as alg.cubing.net and alpha.twizzle.net have them: first
// those of the setup. Nothing if the text is no address, or has neither field.
std::optional<Carried> moves_of_address(std::string_view text);

// The one field that is a sequence of at least four moves, in a line whose fields are separated by semicolons, tabs or
// commas and may be in double quotes. Nothing if no field is, or several are.
std::optional<Carried> moves_of_row(std::string_view text, Niss niss);

// The 54 letters behind the word "facelets" at the beginning of a line, as `superflip show` prints them below its net.
std::optional<std::string_view> facelets_of_print(std::string_view text);

}  // namespace superflip
