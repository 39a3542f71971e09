// Tables in memory: for programs without a file system, such as a page in a browser, and for tests.
//
// Tables that are made are kept for the life of this object. A program may put in tables that it has stored elsewhere,
// in a browser's storage or on a server, and take out those that were made. Both use the bytes of a table file as
// TableStore reads and writes them, so the two can exchange tables.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

// A table file in two parts, to be written one after the other.
struct TableFile {
  std::vector<std::byte> header;
  Table payload;
};

// Thread-safe.
class MemoryTables final : public TableSource {
 public:
  MemoryTables() = default;
  MemoryTables(const MemoryTables&) = delete;
  MemoryTables& operator=(const MemoryTables&) = delete;

  // Puts in a whole table file, replacing any table of that name, and returns its identity. Every byte is checked: a
  // file that is truncated, too long, changed or not a table is ErrorKind::unreadable and is not used. The bytes stay
  // where they are, shared with `file`, when they are aligned to 64 bytes; else the payload is copied.
  Expected<TableIdentity> put(const Table& file, const StopFlag* stop = nullptr);
  // The same for bytes that the caller keeps: a copy is put in.
  Expected<TableIdentity> put(std::span<const std::byte> file, const StopFlag* stop = nullptr);

  // The table of that name as a file; empty when there is none or when the flag is set.
  std::optional<TableFile> file(std::string_view name, const StopFlag* stop = nullptr) const;

  // The identities of all tables, ordered by name.
  std::vector<TableIdentity> list() const;

  // Forgets a table; those who hold it can go on using it. Returns whether there was one.
  bool remove(std::string_view name);

 private:
  struct Kept {
    TableIdentity identity;
    Table table;
  };

  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override;
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override;
  void keep(const TableIdentity& identity, Table table) const;
  const Kept* find(std::string_view name) const;  // the caller holds the mutex

  mutable std::mutex mutex_;  // guards all below
  mutable std::map<std::string, Kept, std::less<>> tables_;
  mutable std::set<std::string> being_built_;
  mutable std::condition_variable built_;
};

}  // namespace superflip
