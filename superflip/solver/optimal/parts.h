// The parts of an iteration: the words of a length are divided by their first moves.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/cube/move.h"
#include "superflip/solver/optimal/search.h"

namespace superflip::optimal {

// All words of four turns, or of three syllables in stm and atm (alphabet.h), but only one of those that the cube's
// symmetries carry to each other.
std::vector<Part> list_parts(std::uint64_t symmetries, Metric metric);

// The prefixes of central_cubes.h, for a central cube.
std::vector<Part> list_central_parts();

// Words of fewer moves come first.
bool is_word_before(const Moves& a, const Moves& b);

}  // namespace superflip::optimal
