#include "superflip/table/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>

#include "superflip/base/memory.h"
#include "superflip/base/text.h"
#include "superflip/table/detail/table_file.h"

namespace superflip {
namespace {

// The result of work() for a table of a valid identity, with the system's exceptions turned into errors that name the
// table. Other exceptions are a builder's own and are passed on.
template <class Work>
auto for_table(const TableIdentity& identity, const Work& work) -> decltype(work()) {
  if (!is_valid(identity))
    return fail(ErrorKind::bad_option, fmt::format("there can be no table {}: expected a name of letters, digits, "
                                                   "'-' and '.', and at least one byte",
                                                   describe(identity)));
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::out_of_memory, fmt::format("there is not enough memory for the table {} ({})", identity.name,
                                                      human_bytes(identity.bytes)));
  } catch (const std::system_error& error) {
    return fail(ErrorKind::system, fmt::format("the table {}: {}", identity.name, text::escaped(error.what(), 1000)));
  }
}

}  // namespace

bool is_valid(const TableIdentity& identity) {
  const auto in_name = [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '-' || c == '.'; };
  return !identity.name.empty() && identity.name.size() <= kMaxTableName && identity.name.front() != '.' &&
         std::all_of(identity.name.begin(), identity.name.end(), in_name) &&
         identity.parameters.size() <= kMaxTableParameters && identity.parameters.find('\0') == std::string::npos &&
         identity.bytes > 0;
}

std::string describe(const TableIdentity& identity) {
  return fmt::format("{} version {} ({}; {} bytes)", text::escaped(identity.name), identity.version,
                     text::escaped(identity.parameters, 1000), identity.bytes);
}

Error stopped_error(const TableIdentity& identity, std::string_view done) {
  return {fmt::format("the table {} was not {}: stopped", identity.name, done), {}, ErrorKind::stopped};
}

Expected<Table> build_table(const TableIdentity& identity, const BuildTable& build, const StopFlag* stop) {
  if (is_set(stop)) return tl::unexpected(stopped_error(identity, "made"));
  if (identity.bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  const TableMemory memory = allocate_table(static_cast<std::size_t>(identity.bytes));
  if (const Expected<void> built = build(memory.bytes); !built) return tl::unexpected(built.error());
  return Table(memory.owner, memory.bytes);
}

Expected<Table> TableSource::load(const TableIdentity& identity, const StopFlag* stop) const {
  return for_table(identity, [&] { return do_load(identity, stop); });
}

bool TableSource::has(const TableIdentity& identity) const {
  return for_table(identity, [&]() -> Expected<bool> { return do_has(identity); }).value_or(false);
}

Expected<std::uint64_t> TableSource::checksum(const TableIdentity& identity, const StopFlag* stop) const {
  return for_table(identity, [&] { return do_checksum(identity, stop); });
}

Expected<std::uint64_t> TableSource::do_checksum(const TableIdentity& identity, const StopFlag* stop) const {
  const Expected<Table> table = do_load(identity, stop);
  if (!table) return tl::unexpected(table.error());
  const auto checksum = checksum_of(table->bytes(), stop);
  if (!checksum) return tl::unexpected(stopped_error(identity, "checked"));
  return *checksum;
}

Expected<void> TableSource::save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                 const StopFlag* stop) const {
  return for_table(identity, [&]() -> Expected<void> {
    if (bytes.size() != identity.bytes)
      return fail(ErrorKind::bad_option, fmt::format("the table {} has {} bytes, and {} were given", identity.name,
                                                     identity.bytes, bytes.size()));
    return do_save(identity, bytes, stop);
  });
}

Expected<Table> TableSource::load_or_build(const TableIdentity& identity, const BuildTable& build,
                                           const StopFlag* stop) const {
  return for_table(identity, [&] { return do_load_or_build(identity, build, stop); });
}

Expected<Table> open_table(const TableSource* source, const TableIdentity& identity, const BuildTable& build,
                           const StopFlag* stop) {
  if (source != nullptr) return source->load_or_build(identity, build, stop);
  return for_table(identity, [&] { return build_table(identity, build, stop); });
}

}  // namespace superflip
