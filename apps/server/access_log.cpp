#include "apps/server/access_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace superflip::server {
namespace {

constexpr std::size_t kMostWaiting = 4'096;  // lines
constexpr auto kToEnd = std::chrono::milliseconds(500);

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

// Whether all of it was written.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

struct AccessLog::Writer {
  struct Entry {
    std::string line;
    int file = -1;  // instead of a line: the file of all that follow
  };

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Entry> entries;
  bool is_over = false;
  bool is_done = false;
  std::atomic<std::uint64_t> dropped{0};
  int file = -1;  // of the thread alone

  ~Writer() {
    if (file > STDERR_FILENO) ::close(file);
  }

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return is_over || !entries.empty(); });
      if (entries.empty()) break;
      const Entry entry = std::move(entries.front());
      entries.pop_front();
      lock.unlock();
      if (entry.file >= 0) {
        if (file > STDERR_FILENO) ::close(file);
        file = entry.file;
      } else if (!write_all(file, entry.line)) {
        ++dropped;  // a full disk must not end the service
      }
      lock.lock();
    }
    is_done = true;
    changed.notify_all();
  }

  void push(Entry entry) {
    const std::lock_guard lock(mutex);
    if (entries.size() >= kMostWaiting && entry.file < 0) {
      ++dropped;
      return;
    }
    entries.push_back(std::move(entry));
    changed.notify_all();
  }
};

Expected<AccessLog> AccessLog::open(const std::string& name) {
  AccessLog log;
  if (name.empty()) return log;
  log.name_ = name;
  log.writer_ = std::make_shared<Writer>();
  if (name == "-") log.writer_->file = STDOUT_FILENO;
  if (const auto opened = log.open_again(); !opened) return tl::unexpected<Error>(opened.error());
  std::thread([writer = log.writer_] { writer->run(); }).detach();
  return log;
}

AccessLog::~AccessLog() {
  if (!writer_) return;
  std::unique_lock lock(writer_->mutex);
  writer_->is_over = true;
  writer_->changed.notify_all();
  writer_->changed.wait_for(lock, kToEnd, [&] { return writer_->is_done; });
}

Expected<void> AccessLog::open_again() {
  if (!is_file()) return {};
  constexpr int kMode = 0644;
  const int file = ::open(name_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kMode);
  if (file < 0)
    return fail(ErrorKind::system, fmt::format("the access log {} cannot be opened: {}", name_, std::strerror(errno)));
  writer_->push({.line = {}, .file = file});
  return {};
}

void AccessLog::add(const Access& access) {
  if (!writer_) return;
  Json json{{"time", now()},
            {"client", access.client},
            {"method", text::escaped(access.method, 20)},
            {"path", text::escaped(access.path, 200)},
            {"route", access.route},
            {"status", access.status},
            {"bytes", access.bytes},
            {"seconds", rounded(access.seconds, 6)},
            {"queued_seconds", rounded(access.queued_seconds, 6)}};
  writer_->push({.line = json.dump() + "\n"});
}

std::uint64_t AccessLog::dropped() const { return writer_ ? writer_->dropped.load() : 0; }

}  // namespace superflip::server
