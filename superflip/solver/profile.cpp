#include "superflip/solver/profile.h"

#include "superflip/solver/names.h"

namespace superflip {

std::string_view name(Profile profile) { return kProfileNames[profile]; }

Expected<Profile> parse_profile(std::string_view text) { return kProfileNames.parse(text); }

}  // namespace superflip
