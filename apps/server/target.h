// Target: the path and the query of a request, decoded, and the host that it names. RFC 3986; in the query a plus is a
// blank, as forms send it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::server {

struct Target {
  std::vector<std::string> segments;  // of the path: {"v1", "solve"}; none for "/"
  std::vector<std::pair<std::string, std::string>> query;
  std::string path;                        // as it was sent
  std::string raw_query;                   // as it was sent, without the question mark
  std::optional<std::string> authority{};  // of the absolute form, "http://localhost:8080/", as it was sent
};

// Error: unreadable, for a target that is no path, a percent sign without two hexadecimal digits, or bytes that are not
// UTF-8.
Expected<Target> parse_target(std::string_view target);

// The host of a header Host, or of an absolute target, without its port and without the brackets of an IPv6 address.
// Error: unreadable, for what is no host with perhaps a port (RFC 3986, 3.2.2; no user, and no empty name).
Expected<std::string> parse_host(std::string_view text);

// Whether a host is "localhost" or the text of a loopback address: 127.0.0.0/8, ::1, ::ffff:127.0.0.1.
bool is_loopback(const std::string& host);

}  // namespace superflip::server
