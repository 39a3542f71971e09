// Files and locks by POSIX calls, which Emscripten's C library has too. Every call that a signal can interrupt is
// repeated, and large reads and writes go in pieces (Linux moves at most 2 GB a call).
#include "superflip/table/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

namespace superflip {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30;

std::error_code last_error() { return {errno, std::generic_category()}; }

template <class Call>
auto uninterrupted(Call call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

int open_descriptor(const std::filesystem::path& path, int flags, std::error_code& error) {
  const int descriptor = uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0666); });
  error = descriptor < 0 ? last_error() : std::error_code{};
  return descriptor;
}

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool is_named(const File& file, const std::filesystem::path& path) {
  struct stat here {};
  struct stat there {};
  return ::fstat(file.descriptor(), &here) == 0 && ::stat(path.c_str(), &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

}  // namespace

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

File File::open(const std::filesystem::path& path, std::error_code& error) {
  // Without O_NONBLOCK a pipe of that name would stop us here.
  File file(open_descriptor(path, O_RDONLY | O_NONBLOCK, error));
  if (!file) return file;
  struct stat status {};
  if (::fstat(file.descriptor_, &status) != 0) {
    error = last_error();
  } else if (!S_ISREG(status.st_mode)) {
    error = std::make_error_code(std::errc::not_supported);
  }
  return error ? File() : std::move(file);
}

File File::create(const std::filesystem::path& path, std::error_code& error) {
  return File(open_descriptor(path, O_WRONLY | O_CREAT | O_EXCL, error));
}

File File::open_lock(const std::filesystem::path& path, std::error_code& error) {
  return File(open_descriptor(path, O_RDWR | O_CREAT | O_NONBLOCK, error));
}

std::error_code File::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = uninterrupted(
        [&] { return ::pread(descriptor_, bytes.data(), std::min(bytes.size(), kPiece), static_cast<off_t>(offset)); });
    if (n < 0) return last_error();
    if (n == 0) return std::make_error_code(std::errc::io_error);
    offset += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return {};
}

std::error_code File::write(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = uninterrupted([&] { return ::write(descriptor_, bytes.data(), std::min(bytes.size(), kPiece)); });
    if (n < 0) return last_error();
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return {};
}

std::error_code File::flush() const {
  return uninterrupted([&] { return ::fsync(descriptor_); }) < 0 ? last_error() : std::error_code{};
}

std::error_code read_record(const File& file, FileRecord& record) {
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) return last_error();
  record = {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
            static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
  return {};
}

void settle(const FileRecord& record) {
  constexpr std::int64_t kTick = 20'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t age = nanoseconds(now) - record.changed;
  if (age > -kTick && age < kTick) std::this_thread::sleep_for(std::chrono::nanoseconds(kTick - age));
}

void flush_folder(const std::filesystem::path& folder) {
  // The file itself is flushed before it gets its name, so that a failure here can lose a table, but not spoil it.
  std::error_code ignored;
  const int descriptor = open_descriptor(folder, O_RDONLY | O_DIRECTORY, ignored);
  if (descriptor < 0) return;
  uninterrupted([&] { return ::fsync(descriptor); });
  ::close(descriptor);
}

FileLock FileLock::take(const std::filesystem::path& path, const std::function<void()>& waiting) {
  const auto patience = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  bool patient = false;  // then the system wakes us
  for (;;) {
    std::error_code error;
    File file = File::open_lock(path, error);
    if (!error) error = lock_file(file, patient);
    if (!error && is_named(file, path)) return {std::move(file), path};
    if (!error) continue;
    if (error != std::errc::operation_would_block) {
      if (file) ::unlink(path.c_str());  // made, but there are no locks there
      return {};
    }
    if (std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } else {
      waiting();
      patient = true;
    }
  }
}

FileLock FileLock::try_take(const std::filesystem::path& path) {
  std::error_code error;
  File file = File::open_lock(path, error);
  if (error || lock_file(file, false) || !is_named(file, path)) return {};
  return {std::move(file), path};
}

FileLock::~FileLock() {
  if (file_) ::unlink(path_.c_str());
}

}  // namespace superflip
