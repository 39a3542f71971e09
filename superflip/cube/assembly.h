// Assembly: a cube taken apart. What each place holds, where that is known, and not necessarily each piece once: what
// any textual form of a cube is read into first, so that all of them judge a cube by the same laws in the same
// words. A cube can be assembled when every piece is there once, the twists sum to 0 mod 3, the flips to 0 mod 2, and
// the permutations of corners and edges have the same parity (kociemba.org/cube.htm).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "superflip/cube/cube.h"

namespace superflip {

struct Placed {
  int piece;        // a Corner or an Edge
  int orientation;  // twist 0..2 or flip 0..1
};

struct Assembly {
  std::array<std::optional<Placed>, kCorners> corner;  // by place; nothing where no piece can be recognised
  std::array<std::optional<Placed>, kEdges> edge;
};

// What a person calls the colours of the faces U R F D L B.
using ColourNames = std::array<std::string, kFaces>;
inline const ColourNames kStandardColours{"U", "R", "F", "D", "L", "B"};

// The names of a piece: its colours in the order of kCornerFaces and kEdgeFaces.
std::string corner_name(int piece, const ColourNames& colours);
std::string edge_name(int piece, const ColourNames& colours);

Assembly take_apart(const Cube& c);

// Nothing unless every piece is there exactly once; the cube need not be reachable.
std::optional<Cube> assemble(const Assembly& parts);

// All that is wrong, a sentence each; empty exactly when assemble() gives a reachable cube.
std::vector<std::string> faults(const Assembly& parts, const ColourNames& colours = kStandardColours);
// The same of the corners alone, which is all of a 2x2x2 cube; empty exactly when they are those of a reachable cube.
std::vector<std::string> corner_faults(const Assembly& parts, const ColourNames& colours = kStandardColours);

// What is wrong with the whole of a cube: how far its sums are from those of a reachable one.
struct Imbalance {
  int twist;   // 0..2; 1: one corner too far clockwise
  int flip;    // 0..1
  int parity;  // 0..1; 1: one exchange of two pieces too many
  bool none() const { return twist == 0 && flip == 0 && parity == 0; }
};

Imbalance imbalance(const Cube& c);

}  // namespace superflip
