// Carriers: texts that carry moves, or a cube, inside: the address of a page that shows moves, a line of the table that
// a timer exports, a line of a program, the print of `superflip show`. What is around them is left out, and a note says
// what was read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/cube/algorithm.h"
#include "superflip/reading/formats.h"

namespace superflip {

struct Carried {
  std::string moves;
  std::string note;
};

// The moves of an address, or of an element <twisty-player>, with the fields `setup` (or `scramble`) and `alg` (or
// `moves` or `cube`), as alg.cubing.net, alpha.twizzle.net and our server have them: first those of the setup. If the
// address says that the setup is the position at the end, the moves are those of the setup and then those that undo
// `alg`. Nothing if the text is no address; an error if it is one of another puzzle, or has no moves.
Expected<std::optional<Carried>> moves_of_address(std::string_view text, bool is_pocket = false);

// Moves as an address has them: R%20U%27. Nothing without such signs.
std::optional<Carried> moves_with_percent_signs(std::string_view text);

// The fields of a row of a table; a separator inside double quotes separates nothing.
std::vector<std::string> fields_of(std::string_view row, char separator);

// The one field that is a sequence of at least four moves, in a line whose fields are separated by semicolons, tabs or
// commas and may be in double quotes. Nothing if no field is, or several are; an error if a field names another puzzle.
Expected<std::optional<Carried>> moves_of_row(std::string_view text, const ReadOptions& how = {});

// The moves in the one quotation of a line of a program: new Alg("R U"), scramble = 'R U F2'. Nothing if there is none.
std::optional<Carried> moves_of_quotation(std::string_view text, Niss niss);

// The 54 letters behind the word "facelets" at the beginning of a line, as `superflip show` prints them below its net.
std::optional<std::string_view> facelets_of_print(std::string_view text);

// The lists of Kociemba's cubie level that stand alone, "cp = [...]", "co: [...]", "ep", "eo", as the object that has
// them. Nothing if one of the four is missing.
std::optional<std::string> object_of_lists(std::string_view text);

// What stands below the means and averages in csTimer's export. Nothing if the text is none.
std::optional<std::string_view> list_of_timer(std::string_view text);

}  // namespace superflip
