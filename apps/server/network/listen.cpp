#include "apps/server/network/listen.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/ip/v6_only.hpp>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace superflip::server {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using boost::system::error_code;

// Nothing where this machine has no such address. `port` becomes the one that is listened to.
Expected<std::optional<tcp::acceptor>> listen_at(asio::io_context& io, const std::string& host, std::uint16_t& port) {
  error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error)
    return fail(ErrorKind::bad_option,
                fmt::format("--host {}: expected an address such as 127.0.0.1, 0.0.0.0 or ::, or localhost", host));
  tcp::acceptor acceptor(io);
  const tcp::endpoint endpoint(address, port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && address == asio::ip::make_address("::1")) acceptor.set_option(asio::ip::v6_only(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_family_not_supported || error == boost::system::errc::address_not_available)
    return std::nullopt;
  if (error)
    return fail(
        ErrorKind::system,
        fmt::format("cannot listen at port {} of {}: {}{}", port, host, error.message(),
                    error == asio::error::address_in_use ? "; another server is there (choose another --port)" : ""));
  port = acceptor.local_endpoint().port();
  return acceptor;
}

// The sockets that systemd passes, from descriptor 3 on.
Expected<Acceptors> take_descriptors(asio::io_context& io, int count) {
  Acceptors acceptors;
  constexpr int kFirst = 3;
  for (int descriptor = kFirst; descriptor < kFirst + count; ++descriptor) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    int is_listening = 0;
    socklen_t flag = sizeof is_listening;
    if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
        ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &flag) != 0 || is_listening == 0 ||
        (address.ss_family != AF_INET && address.ss_family != AF_INET6))
      return fail(ErrorKind::system,
                  fmt::format("descriptor {} from systemd is no listening TCP socket (ListenStream=PORT)", descriptor));
    tcp::acceptor acceptor(io);
    error_code error;
    acceptor.assign(address.ss_family == AF_INET ? tcp::v4() : tcp::v6(), descriptor, error);
    if (error) return fail(ErrorKind::system, fmt::format("descriptor {}: {}", descriptor, error.message()));
    acceptors.push_back(std::move(acceptor));
  }
  if (acceptors.empty()) return fail(ErrorKind::system, "systemd passed no socket");
  return acceptors;
}

}  // namespace

Expected<Acceptors> listen(asio::io_context& io, const Options& options) {
  // systemd passes sockets from descriptor 3 on, meant for this process alone.
  const char* const process = std::getenv("LISTEN_PID");
  const char* const count = std::getenv("LISTEN_FDS");
  if (process != nullptr && count != nullptr && std::atol(process) == ::getpid()) {
    const int descriptors = std::atoi(count);
    ::unsetenv("LISTEN_PID");
    ::unsetenv("LISTEN_FDS");
    return take_descriptors(io, descriptors);
  }
  Acceptors acceptors;
  std::uint16_t port = options.port;
  const bool is_local = options.host == "localhost";
  for (const std::string& host :
       is_local ? std::vector<std::string>{"127.0.0.1", "::1"} : std::vector<std::string>{options.host}) {
    auto acceptor = listen_at(io, host, port);
    // A port that was found free at the first address may be taken at the second.
    if (!acceptor && (acceptors.empty() || options.port != 0)) return tl::unexpected<Error>(acceptor.error());
    if (acceptor && *acceptor) acceptors.push_back(**std::move(acceptor));
  }
  if (acceptors.empty())
    return fail(ErrorKind::system, fmt::format("this machine does not have the address {}", options.host));
  return acceptors;
}

}  // namespace superflip::server
