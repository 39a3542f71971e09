// Messages: a request as it was received and a response as it will be sent, without any network. Everything between the
// two is tested and fuzzed without sockets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::server {

struct Header {
  std::string name;
  std::string value;
};

// An empty text stands for a header that was not sent.
struct Request {
  std::string method = "GET";  // as it was sent
  std::string target = "/";    // path and query, still percent-encoded
  std::string host{};
  std::string content_type{};
  std::string accept{};
  std::string origin{};
  std::string last_event_id{};  // an EventSource that connects again
  std::string preflight{};      // Access-Control-Request-Method
  std::string content_encoding{};
  std::string accept_encoding{};
  std::string if_none_match{};
  std::string body{};
  bool is_http_1_0 = false;
  bool keep_alive = true;    // the connection may stay open after the answer
  bool at_loopback = false;  // it came to an address that only this machine reaches
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<Header> headers{};  // besides Content-Type, Content-Length and those of the connection
  // The body, where it is not `body`: bytes that outlive every connection, and are sent without a copy.
  std::string_view lasting{};

  // 204 and 304 have no body and no length.
  bool has_body() const { return status != 204 && status != 304; }
  std::size_t size() const { return body.size() + lasting.size(); }
};

// "Not Found"; "Unknown" for a status that this server does not use.
std::string_view reason(int status);

// The status line, Date, Server, the type if it is not empty, and the headers of the lists; each line ends with CR LF,
// and the empty line that ends a head does not follow.
std::string head_of(int status, std::string_view type, std::initializer_list<const std::vector<Header>*> headers);

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether two texts are equal but for the case of ASCII letters.
inline bool equals(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

// The media type of a Content-Type, "application/json; charset=utf-8", without its parameters.
inline std::string_view media_type(std::string_view content_type) {
  return text::trimmed(content_type.substr(0, content_type.find(';')));
}

// Whether the list of an Accept, "text/html, text/event-stream;q=0.9", names the media type with a weight above 0.
// Ranges such as */* do not name it.
// Likewise a coding of an Accept-Encoding.
bool accepts(std::string_view list, std::string_view type);

// Whether an If-None-Match names an entity tag, or any (*). Weak comparison (RFC 9110, 8.8.3.2).
bool has_tag(std::string_view list, std::string_view tag);

}  // namespace superflip::server
