// The pocket cube as people write it: a 2x2x2 is just the corners of a 3x3x3.
//
//         U1 U2
//         U3 U4
//   L1 L2 F1 F2 R1 R2 B1 B2
//   L3 L4 F3 F4 R3 R4 B3 B4
//         D1 D2
//         D3 D4
//
// Its 24 facelets are those of the corners among the 54, faces in the order U R F D L B, each row by row. There are no
// centres to name the colours, but each colour shares corners with four of the others, and the fifth is its opposite.
// So any six symbols can be the colours, in any holding.
//
// A pocket cube is stored in a Cube in the orientation in which it is held: place x of the corners holds the piece seen
// there. The edges are those of the solved cube and have no meaning; the permutation of the corners may be odd.
#pragma once

#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/cube.h"
#include "superflip/reading/formats.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kPocketFacelets = 24;

// Expects four stickers of each colour; white space is ignored. An error names everything that is wrong, in the text's
// own colours (in upper case, unless both cases together make the six). The twists of the result sum to 0 mod 3.
Expected<Cube> parse_pocket_facelets(std::string_view text);

// The same with all that is wrong. `cube` is the cube as it is held.
Diagnosis diagnose_pocket(std::string_view text);

// The letters of the corners, as parse_pocket_facelets reads them.
std::string to_pocket_facelets(const Cube& c);

// 24 facelets, or the corners of a reachable 3x3x3 in any of its formats (formats.h): 54 facelets, as they are held, or
// moves, whose rotations decide how the cube is then held. A text of fewer than 40 symbols that looks like facelets is
// taken for a 2x2x2 with a wrong number of stickers. With at least 20 symbols it looks like facelets even without four
// equal ones in a row.
Expected<Cube> parse_pocket(std::string_view text, const ReadOptions& options = {});
// The same with all that is wrong, or with notes about the text. `cube` is the cube as it is held.
Examined examine_pocket(std::string_view text, const ReadOptions& options = {});

}  // namespace superflip
