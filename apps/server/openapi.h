// The OpenAPI 3.1 document of the server, written from the table of routes and the fields with their limits.
#pragma once

#include <string>

#include "apps/server/ask.h"

namespace superflip::server {

std::string openapi(const Fields& fields, const Limits& limits);

}  // namespace superflip::server
