// Sets of pieces of one kind, and their names in texts: single pieces, layers and slices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "superflip/coordinate/orientation.h"

namespace superflip {

using Pieces = std::uint16_t;  // bit p: piece p

constexpr Pieces all_pieces(PieceKind kind) { return static_cast<Pieces>((1U << pieces_of(kind)) - 1); }

// A piece from its faces in any order; -1 if there is none.
inline int find_piece(PieceKind kind, std::string_view word) {
  for (int p = 0; p < pieces_of(kind); ++p)
    if (std::is_permutation(word.begin(), word.end(), piece_name(kind, p).begin(), piece_name(kind, p).end())) return p;
  return -1;
}

inline Pieces layer(PieceKind kind, char face) {
  Pieces pieces = 0;
  for (int p = 0; p < pieces_of(kind); ++p)
    if (piece_name(kind, p).find(face) != std::string_view::npos) pieces |= static_cast<Pieces>(1U << p);
  return pieces;
}

// The edges of a slice: those that show neither face on the axis of the slice's turns.
inline Pieces slice(char letter) {
  const std::string_view axis = letter == 'M' ? "LR" : letter == 'E' ? "UD" : "FB";
  return all_pieces(PieceKind::edges) &
         static_cast<Pieces>(~(layer(PieceKind::edges, axis[0]) | layer(PieceKind::edges, axis[1])));
}

}  // namespace superflip
