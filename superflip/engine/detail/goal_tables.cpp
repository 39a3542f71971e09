#include "superflip/engine/detail/goal_tables.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/engine/table_sets.h"
#include "superflip/table/store.h"

namespace superflip::detail {
namespace {

TableIdentity as_goal(TableIdentity identity) {
  const std::string hash = identity.name.substr(identity.name.rfind('-') + 1);
  identity.name = std::string(kGoalTables) + hash;
  return identity;
}

}  // namespace

TablePacking packing_for_goals(const TableSource& source, std::uint64_t distances, std::uint64_t nibbles,
                               std::uint64_t memory, bool is_priced) {
  const bool has_nibbles = !is_priced && distances + nibbles <= memory && source.can_keep(nibbles);
  return has_nibbles ? TablePacking::nibbles : TablePacking::bytes;
}

bool GoalTables::can_keep(std::uint64_t bytes) const {
  return is_keeping_ && folder() != nullptr && bytes >= limits_.least && given_ + bytes <= limits_.most &&
         folder()->can_keep(bytes);
}

bool GoalTables::do_has(const TableIdentity& identity) const {
  return named_.has(identity) || (folder() != nullptr && folder()->has(as_goal(identity)));
}

Expected<Table> GoalTables::do_load(const TableIdentity& identity, const StopFlag* stop) const {
  Expected<Table> named = named_.load(identity, stop);
  if (named || named.error().kind != ErrorKind::system || folder() == nullptr) return named;
  return folder()->load(as_goal(identity), stop);
}

Expected<void> GoalTables::do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                   const StopFlag* stop) const {
  return named_.save(identity, bytes, stop);  // an error
}

Expected<Table> GoalTables::do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                             const StopFlag* stop) const {
  Expected<Table> table = do_load(identity, stop);
  if (table || table.error().kind != ErrorKind::system) return table;
  if (!can_keep(identity.bytes)) return build_table(identity, build, stop);
  table = folder()->load_or_build(as_goal(identity), build, stop);
  if (!table || !folder()->has(as_goal(identity))) return table;
  given_ += identity.bytes;
  remove_oldest();
  return table;
}

// Also what is left of tables whose making was killed. What cannot be read or removed stays.
void GoalTables::remove_oldest() const {
  auto files = folder()->list();
  if (!files) return;
  std::erase_if(*files, [](const TableInfo& file) { return !file.path.filename().string().starts_with(kGoalTables); });
  std::erase_if(*files, [this](const TableInfo& file) {
    return file.state == TableState::remains && (static_cast<void>(folder()->remove(file.path)), true);
  });
  std::stable_sort(files->begin(), files->end(),
                   [](const TableInfo& a, const TableInfo& b) { return a.written > b.written; });
  std::uint64_t bytes = 0;
  for (const TableInfo& file : *files) {
    bytes += file.file_bytes;
    if (bytes > limits_.most) static_cast<void>(folder()->remove(file.path));
  }
}

}  // namespace superflip::detail
