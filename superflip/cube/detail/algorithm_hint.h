// Hints: what somebody who wrote a text that is no moves probably meant. The parser (algorithm.cpp) asks for them where
// it stops, so that an error says what to write instead.
//
// They are apart from the parser because a program that never shows an error can leave them out: the small module of
// the npm package has functions of its own, without hints, in place of algorithm_hint.cpp (bindings/js/src/core.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "superflip/base/text.h"

namespace superflip {

inline constexpr std::string_view kRepetition = "a repetition stands behind its bracket, as in (R U)3";

// Where the parser stopped: at text[at], which begins no move.
struct StoppedAt {
  std::string_view text;
  std::size_t begin;  // of the text, behind blanks
  std::size_t at;     // < text.size()
  char quote;         // what closes the quotation that is open; 0 without one
};

// Empty if unknown.
std::string_view hint_on_moves(const StoppedAt& stopped);

// What to write in place of the name of a file or of a picture; empty if the word is neither.
std::string hint_on_name(std::string_view word);

// How many letters of the word are in no move: at least two in a word of a language.
inline std::ptrdiff_t letters_in_no_move(std::string_view word) {
  constexpr std::string_view kInMoves = "URFDLBurfdlbMESxyzwi";
  return std::count_if(word.begin(), word.end(), [&](char c) { return kInMoves.find(c) == std::string_view::npos; });
}

// "inverse", "Undo", "REVERSED".
inline bool means_inverse(std::string_view word) {
  std::string upper;
  for (const char c : word.substr(0, 3)) upper += text::to_upper(c);
  return upper == "INV" || upper == "UND" || upper == "REV";
}

}  // namespace superflip
