// Tables of the full module: in memory, and in a place of the worker's (a folder, the browser's storage), from which
// they are read when they are needed, and where those that were made are kept.
#pragma once

#include "superflip/table/memory_tables.h"
#include "superflip/table/source.h"

namespace superflip::js {

class WorkerTables final : public TableSource {
 private:
  bool do_has(const TableIdentity& identity) const override;
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override;
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override;
  void keep(const TableIdentity& identity) const;

  mutable MemoryTables memory_;  // a cache
};

}  // namespace superflip::js
