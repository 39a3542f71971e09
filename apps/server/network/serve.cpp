// The life of the server: it listens, takes connections, makes its tables ready meanwhile, and ends in order.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <deque>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "apps/server/network/listen.h"
#include "apps/server/network/reserve.h"
#include "apps/server/network/session.h"
#include "apps/server/server.h"

namespace superflip::server {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

// Connections over the limit that are told so at the same time; further ones are closed without a word.
constexpr std::size_t kMostRefused = 64;
// In the last tenth of the grace the searches are stopped, so that their answers can still be sent.
constexpr int kPartToSend = 10;
// A connection that could not be taken for want of descriptors is tried again then.
constexpr auto kRetry = milliseconds(50);

// As many descriptors as the system allows this process.
void raise_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

class Service {
 public:
  Service(const Options& options, const EngineOptions& engine, Page page, std::function<void(const std::string&)> say)
      : hub_(options, engine, std::move(page)), say_(std::move(say)), signals_(hub_.io), end_(hub_.io) {}

  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  Expected<void> open();
  void run();

 private:
  const Options& options() const { return hub_.shared.options; }
  bool is_ending() const { return hub_.shared.is_ending; }
  std::vector<std::shared_ptr<Session>> living() const;
  // An address that is listened at.
  struct Door {
    tcp::acceptor acceptor;
    asio::steady_timer retry;
    bool at_loopback;  // only this machine reaches it
    Reserve accepting{};
    Reserve retrying{};

    Door(tcp::acceptor at, bool local) : acceptor(std::move(at)), retry(acceptor.get_executor()), at_loopback(local) {}
  };
  void accept(Door& door);
  void turn_away(Door& door);
  void heed_signals();
  void end();
  void prepare();
  void work(std::thread& preparing);

  Hub hub_;
  const std::function<void(const std::string&)> say_;
  Reserve signalled_;
  asio::signal_set signals_;
  asio::steady_timer end_;
  std::deque<Door> doors_;
  int spare_ = -1;  // a descriptor for turn_away
  StopFlag stop_preparing_{false};
};

// Without those that nobody holds any more, which wait for their end.
std::vector<std::shared_ptr<Session>> Service::living() const {
  std::vector<std::shared_ptr<Session>> all;
  for (Session* const session : hub_.sessions)
    if (auto held = session->weak_from_this().lock()) all.push_back(std::move(held));
  return all;
}

Expected<void> Service::open() {
  auto opened = AccessLog::open(options().access_log);
  if (!opened) return tl::unexpected<Error>(opened.error());
  hub_.log = *std::move(opened);
  auto listening = listen(hub_.io, options());
  if (!listening) return tl::unexpected<Error>(listening.error());
  for (tcp::acceptor& acceptor : *listening) {
    error_code error;
    const auto address = acceptor.local_endpoint(error).address();
    const bool is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    const bool at_loopback = is_mapped ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback()
                                       : address.is_loopback();
    doors_.emplace_back(std::move(acceptor), at_loopback);
  }
  spare_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  return {};
}

Service::~Service() {
  if (spare_ >= 0) ::close(spare_);
}

void Service::accept(Door& door) {
  door.acceptor.async_accept(door.accepting.bound([this, &door](error_code error, tcp::socket socket) {
    if (is_ending()) return;
    if (error) {
      if (error == asio::error::no_descriptors) turn_away(door);
      door.retry.expires_after(kRetry);
      return door.retry.async_wait(door.retrying.bound([this, &door](error_code cancelled) {
        if (!cancelled && !is_ending()) accept(door);
      }));
    }
    try {
      if (hub_.sessions.size() < options().connections)
        make_session(hub_, std::move(socket), door.at_loopback)->start();
      else if (hub_.sessions.size() < options().connections + kMostRefused)
        make_session(hub_, std::move(socket), door.at_loopback)->refuse();
    } catch (const std::bad_alloc&) {  // this connection is closed
    }
    accept(door);
  }));
}

// No descriptor is left for a connection that waits: it is told so with the help of the spare one.
void Service::turn_away(Door& door) {
  static constexpr std::string_view kFull =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";
  if (spare_ >= 0) ::close(spare_);
  const int connection = ::accept4(door.acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (connection >= 0) {
    static_cast<void>(::send(connection, kFull.data(), kFull.size(), MSG_NOSIGNAL));
    ::close(connection);
  }
  spare_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void Service::heed_signals() {
  signals_.async_wait(signalled_.bound([this](error_code error, int signal) {
    if (error) return;
    heed_signals();
    try {
      if (signal == SIGHUP) {  // opens the log again, and never ends the service
        if (const auto opened = hub_.log.open_again(); !opened) say_(opened.error().message);
      } else if (is_ending()) {
        hub_.io.stop();
      } else {
        end();
      }
    } catch (const std::bad_alloc&) {
      if (is_ending()) hub_.io.stop();
    }
  }));
}

void Service::end() {
  hub_.shared.is_ending = true;
  stop_preparing_ = true;
  say_(hub_.under_way.empty()
           ? "ending"
           : fmt::format("ending; {} still to be answered", text::counted(hub_.under_way.size(), "request")));
  for (Door& door : doors_) {
    error_code ignored;
    door.acceptor.close(ignored);
    door.retry.cancel();
  }
  for (const auto& session : living()) session->end();
  if (hub_.sessions.empty()) return hub_.io.stop();
  const milliseconds to_send = options().grace / kPartToSend;
  end_.expires_after(options().grace - to_send);
  end_.async_wait([this, to_send](error_code error) {
    if (error) return;
    for (const auto& job : hub_.under_way) job->stop = true;
    end_.expires_after(to_send);
    end_.async_wait([this](error_code late) {
      if (!late) hub_.io.stop();
    });
  });
}

// Tables are made or loaded before anyone asks for them, as far as that goes.
void Service::prepare() {
  for (const Want want : {Want::good, Want::shortest}) {
    if (want == Want::shortest && options().is_lazy) return;
    const auto ready =
        hub_.shared.engine.prepare({.want = want}, {.stop = &stop_preparing_}, [this](const Event& event) {
          if (event.kind == Event::Kind::notice) say_(event.step);
          return true;
        });
    if (!ready && !stop_preparing_) say_(ready.error().message);
    if (want == Want::good) hub_.shared.is_ready = ready.has_value();
  }
}

// Until the service ends. `preparing` is started and not awaited, also where this throws.
void Service::work(std::thread& preparing) {
  raise_descriptors();
  const unsigned threads = options().workers != 0 ? options().workers : hardware_threads();
  hub_.workers.emplace(hub_.shared, threads);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction inherited {};
    // A background job of a shell must keep ignoring Ctrl-C.
    if (sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler != SIG_IGN) signals_.add(signal);
  }
  heed_signals();
  std::string places;
  for (Door& door : doors_) {
    error_code error;
    const auto at = door.acceptor.local_endpoint(error);
    const std::string address = at.address().to_string();
    places += fmt::format("{}http://{}:{}/", places.empty() ? "" : " and ",
                          at.address().is_v6() ? fmt::format("[{}]", address) : address, at.port());
    accept(door);
  }
  say_(fmt::format("serving {} with {}", places, text::counted(threads, "worker")));
  preparing = std::thread([this] {
    try {
      prepare();
    } catch (const std::exception&) {  // what was to be said is not
    }
  });
  for (bool is_over = false; !is_over;) {
    try {
      hub_.io.run();
      is_over = true;
    } catch (const std::bad_alloc&) {  // what was to be done is not; all else goes on
    }
  }
}

// Whatever ends it, its threads end before it, and its connections are closed.
void Service::run() {
  std::thread preparing;
  std::exception_ptr failure;
  try {
    work(preparing);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  hub_.shared.is_ending = true;
  stop_preparing_ = true;
  for (const auto& job : hub_.under_way) job->stop = true;
  if (preparing.joinable()) preparing.join();
  hub_.workers.reset();
  // What still waits refers to its session: closing lets it go.
  for (Door& door : doors_) {
    error_code ignored;
    door.acceptor.close(ignored);
    door.retry.cancel();
  }
  for (const auto& session : living()) session->close();
  signals_.cancel();
  end_.cancel();
  for (bool is_over = false; !is_over;) {
    try {
      hub_.io.restart();
      is_over = hub_.io.poll() == 0;
    } catch (const std::exception&) {  // what was to be done is not; all else goes on
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

Expected<void> serve(const Options& options, const EngineOptions& engine,
                     const std::function<void(const std::string&)>& say) {
  if (auto checked = check_options(options); !checked) return checked;
  try {
    Page page;
    if (!options.page.empty()) {
      auto read = Page::read(options.page);
      if (!read) return tl::unexpected<Error>(std::move(read.error()));
      page = *std::move(read);
    }
    Service service(options, engine, std::move(page), say);
    if (auto opened = service.open(); !opened) return opened;
    service.run();
    return {};
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::out_of_memory, "not enough memory to serve");
  } catch (const std::exception& error) {
    return fail(ErrorKind::system, error.what());
  }
}

}  // namespace superflip::server
