// Which puzzle a command is about: --puzzle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace superflip::cli {

enum class Puzzle : std::uint8_t {
  cube,   // 3x3x3
  pocket  // 2x2x2
};

// --puzzle 3x3x3|2x2x2. Options that mean nothing for a 2x2x2 are refused with it; they are named as "--time" and must
// have been added.
void add_puzzle(Arguments& arguments, Puzzle& puzzle, const std::vector<std::string>& only_for_3x3x3);

}  // namespace superflip::cli
