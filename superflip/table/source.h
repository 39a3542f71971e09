// Tables, and where they come from and go to.
//
// A solver asks open_table() for a table by its identity and does not know where it comes from: a folder of files
// (TableStore, store.h), memory that a program fills and empties itself, as a page in a browser does (MemoryTables,
// memory_tables.h), or no source at all, in which case the table is made for this run. A user's own source derives from
// TableSource. Nothing in this header needs a file system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"

namespace SUPERFLIP_API superflip {

// The identity of a table. A stored table is used only if all fields are equal.
struct TableIdentity {
  std::string name;        // also the file's name: letters, digits, '-' and '.', at most 60 characters
  std::uint32_t version;   // of the contents: raised whenever the bytes would come out differently
  std::string parameters;  // a description of what else the contents depend on: "htm, 16 symmetries"; at most 3984
                           // bytes
  std::uint64_t bytes;     // size of the payload, at least 1

  friend bool operator==(const TableIdentity&, const TableIdentity&) = default;
};

// Whether the identity respects the limits above.
bool is_valid(const TableIdentity& identity);

// "NAME version 1 (PARAMETERS; 16 bytes)", safe to print whatever the texts hold.
std::string describe(const TableIdentity& identity);

// Read-only bytes, mapped from a file or held in memory; aligned to 64 bytes. Cheap to copy, immutable, shared.
class Table {
 public:
  Table() = default;
  Table(std::shared_ptr<const void> owner, std::span<const std::byte> bytes, bool is_mapped = false)
      : owner_(std::move(owner)), bytes_(bytes), is_mapped_(is_mapped) {}
  std::span<const std::byte> bytes() const { return bytes_; }
  const std::shared_ptr<const void>& owner() const { return owner_; }
  bool is_mapped() const { return is_mapped_; }  // from a file
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes_.data());
  }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
  bool is_mapped_ = false;
};

// Fills a table: identity.bytes bytes of zeroed memory. An error (such as ErrorKind::stopped) means that there is no
// table, and nothing is kept.
using BuildTable = std::function<Expected<void>(std::span<std::byte>)>;

class TableStore;

// Where tables come from and go to. All functions may be called from several threads at once. An identity that is not
// valid is ErrorKind::bad_option; when the flag is set, each returns ErrorKind::stopped within 20 ms or so. Lack of
// memory is ErrorKind::out_of_memory, and std::system_error becomes ErrorKind::system.
class TableSource {
 public:
  TableSource() = default;
  TableSource(const TableSource&) = default;
  TableSource& operator=(const TableSource&) = default;
  virtual ~TableSource() = default;

  // The table, if it is stored. Otherwise an error of kind `system` says why not: missing, damaged, or of another
  // version.
  Expected<Table> load(const TableIdentity& identity, const StopFlag* stop = nullptr) const;

  // Whether the table is stored. Unlike load(), this reads no table to check its contents, and may be wrong about a
  // table that was damaged since it was stored.
  bool has(const TableIdentity& identity) const;

  // XXH3-64 of the contents of a stored table: results of long work name it beside the table. Errors as for load().
  Expected<std::uint64_t> checksum(const TableIdentity& identity, const StopFlag* stop = nullptr) const;

  // Keeps a table, replacing any of that name. load_or_build() already keeps what it builds. Precondition: bytes.size()
  // == identity.bytes.
  Expected<void> save(const TableIdentity& identity, std::span<const std::byte> bytes,
                      const StopFlag* stop = nullptr) const;

  // The stored table, or else the table is built and kept. Others who want the same table at the same time wait for it.
  // Failing to keep a table is a warning, not an error. A stop while a table is being kept ends that alone: the table
  // is returned, and nothing of it is kept.
  Expected<Table> load_or_build(const TableIdentity& identity, const BuildTable& build,
                                const StopFlag* stop = nullptr) const;

  // Whether anything of that name is stored, intact or not.
  virtual bool mentions(const TableIdentity&) const { return false; }
  // Whether a table of so many bytes, once made, could probably be kept for the next time.
  virtual bool can_keep(std::uint64_t) const { return true; }
  // This, if it is a folder of files: there the making of a table may leave checkpoints.
  virtual const TableStore* as_folder() const { return nullptr; }

 private:
  // The same for valid identities. They may throw std::bad_alloc and std::system_error.
  virtual bool do_has(const TableIdentity& identity) const { return do_load(identity, nullptr).has_value(); }
  virtual Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const = 0;
  virtual Expected<std::uint64_t> do_checksum(const TableIdentity& identity, const StopFlag* stop) const;
  virtual Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                 const StopFlag* stop) const = 0;
  virtual Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                           const StopFlag* stop) const = 0;
};

// The table from the source, or built, and kept there; with source == nullptr it is built in memory. Errors as for a
// source.
Expected<Table> open_table(const TableSource* source, const TableIdentity& identity, const BuildTable& build,
                           const StopFlag* stop = nullptr);

// A table built in memory, for sources. May throw std::bad_alloc.
Expected<Table> build_table(const TableIdentity& identity, const BuildTable& build, const StopFlag* stop);

// The error for work that the stop flag ended: "the table NAME was not DONE: stopped".
Error stopped_error(const TableIdentity& identity, std::string_view done);

}  // namespace superflip
