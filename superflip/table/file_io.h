// What the table store needs of the operating system: open files, their records, locks, and memory.
//
// Outcomes are std::error_code, so that the store words the sentences. What differs between systems is
// in file_platform.cpp alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <system_error>

#include "superflip/table/store.h"

namespace superflip {

// An open file, closed at the end of its life. Not copyable.
class File {
 public:
  File() = default;
  // To read, when it is a regular file (another kind is the error not_supported, and is not waited for).
  static File open(const std::filesystem::path& path, std::error_code& error);
  // To write, and it must not exist yet.
  static File create(const std::filesystem::path& path, std::error_code& error);
  // To lock: made if there is none.
  static File open_lock(const std::filesystem::path& path, std::error_code& error);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // All of `bytes` from that offset; an end of the file before is the error io_error.
  std::error_code read(std::uint64_t offset, std::span<std::byte> bytes) const;
  std::error_code write(std::span<const std::byte> bytes) const;  // at the file's current place
  std::error_code flush() const;                                  // down to the disk

 private:
  explicit File(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = -1;
};

// The system's record of a file. Its contents cannot change without a change of this, up to the grain of the system's
// clock (see settle).
struct FileRecord {
  std::uint64_t device, inode, bytes;
  std::int64_t modified, changed;  // nanoseconds since 1970

  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

std::error_code read_record(const File& file, FileRecord& record);

// File times come from a clock with ticks of up to 10 ms, so that a second change in the same tick leaves no trace.
// This waits until the tick of the record's last change is over: whatever happens after the return shows in the times.
void settle(const FileRecord& record);

// Flushes the folder's list of names to the disk, where the system can.
void flush_folder(const std::filesystem::path& folder);

// Locks the file against all other openings of it, until it is closed; the error operation_would_block when another one
// holds the lock and `wait` is false.
std::error_code lock_file(const File& file, bool wait);

// The right to make one table, among all threads and processes: the system's lock on a file, which ends with its
// holder, however that dies. The holder removes the file before it lets go, and who was waiting for it sees that the
// file locked is no longer the one of that name, and starts anew; so only a holder that was killed leaves a lock file,
// and only until the next one.
class FileLock {
 public:
  // Waits; calls `waiting` once when that takes longer than half a second.
  static FileLock take(const std::filesystem::path& path, const std::function<void()>& waiting);
  // Does not wait.
  static FileLock try_take(const std::filesystem::path& path);
  FileLock(FileLock&&) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

  // False when the file cannot be made, or locks are not supported there, or with try_take another one holds it.
  explicit operator bool() const { return static_cast<bool>(file_); }

 private:
  FileLock() = default;
  FileLock(File file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

  File file_;
  std::filesystem::path path_;
};

// The first `bytes` bytes of the file where they lie, read-only and shared with all processes that map it; they stay
// when the file is removed or replaced. Null where the system cannot map.
std::shared_ptr<const std::byte> map_file(const File& file, std::size_t bytes);

}  // namespace superflip
