#include "superflip/solver/profile.h"

#include <array>
#include <string>

namespace superflip {

std::string_view name(Profile profile) {
  constexpr std::array<std::string_view, 3> names{"compact", "standard", "large"};
  return names[static_cast<std::size_t>(profile)];
}

Expected<Profile> parse_profile(std::string_view text) {
  for (const Profile p : {Profile::compact, Profile::standard, Profile::large})
    if (text == name(p)) return p;
  return fail(ErrorKind::bad_option,
              "'" + std::string(text) + "' is not a profile: expected compact, standard or large");
}

}  // namespace superflip
