// The basic coordinates, numbered as in the sources (kociemba.org/math/coordlevel.htm and twophase.htm).
//
// Orientations are base 3 and base 2 numbers of the first 7 or 11 places; permutations are factorial-base numbers
// (digit i of place i counts the greater pieces on places before it); UDSlice is a combinatorial number of the four
// places that hold the edges FR FL BL BR. All are 0 for the solved cube.
#pragma once

#include <cstdint>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/covered.h"

namespace SUPERFLIP_API superflip {

// Twists of the corners: 0..2186. After R: 1494.
struct CornerOrientation {
  static constexpr std::string_view name() { return "CornerOrientation"; }
  static constexpr Index size() { return 2187; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
  static constexpr Covered covered() { return {.twists = 0xFF}; }
};

// Flips of the edges: 0..2047. After F: 550.
struct EdgeOrientation {
  static constexpr std::string_view name() { return "EdgeOrientation"; }
  static constexpr Index size() { return 2048; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
  static constexpr Covered covered() { return {.flips = 0xFFF}; }
};

// Permutation of the corners: 0..40319. After R: 21021.
struct CornerPermutation {
  static constexpr std::string_view name() { return "CornerPermutation"; }
  static constexpr Index size() { return 40320; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
  static constexpr Covered covered() { return {.corner_places = 0xFF}; }
};

// Permutation of the edges: 0..12!-1 = 479001599.
struct EdgePermutation {
  static constexpr std::string_view name() { return "EdgePermutation"; }
  static constexpr Index size() { return 479001600; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
  static constexpr Covered covered() { return {.edge_places = 0xFFF}; }
};

// Which places hold the four edges of the UD slice, in any order: 0..494, 0 when they are in their slice.
struct UDSlice {
  static constexpr std::string_view name() { return "UDSlice"; }
  static constexpr Index size() { return 495; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
};

// 24*UDSlice + the order of those edges among themselves: 0..11879; below 24 when they are in their slice.
struct UDSliceSorted {
  static constexpr std::string_view name() { return "UDSliceSorted"; }
  static constexpr Index size() { return 11880; }
  static Index index(const Cube& c);
  static void assign(Cube& c, Index i);
  static constexpr Covered covered() { return {.edge_places = 0xF00}; }
};

// Order of the UD slice's edges: UDSliceSorted of a cube with UDSlice 0; 0..23. Defined when UDSlice is 0.
struct Phase2SlicePermutation {
  static constexpr std::string_view name() { return "Phase2SlicePermutation"; }
  static constexpr Index size() { return 24; }
  static bool defined(const Cube& c);
  static Index index(const Cube& c);  // precondition: defined(c)
  static void assign(Cube& c, Index i);
};

// Permutation of the eight edges of the U and D layers: 0..40319. Defined when UDSlice is 0, as everywhere in G1.
struct Phase2EdgePermutation {
  static constexpr std::string_view name() { return "Phase2EdgePermutation"; }
  static constexpr Index size() { return 40320; }
  static bool defined(const Cube& c);
  static Index index(const Cube& c);  // precondition: defined(c)
  static void assign(Cube& c, Index i);
};

// Membership in G1 = <U, D, R2, L2, F2, B2>: CornerOrientation, EdgeOrientation and UDSlice are all 0.
bool in_g1(const Cube& c);

}  // namespace superflip
