// superflip serve: everything over HTTP. The server itself is apps/server/.
#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/server/server.h"

namespace superflip::cli {

namespace {

struct Options {
  server::Options server;
  Profile profile = Profile::standard;
  std::string page;
  std::string table;
  std::uint64_t memory = 0;
  std::uint64_t seconds = 30;
};

// "twophase" or "twophase,LENGTH,SECONDS".
Expected<std::optional<server::TwoPhaseCompat>> parse_compat(std::string_view text) {
  const auto wrong = [&] {
    return fail(
        fmt::format("'{}' is not possible: expected twophase, or twophase,20,3 for solutions of at most 20 "
                    "moves or what is found in 3 seconds",
                    text));
  };
  server::TwoPhaseCompat compat;
  const std::size_t comma = std::min(text.find(','), text.size());
  if (text.substr(0, comma) != "twophase") return wrong();
  if (comma == text.size()) return compat;
  const std::string_view numbers = text.substr(comma + 1);
  const std::size_t second = numbers.find(',');
  if (second == std::string_view::npos) return wrong();
  const auto length = parse_number(numbers.substr(0, second), 0, 99);
  const auto seconds = parse_number(numbers.substr(second + 1), 1, 3'600);
  if (!length || !seconds) return wrong();
  compat.length = static_cast<int>(*length);
  compat.seconds = static_cast<double>(*seconds);
  return compat;
}

// The page that is installed with the program, or built beside it; empty where there is none. A build folder has a link
// to it (apps/CMakeLists.txt), so that both are found in the same place.
std::string page_of_program() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path page = program.parent_path().parent_path() / "share" / "superflip" / "page";
  return !error && fs::is_regular_file(page / "index.html", error) ? page.string() : std::string();
}

ExitCode serve(const Options& options) {
  std::signal(SIGPIPE, SIG_IGN);  // a client or a reader of the log that goes away must not end the server
  server::Options asked = options.server;
  asked.limits.seconds = static_cast<double>(options.seconds);
  if (options.page != "none") asked.page = options.page.empty() ? page_of_program() : options.page;
  const auto served = server::serve(
      asked, engine_options({.profile = options.profile, .optimal_table = options.table, .memory = options.memory}),
      say_warning);
  if (served) return kOk;
  say(served.error().message);
  return exit_code(served.error());
}

std::string footer() {
  return "Routes, each with GET and a query or with POST and JSON:\n " + server::paths_of_routes(true) +
         "\nOthers, with GET:\n " + server::paths_of_routes(false) +
         R"(
/{facelets} is for robots: the moves as plain text.
/ in a browser is the page that solves cubes, where `make page` has built it (docs/page.md).
With the header Accept: text/event-stream, solve and optimal report each shorter solution and each bound as it is
found. An error is application/problem+json with an error status, and says all that the doctor found.
docs/server.md explains all of it, and how to run the server behind a proxy and under systemd.

The server listens on localhost alone, unless --host says otherwise. At a loopback address it accepts only local
names in the header Host, and those of --allow-host. It has no passwords and no TLS: put a proxy before it where
strangers can reach it. SIGTERM and Ctrl-C end it when all requests that it has accepted are answered, after 5
seconds at most (--grace); a second one ends it at once. SIGHUP opens the access log again.

Examples:
  superflip serve
  curl "localhost:8080/v1/solve?cube=R+U2+F'"
  curl localhost:8080/DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
  curl -H 'Content-Type: application/json' -d '{"cubes": ["R U", "F2"], "max_length": 20}' localhost:8080/v1/solve
  curl -N -H 'Accept: text/event-stream' "localhost:8080/v1/optimal?cube=R+U2+F+L+D2+B'"
  superflip serve --host 0.0.0.0 --port 80 --access-log /var/log/superflip.log
  superflip serve --compat twophase      in the place of RubikTwoPhase's server)";
}

void add_limits(Arguments& arguments, Options& options) {
  server::Options& server = options.server;
  add_number(
      arguments, "--max-time", options.seconds, 1, 86'400,
      "The most seconds of search that a request may ask for, and what it has if\nit asks for none. Default: 30.")
      .type_name("SECONDS")
      .group("Limits");
  add_number(arguments, "--workers", server.workers, 1, 1'024,
             "How many threads search, each for one request. Default: all cores.")
      .group("Limits");
  add_number(arguments, "--queue", server.queue, 1, 1'000'000,
             "How many requests may wait for a worker, and lists be under way; further\nones are answered 503. "
             "Default: 256.")
      .group("Limits");
  add_number(arguments, "--connections", server.connections, 1, 1'000'000,
             "How many connections may be open. Default: 1024.")
      .group("Limits");
  add_number(
      arguments, "--per-client", server.per_client, 0, 1'000'000,
      "How many requests of one address may be under way; further ones are\nanswered 429. Default: 0, any number.")
      .group("Limits");
  add_number(arguments, "--max-batch", server.limits.batch, 1, 1'000'000,
             "How many cubes a request may have. Default: 1000.")
      .group("Limits");
  const auto add_time = [&](const char* name, std::chrono::milliseconds& time, const std::string& text) {
    add_parsed(
        arguments, name, time,
        [](std::string_view given) {
          return parse_number(given, 1, 86'400).map([](std::uint64_t n) {
            return std::chrono::milliseconds(1'000 * n);
          });
        },
        text)
        .type_name("SECONDS")
        .group("Limits");
  };
  add_time("--head-time", server.head, "How long the head of a request may take to come. Default: 10.");
  add_time("--body-time", server.body, "How long its body may take. Default: 30.");
  add_time("--queue-time", server.queue_time,
           "How long a request may wait for a worker before it is answered 503.\nDefault: 10.");
  add_time("--idle-time", server.idle, "How long a connection may stay silent between requests. Default: 75.");
  add_time("--grace", server.grace, "How long requests may take to be answered after SIGTERM or Ctrl-C.\nDefault: 5.");
  add_time("--heartbeat", server.heartbeat, "How often a silent event stream shows that it is alive. Default: 10.");
  add_parsed(arguments, "--max-body", server.limits.body, parse_size, "The largest body. Default: 1M.")
      .type_name("SIZE")
      .group("Limits");
  add_parsed(arguments, "--room", server.room, parse_size,
             "How much memory all bodies and all answers to lists may take; further\nones are answered 503. "
             "Default: 256M.")
      .type_name("SIZE")
      .group("Limits");
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  server::Options& server = options->server;
  server.host = "localhost";
  add_number(arguments, "--port", server.port, 0, 65'535,
             "The port. 0 takes a free one; standard error says which. Default: 8080.");
  arguments
      .add_option("--host", server.host,
                  "The address to listen at: 0.0.0.0 or :: for all of this machine.\nDefault: localhost, both of IPv4 "
                  "and IPv6.")
      .type_name("ADDRESS");
  arguments
      .add_option(
          "--allow-host", server.hosts,
          "A further name that the header Host may have, as behind a proxy that\npasses it on. Can be repeated.")
      .type_name("NAME")
      .one_at_a_time();
  arguments
      .add_option(
          "--allow-origin", server.origins,
          "Let pages from there ask (CORS): https://example.org, or * for all.\nCan be repeated. Default: none.")
      .type_name("ORIGIN")
      .one_at_a_time();
  arguments
      .add_option(
          "--page", options->page,
          "The folder of the page that is shown at /; none shows none. Default: the\npage that is installed with "
          "this program, or that `make page` has built.")
      .type_name("FOLDER");
  arguments
      .add_option("--access-log", server.access_log, "Append a line of JSON for each response; - is standard output.")
      .type_name("FILE");
  add_parsed(arguments, "--compat", server.two_phase, parse_compat,
             "Answer GET /FACELETS and bare lines of facelets as RubikTwoPhase's server\ndoes. twophase,20,3 sets its "
             "length and its seconds.")
      .type_name("twophase");
  arguments.add_flag(
      "--old-errors", server.old_errors,
      "Report errors of GET /FACELETS and GET /?FACELETS as the originals do: a\npage with the status 200.");
  add_limits(arguments, *options);
  add_profile(arguments, options->profile);
  add_table_options(arguments, options->table, options->memory);
  arguments
      .add_flag("--lazy", server.is_lazy,
                "Load or make the table for proofs when the first request needs it, not at\nthe start.")
      .group("Tables");
  arguments.footer(footer);
  return [options] { return serve(*options); };
}

const Registration registered{{66, "serve", "Answer over HTTP", add}};

}  // namespace

}  // namespace superflip::cli
