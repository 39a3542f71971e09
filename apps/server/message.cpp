#include "apps/server/message.h"

#include <fmt/format.h>

#include <array>
#include <ctime>

namespace superflip::server {
namespace {

// "Mon, 23 Nov 2026 17:00:00 GMT"
std::string date() {
  thread_local std::time_t last = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now == last) return text;
  last = now;
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 40> buffer{};
  text = std::string(buffer.data(), std::strftime(buffer.data(), buffer.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc));
  return text;
}

}  // namespace

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

std::string head_of(int status, std::string_view type, std::initializer_list<const std::vector<Header>*> headers) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\nServer: superflip\r\n", status, reason(status), date());
  if (!type.empty()) head += fmt::format("Content-Type: {}\r\nX-Content-Type-Options: nosniff\r\n", type);
  for (const auto* list : headers)
    for (const auto& [name, value] : *list) head += fmt::format("{}: {}\r\n", name, value);
  return head;
}

bool accepts(std::string_view list, std::string_view type) {
  const auto is_zero = [](std::string_view weight) {
    return !weight.empty() && weight[0] == '0' && weight.find_first_not_of("0.") == std::string_view::npos;
  };
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    std::string_view item = list.substr(at, end - at);
    at = end + 1;
    if (!equals(media_type(item), type)) continue;
    bool is_refused = false;
    while (item.find(';') != std::string_view::npos) {
      item.remove_prefix(item.find(';') + 1);
      const std::string_view parameter = text::trimmed(item.substr(0, item.find(';')));
      if (equals(parameter.substr(0, 2), "q=")) is_refused = is_zero(parameter.substr(2));
    }
    if (!is_refused) return true;
  }
  return false;
}

bool has_tag(std::string_view list, std::string_view tag) {
  const auto opaque = [](std::string_view text) { return text.substr(0, 2) == "W/" ? text.substr(2) : text; };
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view item = text::trimmed(list.substr(at, end - at));
    if (item == "*" || opaque(item) == opaque(tag)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace superflip::server
