// What people write around moves: a label before them ("Scramble 1: R U"), the name of a puzzle, and what somebody who
// wrote a text that is no moves probably meant. The parser (algorithm.cpp) asks for them, so that an error says what to
// write instead.
//
// They are apart from the parser because a program that never shows an error can leave them out: the small module of
// the npm package has functions of its own in place of around_moves.cpp (bindings/js/src/core.cpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "superflip/base/error.h"

namespace superflip {

inline constexpr std::string_view kRepetition = "a repetition stands directly behind its bracket, as in (R U)3";

// The end of the label that begins at text[begin], behind its colon or its sign of equality; `begin` if there is none.
// A label begins with a word that cannot be moves, or with the name of this puzzle. An error if it says that the moves
// are of another puzzle, or are to be undone.
Expected<std::size_t> end_of_label(std::string_view text, std::size_t begin);

// Whether the text begins with a label that names the 2x2x2 and nothing else: "2x2: R U", "Scramble (2x2): R U". A
// block has the same name, as in "Petrus 2x2x2: R U".
bool has_label_of_pocket_cube(std::string_view text);

// Whether the word names a puzzle that is no cube of three layers, "Pyraminx", "4x4x4", "444bf"; and if it is not asked
// for (`is_pocket`), also "2x2x2".
bool names_other_puzzle(std::string_view word, bool is_pocket = false);

// Where the parser stopped: at text[at], which begins no move.
struct StoppedAt {
  std::string_view text;
  std::size_t begin;  // of the text, behind blanks and a label
  std::size_t at;     // < text.size()
  char quote;         // what closes the quotation that is open; 0 without one
};

// What was probably meant by what stands there; empty if unknown.
std::string_view hint_on_moves(const StoppedAt& stopped);

// What to write in place of a text that is the name of a file or of a picture, or begins with that of a puzzle; empty
// if it is none of these.
std::string hint_on_name(std::string_view text);

}  // namespace superflip
