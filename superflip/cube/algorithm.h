// Algorithms: moves as people write them.
//
// clang-format off
//   R U2 F' R2' R3      face turns; 1, 2 and 3 count clockwise quarter turns (`R1 R2 R3` too); the prime may be ' or any
//                       of its typographic forms, or an i: Ri Ui
//   Rw r                wide moves: the face with the layer behind it
//   M E S               slices, in the sense of L, D and F
//   x y z               rotations of the whole cube, in the sense of R, U and F
//   (R U R' U')3        repetition; (...)' is the inverse
//   R^2  (R U)^-1       a count may follow ^; a minus before it gives the inverse
//   [R, U]  [F: R U]    commutator R U R' U' and conjugate F R U F'; both nest, and may be repeated or inverted
//   (F' L)  ^(F' L)     NISS, only with Niss::on: moves on the inverse. There a parenthesis with neither count nor prime
//                       is NISS and stands outside all other brackets; with Niss::off it merely groups.
//   (19f)  // words     a length after a solution, as some solvers print it, and comments: both are ignored. So are
//                       {words}, the number of a line at its beginning (1. R U), (3 HTM), @date, and pauses (R . U)
//   2R  3Rw  2-3r       layers counted from the face: the second one alone, all three, the second and third
//   [r]  [u2]           rotations as they were once written: x, y2
//   R, U   [R, U, F]    commas between moves, and lists of at least three; also with quotes: ['R', "U'"], ('R', 'U')
// clang-format on
//
// What other programs make of these characters is read, too: R^-1 * U and R.U^-1, R- and R_U (as in the addresses of
// alg.cubing.net), R², R&#39;, FW, (R U)*3 and (R U)x3. R5 is R. Moves may be written without blanks (RUR'U'). Unicode
// blanks count as blanks, and invisible characters are skipped (text.h). What has no meaning or two is refused with a
// hint (X, `R 2`, `# words`, `(R U) x3`, R4, `B. R U`, R-U-F; but R-U-F- has primes). The centres are taken as fixed:
// wide moves, slices and rotations become face turns and a rotation of the whole cube, which is stored separately. The
// expansion is bounded (kMaxMoves moves, brackets nested kMaxDepth deep), so that a short text cannot cause unbounded
// work.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kMaxMoves = 10'000;  // of an algorithm with its brackets expanded
inline constexpr int kMaxDepth = 50;      // of brackets in brackets

struct Algorithm {
  Moves moves;       // with the centres taken as fixed
  Moves on_inverse;  // NISS: done on the inverse of the position, in this order
  // Carries each face of the body from where it stood to where it stands at the end; never a reflection.
  Symmetry rotation{0};

  friend bool operator==(const Algorithm&, const Algorithm&) = default;
};

enum class Niss : bool { off, on };

// Errors say which character is wrong (Error::position), and what was expected. The empty text is the empty algorithm,
// as () is; signs without a move, as a comment alone, are an error. With NISS, a rotation turns both the cube and its
// inverse: both are always held the same way. `notes`: takes a sentence about each thing that somebody may have meant
// otherwise: a word before the moves that is left out ("Scramble: R U"), a rotation behind a bracket ("(R U) x2").
Expected<Algorithm> parse_algorithm(std::string_view text, Niss niss = Niss::off,
                                    std::vector<std::string>* notes = nullptr);

// The position after doing the algorithm on the solved cube, without the rotation. Moves on the inverse of a position c
// make it inverse(inverse(c) * i) = inverse(i) * c, so that the result is inverse(i) * moves, whatever the order in
// which both sides were written.
Cube to_cube(const Algorithm& algorithm);

// One algorithm after the other, and what undoes one: of the cube in space (space.h), with their rotations.
// Precondition: no moves on the inverse.
Algorithm concatenate(const Algorithm& first, const Algorithm& second);
Algorithm inverse(const Algorithm& algorithm);

// "R U2 F'"; the empty string for no moves. parse_algorithm reads it back.
std::string to_string(std::span<const Move> moves);

}  // namespace superflip
