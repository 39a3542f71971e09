// The one place that knows table files.
//
// A file is a header (magic, format version, identity, payload size, XXH3-64 of the payload, XXH3-64 of the header
// itself) and the payload, which is used where it lies, by memory mapping. It is written under a temporary name,
// flushed and renamed, under a lock of the folder, so that neither a kill nor a second process at any moment leaves a
// wrong table under a right name. A file that is truncated, foreign, of another version or whose checksum fails is
// never used: it is reported and made again. Checking hundreds of megabytes at every start would cost more than the
// solution of a cube, so a file that was checked once is trusted as long as the system's record of it (device, inode,
// size, modification and change times) stays the same; `tables verify` reads every byte.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "superflip/cube/error.h"

namespace superflip {

// What a table is. A file serves only when all of it is equal.
struct TableIdentity {
  std::string name;        // also the file's name: letters, digits, '-' and '.', at most 60 characters
  std::uint32_t version;   // of the contents: raised whenever a program would write other bytes
  std::string parameters;  // what else the contents depend on, in words: "htm, 16 symmetries"
  std::uint64_t bytes;     // size of the payload

  friend bool operator==(const TableIdentity&, const TableIdentity&) = default;
};

// Read-only bytes, mapped from a file or held in memory; aligned to 64 bytes. Cheap to copy, immutable, shared.
class Table {
 public:
  Table() = default;
  Table(std::shared_ptr<const void> owner, std::span<const std::byte> bytes)
      : owner_(std::move(owner)), bytes_(bytes) {}
  std::span<const std::byte> bytes() const { return bytes_; }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes_.data());
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

// Zeroed memory for a table of that size, aligned to 64 bytes and in huge pages where the system grants them.
// Throws std::bad_alloc.
struct TableMemory {
  std::shared_ptr<void> owner;
  std::span<std::byte> bytes;
};
TableMemory allocate_table(std::size_t bytes);

enum class TableState : std::uint8_t { good, unchecked, damaged, foreign };

struct TableInfo {
  TableIdentity identity;  // as far as the header could be read
  std::filesystem::path path;
  std::uint64_t file_bytes;
  std::filesystem::file_time_type written;
  TableState state;    // good: checked since it was last changed; unchecked: header right, payload not read yet
  std::string remark;  // what is wrong, for damaged and foreign
};

class TableStore {
 public:
  // Warnings are sentences for a person: a damaged file that is made again, a folder that cannot be written.
  using Warn = std::function<void(const std::string&)>;

  explicit TableStore(std::filesystem::path folder, Warn warn = {});

  // $SUPERFLIP_CACHE, else $XDG_CACHE_HOME/superflip, else ~/.cache/superflip; an error when none is set.
  static Expected<std::filesystem::path> default_folder();

  const std::filesystem::path& folder() const { return folder_; }

  // The table from its file. An error says why there is none: missing, truncated, damaged, of another version.
  Expected<Table> load(const TableIdentity& identity) const;

  // The table from its file, or else built and saved. `build` fills memory of identity.bytes, zeroed at first; it may
  // throw, and then nothing is saved. Two processes that want the same table build it once. When it cannot be
  // saved (folder not writable, disk full) that is a warning, and the table is used from memory.
  Table load_or_build(const TableIdentity& identity, const std::function<void(std::span<std::byte>)>& build) const;

  // Saves a table, in the place of one of that name; for one that load_or_build makes that is done already. The error
  // is the system's: a full disk, a folder that cannot be written.
  Expected<void> save(const TableIdentity& identity, std::span<const std::byte> bytes) const;

  // Where the table of that identity is, or would be.
  std::filesystem::path path(const TableIdentity& identity) const;

  // All table files in the folder, by name. Nothing but headers is read.
  std::vector<TableInfo> list() const;

  // Reads every byte of one file and records the outcome.
  TableInfo verify(const std::filesystem::path& file) const;

  Expected<void> remove(const std::filesystem::path& file) const;

 private:
  std::filesystem::path folder_;
  Warn warn_;
  std::shared_ptr<std::atomic<bool>> told_unsaved_ = std::make_shared<std::atomic<bool>>(false);  // once is enough
};

}  // namespace superflip
