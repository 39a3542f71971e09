// GoalTables: tables for goals of patterns, of which the last made are kept in a folder.
//
// There is no end of masks and incomplete cubes, so their tables share a limited room in the folder of all tables,
// beside the others: a new one takes the place of the oldest. An engine writes no more than that room holds, so that
// many different goals do not write without end. Tables that are made faster than they are worth are not kept, nor are
// any where the source is no folder or has no room.
//
// A file is named "goal-HASH" for the table that is "coordinate-HASH" elsewhere, with the same identity otherwise
// (DistanceTable::identity): the coordinates, moves, costs, goals and symmetries, and probes of the values. So these
// can be told from tables that a person has made of coordinates, which are read, too, but never removed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/table/detail/read_only_tables.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/source.h"

namespace superflip::detail {

// How a table is packed that the source does not have: with four bits an entry, `nibbles` bytes in all, if the source
// would keep these, and the memory holds them beside the distances, which take `distances` bytes until they are packed.
// Otherwise, and where moves have costs of the user's (`is_priced`), whose sums are mostly too large, with eight.
TablePacking packing_for_goals(const TableSource& source, std::uint64_t distances, std::uint64_t nibbles,
                               std::uint64_t memory, bool is_priced);

class GoalTables final : public TableSource {
 public:
  struct Limits {
    std::uint64_t least = 8'000'000;     // bytes of a table that is kept; smaller ones are made in about a tenth of a
                                         // second of one core
    std::uint64_t most = 1'000'000'000;  // bytes of all files, and of what this object adds to them
  };

  // The source may be null, and must outlive this; tables that came from it may outlive both. `is_keeping`: whether it
  // is given any; otherwise it is only read.
  GoalTables(const TableSource* source, bool is_keeping, Limits limits)
      : source_(source), named_(source), is_keeping_(is_keeping), limits_(limits) {}

  // Whether a table of that size would be kept.
  bool can_keep(std::uint64_t bytes) const override;

 private:
  bool do_has(const TableIdentity& identity) const override;
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override;
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override;
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override;
  const TableStore* folder() const { return source_ != nullptr ? source_->as_folder() : nullptr; }
  void remove_oldest() const;

  const TableSource* const source_;
  const ReadOnlyTables named_;  // under the names of coordinates
  const bool is_keeping_;
  const Limits limits_;
  mutable std::atomic<std::uint64_t> given_{0};  // bytes
};

}  // namespace superflip::detail
