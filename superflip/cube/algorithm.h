// Algorithms: moves as people write them.
//
// clang-format off
//   R U2 F' R2' R3      face turns; 1, 2 and 3 count clockwise quarter turns (`R1 R2 R3` too); the prime may be ' or any
//                       of its typographic forms
//   Rw r                wide moves: the face with the layer behind it
//   M E S               slices, in the sense of L, D and F
//   x y z               rotations of the whole cube, in the sense of R, U and F
//   (R U R' U')3        repetition; (...)' is the inverse
//   [R, U]  [F: R U]    commutator R U R' U' and conjugate F R U F'; both nest, and may be repeated or inverted
//   (F' L)              NISS, only with Niss::on: moves on the inverse. There a parenthesis with neither count nor prime
//                       is NISS and stands outside all other brackets; with Niss::off it merely groups.
//   (19f)  // words     a length after a solution, as some solvers print it, and comments: both are ignored
// clang-format on
//
// Moves may be run together (RUR'U'). The centres are taken as fixed: wide moves, slices and rotations become face
// turns and a rotation of the cube as a body, kept aside. What the text expands to is bounded (kMaxMoves, brackets
// kMaxDepth deep), so that a short text cannot ask for unbounded work.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace superflip {

inline constexpr int kMaxMoves = 10'000;  // of an algorithm with its brackets expanded
inline constexpr int kMaxDepth = 50;      // of brackets in brackets

struct Algorithm {
  Moves moves;       // with the centres taken as fixed
  Moves on_inverse;  // NISS: done on the inverse of the position, in this order
  Symmetry rotation{
      0};  // carries each face of the body from where it stood to where it stands at the end; no reflection

  friend bool operator==(const Algorithm&, const Algorithm&) = default;
};

enum class Niss : bool { off, on };

// Errors say which character is wrong (Error::position is its byte), and what was expected. The empty text is the
// empty algorithm. The inverse of a NISS solver is held as the cube is: a rotation turns both.
Expected<Algorithm> parse_algorithm(std::string_view text, Niss niss = Niss::off);

// The position after doing the algorithm on the solved cube, the rotation left out. Moves on the inverse of
// a position c make it inverse(inverse(c) * i) = inverse(i) * c, so that the result is inverse(i) * moves, whatever
// the order in which both sides were written.
Cube to_cube(const Algorithm& algorithm);

// "R U2 F'"; the empty string for no moves. parse_algorithm reads it back.
std::string to_string(std::span<const Move> moves);

}  // namespace superflip
