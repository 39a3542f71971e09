#include "superflip/table/memory_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "superflip/base/memory.h"
#include "superflip/table/detail/table_file.h"

namespace superflip {
namespace {

constexpr std::size_t kAlignment = 64;

Table copy_of(std::span<const std::byte> bytes) {
  const TableMemory memory = allocate_table(bytes.size());
  std::memcpy(memory.bytes.data(), bytes.data(), bytes.size());
  return {memory.owner, memory.bytes};
}

// The contents of a file, with every byte checked.
Expected<TableIdentity> identity_of(std::span<const std::byte> file, const StopFlag* stop) {
  const ParsedHeader header = parse_header(file.first(std::min(file.size(), kTableHeaderBytes)), file.size());
  std::string wrong = header.remark;
  if (header.kind == ParsedHeader::Kind::right) {
    if (!is_valid(header.identity)) {
      wrong = "its identity is not valid";
    } else {
      const auto checksum = checksum_of(file.subspan(kTableHeaderBytes), stop);
      if (!checksum) return tl::unexpected(stopped_error(header.identity, "checked"));
      if (*checksum == header.payload_checksum) return header.identity;
      wrong = "its contents are damaged";
    }
  }
  return fail(fmt::format("the bytes of a table file are not used: {}", wrong));
}

}  // namespace

Expected<TableIdentity> MemoryTables::put(const Table& file, const StopFlag* stop) try {
  Expected<TableIdentity> identity = identity_of(file.bytes(), stop);
  if (!identity) return identity;
  const auto payload = file.bytes().subspan(kTableHeaderBytes);
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(payload.data()) % kAlignment == 0;
  keep(*identity, is_aligned && file.owner() ? Table(file.owner(), payload) : copy_of(payload));
  return identity;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory,
              fmt::format("there is not enough memory for a table of {} bytes", file.bytes().size()));
}

// If there is no owner, the payload is copied.
Expected<TableIdentity> MemoryTables::put(std::span<const std::byte> file, const StopFlag* stop) {
  return put(Table({}, file), stop);
}

std::optional<TableFile> MemoryTables::file(std::string_view name, const StopFlag* stop) const {
  std::unique_lock lock(mutex_);
  const Kept* const found = find(name);
  if (found == nullptr) return std::nullopt;
  const Kept kept = *found;
  lock.unlock();
  const auto checksum = checksum_of(kept.table.bytes(), stop);
  if (!checksum) return std::nullopt;
  const TableHeader header = make_header(kept.identity, *checksum);
  return TableFile{{header.begin(), header.end()}, kept.table};
}

std::vector<TableIdentity> MemoryTables::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<TableIdentity> identities;
  for (const auto& [name, kept] : tables_) identities.push_back(kept.identity);
  return identities;
}

bool MemoryTables::remove(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(name);
  if (found == tables_.end()) return false;
  tables_.erase(found);
  return true;
}

Expected<Table> MemoryTables::do_load(const TableIdentity& identity, const StopFlag*) const {
  const std::lock_guard lock(mutex_);
  const Kept* const found = find(identity.name);
  if (found == nullptr) return fail(ErrorKind::system, fmt::format("there is no table {} in memory", identity.name));
  if (found->identity != identity)
    return fail(ErrorKind::system, fmt::format("the table in memory is {}, and {} is needed", describe(found->identity),
                                               describe(identity)));
  return found->table;
}

Expected<void> MemoryTables::do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                     const StopFlag*) const {
  keep(identity, copy_of(bytes));
  return {};
}

Expected<Table> MemoryTables::do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                               const StopFlag* stop) const {
  std::unique_lock lock(mutex_);
  while (!being_built_.insert(identity.name).second) {
    if (is_set(stop)) return tl::unexpected(stopped_error(identity, "made"));
    built_.wait_for(lock, std::chrono::milliseconds(10));
  }
  lock.unlock();
  struct Building {  // ends with this call, also when it throws
    const MemoryTables& tables;
    const std::string& name;
    ~Building() {
      const std::lock_guard ending(tables.mutex_);
      tables.being_built_.erase(name);
      tables.built_.notify_all();
    }
  } const building{*this, identity.name};
  Expected<Table> table = do_load(identity, stop);
  if (table) return table;
  table = build_table(identity, build, stop);
  if (table) keep(identity, *table);
  return table;
}

void MemoryTables::keep(const TableIdentity& identity, Table table) const {
  const std::lock_guard lock(mutex_);
  tables_.insert_or_assign(identity.name, Kept{identity, std::move(table)});
}

const MemoryTables::Kept* MemoryTables::find(std::string_view name) const {
  const auto found = tables_.find(name);
  return found == tables_.end() ? nullptr : &found->second;
}

}  // namespace superflip
