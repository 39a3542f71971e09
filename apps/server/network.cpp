// The network: the only file that includes Boost, which takes longer to compile than the rest of the server.
//
// Everything here happens on one thread, but for the functions of Client, which workers call and which pass their
// arguments on to that thread. A session reads all the time, also while its request is at work: so it hears at once
// that its client went away. A client that closes only its sending side is taken to have gone, too, but not at once:
// its search goes on for kHalfClosed, and it is sent what was found until then.
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <unordered_set>
#include <utility>

#include "apps/server/access_log.h"
#include "apps/server/compat.h"
#include "apps/server/server.h"
#include "apps/server/workers.h"

namespace superflip::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr auto kHalfClosed = milliseconds(1'000);
// A client that still sends what it was told not to send gets that long to read why.
constexpr auto kLinger = milliseconds(2'000);
// What a client may send ahead of an answer, and what an event stream may hold back for a client that does not read.
constexpr std::size_t kMostAhead = std::size_t{1} << 16;
constexpr std::size_t kMostBacklog = std::size_t{1} << 20;
// Connections over the limit that are told so at the same time; further ones are closed without a word.
constexpr std::size_t kMostRefused = 64;
// Before the end of the grace the searches are stopped, so that their answers can still be sent.
constexpr auto kToSend = milliseconds(500);

const Route& line_route() {
  static const Route route{.name = "line", .path = "", .answer = [](const Task& task) -> Answered<Response> {
                             return Response{.type = "", .body = answer_line(task, task.captures[0])};
                           }};
  return route;
}

// "Mon, 23 Nov 2026 17:00:00 GMT"
std::string date() {
  static std::time_t last = 0;
  static std::string text;
  const std::time_t now = std::time(nullptr);
  if (now == last) return text;
  last = now;
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 40> buffer{};
  text = std::string(buffer.data(), std::strftime(buffer.data(), buffer.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc));
  return text;
}

class Session;

// What all sessions share, and the end of the service.
class Service {
 public:
  Service(const Options& options, const EngineOptions& engine, std::function<void(const std::string&)> say)
      : shared(options, engine), say_(std::move(say)), signals_(io), retry_(io), end_(io) {}

  Expected<void> open();
  void run();

  asio::io_context io{1};
  Shared shared;
  AccessLog log;
  std::optional<Workers> workers;
  std::unordered_set<Session*> sessions;
  std::unordered_set<std::shared_ptr<Job>> under_way;
  std::map<std::string, std::size_t> of_client;  // requests under way by address

  const Options& options() const { return shared.options; }
  bool is_ending() const { return shared.is_ending; }
  void leave(Session* session);

 private:
  Expected<void> listen();
  // False: this machine has no such address.
  Expected<bool> listen_at(const std::string& host, std::uint16_t& port);
  Expected<void> take_descriptors(int count);
  std::shared_ptr<Session> session_on(tcp::socket socket);
  std::vector<std::shared_ptr<Session>> living() const;
  void accept(std::size_t i);
  void heed_signals();
  void end();
  void prepare();

  const std::function<void(const std::string&)> say_;
  asio::signal_set signals_;
  asio::steady_timer retry_;
  asio::steady_timer end_;
  std::deque<tcp::acceptor> acceptors_;
  StopFlag stop_preparing_{false};
};

class Session final : public Client, public std::enable_shared_from_this<Session> {
 public:
  Session(Service& service, tcp::socket socket)
      : service_(service), socket_(std::move(socket)), timer_(service.io), grace_(service.io) {
    ++metrics().connections;
    error_code error;
    const auto peer = socket_.remote_endpoint(error);
    if (!error) address_ = peer.address().to_string();
    socket_.set_option(tcp::no_delay(true), error);
    service_.sessions.insert(this);
  }
  ~Session() override {
    --metrics().connections;
    service_.leave(this);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start() {
    arm(options().idle);
    read();
  }
  // There are too many connections: says so and closes.
  void refuse() {
    Problem problem = server::problem(503, "there are too many connections");
    problem.headers.push_back({"Retry-After", "1"});
    keep_alive_ = false;
    respond(to_response(problem));
  }
  // The server ends: a connection on which nothing is asked is closed, the others are after their answer.
  void end() {
    keep_alive_ = false;
    if (state_ == State::idle || state_ == State::head || state_ == State::body || state_ == State::lingering) close();
  }

  void close() {
    if (state_ == State::closed) return;
    if (job_) {
      job_->stop = true;
      constexpr int kClientWentAway = 499;
      record(kClientWentAway, streamed_);
    }
    leave_job();
    if (state_ == State::streaming) --metrics().streams;
    state_ = State::closed;
    error_code error;
    socket_.close(error);
    timer_.cancel();
    grace_.cancel();
  }

  // From workers.
  void answer(Response response) override {
    asio::post(service_.io, [self = shared_from_this(), response = std::move(response)]() mutable {
      self->on_answer(std::move(response));
    });
  }
  void event(std::string_view name, std::string data, bool is_passing) override {
    asio::post(service_.io, [self = shared_from_this(), name, data = std::move(data), is_passing] {
      self->on_event(name, data, is_passing);
    });
  }
  void begin_events() override {
    asio::post(service_.io, [self = shared_from_this()] {
      if (self->state_ == State::working) self->begin_stream();
    });
  }
  void end_events() override {
    asio::post(service_.io, [self = shared_from_this()] { self->on_end_of_events(); });
  }

 private:
  enum class State : std::uint8_t { idle, head, body, working, streaming, writing, lingering, closed };
  using Parser = http::request_parser<http::string_body>;

  const Options& options() const { return service_.options(); }
  Metrics& metrics() { return service_.shared.metrics; }

  // One timer: for the head, the body, the write, or the next heartbeat.
  void arm(milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error && self->timer_.expiry() <= asio::steady_timer::clock_type::now()) self->on_timer();
    });
  }

  void on_timer() {
    switch (state_) {
      case State::head:
      case State::body:
        keep_alive_ = false;
        return respond(to_response(problem(408, "the request did not come in time")));
      case State::streaming:
        return on_heartbeat();
      case State::working:
      case State::closed:
        return;
      case State::idle:
      case State::writing:
      case State::lingering:
        return close();
    }
  }

  void read() {
    if (is_reading_ || is_half_closed_ || state_ == State::closed) return;
    if (buffer_.size() >= kMostAhead) return;  // it goes on after the next request
    is_reading_ = true;
    socket_.async_read_some(asio::buffer(incoming_), [self = shared_from_this()](error_code error, std::size_t size) {
      self->is_reading_ = false;
      if (self->state_ == State::closed) return;
      if (error == asio::error::eof) return self->on_half_closed();
      if (error) return self->on_gone();
      asio::buffer_copy(self->buffer_.prepare(size), asio::buffer(self->incoming_, size));
      self->buffer_.commit(size);
      self->advance();
    });
  }

  // Goes on with what lies in the buffer.
  void advance() {
    if (state_ == State::lingering) buffer_.consume(buffer_.size());
    if (state_ == State::idle && !begin_request()) return read();
    if (state_ == State::head || state_ == State::body) return parse();
    read();
  }

  std::string_view unread() const { return {static_cast<const char*>(buffer_.data().data()), buffer_.size()}; }

  // False: nothing of a request is there yet. Empty lines before it are allowed.
  bool begin_request() {
    while (buffer_.size() > 0 && (unread()[0] == '\r' || unread()[0] == '\n')) buffer_.consume(1);
    if (buffer_.size() == 0) return false;
    if (options().two_phase && (is_line_ || is_bare_line(unread()))) {
      is_line_ = true;
      return begin_line();
    }
    state_ = State::head;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(options().limits.head + options().limits.target));
    parser_->body_limit(options().limits.body);
    parser_->eager(true);
    arm(options().head);
    return true;
  }

  // A bare line of facelets (compat.h), answered like any other request.
  bool begin_line() {
    const std::size_t end = unread().find_first_of("\r\n");
    if (end == std::string_view::npos) {
      if (buffer_.size() > options().limits.target) close();
      return false;
    }
    std::string line(unread().substr(0, end));
    buffer_.consume(end);
    asked_ = Clock::now();
    method_ = "LINE";
    path_.clear();
    push({}, {}, {&line_route(), {std::move(line)}});
    return false;
  }

  void parse() {
    error_code error;
    while (!parser_->is_done() && buffer_.size() > 0) {
      const std::size_t used = parser_->put(buffer_.data(), error);
      buffer_.consume(used);
      if (error == http::error::need_more) break;
      if (error) return refuse_bytes(error);
      if (parser_->is_header_done() && state_ == State::head && !begin_body()) return;
      if (used == 0) break;
    }
    if (parser_->is_header_done() && state_ == State::head && !begin_body()) return;
    if (parser_->is_done()) return dispatch();
    if (is_half_closed_) return refuse_bytes(http::make_error_code(http::error::partial_message));
    read();
  }

  // The head is there. False: it was refused.
  bool begin_body() {
    const auto& head = parser_->get();
    if (head.target().size() > options().limits.target) {
      refuse_with(414, fmt::format("the target has {} bytes, and {} are allowed", head.target().size(),
                                   options().limits.target));
      return false;
    }
    state_ = State::body;
    arm(options().body);
    if (!parser_->is_done() && beast::iequals(head[http::field::expect], "100-continue")) {
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      asio::async_write(socket_, asio::buffer(kContinue.data(), kContinue.size()),
                        [self = shared_from_this()](error_code, std::size_t) {});
    }
    return true;
  }

  // Bytes that are no request that can be read; nothing after them can be either.
  void refuse_bytes(const error_code& error) {
    if (error == http::error::body_limit)
      return refuse_with(413, fmt::format("the body has more than {} bytes", options().limits.body));
    if (error == http::error::header_limit) {
      const bool is_target = parser_->get().target().empty();  // the request line has not come to its end
      return refuse_with(is_target ? 414 : 431, is_target ? "the target is too long" : "the headers are too long");
    }
    if (error == http::error::bad_version) return refuse_with(505, "expected HTTP/1.1 or HTTP/1.0");
    if (error == http::error::bad_transfer_encoding || error == http::error::bad_content_length)
      return refuse_with(400,
                         "the length of the body makes no sense: expected one Content-Length, or "
                         "Transfer-Encoding: chunked");
    refuse_with(400, fmt::format("this is no HTTP request: {}", error.message()));
  }

  void refuse_with(int status, std::string sentence) {
    keep_alive_ = false;
    asked_ = Clock::now();
    respond(to_response(problem(status, std::move(sentence))));
  }

  void dispatch() {
    asked_ = Clock::now();
    auto message = parser_->release();
    parser_.reset();
    Request request;
    const auto text = [&](http::field field) {
      const auto value = message[field];
      return std::string(value.data(), value.size());
    };
    request.method.assign(message.method_string().data(), message.method_string().size());
    request.target.assign(message.target().data(), message.target().size());
    request.is_http_1_0 = message.version() < 11;
    request.host = text(http::field::host);
    request.content_type = text(http::field::content_type);
    request.accept = text(http::field::accept);
    request.origin = text(http::field::origin);
    const auto last_event = message["Last-Event-ID"];
    request.last_event_id.assign(last_event.data(), last_event.size());
    request.preflight = text(http::field::access_control_request_method);
    const bool has_two_hosts = message.count(http::field::host) > 1;
    keep_alive_ = message.keep_alive() && !service_.is_ending();
    is_http_1_0_ = request.is_http_1_0;
    is_head_ = request.method == "HEAD";
    method_ = request.method;
    request.body = std::move(message.body());
    cors_ = cors_headers(request, options());
    if (request.host.empty() && !request.is_http_1_0)
      return respond(to_response(problem(400, "the header Host is missing, which HTTP/1.1 requires")));
    if (has_two_hosts) return respond(to_response(problem(400, "there are two headers Host")));
    if (const auto refused = refused_host(request, options())) return respond(to_response(*refused));
    handle(std::move(request));
  }

  void handle(Request request) {
    auto target = parse_target(request.method == "OPTIONS" && request.target == "*" ? "/" : request.target);
    if (!target) return respond(to_response(problem_of(target.error())));
    path_ = target->path;
    auto match = find_route(*target);
    if (!match) return respond(to_response(match.error()));
    const Route& route = *match->route;
    route_ = route.name;
    if (request.method == "OPTIONS") return respond(options_of(request, route));
    if (const auto refused = refusal(request, route)) return respond(to_response(*refused));
    if (route.work == Route::Work::at_once) {
      static const StopFlag never{false};
      const Ask nothing;
      auto response = route.answer({service_.shared, nothing, match->captures, never, Clock::time_point::max()});
      return respond(response ? *std::move(response) : to_response(response.error()));
    }
    as_events_ = route.has_events && !is_head_ && names(request.accept, "text/event-stream");
    // An EventSource connects again after the end; only this status keeps it from searching again.
    if (as_events_ && request.last_event_id == "end") return respond({.status = 204, .type = ""});
    push(std::move(request), *std::move(target), *std::move(match));
  }

  static Response options_of(const Request& request, const Route& route) {
    const std::string methods = route.is_posted ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS";
    Response response{.status = 204, .type = "", .headers = {{"Allow", methods}}};
    if (!request.preflight.empty()) {
      response.headers.push_back({"Access-Control-Allow-Methods", methods});
      response.headers.push_back({"Access-Control-Allow-Headers", "Content-Type, Last-Event-ID"});
      response.headers.push_back({"Access-Control-Max-Age", "86400"});
    }
    return response;
  }

  void push(Request request, Target target, Match match) {
    route_ = match.route->name;
    const auto refuse = [&](int status, const char* sentence) {
      if (is_line_) return respond({.type = "", .body = fmt::format("Error: {}\n", sentence)});
      Problem problem = server::problem(status, sentence);
      problem.headers.push_back({"Retry-After", "1"});
      respond(to_response(problem));
    };
    if (service_.is_ending()) return refuse(503, "the server ends");
    std::size_t& of_client = service_.of_client[address_];
    if (options().per_client != 0 && of_client >= options().per_client)
      return refuse(429, "this address has too many requests under way");
    auto job = std::make_shared<Job>(service_.shared, std::move(request), std::move(target), std::move(match),
                                     as_events_, shared_from_this());
    state_ = State::working;
    timer_.cancel();
    job_ = job;
    if (!service_.workers->push(job)) {
      job_.reset();
      if (of_client == 0) service_.of_client.erase(address_);
      return refuse(503, "too many requests wait: try again soon");
    }
    ++of_client;
    service_.under_way.insert(job);
    if (is_half_closed_) await_end();
    read();
  }

  // The job is over, or its client has gone.
  void leave_job() {
    if (!job_) return;
    queued_ = job_->queued_seconds();
    service_.under_way.erase(job_);
    const auto of_client = service_.of_client.find(address_);
    if (of_client != service_.of_client.end() && --of_client->second == 0) service_.of_client.erase(of_client);
    job_.reset();
    grace_.cancel();
  }

  void on_answer(Response response) {
    if (state_ == State::streaming) {  // it failed after its first event
      on_event("problem", response.body, false);
      return on_end_of_events();
    }
    if (state_ != State::working) return;
    metrics().answered.add(Clock::now() - asked_);
    leave_job();
    respond(std::move(response));
  }

  void respond(Response response) {
    state_ = State::writing;
    if (service_.is_ending()) keep_alive_ = false;
    if (is_line_) {
      out_ = std::move(response.body);
      record(response.status, out_.size());
      return write();
    }
    out_ = head_of(response.status, response.type, response.headers);
    if (response.status != 204) out_ += fmt::format("Content-Length: {}\r\n", response.body.size());
    if (!keep_alive_)
      out_ += "Connection: close\r\n";
    else if (is_http_1_0_)
      out_ += "Connection: keep-alive\r\n";
    out_ += "\r\n";
    record(response.status, response.body.size());
    if (!is_head_ && response.status != 204) out_ += response.body;
    write();
  }

  std::string head_of(int status, std::string_view type, const std::vector<Header>& headers) const {
    std::string head =
        fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\nServer: superflip\r\n", status, reason(status), date());
    if (!type.empty()) head += fmt::format("Content-Type: {}\r\nX-Content-Type-Options: nosniff\r\n", type);
    for (const auto* list : {&headers, &cors_})
      for (const auto& [name, value] : *list) head += fmt::format("{}: {}\r\n", name, value);
    return head;
  }

  void record(int status, std::size_t bytes) {
    metrics().count_response(route_, status);
    if (options().access_log.empty()) return;
    service_.log.add({address_, method_, path_, route_, status, bytes,
                      std::chrono::duration<double>(Clock::now() - asked_).count(), queued_});
  }

  void write() {
    arm(options().write);
    asio::async_write(socket_, asio::buffer(out_), [self = shared_from_this()](error_code error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->close();
      self->on_written();
    });
  }

  void on_written() {
    out_.clear();
    if (out_.capacity() > kMostAhead) out_.shrink_to_fit();
    if (!keep_alive_ && !is_line_) return linger();
    if (service_.is_ending()) return close();
    as_events_ = is_head_ = false;
    route_ = "none";
    method_ = "NONE";
    path_.clear();
    queued_ = 0;
    cors_.clear();
    state_ = State::idle;
    arm(options().idle);
    if (is_half_closed_ && buffer_.size() == 0) return close();
    advance();
    if (is_half_closed_ && state_ == State::idle) close();
  }

  // Closes so that the client can read the answer: what it still sends is read, else the system would reset the
  // connection.
  void linger() {
    if (is_half_closed_) return close();
    error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    state_ = State::lingering;
    arm(service_.is_ending() ? kToSend / 5 : kLinger);
    buffer_.consume(buffer_.size());
    read();
  }

  void on_half_closed() {
    is_half_closed_ = true;
    switch (state_) {
      case State::head:
      case State::body:
        return parse();
      case State::working:
      case State::streaming:
        return await_end();
      case State::writing:
      case State::closed:
        return;
      case State::idle:
      case State::lingering:
        return close();
    }
  }

  void await_end() {
    grace_.expires_after(kHalfClosed);
    grace_.async_wait([self = shared_from_this()](error_code error) {
      if (error || !self->job_) return;
      ++self->metrics().abandoned;
      self->job_->stop = true;
    });
  }

  void on_gone() {
    if (job_) ++metrics().abandoned;
    close();
  }

  // Events.

  void on_event(std::string_view name, const std::string& data, bool is_passing) {
    if (state_ != State::streaming) return;
    if (is_passing && is_sending_) return;  // the next one tells more
    std::string text = fmt::format("event: {}\n", name);
    if (name == "result" || name == "problem") text += "id: end\n";
    text += "data: ";
    text.append(data, 0, data.find('\n'));
    text += "\n\n";
    send(text);
  }

  void begin_stream() {
    state_ = State::streaming;
    ++metrics().streams;
    out_ = head_of(200, "text/event-stream", {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}});
    out_ += is_http_1_0_ ? "Connection: close\r\n\r\n" : "Transfer-Encoding: chunked\r\n\r\n";
    if (is_http_1_0_) keep_alive_ = false;
    send_backlog();
    arm(options().heartbeat);
  }

  void send(std::string_view text) {
    streamed_ += text.size();
    if (is_http_1_0_)
      out_ += text;
    else
      out_ += fmt::format("{:x}\r\n{}\r\n", text.size(), text);
    if (out_.size() > kMostBacklog) return on_gone();  // it does not read
    send_backlog();
  }

  void send_backlog() {
    if (is_sending_ || out_.empty()) return;
    is_sending_ = true;
    sending_ = std::exchange(out_, {});
    last_sent_ = Clock::now();
    asio::async_write(socket_, asio::buffer(sending_), [self = shared_from_this()](error_code error, std::size_t) {
      self->is_sending_ = false;
      if (self->state_ == State::closed) return;
      if (error) return self->on_gone();
      if (self->state_ == State::writing && self->out_.empty()) return self->on_written();
      self->send_backlog();
    });
  }

  void on_heartbeat() {
    if (is_sending_ && Clock::now() - last_sent_ > options().write) return on_gone();
    if (!is_sending_ && Clock::now() - last_sent_ >= options().heartbeat / 2) send(": still searching\n\n");
    if (state_ == State::streaming) arm(options().heartbeat);
  }

  void on_end_of_events() {
    if (state_ != State::streaming) return;
    --metrics().streams;
    metrics().answered.add(Clock::now() - asked_);
    leave_job();
    if (service_.is_ending()) keep_alive_ = false;
    state_ = State::writing;
    arm(options().write);
    record(200, streamed_);
    streamed_ = 0;
    if (!is_http_1_0_) out_ += "0\r\n\r\n";
    if (out_.empty() && !is_sending_) return on_written();
    send_backlog();
  }

  Service& service_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  asio::steady_timer grace_;
  std::string address_ = "unknown";
  std::array<char, 8'192> incoming_{};  // of the read under way
  beast::flat_buffer buffer_;           // what was read and not yet parsed
  std::optional<Parser> parser_;
  State state_ = State::idle;
  bool is_reading_ = false;
  bool is_half_closed_ = false;
  bool is_line_ = false;

  // Of the request.
  std::shared_ptr<Job> job_;
  Clock::time_point asked_ = Clock::now();
  std::string method_ = "NONE";
  std::string path_;
  std::string_view route_ = "none";
  double queued_ = 0;
  bool keep_alive_ = true;
  bool is_http_1_0_ = false;
  bool is_head_ = false;
  bool as_events_ = false;
  std::vector<Header> cors_;

  std::string out_;      // to be written
  std::string sending_;  // of a stream: being written
  bool is_sending_ = false;
  Clock::time_point last_sent_{};
  std::size_t streamed_ = 0;
};

// Without those that nobody holds any more, which wait for their end.
std::vector<std::shared_ptr<Session>> Service::living() const {
  std::vector<std::shared_ptr<Session>> all;
  for (Session* const session : sessions)
    if (auto held = session->weak_from_this().lock()) all.push_back(std::move(held));
  return all;
}

void Service::leave(Session* session) {
  sessions.erase(session);
  if (is_ending() && sessions.empty()) io.stop();
}

Expected<void> Service::open() {
  auto opened = AccessLog::open(options().access_log);
  if (!opened) return tl::unexpected<Error>(opened.error());
  log = *std::move(opened);
  return listen();
}

Expected<void> Service::listen() {
  // systemd passes sockets from descriptor 3 on, meant for this process alone.
  const char* const process = std::getenv("LISTEN_PID");
  const char* const count = std::getenv("LISTEN_FDS");
  if (process != nullptr && count != nullptr && std::atol(process) == ::getpid()) {
    const int descriptors = std::atoi(count);
    ::unsetenv("LISTEN_PID");
    ::unsetenv("LISTEN_FDS");
    return take_descriptors(descriptors);
  }
  std::uint16_t port = options().port;
  const bool is_local = options().host == "localhost";
  for (const std::string& host :
       is_local ? std::vector<std::string>{"127.0.0.1", "::1"} : std::vector<std::string>{options().host}) {
    const auto listening = listen_at(host, port);
    if (!listening && acceptors_.empty()) return tl::unexpected<Error>(listening.error());
    // The port that was free at the first address may be taken at the second.
    if (!listening && options().port != 0) return tl::unexpected<Error>(listening.error());
  }
  if (acceptors_.empty())
    return fail(ErrorKind::system, fmt::format("this machine does not have the address {}", options().host));
  return {};
}

Expected<bool> Service::listen_at(const std::string& host, std::uint16_t& port) {
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
  if (error)
    return fail(
        ErrorKind::system,
        fmt::format("cannot listen at port {} of {}: {}{}", port, host, error.message(),
                    error == asio::error::address_in_use ? "; another server is there (choose another --port)" : ""));
  port = acceptor.local_endpoint().port();
  acceptors_.push_back(std::move(acceptor));
  return true;
}

Expected<void> Service::take_descriptors(int count) {
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
    acceptors_.push_back(std::move(acceptor));
  }
  if (acceptors_.empty()) return fail(ErrorKind::system, "systemd passed no socket");
  return {};
}

// The last to let go of a session may be a worker, but it ends on the thread of all sessions.
std::shared_ptr<Session> Service::session_on(tcp::socket socket) {
  return {new Session(*this, std::move(socket)),
          [this](Session* session) { asio::post(io, [session] { delete session; }); }};
}

void Service::accept(std::size_t i) {
  acceptors_[i].async_accept([this, i](error_code error, tcp::socket socket) {
    if (is_ending()) return;
    if (error) {  // no descriptors left: some will be free soon
      retry_.expires_after(milliseconds(50));
      retry_.async_wait([this, i](error_code) { accept(i); });
      return;
    }
    if (sessions.size() < options().connections)
      session_on(std::move(socket))->start();
    else if (sessions.size() < options().connections + kMostRefused)
      session_on(std::move(socket))->refuse();
    accept(i);
  });
}

void Service::heed_signals() {
  signals_.async_wait([this](error_code error, int signal) {
    if (error) return;
    if (signal == SIGHUP && log.is_file()) {
      if (const auto opened = log.open_again(); !opened) say_(opened.error().message);
    } else if (is_ending()) {
      return io.stop();
    } else {
      end();
    }
    heed_signals();
  });
}

void Service::end() {
  shared.is_ending = true;
  stop_preparing_ = true;
  say_(under_way.empty() ? "ending"
                         : fmt::format("ending; {} still to be answered", text::counted(under_way.size(), "request")));
  for (tcp::acceptor& acceptor : acceptors_) {
    error_code ignored;
    acceptor.close(ignored);
  }
  for (const auto& session : living()) session->end();
  if (sessions.empty()) return io.stop();
  end_.expires_after(std::max(options().grace - kToSend, milliseconds(0)));
  end_.async_wait([this](error_code error) {
    if (error) return;
    for (const auto& job : under_way) job->stop = true;
    end_.expires_after(kToSend);
    end_.async_wait([this](error_code late) {
      if (!late) io.stop();
    });
  });
}

// Tables are made or loaded before anyone asks for them, as far as that goes.
void Service::prepare() {
  for (const Want want : {Want::good, Want::shortest}) {
    if (want == Want::shortest && options().is_lazy) return;
    const auto ready = shared.engine.prepare({.want = want}, {.stop = &stop_preparing_}, [this](const Event& event) {
      if (event.kind == Event::Kind::notice) say_(event.step);
      return true;
    });
    if (!ready && !stop_preparing_) say_(ready.error().message);
    if (want == Want::good) shared.is_ready = ready.has_value();
  }
}

void Service::run() {
  const unsigned threads = options().workers != 0 ? options().workers : hardware_threads();
  workers.emplace(shared, threads, options().queue);
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
    io.run();
  } catch (const std::exception&) {  // no memory is left
    failed = std::current_exception();
  }
  stop_preparing_ = true;
  for (const auto& job : under_way) job->stop = true;
  preparing.join();
  workers.reset();
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
    io.restart();
  } while (io.poll() > 0);
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
