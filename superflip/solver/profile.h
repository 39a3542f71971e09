// Profiles: how large the tables of the two-phase solver are, and so how fast it is.
#pragma once

#include <cstdint>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"

namespace SUPERFLIP_API superflip {

enum class Profile : std::uint8_t {
  compact,   // 5 MB in memory, made in some tenths of a second at each start; no files
  standard,  // 145 MB
  large      // 741 MB
};

// "compact", "standard" or "large".
std::string_view name(Profile profile);
// Error: bad_option.
Expected<Profile> parse_profile(std::string_view text);

}  // namespace superflip
