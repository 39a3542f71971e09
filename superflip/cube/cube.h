// Cube: the cubie level, as two 16-byte vectors.
//
// Place x of the corners holds byte piece | twist << 4 (twist 0..2), place x of the edges piece | flip << 4 (flip
// 0..1): the "is replaced by" representation of Kociemba's cubie level. The six centres are in the corners' vector:
// byte 8 + face holds (8 + centre) | turn << 4 (turn 0..3). The unused places (corners 14 and 15, edges 12..15) hold
// themselves, so that a composition is one byte shuffle and an addition of orientations for each vector, without any
// masking.
//
// Most of the library takes the centres as fixed: then they stay as in kSolved, and a face turn does not turn its
// centre. What moves or turns them is in space.h. A Cube may be impossible (odd parity, a single twist): coordinates
// make such cubes on purpose, and the doctor explains them. is_reachable() tells which are possible.
//
// Invariant: the 8 corner pieces, the 12 edge pieces and the 6 centres are permutations, orientations are in range,
// padding is the identity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "superflip/base/api.h"
#include "superflip/cube/piece.h"

namespace SUPERFLIP_API superflip {

struct alignas(16) Cube {
  std::array<std::uint8_t, 16> corner{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  std::array<std::uint8_t, 16> edge{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  constexpr int corner_at(int place) const { return corner[place] & 15; }
  constexpr int twist_at(int place) const { return corner[place] >> 4; }
  constexpr int edge_at(int place) const { return edge[place] & 15; }
  constexpr int flip_at(int place) const { return edge[place] >> 4; }
  // Which centre is on a face (numbered like the faces), and how it is turned: the quarter turns, clockwise as seen
  // from outside, from kCentreTop of this face to the centre's mark. The mark of a centre points to kCentreTop of its
  // own face on the solved cube.
  constexpr int centre_at(int face) const { return (corner[kCorners + face] & 15) - kCorners; }
  constexpr int turn_at(int face) const { return corner[kCorners + face] >> 4; }

  constexpr void set_corner(int place, int piece, int twist) {
    corner[place] = static_cast<std::uint8_t>(piece | twist << 4);
  }
  constexpr void set_edge(int place, int piece, int flip) {
    edge[place] = static_cast<std::uint8_t>(piece | flip << 4);
  }
  constexpr void set_centre(int face, int centre, int turn) {
    corner[kCorners + face] = static_cast<std::uint8_t>((kCorners + centre) | turn << 4);
  }
  constexpr void set_corner_piece(int place, int piece) { set_corner(place, piece, twist_at(place)); }
  constexpr void set_edge_piece(int place, int piece) { set_edge(place, piece, flip_at(place)); }
  constexpr void set_centre_piece(int face, int centre) { set_centre(face, centre, turn_at(face)); }
  constexpr void set_twist(int place, int twist) { set_corner(place, corner_at(place), twist); }
  constexpr void set_flip(int place, int flip) { set_edge(place, edge_at(place), flip); }
  constexpr void set_turn(int face, int turn) { set_centre(face, centre_at(face), turn); }

  friend constexpr bool operator==(const Cube&, const Cube&) = default;
};

inline constexpr Cube kSolved{};

// a, then b: (a*b)(x).piece = a(b(x).piece).piece, orientations add. The cubes form a group under this product,
// including those that are not reachable.
Cube operator*(const Cube& a, const Cube& b);

// a * inverse(a) == kSolved.
constexpr Cube inverse(const Cube& a) {
  Cube c;
  for (int x = 0; x < kCorners; ++x) c.set_corner(a.corner_at(x), x, (3 - a.twist_at(x)) % 3);
  for (int x = 0; x < kEdges; ++x) c.set_edge(a.edge_at(x), x, a.flip_at(x));
  for (int f = 0; f < kFaces; ++f) c.set_centre(a.centre_at(f), f, (4 - a.turn_at(f)) % 4);
  return c;
}

// The same product, byte by byte and usable in constant expressions: the definition against which the SIMD version is
// tested.
constexpr Cube compose(const Cube& a, const Cube& b) {
  Cube c;
  for (int x = 0; x < kCorners; ++x) {
    const int y = b.corner_at(x);
    c.set_corner(x, a.corner_at(y), (a.twist_at(y) + b.twist_at(x)) % 3);
  }
  for (int x = 0; x < kEdges; ++x) {
    const int y = b.edge_at(x);
    c.set_edge(x, a.edge_at(y), a.flip_at(y) ^ b.flip_at(x));
  }
  for (int f = 0; f < kFaces; ++f) {
    const int y = b.centre_at(f);
    c.set_centre(f, a.centre_at(y), (a.turn_at(y) + b.turn_at(f)) % 4);
  }
  return c;
}

// Whether it keeps the invariant above: each piece is in one place, with an orientation in its range, and the padding
// is the identity. All other functions need that; bytes that come from elsewhere may break it.
bool is_cube(const Cube& c);

// Parity of the permutations: 0 even, 1 odd.
int corner_parity(const Cube& c);
int edge_parity(const Cube& c);
int centre_parity(const Cube& c);

// What face turns never change in corners and edges: three numbers, all 0 for the cubes that they reach from the solved
// one.
struct Imbalance {
  int twist;   // 0..2, the sum of the twists mod 3; 1: one corner too far clockwise
  int flip;    // 0..1, the sum of the flips mod 2
  int parity;  // 0..1, the parities of corners and edges added; 1: one exchange of two pieces too many

  constexpr bool none() const { return twist == 0 && flip == 0 && parity == 0; }
  friend constexpr bool operator==(const Imbalance&, const Imbalance&) = default;
};

// Precondition: is_cube(c).
Imbalance imbalance(const Cube& c);

// True exactly for the 43,252,003,274,489,856,000 cubes that face turns reach from the solved one, the centres taken as
// fixed: nothing is out of balance, and the centres are at home and not turned.
bool is_reachable(const Cube& c);

// The order of the cube as a group element, the least n >= 1 whose n-th power is solved: 1..1260 for reachable cubes.
int order(const Cube& c);

// A 64-bit hash of all 26 pieces, the same on every platform.
std::uint64_t hash(const Cube& c);

}  // namespace superflip

template <>
struct std::hash<superflip::Cube> {
  std::size_t operator()(const superflip::Cube& c) const noexcept {
    return static_cast<std::size_t>(superflip::hash(c));
  }
};
