// Kociemba's cubies: (URF,0)(UFL,0)...(DRB,0) (UR,0)(UF,0)...(BR,0), each place in the order of piece.h with the piece
// that replaces it and its orientation, as Kociemba's solver prints a cube.
#pragma once

#include <string>
#include <string_view>

#include "superflip/cube/cube.h"
#include "superflip/reading/doctor.h"

namespace superflip {

// A parenthesis with a comma before it closes.
bool looks_like_cubies(std::string_view text);

Diagnosis examine_cubies(std::string_view text);

// One line; the cube need not be reachable.
std::string format_cubies(const Cube& c);

}  // namespace superflip
