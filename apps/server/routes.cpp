#include "apps/server/routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/server/answers.h"
#include "apps/server/compat.h"
#include "apps/server/server.h"

namespace superflip::server {
namespace {

using Work = Route::Work;

// What stands for the variable in a route's path, or nothing if the paths differ.
std::optional<std::vector<std::string>> captured(std::string_view pattern, const std::vector<std::string>& segments) {
  std::vector<std::string> captures;
  std::size_t at = 1;
  for (const std::string& segment : segments) {
    if (at > pattern.size()) return std::nullopt;
    const std::size_t end = std::min(pattern.find('/', at), pattern.size());
    const std::string_view part = pattern.substr(at, end - at);
    at = end + 1;
    if (part.empty()) return std::nullopt;
    if (part[0] == '{')
      captures.push_back(segment);
    else if (part != segment)
      return std::nullopt;
  }
  const bool is_all = at > pattern.size() || (segments.empty() && pattern == "/");
  return is_all ? std::optional(std::move(captures)) : std::nullopt;
}

}  // namespace

const std::vector<Route>& routes() {
  static const std::vector<Route> all{
      {.name = "index", .path = "/", .work = Work::at_once, .summary = "What there is to ask", .answer = show_index},
      {.name = "solve",
       .path = "/v1/solve",
       .is_posted = true,
       .fields = {"cube",    "cubes", "from",        "niss",       "order",     "holding", "also",   "starts",
                  "goal",    "goals", "only",        "show",       "up_to",     "puzzle",  "metric", "moves",
                  "centres", "robot", "good_enough", "max_length", "solutions", "time",    "nodes"},
       .work = Work::a_cube,
       .has_events = true,
       .summary = "A short solution in milliseconds, or shorter ones in the time that is given",
       .cube = solve_cube},
      {.name = "optimal",
       .path = "/v1/optimal",
       .is_posted = true,
       .fields = {"cube", "cubes",  "from",       "niss",      "order", "holding", "also",  "starts",
                  "goal", "goals",  "only",       "show",      "up_to", "metric",  "moves", "centres",
                  "want", "within", "max_length", "solutions", "time",  "nodes"},
       .work = Work::a_cube,
       .has_events = true,
       .summary = "The shortest solutions, proven, or what is known of them when the time is over",
       .cube = solve_optimally},
      {.name = "check",
       .path = "/v1/check",
       .is_posted = true,
       .fields = {"cube", "cubes", "from", "niss", "order", "holding"},
       .work = Work::a_cube,
       .summary = "Whether a cube can be solved; if not, all that is wrong with it and the smallest repair",
       .cube = check_cube},
      {.name = "convert",
       .path = "/v1/convert",
       .is_posted = true,
       .fields = {"cube", "cubes", "from", "niss", "order", "holding", "to"},
       .work = Work::a_cube,
       .summary = "A cube in another notation",
       .cube = convert_cube},
      {.name = "completions",
       .path = "/v1/completions",
       .is_posted = true,
       .fields = {"cube", "cubes", "from", "niss", "order", "holding", "most"},
       .work = Work::a_cube,
       .summary = "The cubes that have the known facelets of an incomplete one",
       .cube = list_completions},
      {.name = "schedule",
       .path = "/v1/schedule",
       .is_posted = true,
       .fields = {"word", "robot"},
       .required = {"word", "robot"},
       .summary = "What a robot does for given moves, and when",
       .answer = give_schedule},
      {.name = "scramble",
       .path = "/v1/scramble",
       .is_posted = true,
       .fields = {"count", "seed", "puzzle", "fewest_moves"},
       .summary = "Random scrambles by the rules of the World Cube Association",
       .answer = give_scrambles},
      {.name = "coordinates",
       .path = "/v1/coordinates",
       .summary = "The coordinates that have names",
       .answer = list_coordinates},
      {.name = "coordinate",
       .path = "/v1/coordinates/{coordinate}",
       .is_posted = true,
       .fields = {"cube", "cubes", "from", "niss", "order", "holding", "symmetry", "transitions", "distance"},
       .summary = "A coordinate, and its values and classes for cubes",
       .answer = show_coordinate},
      {.name = "value",
       .path = "/v1/coordinates/{coordinate}/{value}",
       .summary = "A cube that has a given value of a coordinate",
       .answer = cube_of_value},
      {.name = "health",
       .path = "/healthz",
       .work = Work::at_once,
       .summary = "Whether the server takes requests, and whether its tables are ready",
       .answer = show_health},
      {.name = "metrics",
       .path = "/metrics",
       .work = Work::at_once,
       .summary = "Counts and times for Prometheus",
       .answer = show_metrics},
      {.name = "openapi",
       .path = "/openapi.json",
       .work = Work::at_once,
       .summary = "This document",
       .answer = show_openapi},
      {.name = "facelets",
       .path = "/{facelets}",
       .summary =
           "The moves for a cube of 54 facelets as plain text, for robots; under --compat twophase as the page of "
           "RubikTwoPhase's server. GET /?<54 facelets> answers with Cube Explorer's page.",
       .answer = answer_facelets},
  };
  return all;
}

std::string paths_of_routes(bool is_posted) {
  std::string paths;
  for (const Route& route : routes())
    if (route.is_posted == is_posted) paths += " " + std::string(route.path);
  return paths;
}

Answered<Match> find_route(Target& target) {
  static const Route cube_explorer{.name = "cube_explorer", .path = "/", .answer = answer_cube_explorer};
  if (target.segments.empty() && !target.query.empty()) {  // the index has no fields
    std::string cube = target.query.front().first;
    if (target.query.size() > 1 || target.raw_query.find('=') != std::string::npos) cube = target.raw_query;
    target.query.clear();
    return Match{&cube_explorer, {std::move(cube)}};
  }
  // A script may send a cube with a slash after it, or with the end of its line.
  std::vector<std::string> segments = target.segments;
  if (segments.size() == 2 && segments.back().empty()) segments.pop_back();
  if (segments.size() == 1) segments.front() = text::trimmed(segments.front());
  for (const Route& route : routes()) {
    const bool is_cube = route.answer == answer_facelets;
    auto captures = captured(route.path, is_cube ? segments : target.segments);
    if (!captures) continue;
    if (is_cube && !is_meant_as_facelets(captures->front())) continue;
    return Match{&route, *std::move(captures)};
  }
  return tl::unexpected<Problem>(
      problem(404, fmt::format("nothing is at {}: GET / lists what there is", text::escaped(target.path, 100))));
}

std::optional<Problem> refusal(const Request& request, const Route& route) {
  const std::string_view method = request.method;
  if (method != "GET" && method != "HEAD" && !(method == "POST" && route.is_posted)) {
    Problem refused = problem(405, fmt::format("{} is not possible here", text::escaped(method, 20)));
    refused.headers.push_back({"Allow", route.is_posted ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS"});
    return refused;
  }
  if (!request.content_encoding.empty() && !equals(request.content_encoding, "identity"))
    return problem(415, fmt::format("Content-Encoding: {} is not read here: send the body as it is",
                                    text::escaped(request.content_encoding, 40)));
  if (method == "POST" && !equals(media_type(request.content_type), "application/json"))
    return problem(415, fmt::format("the body must be JSON: expected the header Content-Type: application/json{}",
                                    request.content_type.empty()
                                        ? std::string()
                                        : fmt::format(", not {}", text::escaped(request.content_type, 60))));
  return std::nullopt;
}

Response options_of(const Request& request, const Route& route) {
  const std::string methods = route.is_posted ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS";
  Response response{.status = 204, .type = "", .headers = {{"Allow", methods}}};
  if (!request.preflight.empty()) {
    response.headers.push_back({"Access-Control-Allow-Methods", methods});
    response.headers.push_back({"Access-Control-Allow-Headers", "Content-Type, Last-Event-ID"});
    response.headers.push_back({"Access-Control-Max-Age", "86400"});
  }
  return response;
}

std::optional<Problem> refused_host(const std::string& host, const Request& request, const Options& options) {
  if (!request.at_loopback && options.hosts.empty()) return std::nullopt;
  if (is_loopback(host) || equals(host, options.host) ||
      std::any_of(options.hosts.begin(), options.hosts.end(), [&](const auto& name) { return equals(host, name); }))
    return std::nullopt;
  return problem(421, fmt::format("this server is not called '{}' (--allow-host)", text::escaped(host, 60)));
}

Destination read_head(const Request& request, const Options& options, const Page& page) {
  Destination asked;
  const auto refuse = [&](Problem problem) {
    asked.refused = std::move(problem);
    return std::move(asked);
  };
  auto target = parse_target(request.method == "OPTIONS" && request.target == "*" ? "/" : request.target);
  if (!target) return refuse(problem_of(target.error()));
  asked.target = *std::move(target);
  if (request.host.empty() && !request.is_http_1_0)
    return refuse(problem(400, "the header Host is missing, which HTTP/1.1 requires"));
  std::optional<std::string> host;  // that of the absolute form takes the place of the header, which must be one, too
  for (const auto& text : {request.host.empty() ? std::nullopt : std::optional(request.host), asked.target.authority}) {
    if (!text) continue;
    auto named = parse_host(*text);
    if (!named) return refuse(problem_of(named.error()));
    host = *std::move(named);
  }
  if (host)
    if (auto refused = refused_host(*host, request, options)) return refuse(*std::move(refused));
  auto match = find_route(asked.target);
  const bool is_index = match && match->route->answer == show_index;
  if (!match || (is_index && !accepts(request.accept, "application/json")))
    asked.file = page.find(asked.target.segments);
  if (asked.file != nullptr) {
    static const Route page_route{.name = "page", .path = "/", .work = Work::at_once};
    match = Match{&page_route, {}};
  }
  if (!match) return refuse(std::move(match.error()));
  asked.route = match->route;
  asked.captures = std::move(match->captures);
  if (request.method == "OPTIONS") return asked;
  asked.refused = refusal(request, *asked.route);
  return asked;
}

std::vector<Header> cors_headers(const Request& request, const Options& options) {
  const auto& origins = options.origins;
  if (std::find(origins.begin(), origins.end(), "*") != origins.end()) return {{"Access-Control-Allow-Origin", "*"}};
  if (origins.empty()) return {};
  std::vector<Header> headers{{"Vary", "Origin"}};  // of every answer: the others are not for that origin
  if (std::find(origins.begin(), origins.end(), request.origin) != origins.end())
    headers.push_back({"Access-Control-Allow-Origin", request.origin});
  return headers;
}

}  // namespace superflip::server
