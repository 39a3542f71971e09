// Any request: a problem with an error status and a sentence, or what a route asks for; the routes that need no search
// then answer it with JSON in one line. The input is the method, the target and the type of the body in a line each,
// and the body.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "apps/server/answers.h"
#include "apps/server/ask.h"
#include "apps/server/compat.h"
#include "apps/server/routes.h"
#include "apps/server/target.h"

namespace {

using namespace superflip;
using namespace superflip::server;

std::string next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string line(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

void check(const Problem& problem) {
  const Response response = to_response(problem);
  if (response.status < 400 || response.status > 599 || problem.detail.empty() || reason(response.status) == "Unknown")
    std::abort();
  if (response.body.find('\n') + 1 != response.body.size()) std::abort();
}

void answer(Shared& shared, const Match& match, const Ask& ask) {
  const StopFlag stop{false};
  const server::Context context{shared, ask, match.captures, stop, Clock::now() + std::chrono::hours(1)};
  const Route& route = *match.route;
  if (route.cube == check_cube || (route.cube == convert_cube && ask.to != Format::moves)) {
    for (const std::string& text : ask.cubes)
      if (const auto json = route.cube(context, text); !json) check(json.error());
  } else if (route.answer == cube_of_value) {
    if (const auto response = route.answer(context); !response) check(response.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Shared shared({}, {.profile = Profile::compact});
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  Request request;
  request.method = next_line(rest);
  request.target = next_line(rest);
  request.content_type = next_line(rest);
  request.host = request.content_type;
  request.accept = request.content_type;
  request.body = rest;
  request.at_loopback = true;
  accepts(request.accept, "text/event-stream");
  if (const Destination asked = read_head(request, shared.options, shared.page); asked.refused) check(*asked.refused);
  auto target = parse_target(request.target);
  if (!target) return 0;
  const auto match = find_route(*target);
  if (!match) {
    check(match.error());
    return 0;
  }
  if (const auto refused = refusal(request, *match->route)) {
    check(*refused);
    return 0;
  }
  const auto ask = read_ask(request, *target, shared.fields, match->route->fields,
                            match->route->work == Route::Work::a_cube, match->route->required);
  if (ask)
    answer(shared, *match, *ask);
  else
    check(ask.error());
  return 0;
}
