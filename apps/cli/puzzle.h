// Which puzzle a command is about: --puzzle.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "superflip/superflip.h"

namespace superflip::cli {

// --puzzle 3x3x3|2x2x2. Options that have no meaning for a 2x2x2 are refused with it; they are given by name, as
// "--time", and must have been added before.
void add_puzzle(Arguments& arguments, Puzzle& puzzle, const std::vector<std::string>& only_for_3x3x3);

}  // namespace superflip::cli
