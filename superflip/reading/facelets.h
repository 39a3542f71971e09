// Facelets: the 54 stickers, Kociemba's facelet level (kociemba.org/facelet.htm).
//
//              U1 U2 U3
//              U4 U5 U6
//              U7 U8 U9
//     L1 L2 L3 F1 F2 F3 R1 R2 R3 B1 B2 B3
//     L4 L5 L6 F4 F5 F6 R4 R5 R6 B4 B5 B6
//     L7 L8 L9 F7 F8 F9 R7 R8 R9 B7 B8 B9
//              D1 D2 D3
//              D4 D5 D6
//              D7 D8 D9
//
// Facelet 9*face + n-1 is sticker n of that face, faces in the order U R F D L B; a sticker's colour is named after its
// face in the solved cube.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kFacelets = 54;

constexpr int centre_of(int face) { return 9 * face + 4; }

// The facelets of each place, in the order of kCornerFaces and kEdgeFaces.
inline constexpr std::array<std::array<int, 3>, kCorners> kCornerFacelets{
    {{8, 9, 20}, {6, 18, 38}, {0, 36, 47}, {2, 45, 11}, {29, 26, 15}, {27, 44, 24}, {33, 53, 42}, {35, 17, 51}}};
inline constexpr std::array<std::array<int, 2>, kEdges> kEdgeFacelets{{{5, 10},
                                                                       {7, 19},
                                                                       {3, 37},
                                                                       {1, 46},
                                                                       {32, 16},
                                                                       {28, 25},
                                                                       {30, 43},
                                                                       {34, 52},
                                                                       {23, 12},
                                                                       {21, 41},
                                                                       {50, 39},
                                                                       {48, 14}}};

// "U1".."B9"; facelet 0..53.
std::string facelet_name(int facelet);

// The colours of all stickers, each 0..5 in the order U R F D L B, or kNoColour where it is unknown.
using Stickers = std::array<std::uint8_t, kFacelets>;
inline constexpr std::uint8_t kNoColour = 6;

// All are known.
Stickers to_stickers(const Cube& c);

// The stickers after a rotation of the whole cube. Precondition: not a reflection.
Stickers rotate(const Stickers& stickers, Symmetry rotation);

// The pieces that the stickers show; a place whose stickers match no piece stays empty.
Assembly take_apart(const Stickers& stickers);

// A sentence for each place whose stickers are all known but match no piece.
std::vector<std::string> impossible_pieces(const Stickers& stickers, const ColourNames& colours = kStandardColours);

// The 54 letters of a cube, reachable or not, and with its centres where they are.
std::string to_facelets(const Cube& c);

// The reachable cube of exactly the 54 letters that to_facelets() writes; nothing for any other text. Fast: for long
// lists of cubes.
std::optional<Cube> plain_facelets(std::string_view text);

// Accepts only the standard letters in the standard holding (centres U R F D L B) and only a reachable cube. White
// space is ignored. The error names everything that is wrong. The doctor (doctor.h) reads all other forms.
Expected<Cube> parse_facelets(std::string_view text);

}  // namespace superflip
