// The names of the formats of a cube (base/names.h). A format that is added to the enum is added here.
#pragma once

#include "superflip/base/api.h"
#include "superflip/base/names.h"
#include "superflip/reading/formats.h"

namespace SUPERFLIP_API superflip {

inline constexpr auto kFormatNames = names_of<Format>("a format", "moves", "facelets", "reid", "kociemba-cubies",
                                                      "json", "packed69", "packed71", "rank");

}  // namespace superflip
