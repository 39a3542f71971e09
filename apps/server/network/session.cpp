// The state machine of one connection: idle, head, body, working or streaming, writing, and idle again. One timer
// limits each state. The reading never stops, so that a client that goes away is heard at once.
#include "apps/server/network/session.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <utility>

#include "apps/server/compat.h"

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
constexpr auto kLingerAtEnd = milliseconds(100);
// What a client may send ahead of an answer, and what an event stream may hold back for a client that does not read.
constexpr std::size_t kMostAhead = std::size_t{1} << 16;
constexpr std::size_t kMostBacklog = std::size_t{1} << 20;

const Route& line_route() {
  static const Route route{.name = "line", .path = "", .answer = [](const Task& task) -> Answered<Response> {
                             return Response{.type = "", .body = answer_line(task, task.captures[0])};
                           }};
  return route;
}

class HttpSession final : public Session {
 public:
  HttpSession(Hub& hub, tcp::socket socket) : Session(hub), socket_(std::move(socket)), timer_(hub.io), grace_(hub.io) {
    ++metrics().connections;
    error_code error;
    const auto peer = socket_.remote_endpoint(error);
    if (!error) address_ = peer.address().to_string();
    socket_.set_option(tcp::no_delay(true), error);
  }
  ~HttpSession() override { --metrics().connections; }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void start() override {
    arm(options().idle);
    read();
  }
  void refuse() override {
    Problem problem = server::problem(503, "there are too many connections");
    problem.headers.push_back({"Retry-After", "1"});
    keep_alive_ = false;
    respond(to_response(problem));
  }
  void end() override {
    keep_alive_ = false;
    if (state_ == State::idle || state_ == State::head || state_ == State::body || state_ == State::lingering) close();
  }

  void close() override {
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
    asio::post(hub_.io,
               [self = self(), response = std::move(response)]() mutable { self->on_answer(std::move(response)); });
  }
  void event(std::string_view name, std::string data, bool is_passing) override {
    asio::post(hub_.io,
               [self = self(), name, data = std::move(data), is_passing] { self->on_event(name, data, is_passing); });
  }
  void begin_events() override {
    asio::post(hub_.io, [self = self()] {
      if (self->state_ == State::working) self->begin_stream();
    });
  }
  void end_events() override {
    asio::post(hub_.io, [self = self()] { self->on_end_of_events(); });
  }

 private:
  std::shared_ptr<HttpSession> self() { return std::static_pointer_cast<HttpSession>(shared_from_this()); }

  enum class State : std::uint8_t { idle, head, body, working, streaming, writing, lingering, closed };
  using Parser = http::request_parser<http::string_body>;

  const Options& options() const { return hub_.shared.options; }
  Metrics& metrics() { return hub_.shared.metrics; }

  // One timer: for the head, the body, the write, or the next heartbeat.
  void arm(milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait([self = self()](error_code error) {
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
    socket_.async_read_some(asio::buffer(incoming_), [self = self()](error_code error, std::size_t size) {
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
                        [self = self()](error_code, std::size_t) {});
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
    keep_alive_ = message.keep_alive() && !hub_.shared.is_ending;
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
      auto response = route.answer({hub_.shared, nothing, match->captures, never, Clock::time_point::max()});
      return respond(response ? *std::move(response) : to_response(response.error()));
    }
    as_events_ = route.has_events && !is_head_ && names(request.accept, "text/event-stream");
    // An EventSource connects again after the end; only this status keeps it from searching again.
    if (as_events_ && request.last_event_id == "end") return respond({.status = 204, .type = ""});
    push(std::move(request), *std::move(target), *std::move(match));
  }

  void push(Request request, Target target, Match match) {
    route_ = match.route->name;
    const auto refuse = [&](int status, const char* sentence) {
      if (is_line_) return respond({.type = "", .body = fmt::format("Error: {}\n", sentence)});
      Problem problem = server::problem(status, sentence);
      problem.headers.push_back({"Retry-After", "1"});
      respond(to_response(problem));
    };
    if (hub_.shared.is_ending) return refuse(503, "the server ends");
    std::size_t& of_client = hub_.of_client[address_];
    if (options().per_client != 0 && of_client >= options().per_client)
      return refuse(429, "this address has too many requests under way");
    auto job =
        std::make_shared<Job>(hub_.shared, std::move(request), std::move(target), std::move(match), as_events_, self());
    state_ = State::working;
    timer_.cancel();
    job_ = job;
    if (!hub_.workers->push(job)) {
      job_.reset();
      if (of_client == 0) hub_.of_client.erase(address_);
      return refuse(503, "too many requests wait: try again soon");
    }
    ++of_client;
    hub_.under_way.insert(job);
    if (is_half_closed_) await_end();
    read();
  }

  // The job is over, or its client has gone.
  void leave_job() {
    if (!job_) return;
    queued_ = job_->queued_seconds();
    hub_.under_way.erase(job_);
    const auto of_client = hub_.of_client.find(address_);
    if (of_client != hub_.of_client.end() && --of_client->second == 0) hub_.of_client.erase(of_client);
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
    if (hub_.shared.is_ending) keep_alive_ = false;
    if (is_line_) {
      out_ = std::move(response.body);
      record(response.status, out_.size());
      return write();
    }
    out_ = head_of(response.status, response.type, {&response.headers, &cors_});
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

  void record(int status, std::size_t bytes) {
    metrics().count_response(route_, status);
    if (options().access_log.empty()) return;
    hub_.log.add({address_, method_, path_, route_, status, bytes,
                  std::chrono::duration<double>(Clock::now() - asked_).count(), queued_});
  }

  void write() {
    arm(options().write);
    asio::async_write(socket_, asio::buffer(out_), [self = self()](error_code error, std::size_t) {
      if (self->state_ == State::closed) return;
      if (error) return self->close();
      self->on_written();
    });
  }

  void on_written() {
    out_.clear();
    if (out_.capacity() > kMostAhead) out_.shrink_to_fit();
    if (!keep_alive_ && !is_line_) return linger();
    if (hub_.shared.is_ending) return close();
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
    arm(hub_.shared.is_ending ? kLingerAtEnd : kLinger);
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
    grace_.async_wait([self = self()](error_code error) {
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
    static const std::vector<Header> kOfStream{{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}};
    out_ = head_of(200, "text/event-stream", {&kOfStream, &cors_});
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
    asio::async_write(socket_, asio::buffer(sending_), [self = self()](error_code error, std::size_t) {
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
    if (hub_.shared.is_ending) keep_alive_ = false;
    state_ = State::writing;
    arm(options().write);
    record(200, streamed_);
    streamed_ = 0;
    if (!is_http_1_0_) out_ += "0\r\n\r\n";
    if (out_.empty() && !is_sending_) return on_written();
    send_backlog();
  }

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

}  // namespace

Session::Session(Hub& hub) : hub_(hub) { hub.sessions.insert(this); }

Session::~Session() {
  hub_.sessions.erase(this);
  if (hub_.shared.is_ending && hub_.sessions.empty()) hub_.io.stop();
}

// The last to let go of a session may be a worker, but it ends on the thread of all sessions.
std::shared_ptr<Session> make_session(Hub& hub, tcp::socket socket) {
  return {new HttpSession(hub, std::move(socket)),
          [&hub](Session* session) { asio::post(hub.io, [session] { delete session; }); }};
}

}  // namespace superflip::server
