// The version of the library. Its source is made by CMake (cmake/library.cmake), so that only this one is compiled
// again for a new version.
#pragma once

#include <string_view>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

// "0.2.0": results of campaigns and checkpoints of cosets name it.
std::string_view library_version();

}  // namespace superflip
