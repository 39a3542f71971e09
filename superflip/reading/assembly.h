// Assembly: a cube taken apart. It says what each place holds, where that is known; a piece may occur more than once or
// not at all. Every textual form of a cube is first read into an assembly, so all forms are judged by the same laws and
// with the same messages. A cube can be assembled when every piece is there once, the twists sum to 0 mod 3, the flips
// to 0 mod 2, and the permutations of corners and edges have the same parity (kociemba.org/cube.htm).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

struct Placed {
  int piece;        // a Corner or an Edge
  int orientation;  // twist 0..2 or flip 0..1
};

struct Assembly {
  std::array<std::optional<Placed>, kCorners> corner;  // by place; empty where no piece can be recognised
  std::array<std::optional<Placed>, kEdges> edge;
};

// The user's names for the colours of the faces U R F D L B.
using ColourNames = std::array<std::string, kFaces>;
inline const ColourNames kStandardColours{"U", "R", "F", "D", "L", "B"};

// The names of a piece: its colours in the order of kCornerFaces and kEdgeFaces.
std::string corner_name(int piece, const ColourNames& colours);
std::string edge_name(int piece, const ColourNames& colours);

// The corners and edges of a cube, with every place filled; assemble() puts them together again, with home centres.
Assembly take_apart(const Cube& c);

// Empty unless every piece occurs exactly once. The cube need not be reachable.
std::optional<Cube> assemble(const Assembly& parts);

// All faults, one sentence each; empty exactly when assemble() gives a reachable cube.
std::vector<std::string> faults(const Assembly& parts, const ColourNames& colours = kStandardColours);
// The same for the corners alone, which are all of a 2x2x2 cube; empty exactly when some reachable cube has these
// corners.
std::vector<std::string> corner_faults(const Assembly& parts, const ColourNames& colours = kStandardColours);

}  // namespace superflip
