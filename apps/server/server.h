// Server: superflip over HTTP. One thread reads, parses and writes; the workers (workers.h) answer. Everything that is
// decided about a request without a network is in routes.h; the network is in network/.
#pragma once

#include <functional>
#include <string>

#include "apps/server/options.h"
#include "superflip/superflip.h"

namespace superflip::server {

// Serves until SIGTERM or SIGINT, then answers what is queued (Options::grace at most) and returns. A second signal
// ends it at once. `say` gets sentences for a person: the addresses, and what goes wrong later. Errors: system and
// bad_option, when no address can be listened to; nothing is served then.
Expected<void> serve(const Options& options, const EngineOptions& engine,
                     const std::function<void(const std::string&)>& say);

// The paths of the routes that take POST, and of the others, each with a blank before it: for help texts.
std::string paths_of_routes(bool is_posted);

}  // namespace superflip::server
