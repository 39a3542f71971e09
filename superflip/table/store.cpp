// How a check is recorded, and the order of steps that ensures that a file under a table's name is always complete.
//
// For the table `x` there can be in the folder: `x.table`, the table; `x.table.checked`, a stamp that says in which
// state (FileRecord) the file was last found right; while it is made, `x.table.lock` and `x.table.<process>.tmp`.
// Invariants: a temporary file is only ever written by the holder of the lock, so the next holder may remove those it
// finds; the name `x.table` is only ever given to a complete file that has been flushed to disk; a stamp is only ever
// written for a payload of which every byte was checked, or that this process wrote itself.
#include "superflip/table/store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "superflip/base/detail/file.h"
#include "superflip/base/memory.h"
#include "superflip/base/text.h"
#include "superflip/table/detail/table_file.h"

namespace superflip {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTableEnding = ".table";
constexpr std::string_view kStampEnding = ".checked";
constexpr std::string_view kLockEnding = ".lock";
constexpr std::string_view kTemporaryEnding = ".tmp";

std::string shown(const fs::path& path) { return text::escaped(path.string(), 4096); }

fs::path table_path(const fs::path& folder, const TableIdentity& identity) {
  return folder / (identity.name + std::string(kTableEnding));
}

// The files that belong to a table file have its name with a suffix.
fs::path beside(const fs::path& table, std::string_view ending) { return fs::path(table) += ending; }

// The table file to which a stamp, a lock or a temporary file belongs; empty for any other file. Table names may
// contain dots: "x.table.1.tmp" belongs to x, "x.table.y.table.1.tmp" does not.
std::optional<fs::path> table_of(const fs::path& file) {
  std::string_view name = file.native();
  const auto cut = [&name](std::string_view ending) {
    if (!name.ends_with(ending)) return false;
    name.remove_suffix(ending.size());
    return true;
  };
  if (cut(kTemporaryEnding))
    name = name.substr(0, std::min(name.rfind('.'), name.size()));
  else if (!cut(kStampEnding) && !cut(kLockEnding))
    return std::nullopt;
  if (!name.ends_with(kTableEnding)) return std::nullopt;
  return fs::path(name);
}

// Calls use(path) for each file of the folder.
template <class Use>
std::error_code each_file(const fs::path& folder, const Use& use) {
  std::error_code error;
  for (fs::directory_iterator i(folder, error); !error && i != fs::directory_iterator(); i.increment(error))
    use(i->path());
  return error;
}

// Removes what killed makers of this table have left. Only for the holder of the lock.
void remove_temporaries(const fs::path& table) {
  each_file(table.parent_path(), [&table](const fs::path& file) {
    std::error_code ignored;
    if (file.native().ends_with(kTemporaryEnding) && table_of(file) == table) fs::remove(file, ignored);
  });
}

struct Stamp {
  static constexpr std::array<char, 16> kMagic{'s', 'u', 'p', 'e', 'r', 'f', 'l', 'i',
                                               'p', '-', 'c', 'h', 'e', 'c', 'k', '\n'};
  std::array<char, 16> magic;
  FileRecord record;
  std::uint64_t payload_checksum;
  std::uint64_t checksum;  // of all before
};
static_assert(std::has_unique_object_representations_v<Stamp>);

std::span<std::byte> bytes_of(Stamp& stamp) { return std::as_writable_bytes(std::span(&stamp, 1)); }

Stamp stamp_of(const FileRecord& record, std::uint64_t payload_checksum) {
  Stamp stamp{Stamp::kMagic, record, payload_checksum, 0};
  stamp.checksum = checksum_of_record(bytes_of(stamp).first(sizeof stamp - sizeof stamp.checksum));
  return stamp;
}

void remove_stamp(const fs::path& table) {
  std::error_code ignored;
  fs::remove(beside(table, kStampEnding), ignored);
}

// If the stamp cannot be written, the only cost is a check at each start.
void write_stamp(const fs::path& table, const FileRecord& record, std::uint64_t payload_checksum) {
  Stamp stamp = stamp_of(record, payload_checksum);
  remove_stamp(table);
  std::error_code error;
  const File file = File::create(beside(table, kStampEnding), error);
  if (file && file.write(bytes_of(stamp))) remove_stamp(table);
}

bool has_stamp(const fs::path& table, const FileRecord& record, std::uint64_t payload_checksum) {
  Stamp found{};
  Stamp wanted = stamp_of(record, payload_checksum);
  std::error_code error;
  const File file = File::open(beside(table, kStampEnding), error);
  return file && !file.read(0, bytes_of(found)) && std::memcmp(&found, &wanted, sizeof found) == 0;
}

// A table file whose header was read.
struct OpenTable {
  TableInfo info{};
  TableIdentity identity{};  // as written in the header
  File file;
  FileRecord record{};
  bool is_ours = false;  // it begins like our files
  std::uint64_t payload_checksum = 0;

  void judge(TableState state, std::string remark) {
    info.state = state;
    info.remark = std::move(remark);
  }
  bool is_wrong() const { return info.state != TableState::good && info.state != TableState::unchecked; }
};

void judge_header(OpenTable& table, ParsedHeader header) {
  using Kind = ParsedHeader::Kind;
  table.is_ours = header.kind != Kind::not_a_table;
  table.payload_checksum = header.payload_checksum;
  table.info.identity = {text::escaped(header.identity.name), header.identity.version,
                         text::escaped(header.identity.parameters, kMaxTableParameters), header.identity.bytes};
  table.identity = std::move(header.identity);
  if (std::string why = distrust(table.file); !why.empty()) {
    table.judge(TableState::foreign, std::move(why));
  } else if (header.kind == Kind::right) {
    table.info.state =
        has_stamp(table.info.path, table.record, table.payload_checksum) ? TableState::good : TableState::unchecked;
  } else {
    table.judge(header.kind == Kind::damaged ? TableState::damaged : TableState::foreign, std::move(header.remark));
  }
}

OpenTable open_file(const fs::path& path) {
  OpenTable table;
  table.info.path = path;
  std::error_code error;
  table.info.written = fs::last_write_time(path, error);
  table.file = File::open(path, error);
  if (!error) error = read_record(table.file, table.record);
  table.info.file_bytes = table.record.bytes;
  TableHeader header{};
  const auto begin = std::span(header).first(std::min<std::uint64_t>(header.size(), table.record.bytes));
  if (!error) error = table.file.read(0, begin);
  if (error)
    table.judge(TableState::damaged, "it cannot be read: " + error.message());
  else
    judge_header(table, parse_header(begin, table.record.bytes));
  return table;
}

// Reads every byte. It does not use a mapping, because there a read error of the disk would kill the process. When the
// flag is set the table stays unchecked.
void check_contents(OpenTable& table, const StopFlag* stop) {
  wait_for_tick(table.record);
  PayloadChecksum checksum;
  std::vector<std::byte> buffer(std::size_t{256} << 10);
  std::error_code error;
  for (std::uint64_t at = kTableHeaderBytes; !error && at < table.record.bytes; at += buffer.size()) {
    const auto part = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), table.record.bytes - at));
    error = table.file.read(at, part, stop);
    if (!error) checksum.add(part);
  }
  if (error == std::errc::operation_canceled && is_set(stop)) return table.judge(TableState::unchecked, {});
  if (error) {
    table.judge(TableState::damaged, "it cannot be read: " + error.message());
  } else if (checksum.value() != table.payload_checksum) {
    table.judge(TableState::damaged, "its contents are damaged");
  } else {
    table.judge(TableState::good, {});
  }
  if (table.is_wrong()) {
    remove_stamp(table.info.path);
  } else {
    write_stamp(table.info.path, table.record, table.payload_checksum);
  }
}

// The file of that table, every byte of which was checked since it was last changed.
Expected<OpenTable> open_checked(const fs::path& path, const TableIdentity& identity, const StopFlag* stop) {
  OpenTable table = open_file(path);
  if (!table.is_wrong() && table.identity != identity)
    table.judge(TableState::foreign,
                fmt::format("it holds {}, and {} is needed", describe(table.identity), describe(identity)));
  if (table.info.state == TableState::unchecked) check_contents(table, stop);
  if (table.info.state == TableState::unchecked) return tl::unexpected(stopped_error(identity, "loaded"));
  if (table.is_wrong())
    return fail(ErrorKind::system,
                fmt::format("the table file {} is not used: {}", shown(table.info.path), table.info.remark));
  return table;
}

Expected<Table> payload_of(const OpenTable& table, const StopFlag* stop) {
  const auto bytes = static_cast<std::size_t>(table.identity.bytes);
  if (const auto mapped = map_file(table.file, kTableHeaderBytes + bytes))
    return Table(mapped, {mapped.get() + kTableHeaderBytes, bytes}, true);
  const TableMemory memory = allocate_table(bytes);
  if (const std::error_code error = table.file.read(kTableHeaderBytes, memory.bytes, stop)) {
    if (is_set(stop)) return tl::unexpected(stopped_error(table.identity, "loaded"));
    return fail(ErrorKind::system,
                fmt::format("the table file {} cannot be read: {}", shown(table.info.path), error.message()));
  }
  return Table(memory.owner, memory.bytes);
}

// Makes the folder. Only its owner and group may write to it, even if the umask would allow others.
std::error_code make_folder(const fs::path& folder) {
  std::error_code error;
  std::error_code ignored;
  if (fs::create_directories(folder, error))
    fs::permissions(folder, fs::perms::others_write, fs::perm_options::remove, ignored);
  return error;
}

// The error operation_canceled when the flag is set.
std::error_code save_file(const fs::path& path, const TableIdentity& identity, std::span<const std::byte> payload,
                          const StopFlag* stop) {
  std::error_code error = make_folder(path.parent_path());
  if (error) return error;
  const auto checksum = checksum_of(payload, stop);
  if (!checksum) return std::make_error_code(std::errc::operation_canceled);
  const TableHeader header = make_header(identity, *checksum);
  // The number distinguishes threads where the folder has no locks.
  static std::atomic<unsigned> number{0};
  const fs::path temporary = beside(path, fmt::format(".{}-{}{}", ::getpid(), number++, kTemporaryEnding));
  const File file = File::create(temporary, error);
  if (!file) return error;
  error = file.write(header, stop);
  if (!error) error = file.write(payload, stop);
  if (!error) error = file.flush();
  if (!error) fs::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return error;
  }
  flush_folder(path.parent_path());
  FileRecord record{};
  if (!read_record(file, record)) {
    wait_for_tick(record);
    write_stamp(path, record, *checksum);
  }
  return {};
}

// What a person can do about a table that could not be saved.
std::string advice(const std::error_code& error, const fs::path& path) {
  for (const std::errc full : {std::errc::no_space_on_device, std::errc::file_too_large})
    if (error == full || error.value() == EDQUOT)
      return "make room there, or set SUPERFLIP_CACHE to a folder on another disk";
  if (error == std::errc::is_a_directory) return fmt::format("the folder {} is in the way: remove it", shown(path));
  if (error == std::errc::not_a_directory) return "it is not a folder: set SUPERFLIP_CACHE to a folder";
  return "set SUPERFLIP_CACHE to a folder that can be written";
}

// A stamp, lock or temporary file that no process needs any more.
bool is_remains(const fs::path& file) {
  const auto table = table_of(file);
  std::error_code ignored;
  return table && !FileLock::is_held(beside(*table, kLockEnding)) &&
         (!file.native().ends_with(kStampEnding) || !fs::exists(fs::symlink_status(*table, ignored)));
}

TableInfo describe_remains(const fs::path& file) {
  std::error_code error;
  const std::uint64_t bytes = fs::is_regular_file(fs::symlink_status(file, error)) ? fs::file_size(file, error) : 0;
  return {{},
          file,
          error ? 0 : bytes,
          fs::last_write_time(file, error),
          TableState::remains,
          "left by a process that was killed"};
}

Expected<void> remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) return fail(ErrorKind::system, fmt::format("{} cannot be removed: {}", shown(file), error.message()));
  return {};
}

Expected<void> remove_remains(const fs::path& file, const fs::path& table) {
  const fs::path lock_file = beside(table, kLockEnding);
  std::error_code ignored;
  // A symbolic link is never used as a lock, so nobody holds it.
  if (fs::is_symlink(fs::symlink_status(lock_file, ignored))) return remove_file(file);
  const FileLock lock = FileLock::try_take(lock_file, ignored);
  if (!lock)
    return fail(
        ErrorKind::system,
        fmt::format("{} is not removed: a process is making that table, or files cannot be locked there", shown(file)));
  if (file == lock_file) return {};  // it is removed with the lock
  return remove_file(file);
}

}  // namespace

TableStore::TableStore(fs::path folder, Warn warn)
    : folder_(std::move(folder)), warn_(warn ? std::move(warn) : [](const std::string&) {}) {}

Expected<fs::path> TableStore::default_folder() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (fs::path path = variable("SUPERFLIP_CACHE"); !path.empty()) return path;
  // The XDG base directory specification says that relative paths are ignored.
  if (const fs::path path = variable("XDG_CACHE_HOME"); path.is_absolute()) return path / "superflip";
  const fs::path home = variable("HOME");
  if (home.empty())
    return fail(ErrorKind::system,
                "no folder for tables is known: none of the variables SUPERFLIP_CACHE, XDG_CACHE_HOME and HOME is set");
  std::error_code error;
  if (!fs::is_directory(home, error))
    return fail(
        ErrorKind::system,
        fmt::format("no folder for tables is known: HOME is {}, which is no folder, and neither SUPERFLIP_CACHE "
                    "nor XDG_CACHE_HOME is set",
                    shown(home)));
  return home / ".cache" / "superflip";
}

fs::path TableStore::path(const TableIdentity& identity) const { return table_path(folder_, identity); }

Expected<void> TableStore::is_trusted() const {
  if (const std::string why = distrust(folder_); !why.empty())
    return fail(ErrorKind::system, fmt::format("the folder {} is not used: {}", shown(folder_), why));
  return {};
}

void TableStore::warn_once(const std::string& warning) const {
  if (!is_warned_->exchange(true)) warn_(warning);
}

bool TableStore::do_has(const TableIdentity& identity) const {
  if (!is_trusted()) return false;
  const OpenTable table = open_file(path(identity));
  return !table.is_wrong() && table.identity == identity;
}

Expected<Table> TableStore::do_load(const TableIdentity& identity, const StopFlag* stop) const {
  if (const auto trusted = is_trusted(); !trusted) return tl::unexpected(trusted.error());
  const auto table = open_checked(path(identity), identity, stop);
  if (!table) return tl::unexpected(table.error());
  return payload_of(*table, stop);
}

Expected<std::uint64_t> TableStore::do_checksum(const TableIdentity& identity, const StopFlag* stop) const {
  if (const auto trusted = is_trusted(); !trusted) return tl::unexpected(trusted.error());
  return open_checked(path(identity), identity, stop).map([](const OpenTable& table) {
    return table.payload_checksum;
  });
}

Expected<Table> TableStore::do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                             const StopFlag* stop) const {
  if (const auto trusted = is_trusted(); !trusted) {
    warn_once(fmt::format("{}; tables are made at each start. Set SUPERFLIP_CACHE to a folder of your own",
                          trusted.error().message));
    return build_table(identity, build, stop);
  }
  const auto is_final = [](const Expected<Table>& table) { return table || table.error().kind == ErrorKind::stopped; };
  Expected<Table> table = do_load(identity, stop);
  if (is_final(table)) return table;

  const fs::path file = path(identity);
  make_folder(folder_);  // a failure here will occur again, and be reported, when the table is saved
  const FileLock lock = FileLock::take(beside(file, kLockEnding), stop, [&] {
    warn_(fmt::format("another process is making the table {} in {}; waiting for it", identity.name, shown(folder_)));
  });
  table = do_load(identity, stop);  // another process may have made it meanwhile
  if (is_final(table)) return table;
  if (is_set(stop)) return tl::unexpected(stopped_error(identity, "made"));
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored))) warn_(table.error().message + "; it is made again");
  if (lock) remove_temporaries(file);

  table = build_table(identity, build, stop);
  if (!table) return table;
  const std::error_code error = save_file(file, identity, table->bytes(), stop);
  if (error && !is_set(stop))
    warn_once(
        fmt::format("the table {} cannot be saved in {} ({}), so it must be made at each start, and perhaps others "
                    "too: {}",
                    identity.name, shown(folder_), error.message(), advice(error, file)));
  return table;
}

Expected<void> TableStore::do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                                   const StopFlag* stop) const {
  if (auto trusted = is_trusted(); !trusted) return trusted;
  const fs::path file = path(identity);
  make_folder(folder_);
  const FileLock lock = FileLock::take(beside(file, kLockEnding), stop, [] {});
  if (is_set(stop)) return tl::unexpected(stopped_error(identity, "saved"));
  if (lock) remove_temporaries(file);
  const std::error_code error = save_file(file, identity, bytes, stop);
  if (error && is_set(stop)) return tl::unexpected(stopped_error(identity, "saved"));
  if (error)
    return fail(ErrorKind::system,
                fmt::format("the table {} cannot be saved in {}: {}", identity.name, shown(folder_), error.message()));
  return {};
}

bool TableStore::mentions(const TableIdentity& identity) const {
  std::error_code ignored;
  return fs::exists(path(identity), ignored);
}

bool TableStore::can_keep(std::uint64_t bytes) const {
  std::error_code error;
  fs::path folder = fs::absolute(folder_, error);
  // The folder is made when its first table is kept; until then the nearest one above it is asked.
  while (!error && !fs::exists(folder, error) && folder != folder.root_path()) folder = folder.parent_path();
  const auto space = fs::space(folder, error);
  return !error && fs::is_directory(folder, error) && space.available > bytes && ::access(folder.c_str(), W_OK) == 0;
}

Expected<std::vector<TableInfo>> TableStore::list() const {
  std::vector<TableInfo> tables;
  if (const auto trusted = is_trusted(); !trusted) return tl::unexpected(trusted.error());
  const std::error_code error = each_file(folder_, [&tables](const fs::path& file) {
    if (file.extension() == kTableEnding)
      tables.push_back(open_file(file).info);
    else if (is_remains(file))
      tables.push_back(describe_remains(file));
  });
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(ErrorKind::system, fmt::format("the folder {} cannot be read: {}", shown(folder_), error.message()));
  std::sort(tables.begin(), tables.end(), [](const TableInfo& a, const TableInfo& b) { return a.path < b.path; });
  return tables;
}

TableInfo TableStore::verify(const fs::path& file, const StopFlag* stop) const {
  if (table_of(file)) return describe_remains(file);
  OpenTable table = open_file(file);
  if (!table.is_wrong()) check_contents(table, stop);
  return std::move(table.info);
}

Expected<void> TableStore::remove(const fs::path& file) const {
  if (const auto table = table_of(file)) return remove_remains(file, *table);
  const bool was_made_readable = make_readable(file);
  const OpenTable table = open_file(file);
  std::error_code error;
  if (was_made_readable && !table.is_ours)
    fs::permissions(file, fs::perms::owner_read, fs::perm_options::remove, error);
  if (!table.file) return fail(ErrorKind::system, fmt::format("{} is not removed: {}", shown(file), table.info.remark));
  if (!table.is_ours)
    return fail(ErrorKind::system, fmt::format("{} is not a table file, and is not removed", shown(file)));
  // The holder of the lock is remaking the table and needs its lock and temporary files.
  const FileLock lock = FileLock::try_take(beside(file, kLockEnding), error);
  if (auto removed = remove_file(file); !removed) return removed;
  remove_stamp(file);
  if (lock) remove_temporaries(file);
  return {};
}

}  // namespace superflip
