// The letters of the words that a coset is searched by: in htm and qtm the 18 turns of faces, in stm also the nine
// turns of a slice.
//
// The centres do not move here: turning the slice between R and L is turning R and L the other way, both in the same
// direction, and the whole cube. So a slice's letter is R L', R2 L2 or R' L, and costs 1 in stm. Every turn of two
// opposite faces is then a letter or two: a face of each, U before D, R before L, F before B, unless both together are
// a slice's letter.
//
// Invariant: words in which may_follow() holds throughout stand for different sequences of turns of axes.
#pragma once

#include <array>
#include <cstdint>

#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace superflip::coset {

// Turns of faces have the numbers of their moves, and kNoLetter that of kNoMove; 19 + 3 * axis + n are those of slices,
// n = 0, 1, 2: U D', U2 D2, U' D; R L' and so on; F B' and so on.
using Letter = std::uint8_t;
inline constexpr Letter kNoLetter = kMoves;
inline constexpr Letter kFirstSlice = kMoves + 1;
inline constexpr std::uint32_t kLetters = kFirstSlice + 9;  // with kNoLetter

constexpr bool is_slice(Letter l) { return l >= kFirstSlice; }

// The letter of a slice whose first face (U, R or F) makes so many quarter turns.
constexpr Letter slice_letter(Face first, int turns) {
  return static_cast<Letter>(kFirstSlice + 3 * first + turns - 1);
}

// The moves of a letter; the second is kNoMove for a turn of a face. Precondition: not kNoLetter.
constexpr std::array<Move, 2> moves_of(Letter l) {
  if (!is_slice(l)) return {Move(l), kNoMove};
  const auto first = static_cast<Face>((l - kFirstSlice) / 3);
  const int turns = (l - kFirstSlice) % 3 + 1;
  return {make_move(first, turns), make_move(opposite(first), 4 - turns)};
}

// 0, 1, 2: U and D, R and L, F and B. Precondition: not kNoLetter.
constexpr int axis_of(Letter l) { return face_of(moves_of(l)[0]) % 3; }

constexpr int cost(Letter l, Metric metric) { return is_slice(l) ? 1 : superflip::cost(Move(l), metric); }

// Sets of letters, as bits.
using LetterSet = std::uint32_t;

constexpr LetterSet letters_of(Metric metric) {
  constexpr LetterSet kTurns = (LetterSet{1} << kMoves) - 1;
  constexpr LetterSet kSlices = ((LetterSet{1} << 9) - 1) << kFirstSlice;
  return metric == Metric::stm ? kTurns | kSlices : kTurns;
}

// Whether `next` may follow `last`, which may be kNoLetter. Turns of two faces that together are a letter of the metric
// may not follow each other.
constexpr bool may_follow(Letter last, Letter next, Metric metric) {
  if (last == kNoLetter) return true;
  const Move a = moves_of(last)[0];
  const Move b = moves_of(next)[0];
  if (axis_of(last) != axis_of(next)) return true;
  if (is_slice(last) || is_slice(next) || !superflip::may_follow(a, b)) return false;
  return metric != Metric::stm || turns_of(a) + turns_of(b) != 4;
}

// The letter as it is for the cube's image.
constexpr Letter conjugate(Letter l, Symmetry s) {
  const Move image = superflip::conjugate(moves_of(l)[0], s);
  if (!is_slice(l)) return image;
  const Face face = face_of(image);
  return face < 3 ? slice_letter(face, turns_of(image)) : slice_letter(opposite(face), 4 - turns_of(image));
}

// The letters in G1: its ten moves, then U D', U2 D2, U' D, R2 L2 and F2 B2. Passes and lists multiply by those of the
// metric; g1_numbers.h numbers what they do in this order.
inline constexpr std::array<Letter, 15> kG1Letters{0,
                                                   1,
                                                   2,
                                                   4,
                                                   7,
                                                   9,
                                                   10,
                                                   11,
                                                   13,
                                                   16,
                                                   slice_letter(U, 1),
                                                   slice_letter(U, 2),
                                                   slice_letter(U, 3),
                                                   slice_letter(R, 2),
                                                   slice_letter(F, 2)};
constexpr std::size_t g1_letters(Metric metric) { return metric == Metric::stm ? 15 : 10; }

// Of these letters, the numbers of those that are no turns of U and D: R2, F2, L2, B2, and in stm R2 L2 and F2 B2.
inline constexpr std::array<std::uint8_t, 6> kHalfTurns{3, 4, 8, 9, 13, 14};
constexpr std::size_t half_turns(Metric metric) { return metric == Metric::stm ? 6 : 4; }

// The letters with which the words end that are searched; each, followed by the half turn of the same number, is the
// same letter turned the other way. All other words end with a letter of G1, or can be changed so that they do.
inline constexpr std::array<Letter, 6> kLastLetters{3, 6, 12, 15, slice_letter(R, 1), slice_letter(F, 1)};

}  // namespace superflip::coset
