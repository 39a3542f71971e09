// Formats: every written form of a cube, recognised, read and written.
//
//   moves            R U2 F'                                       algorithm.h; the cube it makes of the solved one
//   facelets         UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB     facelets.h; any colours and holding
//   reid             UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR
//                    each place in this order with the piece in it, its stickers in the order of the place's name
//   kociemba-cubies  (URF,0)(UFL,0)...(DRB,0) (UR,0)(UF,0)...(BR,0)
//                    each place in the order of piece.h with the piece that replaces it and its orientation, as
//                    Kociemba's solver prints a cube
//   json             {"corners": {"permutation": [0, ...], "orientation": [0, ...]}, "edges": {...}, "facelets":
//   "UUU..."}
//                    the same numbers; either the pieces or the facelets suffice, and where both are given they agree
//   packed69, packed71, rank
//                    one whole number, as packing.h says: written in decimal, read in decimal or, after 0x, hexadecimal
//
// The kind of a text is recognised by its first characters and its length:
//   - `{` begins JSON; a parenthesis with a comma in it begins cubies (a bracket of moves has none);
//   - words of two and of three of the letters URFDLB, both kinds and at least 8 words, are Reid's;
//   - facelets are at least 40 symbols besides white space, or four equal ones in a row, without anything that only
//     moves have: primes, brackets, commas, colons, slashes, a digit after a letter or `w` after a capital. So 53 or 55
//     facelets are told to be too few or too many, and are not taken for moves;
//   - up to 22 digits and nothing else may be any of three numbers: they are not recognised, and examine() says so;
//   - all else is moves, the empty text too (it is the solved cube).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/doctor.h"
#include "superflip/cube/error.h"

namespace superflip {

enum class Format { moves, facelets, reid, kociemba_cubies, json, packed69, packed71, rank };

// "moves" "facelets" "reid" "kociemba-cubies" "json" "packed69" "packed71" "rank".
std::string_view name(Format format);
Expected<Format> parse_format(std::string_view name);

// By the rules above; what is recognised need not be correct.
Format recognise(std::string_view text);

// The rule for facelets, with another number of symbols.
bool could_be_facelets(std::string_view text, std::size_t least);

struct ReadOptions {
  std::optional<Format> from{};  // the format forced; recognised if absent
  Niss niss = Niss::off;         // of moves
};

// Any text to the doctor, whatever its format. Of moves with a final rotation Diagnosis::held is that rotation.
Diagnosis examine(std::string_view text, const ReadOptions& options = {});

// The cube, or an error that names all that is wrong.
Expected<Cube> verdict(const Diagnosis& d);

// verdict(examine()): a reachable cube in the standard holding, or an error.
Expected<Cube> parse_cube(std::string_view text, const ReadOptions& options = {});

// One line; every format but moves, which take a solver. The cube need not be reachable, but for a rank.
std::string format_cube(const Cube& c, Format format);

}  // namespace superflip
