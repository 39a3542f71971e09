// Reid's format (Michael Reid's optimal solver, kociemba.org/cube.htm): for each place of UF UR UB UL DF DR DB DL FR FL
// BR BL UFR URB UBL ULF DRF DFL DLB DBR the piece in it, its stickers in the order of the place's name.
#pragma once

#include <string>
#include <string_view>

#include "superflip/cube/cube.h"
#include "superflip/reading/doctor.h"

namespace superflip {

// Whether the text consists of names of edges and of corners, with both present and 8 to 24 in all. Sixteen and more
// may be in lower case, have commas, brackets or quotes around them, and be wrong in two places. So may all twelve
// edges alone, and all eight corners.
bool looks_like_reid(std::string_view text);

Diagnosis examine_reid(std::string_view text);

// One line; the cube need not be reachable.
std::string format_reid(const Cube& c);

}  // namespace superflip
