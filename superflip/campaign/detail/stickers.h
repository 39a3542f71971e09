// The cube as 54 stickers in space: an independent path for checks of words.
//
// A sticker is a point on the surface of the cube -1..1 x -1..1 x -1..1, moved outwards; a turn of a face rotates the
// points of that layer by quarter turns. Nothing here knows of pieces, of products of cubes, or of the rest of this
// library: only the order of the 54 letters and the meaning of "R2" are the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "superflip/cube/metric.h"

namespace superflip::detail {

// What becomes of 54 stickers (faces in the order U R F D L B, each row by row) by moves such as "R U2 F'"; nothing
// where the moves are no turns of faces, or there are not 54 stickers.
std::optional<std::string> turned(std::string_view stickers, std::string_view moves);

// Whether every face has stickers of one colour.
bool is_uniform(std::string_view stickers);

// The length of moves in which no two of the same face follow each other; -1 where they are no turns of faces.
int length_of(std::string_view moves, Metric metric);

}  // namespace superflip::detail
