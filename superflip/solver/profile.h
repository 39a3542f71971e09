// Profiles: how much memory the tables of the two-phase solver take. With larger tables it finds the same lengths
// sooner.
//
// The profiles differ only in how they store the distances of both phases (two_phase/tables.h). Compact needs no files.
// docs/measurements.md has the times.
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
