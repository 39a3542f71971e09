// Tables that are read from a source, or else made for this run: the source is given none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/table/source.h"

namespace superflip {

class ReadOnlyTables final : public TableSource {
 public:
  // The source may be null, and must outlive this; tables that came from it may outlive both.
  explicit ReadOnlyTables(const TableSource* source) : source_(source) {}

  bool mentions(const TableIdentity& identity) const override {
    return source_ != nullptr && source_->mentions(identity);
  }
  bool can_keep(std::uint64_t) const override { return false; }

 private:
  bool do_has(const TableIdentity& identity) const override { return source_ != nullptr && source_->has(identity); }
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<std::uint64_t> do_checksum(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override;
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override;

  const TableSource* source_;
};

}  // namespace superflip
