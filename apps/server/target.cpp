#include "apps/server/target.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/server/message.h"

namespace superflip::server {
namespace {

int hexadecimal(char c) {
  if (text::is_digit(c)) return c - '0';
  const char upper = text::to_upper(c);
  return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10 : -1;
}

Expected<std::string> decoded(std::string_view text, bool is_query) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += is_query && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hexadecimal(text[i + 2]) : -1;
    if (high < 0 || low < 0)
      return fail(fmt::format("the percent sign in '{}' is not followed by two hexadecimal digits; write %25 for %",
                              text::escaped(text, 60)));
    plain += static_cast<char>(16 * high + low);
    i += 2;
  }
  for (std::size_t at = 0; at < plain.size();) {
    const std::string_view symbol = text::symbol_at(plain, at);
    if (symbol.size() == 1 && static_cast<unsigned char>(symbol[0]) >= 0x80)
      return fail(fmt::format("'{}' is not UTF-8", text::escaped(text, 60)));
    at += symbol.size();
  }
  return plain;
}

}  // namespace

Expected<Target> parse_target(std::string_view target) {
  Target parsed;
  // The absolute form, as a proxy may send it.
  for (const std::string_view scheme : {"http://", "https://"})
    if (equals(target.substr(0, scheme.size()), scheme)) {
      target.remove_prefix(scheme.size());
      const std::size_t path = std::min(target.find_first_of("/?#"), target.size());
      parsed.authority = target.substr(0, path);
      target = path == target.size() ? "/" : target.substr(path);
      break;
    }
  target = target.substr(0, target.find('#'));
  const std::size_t mark = std::min(target.find('?'), target.size());
  parsed.path = target.substr(0, mark);
  if (parsed.path.empty() && mark < target.size()) parsed.path = "/";
  if (parsed.path.empty() || parsed.path[0] != '/')
    return fail(fmt::format("'{}' is not a path: expected one that begins with /", text::escaped(target, 60)));
  if (mark < target.size()) parsed.raw_query = target.substr(mark + 1);

  const std::string_view path = parsed.path;
  for (std::size_t at = 1; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    auto segment = decoded(path.substr(at, end - at), false);
    if (!segment) return tl::unexpected<Error>(std::move(segment.error()));
    parsed.segments.push_back(*std::move(segment));
    at = end + 1;
    if (end + 1 == path.size()) parsed.segments.emplace_back();  // "/v1/" is not "/v1"
  }
  const std::string_view query = parsed.raw_query;
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view item = query.substr(at, end - at);
    at = end + 1;
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    auto key = decoded(item.substr(0, equals), true);
    if (!key) return tl::unexpected<Error>(std::move(key.error()));
    auto value = decoded(equals < item.size() ? item.substr(equals + 1) : "", true);
    if (!value) return tl::unexpected<Error>(std::move(value.error()));
    parsed.query.emplace_back(*std::move(key), *std::move(value));
  }
  return parsed;
}

Expected<std::string> parse_host(std::string_view text) {
  const auto wrong = [&] {
    return fail(
        fmt::format("'{}' is not a host: expected a name or an address, perhaps with a port, such as "
                    "localhost:8080 or [::1]:8080",
                    text::escaped(text, 60)));
  };
  std::size_t end = 0;  // of the host
  std::string host;
  if (!text.empty() && text[0] == '[') {
    end = std::min(text.find(']'), text.size() - 1) + 1;
    host = text.substr(1, end - 2);
    in6_addr address{};
    if (text[end - 1] != ']' || ::inet_pton(AF_INET6, host.c_str(), &address) != 1) return wrong();
  } else {
    end = std::min(text.find(':'), text.size());
    host = text.substr(0, end);
    constexpr std::string_view kOthers = "-._~%!$&'()*+,;=";
    if (host.empty() || !std::all_of(host.begin(), host.end(), [&](char c) {
          return text::is_letter(c) || text::is_digit(c) || kOthers.find(c) != std::string_view::npos;
        }))
      return wrong();
  }
  if (end == text.size()) return host;
  const std::string_view port = text.substr(end + 1);
  constexpr std::size_t kMostDigits = 5;
  constexpr int kMostPort = 65'535;
  if (text[end] != ':' || port.size() > kMostDigits || !std::all_of(port.begin(), port.end(), text::is_digit) ||
      (!port.empty() && std::stoi(std::string(port)) > kMostPort))
    return wrong();
  return host;
}

bool is_loopback(const std::string& host) {
  if (equals(host, "localhost")) return true;
  std::array<unsigned char, 16> bytes{};
  if (::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1) return bytes[0] == 127;
  if (::inet_pton(AF_INET6, host.c_str(), bytes.data()) != 1) return false;
  constexpr std::array<unsigned char, 16> kLoopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  constexpr std::array<unsigned char, 13> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127};
  return bytes == kLoopback || std::equal(kMapped.begin(), kMapped.end(), bytes.begin());
}

}  // namespace superflip::server
