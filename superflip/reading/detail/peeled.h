// Peeled: a text without what people write around a cube: labels, numbers of lines, calls, remarks, blocks of code,
// other fields. All that becomes blanks, so that each symbol stays where it is, and a note names what was left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace superflip {

// A remark alone in its line: "// U permutations", "# my cubes"; not a row of a net that is filled with #.
bool is_remark(std::string_view line);

// A line that only begins or ends a block of code: ```, ```text.
bool is_fence(std::string_view line);

// The end of the number of a line, "1. ", "2) " or "3: ", and of the blanks before it; 0 if there is none.
std::size_t end_of_number(std::string_view line);

// A text without what people write around the stickers of a cube: a label before them ("cube: "), the number of a line,
// a call ("Cube('...')"), a remark behind // or #, the other fields of a row or of an address, a mark at the end.
// Nothing if there is none. `facelets`: of a cube, 54 or 24.
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

// The same for the remarks before the first other line of any text. Nothing if there are none, or nothing else.
std::optional<Peeled> without_first_remarks(std::string_view text);

// "what stands around the cube is left out: ...".
std::string note_on(const Peeled& peeled);

}  // namespace superflip
