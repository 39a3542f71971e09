// The moves and symmetries as the search applies them: permutations of places for byte shuffles, and, for what tables
// tell of a class's representative, the moves that those are at the position itself.
#pragma once

#include <array>
#include <cstdint>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/search.h"
#include "superflip/solver/two_phase/tables.h"

namespace superflip::two_phase {

inline constexpr Move kNoMove = kMoves;

// Permutations of places, padded for shuffles.
struct alignas(16) Shuffle {
  std::array<std::uint8_t, 16> edge;
  std::array<std::uint8_t, 16> corner;
};

constexpr Shuffle make_shuffle(const Cube& c) {
  Shuffle s{};
  for (int i = 0; i < 16; ++i) {
    s.edge[i] = c.edge[i] & 15;
    s.corner[i] = c.corner[i] & 15;
  }
  return s;
}

struct EngineTables {
  std::array<Shuffle, kMoves> move{};
  // Conjugation by the symmetries: S^-1 on the left, S on the right.
  std::array<Shuffle, kUdSymmetries> left{};
  std::array<Shuffle, kUdSymmetries> right{};
  // Bits of a MoveSet, seen from a representative to which symmetry s led: the move they are at the position itself.
  std::array<std::array<Move, 24>, kUdSymmetries> real_move{};
  // The bits that may follow a move made at the position itself.
  std::array<std::array<MoveSet, kMoves + 1>, kUdSymmetries> may_follow{};
};

constexpr EngineTables make_engine_tables() {
  EngineTables t;
  for (Move m = 0; m < kMoves; ++m) t.move[m] = make_shuffle(kMoveCubes[m]);
  for (Symmetry s = 0; s < kUdSymmetries; ++s) {
    const Symmetry back = inverse_symmetry(s);
    t.left[s] = make_shuffle(kSymmetryCubes[back]);
    t.right[s] = make_shuffle(kSymmetryCubes[s]);
    for (int bit = 0; bit < 24; ++bit) {
      if (bit % 4 == 3) continue;
      const Move real = conjugate(make_move(static_cast<Face>(bit / 4), bit % 4 + 1), back);
      t.real_move[s][bit] = real;
      for (Move last = 0; last <= kMoves; ++last)
        if (last == kNoMove || may_follow(last, real)) t.may_follow[s][last] |= MoveSet{1} << bit;
    }
  }
  return t;
}

inline constexpr EngineTables kEngine = make_engine_tables();

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
