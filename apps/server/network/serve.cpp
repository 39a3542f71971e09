// The life of the server: it listens, takes connections, makes its tables ready meanwhile, and ends in order.
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "apps/server/network/listen.h"
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
// Before the end of the grace the searches are stopped, so that their answers can still be sent.
constexpr auto kToSend = milliseconds(500);

class Service {
 public:
  Service(const Options& options, const EngineOptions& engine, std::function<void(const std::string&)> say)
      : hub_(options, engine), say_(std::move(say)), signals_(hub_.io), retry_(hub_.io), end_(hub_.io) {}

  Expected<void> open();
  void run();

 private:
  const Options& options() const { return hub_.shared.options; }
  bool is_ending() const { return hub_.shared.is_ending; }
  std::vector<std::shared_ptr<Session>> living() const;
  void accept(std::size_t i);
  void heed_signals();
  void end();
  void prepare();

  Hub hub_;
  const std::function<void(const std::string&)> say_;
  asio::signal_set signals_;
  asio::steady_timer retry_;
  asio::steady_timer end_;
  Acceptors acceptors_;
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
  acceptors_ = *std::move(listening);
  return {};
}

void Service::accept(std::size_t i) {
  acceptors_[i].async_accept([this, i](error_code error, tcp::socket socket) {
    if (is_ending()) return;
    if (error) {  // no descriptors left: some will be free soon
      retry_.expires_after(milliseconds(50));
      retry_.async_wait([this, i](error_code) { accept(i); });
      return;
    }
    if (hub_.sessions.size() < options().connections)
      make_session(hub_, std::move(socket))->start();
    else if (hub_.sessions.size() < options().connections + kMostRefused)
      make_session(hub_, std::move(socket))->refuse();
    accept(i);
  });
}

void Service::heed_signals() {
  signals_.async_wait([this](error_code error, int signal) {
    if (error) return;
    if (signal == SIGHUP && hub_.log.is_file()) {
      if (const auto opened = hub_.log.open_again(); !opened) say_(opened.error().message);
    } else if (is_ending()) {
      return hub_.io.stop();
    } else {
      end();
    }
    heed_signals();
  });
}

void Service::end() {
  hub_.shared.is_ending = true;
  stop_preparing_ = true;
  say_(hub_.under_way.empty()
           ? "ending"
           : fmt::format("ending; {} still to be answered", text::counted(hub_.under_way.size(), "request")));
  for (tcp::acceptor& acceptor : acceptors_) {
    error_code ignored;
    acceptor.close(ignored);
  }
  for (const auto& session : living()) session->end();
  if (hub_.sessions.empty()) return hub_.io.stop();
  end_.expires_after(std::max(options().grace - kToSend, milliseconds(0)));
  end_.async_wait([this](error_code error) {
    if (error) return;
    for (const auto& job : hub_.under_way) job->stop = true;
    end_.expires_after(kToSend);
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

void Service::run() {
  const unsigned threads = options().workers != 0 ? options().workers : hardware_threads();
  hub_.workers.emplace(hub_.shared, threads, options().queue);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction inherited {};
    // A background job of a shell must keep ignoring Ctrl-C.
    if (sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler != SIG_IGN) signals_.add(signal);
  }
  heed_signals();
  std::string places;
  for (std::size_t i = 0; i < acceptors_.size(); ++i) {
    error_code error;
    const auto at = acceptors_[i].local_endpoint(error);
    const std::string address = at.address().to_string();
    places += fmt::format("{}http://{}:{}/", i == 0 ? "" : " and ",
                          at.address().is_v6() ? fmt::format("[{}]", address) : address, at.port());
    accept(i);
  }
  say_(fmt::format("serving {} with {}", places, text::counted(threads, "worker")));
  std::thread preparing([this] { prepare(); });
  std::exception_ptr failed;
  try {
    hub_.io.run();
  } catch (const std::exception&) {  // no memory is left
    failed = std::current_exception();
  }
  stop_preparing_ = true;
  for (const auto& job : hub_.under_way) job->stop = true;
  preparing.join();
  hub_.workers.reset();
  // What still waits refers to its session: closing lets it go.
  for (tcp::acceptor& acceptor : acceptors_) {
    error_code ignored;
    acceptor.close(ignored);
  }
  for (const auto& session : living()) session->close();
  signals_.cancel();
  retry_.cancel();
  end_.cancel();
  do {
    hub_.io.restart();
  } while (hub_.io.poll() > 0);
  if (failed) std::rethrow_exception(failed);
}

}  // namespace

Expected<void> serve(const Options& options, const EngineOptions& engine,
                     const std::function<void(const std::string&)>& say) {
  try {
    Service service(options, engine, say);
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
