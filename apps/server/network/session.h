// Session: one connection, and what all connections share.
//
// Everything here happens on one thread, but for the functions of Asker, which workers call and which pass their
// arguments on to that thread. A session reads all the time, also while its request is at work: so it hears at once
// that its client went away. A client that closes only its sending side is taken to have gone, too, but not at once:
// its search goes on for a second, and it is sent what was found until then.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "apps/server/access_log.h"
#include "apps/server/routes.h"
#include "apps/server/workers.h"

namespace superflip::server {

class Session;

// Used on the thread that runs `io` alone.
struct Hub {
  Hub(const Options& options, const EngineOptions& engine, Page page) : shared(options, engine, std::move(page)) {}

  boost::asio::io_context io{1};
  Shared shared;
  AccessLog log;
  std::optional<Workers> workers;
  std::unordered_set<Session*> sessions;  // all that exist
  std::unordered_set<std::shared_ptr<Job>> under_way;
  std::map<std::string, std::size_t> by_address;  // requests under way
};

// It lives while something waits for it, and enters itself in the hub. With the last one of an ending server `io`
// stops.
class Session : public Asker, public std::enable_shared_from_this<Session> {
 public:
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  virtual void start() = 0;
  // There are too many connections: says so and closes.
  virtual void refuse() = 0;
  // The server ends: a connection on which nothing is asked is closed, the others are after their answer.
  virtual void end() = 0;
  virtual void close() noexcept = 0;

 protected:
  explicit Session(Hub& hub);

  Hub& hub_;
};

// Not yet started. The hub outlives the session. `at_loopback`: only this machine reaches the address that it came to.
std::shared_ptr<Session> make_session(Hub& hub, boost::asio::ip::tcp::socket socket, bool at_loopback);

}  // namespace superflip::server
