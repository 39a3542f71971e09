// The terminal: results, which programs may read, go to standard output; everything for people goes to standard error.
//
// A result that could not be written must not look like success, so every write to standard output is checked. Text
// from outside is made printable before it is shown on a terminal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include "superflip/superflip.h"

namespace superflip::cli {

// Writes to standard output, through its buffer. Throws std::system_error.
void print(std::string_view text);
// Writes a report as a line of JSON (superflip/engine/report.h). No command writes JSON in another way.
void print_json(const Json& object);
// Flushes standard output. Throws std::system_error.
void flush();

// One line on standard error, "superflip: text", made printable; for several threads at once.
void say(std::string_view text);
// The same without the name in front; the text may be several lines.
void tell(std::string_view text);

// Reports what is wrong with an input: where it came from ("line 3", or empty) and the message. If the input is one
// short line, it is shown with a mark under the place of the error.
void complain(std::string_view where, const Error& error, std::string_view input);

bool is_terminal(std::FILE* stream);
// Whether the terminal understands colours and the user wants them (no-color.org).
bool has_colour(std::FILE* stream);

// text::escaped for messages of several lines: each line after the first is indented.
std::string printable(std::string_view text, std::size_t max = 200);

// The number of terminal columns that the text takes; wide characters take two.
std::size_t columns(std::string_view text);

// "1 move", "2 moves".
std::string counted(std::size_t n, std::string_view what);

// The number of letters that must be inserted, dropped, changed, or swapped with their neighbours to make b of a.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate that a mistyped word was probably meant to be: at most two such edits away, with two thirds of its
// letters right. Empty if there is none.
template <class Words>
std::string nearest(std::string_view word, const Words& candidates) {
  std::string best;
  std::size_t least = 3;
  for (const auto& candidate : candidates) {
    const std::string_view name = candidate;
    const std::size_t dashes = std::min(name.find_first_not_of('-'), name.size());
    const std::size_t length = std::max(name.size(), word.size()) - dashes;
    if (const std::size_t d = edit_distance(word, name); d < least && 3 * d <= length) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace superflip::cli
