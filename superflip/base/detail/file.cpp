// Files and locks by POSIX calls, which Emscripten's C library has too. Every call that a signal can interrupt is
// repeated. Reads and writes are done in pieces, and the stop flag is checked between them.
#include "superflip/base/detail/file.h"

#include <fcntl.h>
#ifndef __EMSCRIPTEN__
#include <sys/file.h>
#include <sys/mman.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "superflip/base/memory.h"

namespace superflip {
namespace {

// A disk of 100 MB/s takes 21 ms for a piece. Files are written in pieces that begin at multiples of this size: some
// systems (Linux with ext4 from 6.16) then keep each piece in memory as one huge page.
constexpr std::size_t kPiece = std::size_t{2} << 20;

std::error_code cancelled() { return std::make_error_code(std::errc::operation_canceled); }

std::error_code last_error() { return {errno, std::generic_category()}; }

template <class Call>
auto uninterrupted(Call call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool is_named(const File& file, const std::filesystem::path& path) {
  struct stat here {};
  struct stat there {};
  return ::fstat(file.descriptor(), &here) == 0 && ::stat(path.c_str(), &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

// Starts writing the piece that ends at `end` to the disk and waits for the piece before it. An error seen here would
// not be reported again by fsync.
std::error_code hand_to_disk([[maybe_unused]] int descriptor, [[maybe_unused]] off_t end) {
#if defined(__linux__) && defined(SYNC_FILE_RANGE_WRITE)
  constexpr unsigned kWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  constexpr auto kSize = static_cast<off_t>(kPiece);
  if (::sync_file_range(descriptor, end - kSize, kSize, SYNC_FILE_RANGE_WRITE) != 0 ||
      (end >= 2 * kSize && ::sync_file_range(descriptor, end - 2 * kSize, kSize, kWait) != 0))
    if (errno == EIO || errno == ENOSPC || errno == EDQUOT) return last_error();  // other errors: not supported there
#endif
  return {};
}

// Tries to lock the file against all other openings of it, until it is closed. The error is operation_would_block when
// another opening holds the lock.
std::error_code try_lock([[maybe_unused]] const File& file) {
#ifdef __EMSCRIPTEN__
  return std::make_error_code(std::errc::not_supported);
#else
  return uninterrupted([&] { return ::flock(file.descriptor(), LOCK_EX | LOCK_NB); }) < 0 ? last_error()
                                                                                          : std::error_code{};
#endif
}

// Emscripten's file systems have no users.
std::string distrust_of([[maybe_unused]] const struct stat& status) {
#ifndef __EMSCRIPTEN__
  if (status.st_uid != 0 && status.st_uid != ::geteuid()) return "it belongs to another user";
  if ((status.st_mode & S_IWOTH) != 0) return "it can be written by everybody";
#endif
  return {};
}

}  // namespace

int open_descriptor(const std::filesystem::path& path, int flags, std::error_code& error, int mode) {
  constexpr int kFirst = 3;
  const int low = uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode); });
  error = low < 0 ? last_error() : std::error_code{};
  if (low < 0 || low >= kFirst) return low;
  const int descriptor = ::fcntl(low, F_DUPFD_CLOEXEC, kFirst);
  if (descriptor < 0) error = last_error();
  ::close(low);
  return descriptor;
}

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

File File::open(const std::filesystem::path& path, std::error_code& error) {
  // Without O_NONBLOCK, opening a pipe of that name would block here.
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
  return File(open_descriptor(path, O_WRONLY | O_CREAT | O_EXCL, error, 0644));
}

File File::open_lock(const std::filesystem::path& path, std::error_code& error) {
  return File(open_descriptor(path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW, error, 0644));
}

std::error_code File::read(std::uint64_t offset, std::span<std::byte> bytes, const StopFlag* stop) const {
  while (!bytes.empty()) {
    if (is_set(stop)) return cancelled();
    const ssize_t n = uninterrupted(
        [&] { return ::pread(descriptor_, bytes.data(), std::min(bytes.size(), kPiece), static_cast<off_t>(offset)); });
    if (n < 0) return last_error();
    if (n == 0) return std::make_error_code(std::errc::io_error);
    offset += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return {};
}

std::error_code File::write(std::span<const std::byte> bytes, const StopFlag* stop) const {
  off_t at = ::lseek(descriptor_, 0, SEEK_CUR);
  while (!bytes.empty()) {
    if (is_set(stop)) return cancelled();
    const std::size_t room = kPiece - static_cast<std::size_t>(at) % kPiece;
    const ssize_t n = uninterrupted([&] { return ::write(descriptor_, bytes.data(), std::min(bytes.size(), room)); });
    if (n < 0) return last_error();
    at += n;
    if (at % static_cast<off_t>(kPiece) == 0)
      if (const std::error_code error = hand_to_disk(descriptor_, at)) return error;
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

std::string distrust(const File& file) {
  struct stat status {};
  return ::fstat(file.descriptor(), &status) == 0 ? distrust_of(status) : std::string{};
}

std::string distrust(const std::filesystem::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? distrust_of(status) : std::string{};
}

bool make_readable(const std::filesystem::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
         (status.st_mode & S_IRUSR) == 0 && ::chmod(path.c_str(), (status.st_mode & 07777) | S_IRUSR) == 0;
}

void wait_for_tick(const FileRecord& record) {
  constexpr std::int64_t kTick = 20'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t age = nanoseconds(now) - record.changed;
  if (age > -kTick && age < kTick) std::this_thread::sleep_for(std::chrono::nanoseconds(kTick - age));
}

void flush_folder(const std::filesystem::path& folder) {
  // The file itself is flushed before it gets its name, so a failure here can lose a table but not corrupt it.
  std::error_code ignored;
  const int descriptor = open_descriptor(folder, O_RDONLY | O_DIRECTORY, ignored);
  if (descriptor < 0) return;
  uninterrupted([&] { return ::fsync(descriptor); });
  ::close(descriptor);
}

// This polls, because a blocking wait would not see the flag.
FileLock FileLock::take(const std::filesystem::path& path, const StopFlag* stop, const std::function<void()>& waiting) {
  constexpr auto kPause = std::chrono::milliseconds(10);
  const auto patience = Clock::now() + std::chrono::milliseconds(500);
  bool is_told = false;
  while (!is_set(stop)) {
    std::error_code error;
    FileLock lock = try_take(path, error);
    if (error != std::errc::operation_would_block) return lock;
    if (!is_told && Clock::now() >= patience) {
      waiting();
      is_told = true;
    }
    std::this_thread::sleep_for(kPause);
  }
  return {};
}

FileLock FileLock::try_take(const std::filesystem::path& path, std::error_code& error) {
  for (;;) {
    File file = File::open_lock(path, error);
    if (!error) error = try_lock(file);
    if (!error && is_named(file, path)) return {std::move(file), path};
    if (!error) continue;
    // Where locks are not supported the file was created for nothing.
    if (file && error != std::errc::operation_would_block) ::unlink(path.c_str());
    return {};
  }
}

bool FileLock::is_held(const std::filesystem::path& path) {
  std::error_code error;
  const File file = File::open(path, error);
  return file && try_lock(file) == std::errc::operation_would_block;
}

FileLock::~FileLock() {
  if (file_) ::unlink(path_.c_str());
}

#ifdef __EMSCRIPTEN__

std::shared_ptr<const std::byte> map_file(const File&, std::size_t) { return {}; }

#else

std::shared_ptr<const std::byte> map_file(const File& file, std::size_t bytes) {
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (mapped == MAP_FAILED) return {};
  wish_for_huge_pages(mapped, bytes);
  return {static_cast<const std::byte*>(mapped),
          [bytes](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), bytes); }};
}

#endif

}  // namespace superflip
