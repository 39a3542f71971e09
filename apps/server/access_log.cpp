#include "apps/server/access_log.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>

namespace superflip::server {
namespace {

// "2026-11-23T17:00:00.123Z"
std::string now() {
  const auto time = std::chrono::system_clock::now();
  const std::time_t whole = std::chrono::system_clock::to_time_t(time);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
  std::tm utc{};
  gmtime_r(&whole, &utc);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  return fmt::format("{}.{:03}Z", std::string_view(text.data(), size), milliseconds);
}

}  // namespace

Expected<AccessLog> AccessLog::open(const std::string& name) {
  AccessLog log;
  log.name_ = name;
  if (name == "-") log.file_.reset(stdout);
  if (const auto opened = log.open_again(); !opened) return tl::unexpected<Error>(opened.error());
  return log;
}

Expected<void> AccessLog::open_again() {
  if (!is_file()) return {};
  std::FILE* const file = std::fopen(name_.c_str(), "ae");
  if (file == nullptr)
    return fail(ErrorKind::system, fmt::format("the access log {} cannot be opened: {}", name_, std::strerror(errno)));
  file_.reset(file);
  return {};
}

void AccessLog::add(const Access& access) {
  if (!file_) return;
  Json json{{"time", now()},
            {"client", access.client},
            {"method", text::escaped(access.method, 20)},
            {"path", text::escaped(access.path, 200)},
            {"route", access.route},
            {"status", access.status},
            {"bytes", access.bytes},
            {"seconds", rounded(access.seconds, 6)},
            {"queued_seconds", rounded(access.queued_seconds, 6)}};
  const std::string line = json.dump() + "\n";
  // A full disk must not end the service: the line is lost.
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fflush(file_.get());
}

}  // namespace superflip::server
