// Target: the path and the query of a request, decoded. RFC 3986; in the query a plus is a blank, as forms send it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::server {

struct Target {
  std::vector<std::string> segments;  // of the path: {"v1", "solve"}; none for "/"
  std::vector<std::pair<std::string, std::string>> query;
  std::string path;       // as it was sent
  std::string raw_query;  // as it was sent, without the question mark
};

// Error: unreadable, for a target that is no path, a percent sign without two hexadecimal digits, or bytes that are not
// UTF-8.
Expected<Target> parse_target(std::string_view target);

}  // namespace superflip::server
