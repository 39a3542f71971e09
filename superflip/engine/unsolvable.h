// Why no word of the allowed moves brings a cube to its goal, in one sentence.
//
// Moves carry each piece from place to place and turn it on the way, so that there are places, or orientations in them,
// which a piece never reaches. Of a whole cube, they keep the sums of twists and flips, and may keep parities. Where
// none of these says why, the group that the moves generate does.
#pragma once

#include <string>

#include "superflip/base/api.h"
#include "superflip/solver/solver.h"

namespace SUPERFLIP_API superflip {

// The reason for Ended::unsolvable, a sentence without a capital and a full stop; pieces and places are named for the
// cube as it is held. It takes some milliseconds. Precondition: the engine's answer to the question is unsolvable.
std::string why_unsolvable(const Question& question);

}  // namespace superflip
