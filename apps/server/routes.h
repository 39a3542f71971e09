// Routes: everything that the server answers, as one table. A route says its path, its methods, its fields, and the
// function that answers it. The OpenAPI document (openapi.h) is written from the same table.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/ask.h"
#include "apps/server/message.h"
#include "apps/server/metrics.h"
#include "apps/server/options.h"
#include "apps/server/page.h"
#include "apps/server/problem.h"
#include "apps/server/room.h"
#include "apps/server/target.h"
#include "superflip/superflip.h"

namespace superflip::server {

// Where the events of a search go. Called from a worker.
using EventSink = std::function<void(const Event& event, const Question& question)>;

// The named coordinates with their classes and distances, made when they are first asked for and kept. There are only
// as many as the catalogue has names, and only coordinates of few values (Limits::coordinate_values) have either, so
// that the memory is bounded.
class Coordinates {
 public:
  explicit Coordinates(const Limits& limits) : limits_(limits) {}

  struct Known {
    Known(std::string_view name, CoordinateView all)
        : view(std::move(all)), report(coordinate_report(name, view.coordinate())) {}
    CoordinateView view;
    Json report;                           // what is known of it without cubes
    std::mutex making;                     // of the table
    std::optional<DistanceTable> table{};  // made when a distance is first asked for
  };
  // The entry of the catalogue, read once. Error: 404.
  Answered<std::shared_ptr<const Description>> description(std::string_view name);
  // The entry of the catalogue with its view; with another group than the largest a view that is not kept.
  Answered<std::shared_ptr<Known>> find(std::string_view name, const std::optional<SymmetryGroup>& group,
                                        const StopFlag& stop);
  // The distance of a cube's value from the solved one in turns of faces.
  Answered<int> distance(Known& known, const Cube& cube, const StopFlag& stop) const;

 private:
  const Limits limits_;
  std::mutex mutex_;
  std::map<std::string_view, std::shared_ptr<const Description>> descriptions_;  // by the name in the catalogue
  std::map<std::string_view, std::shared_ptr<Known>> known_;
};

// What all requests share.
struct Shared {
  explicit Shared(const Options& asked, EngineOptions engine_options, Page shown = {})
      : options(asked),
        page(std::move(shown)),
        fields(asked.limits),
        engine(for_strangers(std::move(engine_options))),
        coordinates(asked.limits),
        room(
            std::max(asked.room, asked.limits.body + bytes_of_answers(asked.limits.batch, asked.limits.all_solutions))),
        places(asked.queue) {}

  // Tables for the moves of requests must not fill memory and disk.
  static EngineOptions for_strangers(EngineOptions options) {
    constexpr std::size_t kKeptMoveTables = 4;
    if (options.kept_move_tables == 0) options.kept_move_tables = kKeptMoveTables;
    return options;
  }

  const Options options;
  const Page page;
  const Fields fields;
  Engine engine;
  Coordinates coordinates;
  Metrics metrics;
  Room room;               // bytes
  Room places;             // of requests that wait, and of batches until they are answered
  std::string document{};  // /openapi.json, made when it is first asked for
  std::once_flag has_document{};
  std::atomic<bool> is_ready{false};   // the tables for near-optimal answers are there
  std::atomic<bool> is_ending{false};  // no new requests are taken
};

// One request at work: what its answer is made from.
struct Context {
  Shared& shared;
  const Ask& ask;
  const std::vector<std::string>& captures;  // what stood for {name} in the path
  const StopFlag& stop;
  Clock::time_point until;  // the time of the request is over
  EventSink sink{};
};

struct Route {
  enum class Work : std::uint8_t {
    at_once,   // without any work, on the thread that reads
    a_cube,    // `cube` answers each cube of the request
    a_request  // `answer` answers all of it
  };
  std::string_view name;   // its operationId, and its label in the metrics
  std::string_view path;   // "/v1/coordinates/{coordinate}"
  bool is_posted = false;  // its fields may also come as JSON
  std::vector<std::string_view> fields{};
  std::vector<std::string_view> required{};  // those without which there is no answer, beside cubes
  Work work = Work::a_request;
  bool has_events = false;  // can answer with server-sent events
  std::string_view summary{};
  Answered<Json> (*cube)(const Context& context, const std::string& text) = nullptr;
  Answered<Response> (*answer)(const Context& context) = nullptr;
};

const std::vector<Route>& routes();

struct Match {
  const Route* route;
  std::vector<std::string> captures;
};

// The route of a target. The error is 404 for a path that nobody answers. The query of the path / is a cube and has no
// fields: it is taken out of the target.
Answered<Match> find_route(Target& target);

// What a browser, a proxy or a stranger must not ask: a method that the route does not have, a body that is not JSON.
std::optional<Problem> refusal(const Request& request, const Route& route);
// Another host than this one, as after DNS rebinding. Checked where the request came to a loopback address, and
// wherever Options::hosts has names. `host` is without port.
std::optional<Problem> refused_host(const std::string& host, const Request& request, const Options& options);

// Where a request goes, by its head. Everything that may be refused without the body is.
struct Destination {
  Target target{};               // where it could be read
  const Route* route = nullptr;  // where there is one
  std::vector<std::string> captures{};
  const PageFile* file = nullptr;  // of the page, which is the answer then
  std::optional<Problem> refused{};
};
// The path / is the page's, where there is one, unless the header Accept names application/json.
Destination read_head(const Request& request, const Options& options, const Page& page);

// The answer to OPTIONS, also to what a browser asks before a request from another origin.
Response options_of(const Request& request, const Route& route);

// Headers for a browser that asks from another origin; empty unless the options allow it.
std::vector<Header> cors_headers(const Request& request, const Options& options);

}  // namespace superflip::server
