// Formats: every written form of a cube, recognised, read and written.
//
//   moves            R U2 F'                                       algorithm.h; the cube it makes of the solved one
//   facelets         UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB     facelets.h; any colours and holding
//   reid             UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR
//                    each place in this order with the piece in it, its stickers in the order of the place's name
//   kociemba-cubies  (URF,0)(UFL,0)...(DRB,0) (UR,0)(UF,0)...(BR,0)
//                    each place in the order of piece.h with the piece that replaces it and its orientation, as
//                    Kociemba's solver prints a cube
//   json             {"corners": {"permutation": [0, ...], "orientation": [0, ...]}, "edges": {...},
//                     "facelets": "UUU..."}
//                    the same numbers; either the pieces or the facelets suffice, and where both are given they agree
//   packed69, packed71, rank
//                    one whole number, as packing.h says: written in decimal, read in decimal or, after 0x, hexadecimal
//
// The format of a text is recognised by its first characters and its length. Blanks, invisible characters and a byte
// order mark at the beginning are ignored. The rules, in this order:
//   - A text that begins with `{` and a key, or a list in square brackets of at least 40 items, is JSON. A parenthesis
//     with the name of a piece, a comma and a number begins cubies.
//   - Words of two and of three different letters of URFDLB, with both lengths present and at least 8 words, are
//   Reid's;
//     from 16 words on also in lower case, with commas, brackets or quotes, and with two that are wrong.
//   - At least 40 symbols besides white space, or four equal ones in a row, are facelets if the text contains nothing
//     that only moves have: primes, brackets, commas, colons, slashes, a digit after a letter, or `w` or `i` after a
//     capital. So 53 or 55 facelets are reported as too few or too many, and are not taken for moves.
//   - At least 40 symbols that are all separated, by commas or by commas and blanks, are facelets too. So are 54
//     symbols of six kinds, nine each, with borders, brackets, quotes, bars or other signs around them, or as many
//     words.
//   - Letters that are all separated by blanks and can all be moves (R U R U ...) are moves. The exception is 50 to 58
//     letters of six kinds: these are facelets, perhaps too few or too many. A random word of 54 moves has a mark with
//     near certainty: only about one in 10^25 has none.
//   - What stands around facelets or Reid's words is left out, with a note: a label before them ("cube: "), the number
//   of
//     a line, a remark behind // or #, the other fields of a row, a mark at the end (carriers.h).
//   - So is all that stands around one word of 54 letters and digits of six kinds, nine each, and around one of 50 to
//   58
//     letters of about six kinds; moves with words of nine letters, as six faces are, are refused.
//   - When at least 20 letters of all six faces without any mark are read as moves, examine() adds a note that says so.
//     With 50 to 58 letters, of which one may have a mark, it refuses the text: that may be stickers.
//   - A text of up to 22 digits and nothing else may be any of three numbers. It is not recognised, and examine() says
//     so.
//   - Everything else is moves, including the empty text (the solved cube).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/packing.h"
#include "superflip/reading/doctor.h"

namespace SUPERFLIP_API superflip {

enum class Format : std::uint8_t { moves, facelets, reid, kociemba_cubies, json, packed69, packed71, rank };
inline constexpr int kFormats = 8;

// The packing of a format that is a number: packed69, packed71 and rank.
std::optional<Packing> packing_of(Format format);

// "moves" "facelets" "reid" "kociemba-cubies" "json" "packed69" "packed71" "rank".
std::string_view name(Format format);
Expected<Format> parse_format(std::string_view name);

// A set of formats.
class Formats {
 public:
  constexpr Formats(std::initializer_list<Format> formats) {
    for (const Format f : formats) add(f);
  }
  static constexpr Formats all() {
    Formats formats{};
    formats.bits_ = (1U << kFormats) - 1;
    return formats;
  }
  constexpr void add(Format f) { bits_ |= bit(f); }
  constexpr bool has(Format f) const { return (bits_ & bit(f)) != 0; }
  constexpr int size() const { return std::popcount(bits_); }

  friend constexpr bool operator==(Formats, Formats) = default;

 private:
  static constexpr std::uint32_t bit(Format f) { return std::uint32_t{1} << static_cast<int>(f); }
  std::uint32_t bits_ = 0;
};

// "moves, facelets and json".
std::string to_string(Formats formats);

// What is wrong with a text in a format that is not among these.
Diagnosis not_accepted(Format format, Formats accepted);

// By the rules above; a text of the recognised format may still be wrong.
Format recognise(std::string_view text);

// The rules above for facelets, with other counts: `least` instead of 40, `all` instead of 54.
bool could_be_facelets(std::string_view text, std::size_t least, std::size_t all);

struct ReadOptions {
  std::optional<Format> from{};  // the format forced; recognised if absent
  Niss niss = Niss::off;         // of moves
  Listed listed{};               // of facelets: what is known of their layout (layout.h)
  bool is_pocket = false;        // a 2x2x2 is asked for: moves may be of one
};

// Diagnoses a text in any format. For moves that end in a rotation, Diagnosis::held is that rotation.
Diagnosis examine(std::string_view text, const ReadOptions& options = {});

// The same when only some formats are accepted. If there is only one, the text is read in it; among several, the format
// of the text is recognised. A text that looks like moves is taken for facelets when facelets are accepted and moves
// are not. `how.from` has no effect.
struct Examined {
  Diagnosis diagnosis;
  Format format;  // what the text was taken for
};
Examined examine(std::string_view text, Formats accepted, const ReadOptions& how);

// verdict(examine()): a reachable cube in the standard holding, or an error.
Expected<Cube> parse_cube(std::string_view text, const ReadOptions& options = {});

// One line, in any format except moves, which need a solver. The cube need not be reachable, except for a rank.
std::string format_cube(const Cube& c, Format format);

}  // namespace superflip
