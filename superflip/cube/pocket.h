// The pocket cube, as people write it: a 2x2x2 is the corners of a 3x3x3 and nothing else.
//
//         U1 U2
//         U3 U4
//   L1 L2 F1 F2 R1 R2 B1 B2
//   L3 L4 F3 F4 R3 R4 B3 B4
//         D1 D2
//         D3 D4
//
// Its 24 facelets are those of the corners among the 54, faces in the order U R F D L B, each row by row. There are no
// centres that would give the colours their names, but there is a law: a colour meets four of the others on the
// corners, and the fifth is its opposite. So any six symbols will do, in any holding.
//
// A pocket cube is held in a Cube as it is seen from where it is held: place x of the corners holds what is seen there.
// The edges are those of the solved cube and mean nothing; the permutation of the corners may be odd.
#pragma once

#include <string>
#include <string_view>

#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"
#include "superflip/cube/formats.h"

namespace superflip {

inline constexpr int kPocketFacelets = 24;

// Four stickers of each colour, white space between them ignored. An error says all that is wrong, in the text's own
// colours (in upper case, unless both cases together are what makes six). The twists of the result sum to 0 mod 3.
Expected<Cube> parse_pocket_facelets(std::string_view text);

// The letters of the corners: parse_pocket_facelets reads them back.
std::string to_pocket_facelets(const Cube& c);

// 24 facelets, or the corners of a reachable 3x3x3 in any of its formats (formats.h): 54 facelets, as they are held, or
// moves, after which the cube is held as their rotations leave it. What looks like facelets and has fewer than 40 is
// meant to be 24, from 20 on also where no four in a row are equal.
Expected<Cube> parse_pocket(std::string_view text, const ReadOptions& options = {});

}  // namespace superflip
