// The state machine of one connection: reading, working or streaming, writing, and reading again. One timer limits each
// state. The reading never stops, so that a client that goes away is heard at once. All that is written goes through
// one queue.
#include "apps/server/network/session.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "apps/server/compat.h"
#include "apps/server/network/request_reader.h"
#include "apps/server/network/reserve.h"

namespace superflip::server {
namespace {

namespace asio = boost::asio;
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
constexpr int kClientWentAway = 499;

const Route& line_route() {
  static const Route route{.name = "line", .path = "", .answer = [](const Context& context) -> Answered<Response> {
                             return Response{.type = "", .body = answer_line(context, context.captures[0])};
                           }};
  return route;
}

class HttpSession final : public Session {
  std::shared_ptr<HttpSession> self() { return std::static_pointer_cast<HttpSession>(shared_from_this()); }

  // Runs the action. Where memory is short this session closes, and no other one is harmed.
  template <class Action>
  void run_or_close(const Action& action) noexcept {
    try {
      action();
    } catch (const std::exception&) {
      close();
    }
  }

  // A handler of what happens later, which keeps this session alive.
  template <class Action>
  auto then(Action action) {
    return [self = self(), action = std::move(action)](const auto&... results) {
      self->run_or_close([&] { action(*self, results...); });
    };
  }

 public:
  HttpSession(Hub& hub, tcp::socket socket, bool at_loopback)
      : Session(hub),
        socket_(std::move(socket)),
        timer_(hub.io),
        grace_(hub.io),
        watch_(hub.io),
        reader_(options().limits, options().two_phase.has_value()),
        at_loopback_(at_loopback) {
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
  void refuse() override { refuse_and_close(problem(503, "there are too many connections")); }
  void end() override {
    request_.keep_alive = false;
    if (state_ == State::reading || state_ == State::lingering) close();
  }

  void close() noexcept override {
    if (state_ == State::closed) return;
    const bool was_streaming = state_ == State::streaming;
    state_ = State::closed;
    if (was_streaming) --metrics().streams;
    if (job_) {
      job_->abandon();
      if (hub_.workers) hub_.workers->withdraw(*job_);
      try {
        record(kClientWentAway, streamed_);
      } catch (const std::exception&) {  // the log has one line less
      }
    }
    leave_job();
    error_code error;
    socket_.close(error);
    timer_.cancel(error);
  }

  // From workers.
  void answer(Response response) noexcept override {
    final_.post(hub_.io, [self = self(), response = std::move(response)]() mutable {
      self->run_or_close([&] { self->on_answer(std::move(response)); });
    });
  }
  void fail_short_of_memory() noexcept override {
    final_.post(hub_.io, [self = self()] { self->run_or_close([&] { self->on_short_of_memory(); }); });
  }
  void end_events() noexcept override {
    final_.post(hub_.io, [self = self()] { self->run_or_close([&] { self->on_end_of_events(); }); });
  }
  void begin_events() override {
    asio::post(hub_.io, then([](HttpSession& session) {
                 if (session.state_ == State::working) session.begin_stream();
               }));
  }
  void event(std::string_view name, std::string data, bool is_passing) override {
    asio::post(hub_.io, then([name, data = std::move(data), is_passing](HttpSession& session) {
                 session.on_event(name, data, is_passing);
               }));
  }

  // Deletes the session on the thread of all sessions; called when nothing refers to it any more.
  void leave() noexcept {
    last_.post(hub_.io, [this] { delete this; });
  }

 private:
  enum class State : std::uint8_t { reading, working, streaming, writing, lingering, closed };

  const Options& options() const { return hub_.shared.options; }
  Metrics& metrics() { return hub_.shared.metrics; }

  // One timer: for the request, the queue, the write, or the next heartbeat.
  void arm(milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait(then([](HttpSession& session, error_code error) {
      if (!error && session.timer_.expiry() <= asio::steady_timer::clock_type::now()) session.on_timer();
    }));
  }

  void on_timer() {
    switch (state_) {
      case State::reading:
        if (!reader_.has_begun()) return close();
        return refuse_and_close(problem(408, "the request did not come in time"));
      case State::working:
        return on_waiting();
      case State::streaming:
        return on_heartbeat();
      case State::closed:
        return;
      case State::writing:
      case State::lingering:
        return close();
    }
  }

  void read() {
    if (is_reading_ || is_half_closed_ || state_ == State::closed) return;
    if (reader_.unread() >= kMostAhead) return;  // it goes on after the next request
    is_reading_ = true;
    socket_.async_read_some(asio::buffer(incoming_), then([](HttpSession& session, error_code error, std::size_t size) {
                              session.on_read(error, size);
                            }));
  }

  void on_read(error_code error, std::size_t size) {
    is_reading_ = false;
    if (state_ == State::closed) return;
    if (error == asio::error::eof) return on_half_closed();
    if (error) return on_gone();
    reader_.put({incoming_.data(), size});
    advance();
  }

  // Goes on with what was read.
  void advance() {
    if (state_ == State::lingering) reader_.clear();
    while (state_ == State::reading) {
      auto step = is_half_closed_ ? reader_.finish() : reader_.next();
      if (auto* const problem = std::get_if<Problem>(&step)) return refuse_and_close(*problem);
      if (auto* const line = std::get_if<RequestReader::Line>(&step)) {
        on_line(std::move(line->letters));
      } else if (auto* const request = std::get_if<Request>(&step)) {
        on_request(std::move(*request));
      } else if (const auto* const head = std::get_if<RequestReader::Head>(&step)) {
        on_head(*head);
      } else {
        if (is_half_closed_) return close();
        if (reader_.has_begun() && !is_timed_) {
          is_timed_ = true;
          asked_ = Clock::now();
          arm(options().head);
        }
        break;
      }
    }
    read();
  }

  // The body comes next. It is refused where the head or the room forbids it and the client waits for that.
  void on_head(const RequestReader::Head& head) {
    is_timed_ = true;
    asked_ = Clock::now();
    arm(options().body);
    auto room = hub_.shared.room.take(head.body);
    if (!room) return refuse_and_close(problem(503, "too many large requests are under way"));
    room_ = *std::move(room);
    if (!head.expects_continue) return;
    const Request request = arrived(reader_.head());
    Destination asked = read_head(request, options(), hub_.shared.page);
    if (asked.refused) return refuse_and_close(*std::move(asked.refused));
    out_ += "HTTP/1.1 100 Continue\r\n\r\n";
    flush();
  }

  // What is known of a request, for its answer.
  Request arrived(Request request) {
    request.at_loopback = at_loopback_;
    if (hub_.shared.is_ending) request.keep_alive = false;
    cors_ = cors_headers(request, options());
    asked_ = Clock::now();
    request_ = {request.method, "", false, request.is_http_1_0, request.keep_alive};
    return request;
  }

  // A bare line of facelets (compat.h), answered like any other request; X ends the connection.
  void on_line(std::string letters) {
    asked_ = Clock::now();
    if (!letters.empty() && letters[0] == 'X') return close();
    request_ = {"LINE", "", true, false, !hub_.shared.is_ending};
    push({}, {}, {&line_route(), {std::move(letters)}});
  }

  void on_request(Request incoming) {
    Request request = arrived(std::move(incoming));
    Destination asked = read_head(request, options(), hub_.shared.page);
    request_.path = asked.target.path;
    if (asked.route != nullptr) route_ = asked.route->name;
    if (asked.refused) return respond(to_response(*asked.refused));
    const Route& route = *asked.route;
    if (request.method == "OPTIONS") return respond(options_of(request, route));
    if (asked.file != nullptr) return respond(response_of(*asked.file, request));
    if (route.work == Route::Work::at_once) {
      static const StopFlag never{false};
      const Ask nothing;
      auto response = route.answer({hub_.shared, nothing, asked.captures, never, Clock::time_point::max()});
      return respond(response ? *std::move(response) : to_response(response.error()));
    }
    as_events_ = route.has_events && !is_head() && accepts(request.accept, "text/event-stream");
    // An EventSource connects again after the end; only this status keeps it from searching again.
    if (as_events_ && request.last_event_id == "end") return respond({.status = 204, .type = ""});
    push(std::move(request), std::move(asked.target), {&route, std::move(asked.captures)});
  }

  void push(Request request, Target target, Match match) {
    route_ = match.route->name;
    if (hub_.shared.is_ending) return respond_try_again(503, "the server is shutting down");
    std::size_t& of_address = hub_.by_address[address_];
    if (options().per_client != 0 && of_address >= options().per_client)
      return respond_try_again(429, "this address has too many requests under way");
    auto job = std::make_shared<Job>(hub_.shared, std::move(request), std::move(target), std::move(match), as_events_,
                                     std::move(room_), self());
    state_ = State::working;
    arm(as_events_ ? std::min(options().queue_time, options().heartbeat) : options().queue_time);
    hub_.under_way.insert(job);
    job_ = std::move(job);
    ++of_address;
    if (!hub_.workers->push(job_)) {
      leave_job();
      return respond_try_again(503, "too many requests wait: try again soon");
    }
    if (is_half_closed_) await_end();
    watch();
  }

  void watch() {
    watch_.expires_after(milliseconds(250));
    watch_.async_wait(then([](HttpSession& session, error_code error) {
      if (error || !session.job_) return;
      if (session.job_->is_late()) session.job_->stop = true;
      session.watch();
    }));
  }

  // A stream that waits shows that it is alive; a request that has waited long enough is told so.
  void on_waiting() {
    if (has_given_up()) return;
    if (!as_events_) return;
    begin_stream();
    send(": waiting\n\n");
  }

  bool has_given_up() {
    if (!job_ || Clock::now() - asked_ < options().queue_time || !hub_.workers->withdraw(*job_)) return false;
    respond_try_again(503, fmt::format("no worker was free within {} seconds", options().queue_time.count() / 1'000));
    return true;
  }

  // The job is over, or its client has gone.
  void leave_job() {
    if (!job_) return;
    queued_ = job_->queued_seconds();
    hub_.under_way.erase(job_);
    const auto of_address = hub_.by_address.find(address_);
    if (of_address != hub_.by_address.end() && --of_address->second == 0) hub_.by_address.erase(of_address);
    job_.reset();
    error_code error;
    grace_.cancel(error);
    watch_.cancel(error);
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

  void on_short_of_memory() {
    try {
      on_answer(to_response(server::problem_of(Error{"not enough memory", {}, ErrorKind::out_of_memory})));
    } catch (const std::bad_alloc&) {
      if (state_ == State::closed || is_sending_ || is_line()) return close();
      static constexpr std::string_view kText =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";
      out_ = {};
      tail_ = {};
      request_.keep_alive = false;
      state_ = State::writing;
      write(asio::buffer(kText.data(), kText.size()));
    }
  }

  void refuse_and_close(Problem problem) {
    request_.keep_alive = false;
    if (problem.status == 503) problem.headers.push_back({"Retry-After", "1"});
    respond(to_response(problem));
  }

  void respond_try_again(int status, std::string sentence) {
    if (is_line()) return respond({.status = status, .type = "", .body = fmt::format("Error: {}\n", sentence)});
    Problem problem = server::problem(status, std::move(sentence));
    problem.headers.push_back({"Retry-After", "1"});
    if (job_) return on_answer(to_response(problem));
    respond(to_response(problem));
  }

  void respond(Response response) {
    state_ = State::writing;
    if (hub_.shared.is_ending) request_.keep_alive = false;
    if (is_line()) {
      out_ += response.body;
    } else {
      out_ += head_of(response.status, response.type, {&response.headers, &cors_});
      if (response.has_body()) out_ += fmt::format("Content-Length: {}\r\n", response.size());
      out_ += connection_header();
      out_ += "\r\n";
      if (is_head() || !response.has_body()) {
        response.body.clear();
        response.lasting = {};
      }
      out_ += response.body;
      tail_ = response.lasting;
    }
    record(response.status, response.size());
    arm(options().write);
    flush();
  }

  std::string_view connection_header() const {
    if (!request_.keep_alive) return "Connection: close\r\n";
    return request_.is_http_1_0 ? "Connection: keep-alive\r\n" : "";
  }

  void record(int status, std::size_t bytes) {
    if (has_left_) status = kClientWentAway;
    metrics().count_response(route_, status);
    if (options().access_log.empty()) return;
    hub_.log.add({address_, request_.method, request_.path, route_, status, bytes,
                  std::chrono::duration<double>(Clock::now() - asked_).count(), queued_});
    metrics().unlogged = hub_.log.dropped();
  }

  // Writes what is in out_; what is added meanwhile is written after it.
  void flush() {
    if (is_sending_ || out_.empty()) return;
    sending_ = std::exchange(out_, {});
    const std::string_view tail = std::exchange(tail_, {});
    write(std::array<asio::const_buffer, 2>{asio::buffer(sending_), asio::buffer(tail.data(), tail.size())});
  }

  template <class Buffers>
  void write(const Buffers& bytes) {
    last_sent_ = Clock::now();
    asio::async_write(socket_, bytes,
                      then([](HttpSession& session, error_code error, std::size_t) { session.on_sent(error); }));
    is_sending_ = true;
  }

  void on_sent(error_code error) {
    is_sending_ = false;
    if (state_ == State::closed) return;
    if (error) return on_gone();
    if (!out_.empty()) return flush();
    sending_ = {};
    if (state_ == State::writing) on_written();
  }

  void on_written() {
    if (!request_.keep_alive) return linger();
    if (hub_.shared.is_ending) return close();
    request_ = {};
    as_events_ = is_timed_ = has_left_ = false;
    route_ = "none";
    queued_ = 0;
    cors_.clear();
    room_ = {};
    state_ = State::reading;
    arm(options().idle);
    advance();
  }

  // Closes so that the client can read the answer: what it still sends is read, else the system would reset the
  // connection.
  void linger() {
    if (is_half_closed_) return close();
    error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    state_ = State::lingering;
    arm(hub_.shared.is_ending ? kLingerAtEnd : kLinger);
    advance();
  }

  void on_half_closed() {
    is_half_closed_ = true;
    switch (state_) {
      case State::reading:
        return advance();
      case State::working:
      case State::streaming:
        return await_end();
      case State::writing:
      case State::closed:
        return;
      case State::lingering:
        return close();
    }
  }

  void await_end() {
    grace_.expires_after(kHalfClosed);
    grace_.async_wait(then([](HttpSession& session, error_code error) {
      if (error || !session.job_) return;
      ++session.metrics().abandoned;
      session.has_left_ = true;
      session.job_->stop = true;
      if (session.hub_.workers->withdraw(*session.job_)) session.close();
    }));
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
    if (request_.is_http_1_0) request_.keep_alive = false;
    static const std::vector<Header> kOfStream{{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}};
    out_ += head_of(200, "text/event-stream", {&kOfStream, &cors_});
    out_ += connection_header();
    out_ += request_.is_http_1_0 ? "\r\n" : "Transfer-Encoding: chunked\r\n\r\n";
    flush();
    arm(options().heartbeat);
  }

  void send(std::string_view text) {
    streamed_ += text.size();
    if (request_.is_http_1_0)
      out_ += text;
    else
      out_ += fmt::format("{:x}\r\n{}\r\n", text.size(), text);
    if (out_.size() > kMostBacklog) return on_gone();  // it does not read
    flush();
  }

  void on_heartbeat() {
    if (is_sending_ && Clock::now() - last_sent_ > options().write) return on_gone();
    if (has_given_up()) return;
    if (!is_sending_ && Clock::now() - last_sent_ >= options().heartbeat / 2) send(": still searching\n\n");
    if (state_ == State::streaming) arm(options().heartbeat);
  }

  void on_end_of_events() {
    if (state_ != State::streaming) return;
    --metrics().streams;
    metrics().answered.add(Clock::now() - asked_);
    leave_job();
    if (hub_.shared.is_ending) request_.keep_alive = false;
    state_ = State::writing;
    arm(options().write);
    record(200, streamed_);
    streamed_ = 0;
    if (!request_.is_http_1_0) out_ += "0\r\n\r\n";
    if (out_.empty() && !is_sending_) return on_written();
    flush();
  }

  // What is known of a request while it is answered.
  struct Current {
    std::string method = "NONE";
    std::string path{};
    bool is_line = false;
    bool is_http_1_0 = false;
    bool keep_alive = true;
  };
  bool is_line() const { return request_.is_line; }
  bool is_head() const { return request_.method == "HEAD"; }

  tcp::socket socket_;
  asio::steady_timer timer_;
  asio::steady_timer grace_;  // of a client that closed its sending side
  asio::steady_timer watch_;  // for a job that does not end
  std::string address_ = "unknown";
  std::array<char, 8'192> incoming_{};  // of the read under way
  RequestReader reader_;
  const bool at_loopback_;
  State state_ = State::reading;
  bool is_reading_ = false;
  bool is_half_closed_ = false;
  bool is_timed_ = false;  // the timer is that of a request, no longer that of silence

  Current request_{};
  Room::Share room_{};  // of its body
  std::shared_ptr<Job> job_;
  Clock::time_point asked_ = Clock::now();
  std::string_view route_ = "none";
  double queued_ = 0;
  bool as_events_ = false;
  bool has_left_ = false;  // it closed its sending side, and its grace is over
  std::vector<Header> cors_;

  std::string out_;        // to be written
  std::string_view tail_;  // to be written after it; lasts longer than any session
  std::string sending_;    // being written
  bool is_sending_ = false;
  Clock::time_point last_sent_{};
  std::size_t streamed_ = 0;

  Reserve final_;  // for the end of a job
  Reserve last_;   // for the end of the session
};

}  // namespace

Session::Session(Hub& hub) : hub_(hub) { hub.sessions.insert(this); }

Session::~Session() {
  hub_.sessions.erase(this);
  if (hub_.shared.is_ending && hub_.sessions.empty()) hub_.io.stop();
}

// The last to let go of a session may be a worker, but it ends on the thread of all sessions.
std::shared_ptr<Session> make_session(Hub& hub, tcp::socket socket, bool at_loopback) {
  return {new HttpSession(hub, std::move(socket), at_loopback), [](HttpSession* session) { session->leave(); }};
}

}  // namespace superflip::server
