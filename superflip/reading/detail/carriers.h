// Carriers: texts that carry moves or facelets inside: the address of a page that shows moves, a line of the table that
// a timer exports, faces behind their names, the print of `superflip show`, stickers behind a label or before a remark.
// What is around them is left out, and a note says what was read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/cube/algorithm.h"
#include "superflip/reading/cube_json.h"
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

// The words of a line that has colours and nothing else, "white, red"; none if it has anything else.
std::vector<std::string_view> colours_of_words(std::string_view line);

// The name of a face at the beginning of a line: "U:", "front =", "White face:", or without a sign, alone in its line
// or before the stickers of one face, "U UUUUUUUUU".
struct FaceName {
  std::string_view name;
  std::size_t end;  // where the stickers begin in the line
  bool has_sign;
};
std::optional<FaceName> name_of_face(std::string_view line, std::size_t facelets_of_face);

// The facelets, in the usual order, of a text in which each of the six faces stands behind its name, in lines or in one
// line: "U: UUUUUUUUU". Two stickers of a face may be missing or too many.
std::optional<PaintedFaces> facelets_of_named_faces(std::string_view text, std::size_t facelets_of_face);

// A remark alone in its line: "// U permutations", "# my cubes"; not a row of a net that is filled with #.
bool is_remark(std::string_view line);

// A line that only begins or ends a block of code: ```, ```text.
bool is_fence(std::string_view line);

// The end of the number of a line, "1. ", "2) " or "3: ", and of the blanks before it; 0 if there is none.
std::size_t end_of_number(std::string_view line);

// A text without what people write around the stickers of a cube: a label before them ("cube: "), the number of a line,
// a call ("Cube('...')"), a remark behind // or #, the other fields of a row or of an address, a mark at the end. All
// that becomes blanks, so that each symbol stays where it is. Nothing if there is none. `facelets`: of a cube, 54
// or 24.
struct Peeled {
  std::string text;
  std::string removed;  // for a note: "cube:" and "// solved"
};
std::optional<Peeled> peeled(std::string_view text, std::size_t facelets);

// The same for all that stands around one word of letters and digits that can hardly be anything but stickers: as long
// as a cube has facelets and with as many of each of six colours; of 54, four may be missing or too many. Nothing if
// there is no such word, if there are several, or if nothing stands around it.
std::optional<Peeled> word_of_stickers(std::string_view text, std::size_t facelets);

// The same for lines that are fences, and if there are two, for what stands before and behind them, unless these are
// moves, too. Nothing if there are none, or nothing else.
std::optional<Peeled> without_fences(std::string_view text);

// The same for what stands around an object in a program: "cube = {...};".
std::optional<Peeled> without_assignment(std::string_view text);

// The lists of Kociemba's cubie level that stand alone, "cp = [...]", "co: [...]", "ep", "eo", as the object that has
// them. Nothing if one of the four is missing.
std::optional<std::string> object_of_lists(std::string_view text);

// What stands below the means and averages in csTimer's export. Nothing if the text is none.
std::optional<std::string_view> list_of_timer(std::string_view text);

// The same for the remarks before the first other line of any text. Nothing if there are none, or nothing else.
std::optional<Peeled> without_first_remarks(std::string_view text);

// "what stands around the cube is left out: ...".
std::string note_on(const Peeled& peeled);

}  // namespace superflip
