#include "superflip/table/detail/read_only_tables.h"

#include <fmt/format.h>

namespace superflip {
namespace {

tl::unexpected<Error> no_source(const TableIdentity& identity) {
  return fail(ErrorKind::system, fmt::format("there is no table {}: there is no source of tables", identity.name));
}

}  // namespace

Expected<Table> ReadOnlyTables::do_load(const TableIdentity& identity, const StopFlag* stop) const {
  if (source_ == nullptr) return no_source(identity);
  return source_->load(identity, stop);
}

Expected<std::uint64_t> ReadOnlyTables::do_checksum(const TableIdentity& identity, const StopFlag* stop) const {
  if (source_ == nullptr) return no_source(identity);
  return source_->checksum(identity, stop);
}

Expected<void> ReadOnlyTables::do_save(const TableIdentity& identity, std::span<const std::byte>,
                                       const StopFlag*) const {
  return fail(ErrorKind::system, fmt::format("the table {} is not kept: tables are only read here", identity.name));
}

Expected<Table> ReadOnlyTables::do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                                 const StopFlag* stop) const {
  Expected<Table> kept = do_load(identity, stop);
  if (kept || kept.error().kind != ErrorKind::system) return kept;
  return build_table(identity, build, stop);
}

}  // namespace superflip
