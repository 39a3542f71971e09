#include "apps/server/network/request_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <utility>

namespace superflip::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

}  // namespace

struct RequestReader::Parser : http::request_parser<http::string_body> {};

RequestReader::RequestReader(const Limits& limits, bool takes_lines) : limits_(limits), takes_lines_(takes_lines) {}
RequestReader::~RequestReader() = default;

void RequestReader::put(std::string_view bytes) {
  buffer_.erase(0, std::exchange(used_, 0));
  buffer_ += bytes;
}

void RequestReader::use(std::size_t bytes) {
  used_ += bytes;
  if (used_ < buffer_.size()) return;
  buffer_ = {};
  used_ = 0;
}

RequestReader::Step RequestReader::next() {
  if (is_over_) return More{};
  return at_ == At::start ? begin(false) : parse(false);
}

RequestReader::Step RequestReader::finish() {
  if (is_over_) return More{};
  return at_ == At::start ? begin(true) : parse(true);
}

// Empty lines before a request are allowed.
RequestReader::Step RequestReader::begin(bool is_end) {
  while (unread() > 0 && (bytes()[0] == '\r' || bytes()[0] == '\n')) use(1);
  if (unread() == 0) return More{};
  const auto begin_http = [&] {
    at_ = At::head;
    parser_ = std::make_unique<Parser>();
    parser_->header_limit(static_cast<std::uint32_t>(limits_.head + limits_.target));
    parser_->body_limit(limits_.body);
    return parse(is_end);
  };
  if (!takes_lines_) return begin_http();

  // A line or HTTP is decided at the end of the first line, which either has.
  const std::size_t newline = bytes().find_first_of("\r\n");
  const bool is_whole = newline != std::string_view::npos || is_end;
  const std::string_view line = bytes().substr(0, newline);
  const bool is_text = std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' || c == '\t'; });
  if (!is_text || line.size() > limits_.target) return begin_http();
  if (!is_whole) return More{};
  constexpr std::string_view kGet = "GET /";
  if (line.find('/') == std::string_view::npos) {
    std::string letters;
    for (const char c : line)
      if (text::is_letter(c)) letters += text::to_upper(c);
    use(line.size());
    return Line{std::move(letters)};
  }
  if (line.substr(0, kGet.size()) != kGet || line.find(' ', kGet.size()) != std::string_view::npos) return begin_http();
  Request request{.target = std::string(line.substr(kGet.size() - 1)), .is_http_1_0 = true, .keep_alive = false};
  use(line.size());
  return request;
}

template <class Code>
RequestReader::Step RequestReader::refuse_bytes(const Code& error) {
  if (error == http::error::body_limit)
    return refuse(problem(413, fmt::format("the body has more than {} bytes", limits_.body)));
  if (error == http::error::header_limit) {
    const bool is_target = parser_->get().target().empty();  // the request line has not come to its end
    return refuse(problem(is_target ? 414 : 431, is_target ? "the target is too long" : "the headers are too long"));
  }
  if (error == http::error::bad_version) return refuse(problem(505, "expected HTTP/1.1 or HTTP/1.0"));
  if (error == http::error::bad_transfer_encoding || error == http::error::bad_content_length)
    return refuse(problem(400,
                          "the length of the body makes no sense: expected one Content-Length, or "
                          "Transfer-Encoding: chunked"));
  if (error == http::error::partial_message) return refuse(problem(400, "the request ends too early"));
  return refuse(problem(400, fmt::format("this is not an HTTP request: {}", error.message())));
}

RequestReader::Step RequestReader::parse(bool is_end) {
  error_code error;
  // The last bytes of a chunked body are always there together, and an assertion of Beast 1.74 fails for fewer.
  constexpr std::size_t kLastChunk = std::string_view("0\r\n\r\n").size();
  const auto least = [&] { return at_ == At::body && parser_->chunked() ? kLastChunk : 1; };
  while (!parser_->is_done() && unread() >= least()) {
    use(parser_->put(asio::buffer(bytes().data(), unread()), error));
    if (error == http::error::need_more) break;
    if (error) return refuse_bytes(error);
    if (at_ == At::head && parser_->is_header_done()) {
      if (auto problem = take_head()) return refuse(*std::move(problem));
      at_ = At::body;
      parser_->eager(true);
      if (parser_->is_done()) break;
      const auto length = parser_->content_length();
      return Head{length ? static_cast<std::size_t>(*length) : limits_.body,
                  !request_.is_http_1_0 && equals(parser_->get()[http::field::expect].to_string(), "100-continue")};
    }
  }
  if (parser_->is_done()) {
    request_.body = std::move(parser_->get().body());
    parser_.reset();
    at_ = At::start;
    return std::exchange(request_, {});
  }
  if (is_end) return refuse_bytes(http::make_error_code(http::error::partial_message));
  return More{};
}

RequestReader::Step RequestReader::refuse(Problem problem) {
  is_over_ = true;
  clear();
  return problem;
}

std::optional<Problem> RequestReader::take_head() {
  const auto& head = parser_->get();
  request_ = {};
  const auto text = [&](auto field) {
    const auto value = head[field];
    return std::string(value.data(), value.size());
  };
  request_.method.assign(head.method_string().data(), head.method_string().size());
  request_.target.assign(head.target().data(), head.target().size());
  request_.is_http_1_0 = head.version() < 11;
  request_.keep_alive = parser_->keep_alive();
  request_.host = text(http::field::host);
  request_.content_type = text(http::field::content_type);
  request_.content_encoding = text(http::field::content_encoding);
  request_.accept = text(http::field::accept);
  request_.accept_encoding = text(http::field::accept_encoding);
  request_.if_none_match = text(http::field::if_none_match);
  request_.origin = text(http::field::origin);
  request_.last_event_id = text("Last-Event-ID");
  request_.preflight = text(http::field::access_control_request_method);

  if (request_.target.size() > limits_.target)
    return problem(414,
                   fmt::format("the target has {} bytes, and {} are allowed", request_.target.size(), limits_.target));
  for (const auto& [field, name] : {std::pair{http::field::host, "Host"},
                                    {http::field::content_type, "Content-Type"},
                                    {http::field::transfer_encoding, "Transfer-Encoding"}})
    if (head.count(field) > 1) return problem(400, fmt::format("there are two headers {}", name));
  if (head.count(http::field::transfer_encoding) == 0) return std::nullopt;
  if (head.count(http::field::content_length) > 0)
    return problem(400, "Content-Length and Transfer-Encoding cannot be given together");
  if (request_.is_http_1_0) return problem(400, "HTTP/1.0 has no Transfer-Encoding");
  const std::string coding = text(http::field::transfer_encoding);
  if (!parser_->chunked() || !equals(text::trimmed(coding), "chunked"))
    return problem(
        501, fmt::format("Transfer-Encoding: {} is not read here: expected chunked alone", text::escaped(coding, 40)));
  return std::nullopt;
}

}  // namespace superflip::server
