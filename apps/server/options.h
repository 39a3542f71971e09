// What the server is asked to be, and the limits of every request.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::server {

// The limits of one request. The OpenAPI document states them.
struct Limits {
  double seconds = 30;                                   // of work, all cubes of a request together
  std::uint64_t nodes = 10'000'000'000;                  // for each cube
  std::size_t batch = 1'000;                             // cubes or scrambles
  std::size_t all_solutions = 20'000;                    // of all cubes of a request together
  std::size_t solutions = 1'000;                         // for each cube
  std::size_t body = std::size_t{1} << 20;               // bytes
  std::size_t target = 8'192;                            // bytes of path and query
  std::size_t head = std::size_t{1} << 14;               // bytes of the request line and all headers
  std::size_t cube = std::size_t{1} << 14;               // bytes of the text of one cube
  std::size_t turns_of_a_move = 24;                      // of one of the moves that are allowed
  std::size_t coordinate_values = std::size_t{1} << 21;  // of a coordinate whose classes and distances are told
};

// The RubikTwoPhase server that --compat twophase takes the place of.
struct TwoPhaseCompat {
  int length = 20;     // a search ends with a solution of at most that many moves
  double seconds = 3;  // or with the shortest that was found in this time
};

struct Options {
  std::string host = "127.0.0.1";  // a numeric address, or localhost
  std::uint16_t port = 8080;       // 0: any free one
  unsigned workers = 0;            // threads that search; 0: one for each core
  std::size_t queue = 256;         // requests that wait for a worker
  std::size_t connections = 1'024;
  std::size_t room = std::size_t{1} << 28;  // bytes of all bodies and of the answers to all lists (room.h)
  std::size_t per_client = 0;               // requests of one address under way; 0: no limit
  std::vector<std::string> hosts{};         // accepted in the header Host, besides the local names
  std::vector<std::string> origins{};       // that browsers may ask from (CORS); "*" is any
  std::optional<TwoPhaseCompat> two_phase{};
  bool old_errors = false;   // compatible answers report errors with the status 200, as the originals do
  bool is_lazy = false;      // the table for proofs is loaded or made by the first request that needs it
  std::string page{};        // the folder of the page that is shown at /; empty: none
  std::string access_log{};  // a file; "-" is standard output; empty: none
  std::chrono::milliseconds queue_time{10'000};  // that a request waits for a worker
  std::chrono::milliseconds idle{75'000};        // for the next request on a connection
  std::chrono::milliseconds head{10'000};        // for the head of a request, from its first byte on
  std::chrono::milliseconds body{30'000};        // for its body
  std::chrono::milliseconds write{30'000};       // for a client that reads nothing of its answer
  std::chrono::milliseconds heartbeat{10'000};
  std::chrono::milliseconds grace{5'000};  // for the end after SIGTERM
  Limits limits{};
};

// What can never match is refused: a name with a port among `hosts`, an origin that is none. Error: bad_option.
Expected<void> check_options(const Options& options);

}  // namespace superflip::server
