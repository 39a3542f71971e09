// Open files, their records, locks and mappings: what the table store needs from the operating system.
//
// Outcomes are std::error_code; the caller writes the error messages. Emscripten has no mappings (the store then reads
// files) and no locks (and no second process).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <system_error>

#include "superflip/base/stop.h"

namespace superflip {

// Opens with these flags of ::open() plus O_CLOEXEC and O_NOCTTY, and repeats the call when a signal interrupts it. The
// descriptor is at least 3: a program whose standard streams were closed must not take a file for one of them, or its
// output would be written into that file. -1 and the error when it cannot be opened.
int open_descriptor(const std::filesystem::path& path, int flags, std::error_code& error, int mode = 0666);

// An open file, closed at the end of its life. Not copyable.
class File {
 public:
  File() = default;
  // Opens a regular file for reading. Any other kind gives the error not_supported and never blocks.
  static File open(const std::filesystem::path& path, std::error_code& error);
  // Creates a file for writing, that its owner alone may change; it must not exist yet.
  static File create(const std::filesystem::path& path, std::error_code& error);
  // Opens a file to lock it, and creates it if it is missing. A symbolic link is an error: following it could create a
  // file elsewhere.
  static File open_lock(const std::filesystem::path& path, std::error_code& error);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // read() and write() check the flag at least every 20 ms or so, and end with the error operation_canceled when it is
  // set. read() fills all of `bytes` from that offset; if the file ends earlier, the error is io_error.
  std::error_code read(std::uint64_t offset, std::span<std::byte> bytes, const StopFlag* stop = nullptr) const;
  // Writes at the file's current place. Large data are handed to the disk while they are written, so that little is
  // left for flush(), which cannot be interrupted.
  std::error_code write(std::span<const std::byte> bytes, const StopFlag* stop = nullptr) const;
  std::error_code flush() const;  // forces the data to the disk

 private:
  explicit File(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = -1;
};

// The system's record of a file. The contents cannot change without changing this record, within the resolution of the
// system's clock (see wait_for_tick).
struct FileRecord {
  std::uint64_t device, inode, bytes;
  std::int64_t modified, changed;  // nanoseconds since 1970

  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

std::error_code read_record(const File& file, FileRecord& record);

// Why somebody else may have written the contents of the file or folder: "it belongs to another user" or "it can be
// written by everybody". Empty when it belongs to this user or to root and not everybody may write to it. Write access
// for its group is accepted, because many systems give each user a group of their own. Also empty when the file cannot
// be examined.
std::string distrust(const File& file);
std::string distrust(const std::filesystem::path& path);

// Gives the owner read permission on a regular file that belongs to this user. Returns whether that was needed and
// done.
bool make_readable(const std::filesystem::path& path);

// File times come from a clock with ticks of up to 10 ms, so that a second change in the same tick leaves no trace.
// This waits until the tick of the record's last change is over, so every change after it returns is visible in the
// times.
void wait_for_tick(const FileRecord& record);

// Flushes the folder's list of names to the disk, where the system supports it.
void flush_folder(const std::filesystem::path& folder);

// The exclusive right, among all threads and processes, to make one table. It is the system's lock on a file and ends
// when its holder dies, however that happens. The holder removes the file before it releases the lock. A waiting thread
// then sees that the file it locked is no longer the one with that name, and starts again. So only a holder that was
// killed leaves a lock file behind, and the next holder removes it.
class FileLock {
 public:
  // Waits for the lock; calls `waiting` once when that takes longer than half a second. When the flag is set, it
  // returns without the lock within 20 ms.
  static FileLock take(const std::filesystem::path& path, const StopFlag* stop, const std::function<void()>& waiting);
  // The same without waiting. Without the lock there is an error: operation_would_block where somebody else holds it.
  static FileLock try_take(const std::filesystem::path& path, std::error_code& error);
  // Whether somebody holds the lock. Creates and removes nothing.
  static bool is_held(const std::filesystem::path& path);
  FileLock(FileLock&&) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

  // False when the file cannot be created, locks are not supported there, the flag was set, or (with try_take) somebody
  // else holds the lock.
  explicit operator bool() const { return static_cast<bool>(file_); }

 private:
  FileLock() = default;
  FileLock(File file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

  File file_;
  std::filesystem::path path_;
};

// Maps the first `bytes` bytes of the file, read-only and shared with all processes that map it. The bytes stay valid
// when the file is removed or replaced. (Truncating the file in place would end this process by SIGBUS; nothing here
// does that.) Null where the system has no mappings.
std::shared_ptr<const std::byte> map_file(const File& file, std::size_t bytes);

}  // namespace superflip
