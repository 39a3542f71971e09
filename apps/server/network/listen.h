// The sockets that the server listens at: those of an address and port, or those that systemd passes.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <vector>

#include "apps/server/options.h"

namespace superflip::server {

using Acceptors = std::vector<boost::asio::ip::tcp::acceptor>;  // at least one

// "localhost" is both 127.0.0.1 and ::1, as far as this machine has them, with one port. Where systemd passes sockets
// (sd_listen_fds(3)), host and port of the options are not used. Errors: bad_option for what is no address, system.
Expected<Acceptors> listen(boost::asio::io_context& io, const Options& options);

}  // namespace superflip::server
