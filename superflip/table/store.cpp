// Table files: their header, the record of a check, and the order of steps that keeps a wrong table from ever having
// a right name.
//
// For the table `x` there can be in the folder: `x.table`, the table; `x.table.checked`, a stamp that says in which
// state (FileRecord) the file was last found right; while it is made, `x.table.lock` and `x.table.<process>.tmp`.
// Invariants: a temporary file is only ever written by the holder of the lock, so that the next holder may remove
// those it finds; a name `x.table` is only ever given to a whole file that lies on the disk; a stamp is only ever
// written for a payload whose every byte was checked, or that this process wrote itself.
#include "superflip/table/store.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "superflip/table/file_io.h"

namespace superflip {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTableMagic = "superflip-table\n";
constexpr std::string_view kStampMagic = "superflip-check\n";
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint32_t kFormat = 1;

// The first page of a file; the payload follows, so that it is aligned to pages when mapped. Texts end at their first
// zero or with their array. Magic, byte order and format keep their places in all formats.
struct Header {
  std::array<char, 16> magic;
  std::uint32_t byte_order;
  std::uint32_t format;
  std::uint32_t version;
  std::array<char, 60> name;
  std::uint64_t bytes;
  std::uint64_t payload_checksum;
  std::array<char, 3984> parameters;
  std::uint64_t checksum;  // of all before
};
static_assert(sizeof(Header) == 4096 && std::has_unique_object_representations_v<Header>);

struct Stamp {
  std::array<char, 16> magic;
  FileRecord record;
  std::uint64_t payload_checksum;
  std::uint64_t checksum;  // of all before
};
static_assert(std::has_unique_object_representations_v<Stamp>);

template <class T>
std::uint64_t checksum_of(const T& record) {
  return XXH3_64bits(&record, sizeof(T) - sizeof(record.checksum));
}

template <class T>
std::span<std::byte> bytes_of(T& record) {
  return std::as_writable_bytes(std::span(&record, 1));
}

template <std::size_t N>
void put(std::array<char, N>& field, std::string_view text) {
  std::copy_n(text.begin(), std::min(N, text.size()), field.begin());
}

template <std::size_t N>
std::string_view text_of(const std::array<char, N>& field) {
  const std::string_view text(field.data(), N);
  return text.substr(0, text.find('\0'));
}

[[maybe_unused]] bool is_valid(const TableIdentity& identity) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  };
  return !identity.name.empty() && identity.name.size() <= std::tuple_size_v<decltype(Header::name)> &&
         identity.name.front() != '.' && std::all_of(identity.name.begin(), identity.name.end(), in_name) &&
         identity.parameters.size() <= std::tuple_size_v<decltype(Header::parameters)> &&
         identity.parameters.find('\0') == std::string::npos && identity.bytes > 0;
}

Header header_of(const TableIdentity& identity, std::span<const std::byte> payload) {
  Header header{};
  put(header.magic, kTableMagic);
  header.byte_order = kByteOrder;
  header.format = kFormat;
  header.version = identity.version;
  put(header.name, identity.name);
  header.bytes = identity.bytes;
  header.payload_checksum = XXH3_64bits(payload.data(), payload.size());
  put(header.parameters, identity.parameters);
  header.checksum = checksum_of(header);
  return header;
}

std::string describe(const TableIdentity& identity) {
  return fmt::format("{} version {} ({}; {} bytes)", identity.name, identity.version, identity.parameters,
                     identity.bytes);
}

fs::path table_path(const fs::path& folder, const TableIdentity& identity) {
  return folder / (identity.name + ".table");
}

// The files that belong to a table file have its name and something more.
fs::path beside(const fs::path& table, std::string_view suffix) { return fs::path(table) += suffix; }

void remove_stamp(const fs::path& table) {
  std::error_code ignored;
  fs::remove(beside(table, ".checked"), ignored);
}

// A stamp that cannot be written costs a check at each start, and nothing else.
void write_stamp(const fs::path& table, const FileRecord& record, std::uint64_t payload_checksum) {
  Stamp stamp{};
  put(stamp.magic, kStampMagic);
  stamp.record = record;
  stamp.payload_checksum = payload_checksum;
  stamp.checksum = checksum_of(stamp);
  remove_stamp(table);
  std::error_code error;
  const File file = File::create(beside(table, ".checked"), error);
  if (file && file.write(bytes_of(stamp))) remove_stamp(table);
}

bool has_stamp(const fs::path& table, const FileRecord& record, std::uint64_t payload_checksum) {
  Stamp stamp{};
  std::error_code error;
  const File file = File::open(beside(table, ".checked"), error);
  return file && !file.read(0, bytes_of(stamp)) && text_of(stamp.magic) == kStampMagic && stamp.record == record &&
         stamp.payload_checksum == payload_checksum && stamp.checksum == checksum_of(stamp);
}

// A table file of which the header was read.
struct OpenTable {
  TableInfo info{};
  File file;
  FileRecord record{};
  bool ours = false;  // it begins with our magic
  std::uint64_t payload_checksum = 0;

  void judge(TableState state, std::string remark) {
    info.state = state;
    info.remark = std::move(remark);
  }
  bool is_wrong() const { return info.state == TableState::damaged || info.state == TableState::foreign; }
};

OpenTable open_table(const fs::path& path) {
  OpenTable table;
  table.info.path = path;
  std::error_code error;
  table.info.written = fs::last_write_time(path, error);
  table.file = File::open(path, error);
  if (!error) error = read_record(table.file, table.record);
  table.info.file_bytes = table.record.bytes;
  Header header{};
  if (!error)
    error = table.file.read(0, bytes_of(header).first(std::min<std::uint64_t>(sizeof header, table.record.bytes)));
  table.ours = text_of(header.magic) == kTableMagic;

  if (error) {
    table.judge(TableState::damaged, "it cannot be read: " + error.message());
  } else if (!table.ours) {
    table.judge(TableState::foreign, "it is not a table file");
  } else if (table.record.bytes < sizeof header) {
    table.judge(TableState::damaged, "it is cut off");
  } else if (header.byte_order != kByteOrder) {
    table.judge(TableState::foreign, "it was written by a machine with another order of bytes");
  } else if (header.format != kFormat) {
    table.judge(TableState::foreign, fmt::format("its format is {}, and {} is needed", header.format, kFormat));
  } else if (header.checksum != checksum_of(header)) {
    table.judge(TableState::damaged, "its header is damaged");
  } else {
    table.info.identity = {std::string(text_of(header.name)), header.version, std::string(text_of(header.parameters)),
                           header.bytes};
    table.payload_checksum = header.payload_checksum;
    if (table.record.bytes - sizeof header != header.bytes) {
      table.judge(TableState::damaged, fmt::format("it has {} bytes after its header instead of {}",
                                                   table.record.bytes - sizeof header, header.bytes));
    } else {
      table.info.state =
          has_stamp(path, table.record, header.payload_checksum) ? TableState::good : TableState::unchecked;
    }
  }
  return table;
}

// Reads every byte. Not through a mapping, where a disk that fails to read would kill the process.
void check(OpenTable& table) {
  settle(table.record);
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  if (!state) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  std::vector<std::byte> buffer(std::size_t{256} << 10);
  std::error_code error;
  for (std::uint64_t at = sizeof(Header); !error && at < table.record.bytes; at += buffer.size()) {
    const auto part = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), table.record.bytes - at));
    error = table.file.read(at, part);
    if (!error) XXH3_64bits_update(state.get(), part.data(), part.size());
  }
  if (error) {
    table.judge(TableState::damaged, "it cannot be read: " + error.message());
  } else if (XXH3_64bits_digest(state.get()) != table.payload_checksum) {
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

Expected<Table> payload_of(const OpenTable& table) {
  const std::size_t bytes = table.info.identity.bytes;
  if (const auto mapped = map_file(table.file, sizeof(Header) + bytes))
    return Table(mapped, {mapped.get() + sizeof(Header), bytes});
  const TableMemory memory = allocate_table(bytes);
  if (const std::error_code error = table.file.read(sizeof(Header), memory.bytes))
    return fail(fmt::format("the table file {} cannot be read: {}", table.info.path.string(), error.message()));
  return Table(memory.owner, memory.bytes);
}

// What makers of this table that were killed have left. Only for the holder of the lock.
void remove_temporaries(const fs::path& table) {
  const std::string prefix = table.filename().string() + ".";
  constexpr std::string_view kSuffix = ".tmp";
  std::error_code error;
  for (fs::directory_iterator i(table.parent_path(), error); !error && i != fs::directory_iterator();
       i.increment(error)) {
    const std::string name = i->path().filename().string();
    if (name.size() <= prefix.size() + kSuffix.size() || !name.starts_with(prefix) || !name.ends_with(kSuffix))
      continue;
    // Table names may contain dots: "x.table.1.tmp" is of x, "x.table.y.table.1.tmp" is not.
    const std::string_view process(name.data() + prefix.size(), name.size() - prefix.size() - kSuffix.size());
    std::error_code ignored;
    if (process.find('.') == std::string_view::npos) fs::remove(i->path(), ignored);
  }
}

std::error_code save_file(const fs::path& path, const TableIdentity& identity, std::span<const std::byte> payload) {
  std::error_code error;
  std::error_code ignored;
  fs::create_directories(path.parent_path(), error);
  if (error) return error;

  Header header = header_of(identity, payload);
  // The number tells threads apart where the folder has no locks.
  static std::atomic<unsigned> number{0};
  const fs::path temporary = beside(path, fmt::format(".{}-{}.tmp", ::getpid(), number++));
  const File file = File::create(temporary, error);
  if (!file) return error;
  error = file.write(bytes_of(header));
  if (!error) error = file.write(payload);
  if (!error) error = file.flush();
  if (!error) fs::rename(temporary, path, error);
  if (error) {
    fs::remove(temporary, ignored);
    return error;
  }
  flush_folder(path.parent_path());
  FileRecord record{};
  if (!read_record(file, record)) {
    settle(record);
    write_stamp(path, record, header.payload_checksum);
  }
  return {};
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
  // The XDG base directory specification has relative paths ignored.
  if (const fs::path path = variable("XDG_CACHE_HOME"); path.is_absolute()) return path / "superflip";
  if (const fs::path path = variable("HOME"); !path.empty()) return path / ".cache" / "superflip";
  return fail("no folder for tables is known: none of the variables SUPERFLIP_CACHE, XDG_CACHE_HOME and HOME is set");
}

Expected<Table> TableStore::load(const TableIdentity& identity) const {
  assert(is_valid(identity));
  OpenTable table = open_table(table_path(folder_, identity));
  if (!table.is_wrong() && table.info.identity != identity)
    table.judge(TableState::foreign,
                fmt::format("it holds {}, and {} is needed", describe(table.info.identity), describe(identity)));
  if (table.info.state == TableState::unchecked) check(table);
  if (table.is_wrong())
    return fail(fmt::format("the table file {} is not used: {}", table.info.path.string(), table.info.remark));
  return payload_of(table);
}

Table TableStore::load_or_build(const TableIdentity& identity,
                                const std::function<void(std::span<std::byte>)>& build) const {
  Expected<Table> table = load(identity);
  if (table) return *std::move(table);

  const fs::path path = table_path(folder_, identity);
  std::error_code ignored;
  fs::create_directories(folder_, ignored);  // what fails here will fail again when the table is saved
  const FileLock lock = FileLock::take(beside(path, ".lock"), [&] {
    warn_(fmt::format("another process is making the table {} in {}; waiting for it", identity.name, folder_.string()));
  });
  table = load(identity);  // another process may have made it meanwhile
  if (table) return *std::move(table);
  if (fs::exists(fs::symlink_status(path, ignored))) warn_(table.error().message + "; it is made again");
  if (lock) remove_temporaries(path);

  const TableMemory memory = allocate_table(identity.bytes);
  build(memory.bytes);
  if (const std::error_code error = save_file(path, identity, memory.bytes); error && !told_unsaved_->exchange(true))
    warn_(
        fmt::format("the table {} cannot be saved in {} ({}) and has to be made at each start, and so may others: make "
                    "room there, or set SUPERFLIP_CACHE to a folder that can be written",
                    identity.name, folder_.string(), error.message()));
  return Table(memory.owner, memory.bytes);
}

Expected<void> TableStore::save(const TableIdentity& identity, std::span<const std::byte> bytes) const {
  assert(is_valid(identity) && bytes.size() == identity.bytes);
  const fs::path file = path(identity);
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const FileLock lock = FileLock::take(beside(file, ".lock"), [] {});
  if (lock) remove_temporaries(file);
  if (const std::error_code error = save_file(file, identity, bytes))
    return fail(
        fmt::format("the table {} cannot be saved in {}: {}", identity.name, folder_.string(), error.message()));
  return {};
}

fs::path TableStore::path(const TableIdentity& identity) const { return table_path(folder_, identity); }

std::vector<TableInfo> TableStore::list() const {
  std::vector<TableInfo> tables;
  std::error_code error;
  for (fs::directory_iterator i(folder_, error); !error && i != fs::directory_iterator(); i.increment(error))
    if (i->path().extension() == ".table") tables.push_back(open_table(i->path()).info);
  std::sort(tables.begin(), tables.end(), [](const TableInfo& a, const TableInfo& b) { return a.path < b.path; });
  return tables;
}

TableInfo TableStore::verify(const fs::path& file) const {
  OpenTable table = open_table(file);
  if (!table.is_wrong()) check(table);
  return std::move(table.info);
}

Expected<void> TableStore::remove(const fs::path& file) const {
  const OpenTable table = open_table(file);
  if (!table.file) return fail(fmt::format("{} is not removed: {}", file.string(), table.info.remark));
  if (!table.ours) return fail(fmt::format("{} is not a table file, and is not removed", file.string()));
  // Who holds the lock is making the table anew, and keeps its lock and temporary files.
  const FileLock lock = FileLock::try_take(beside(file, ".lock"));
  std::error_code error;
  fs::remove(file, error);
  if (error) return fail(fmt::format("{} cannot be removed: {}", file.string(), error.message()));
  remove_stamp(file);
  if (lock) remove_temporaries(file);
  return {};
}

}  // namespace superflip
