// The moves and symmetries as the search applies them: permutations of places for byte shuffles, and the translation of
// moves between a class's representative, which the tables describe, and the position itself.
#pragma once

#include <array>
#include <cstdint>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/two_phase/turn_mask.h"

namespace superflip::two_phase {

// Permutations of places, padded for shuffles.
struct alignas(16) Shuffle {
  std::array<std::uint8_t, 16> edge;
  std::array<std::uint8_t, 16> corner;
};

constexpr Shuffle make_shuffle(const Cube& c) {
  Shuffle s{};
  for (int i = 0; i < 16; ++i) {
    s.edge[i] = c.edge[i] & 15;
    s.corner[i] = static_cast<std::uint8_t>(i < kCorners ? c.corner[i] & 15 : i);
  }
  return s;
}

struct Shuffles {
  std::array<Shuffle, kMoves> move{};
  // Conjugation by the symmetries: S^-1 on the left, S on the right.
  std::array<Shuffle, kUdSymmetries> left{};
  std::array<Shuffle, kUdSymmetries> right{};
  // [s][bit]: if symmetry s leads to the representative, the move of the position itself that corresponds to that bit
  // of the representative's TurnMask.
  std::array<std::array<Move, 24>, kUdSymmetries> real_move{};
  // The bits of the moves that may follow a move made at the position itself.
  std::array<std::array<TurnMask, kMoves + 1>, kUdSymmetries> may_follow{};
};

constexpr Shuffles make_shuffles() {
  Shuffles t;
  for (const Move m : kAllMoves) t.move[m] = make_shuffle(kMoveCubes[m]);
  for (const Symmetry s : kAllUdSymmetries) {
    const Symmetry back = inverse(s);
    t.left[s] = make_shuffle(kSymmetryCubes[back]);
    t.right[s] = make_shuffle(kSymmetryCubes[s]);
    for (int bit = 0; bit < 24; ++bit) {
      if (bit % 4 == 3) continue;
      const Move real = conjugate(make_move(static_cast<Face>(bit / 4), bit % 4 + 1), back);
      t.real_move[s][bit] = real;
      for (int last = 0; last <= kMoves; ++last)
        if (Move(last) == kNoMove || may_follow(Move(last), real)) t.may_follow[s][last] |= TurnMask{1} << bit;
    }
  }
  return t;
}

inline constexpr Shuffles kShuffles = make_shuffles();

// The permutations of a position, as bytes in memory.
struct Pieces {
  alignas(16) std::array<std::uint8_t, 16> edge;
  std::array<std::uint8_t, 8> corner;
};

constexpr Pieces undo(const Pieces& p) {
  Pieces undone = p;
  for (int x = 0; x < kEdges; ++x) undone.edge[p.edge[x]] = static_cast<std::uint8_t>(x);
  for (int x = 0; x < kCorners; ++x) undone.corner[p.corner[x]] = static_cast<std::uint8_t>(x);
  return undone;
}

}  // namespace superflip::two_phase
