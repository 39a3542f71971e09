#include "apps/server/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/server/target.h"

namespace superflip::server {
namespace {

// "https://example.org:8443", as browsers write it in the header Origin.
bool is_origin(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view authority = text.substr(colon + 3);
  return parse_host(authority).has_value() &&
         std::none_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

Expected<void> check_options(const Options& options) {
  for (const std::string& name : options.hosts) {
    const bool is_ipv6 = name.find(':') != std::string::npos;
    const auto host = parse_host(is_ipv6 ? fmt::format("[{}]", name) : name);
    if (!host || name.find('*') != std::string::npos)
      return fail(
          ErrorKind::bad_option,
          fmt::format("--allow-host {}: expected a name or an address without a port, such as cube.example", name));
  }
  for (const std::string& origin : options.origins)
    if (origin != "*" && !is_origin(origin))
      return fail(ErrorKind::bad_option,
                  fmt::format("--allow-origin {}: expected an origin as browsers send it, such as https://example.org, "
                              "in small letters and without a path; or *",
                              origin));
  return {};
}

}  // namespace superflip::server
