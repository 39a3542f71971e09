// A cube as JSON: {"corners": {"permutation": [0, ...], "orientation": [0, ...]}, "edges": {...}, "facelets":
// "UUU..."}, with the numbers of cube.h. Either the pieces or the facelets suffice; if both are given, they must agree.
// Of the library's parsers only this one uses a JSON library.
#pragma once

#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/cube/cube.h"
#include "superflip/reading/doctor.h"

namespace SUPERFLIP_API superflip {

Diagnosis examine_json(std::string_view text);

// The cube need not be reachable.
Json to_json(const Cube& c);

}  // namespace superflip
