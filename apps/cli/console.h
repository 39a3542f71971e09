// The terminal: results go to standard output and are for programs, everything for people goes to standard error.
//
// A result that could not be written must not look like success, so every write to standard output is checked. Text
// that came from outside is made printable before a person's terminal sees it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include "superflip/cube/error.h"

namespace superflip::cli {

// Writes to standard output, through its buffer. Throws std::system_error.
void print(std::string_view text);
// Hands all that was printed to the system. Throws std::system_error.
void flush();

// One line on standard error, "superflip: text"; for several threads at once.
void say(std::string_view text);
// One line on standard error without the name in front.
void tell(std::string_view text);

// Says what is wrong with an input: where it came from ("line 3", or empty), the message, and under
// the input, when it is short enough to be shown, a mark at the place of the error.
void complain(std::string_view where, const Error& error, std::string_view input);

bool is_terminal(std::FILE* stream);
// A terminal that understands colours, and a user who wants them (no-color.org).
bool has_colour(std::FILE* stream);

// The text, UTF-8 or not, with control characters and stray bytes as \xNN, cut to `most` characters.
std::string printable(std::string_view text, std::size_t most = 200);

// "1.5 MB", in powers of 1000.
std::string human_bytes(std::size_t bytes);

// "1 move", "2 moves".
std::string counted(std::size_t n, std::string_view what);

// The candidate nearest to a mistyped word, or empty when none is near.
template <class Words>
std::string nearest(std::string_view word, const Words& candidates);
std::size_t edit_distance(std::string_view a, std::string_view b);

template <class Words>
std::string nearest(std::string_view word, const Words& candidates) {
  std::string best;
  std::size_t least = word.size() / 3 + 2;  // farther is another word rather than a slip
  for (const auto& candidate : candidates)
    if (const std::size_t d = edit_distance(word, candidate); d < least) {
      least = d;
      best = candidate;
    }
  return best;
}

}  // namespace superflip::cli
