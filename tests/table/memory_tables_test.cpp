// Tables without a file system: what is made, put in and taken out.
#include "superflip/table/memory_tables.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "superflip/base/memory.h"
#include "superflip/table/detail/read_only_tables.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "MemoryTables"}};

const TableIdentity kTable{"t", 3, "htm, 16 symmetries", 6000};

const BuildTable kPattern = building([](std::span<std::byte> bytes) { fill_pattern(bytes); });

std::vector<std::byte> bytes_of(const TableFile& file) {
  std::vector<std::byte> bytes = file.header;
  bytes.insert(bytes.end(), file.payload.bytes().begin(), file.payload.bytes().end());
  return bytes;
}

std::vector<std::byte> whole_file() {
  const MemoryTables tables;
  EXPECT_TRUE(tables.load_or_build(kTable, kPattern));
  return bytes_of(tables.file("t").value());
}

TEST(MemoryTables, BuildsOnceAndKeeps) {
  const MemoryTables tables;
  EXPECT_EQ(tables.load(kTable).error().message, "there is no table t in memory");
  int builds = 0;
  const auto count = building([&builds](std::span<std::byte> bytes) {
    ++builds;
    fill_pattern(bytes);
  });
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(has_pattern(open_table(&tables, kTable, count).value(), kTable.bytes));
  EXPECT_EQ(builds, 1);
  TableIdentity newer = kTable;
  newer.version = 4;
  EXPECT_EQ(tables.load(newer).error().message,
            "the table in memory is t version 3 (htm, 16 symmetries; 6000 bytes), and t version 4 (htm, 16 symmetries; "
            "6000 bytes) is needed");
  EXPECT_TRUE(tables.load_or_build(newer, count));
  EXPECT_EQ(builds, 2);
  EXPECT_EQ(tables.list(), std::vector<TableIdentity>{newer});
}

TEST(ReadOnlyTables, GiveWhatIsThereAndKeepNothing) {
  const MemoryTables tables;
  const ReadOnlyTables reader(&tables);
  int builds = 0;
  const auto count = building([&builds](std::span<std::byte> bytes) {
    ++builds;
    fill_pattern(bytes);
  });
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(has_pattern(open_table(&reader, kTable, count).value(), kTable.bytes));
  EXPECT_EQ(builds, 2);
  EXPECT_FALSE(reader.has(kTable));
  EXPECT_FALSE(reader.can_keep(1));
  const std::vector<std::byte> bytes(kTable.bytes);
  EXPECT_EQ(reader.save(kTable, bytes).error().kind, ErrorKind::system);
  EXPECT_TRUE(tables.list().empty());
  EXPECT_TRUE(tables.load_or_build(kTable, count));
  EXPECT_EQ(builds, 3);
  EXPECT_TRUE(has_pattern(open_table(&reader, kTable, count).value(), kTable.bytes));
  EXPECT_TRUE(reader.has(kTable));
  EXPECT_EQ(reader.checksum(kTable).value(), tables.checksum(kTable).value());
  EXPECT_EQ(builds, 3);
  const ReadOnlyTables none(nullptr);
  const StopFlag stop{true};
  EXPECT_EQ(none.load_or_build(kTable, count, &stop).error().kind, ErrorKind::stopped);
  EXPECT_TRUE(has_pattern(open_table(&none, kTable, count).value(), kTable.bytes));
  EXPECT_EQ(builds, 4);
}

TEST(MemoryTables, ComesBackFromItsBytes) {
  const std::vector<std::byte> file = whole_file();
  EXPECT_EQ(file.size(), 4096 + kTable.bytes);
  MemoryTables other;
  EXPECT_EQ(other.put(file).value(), kTable);  // copied: the bytes lie anywhere
  EXPECT_TRUE(has_pattern(other.load(kTable).value(), kTable.bytes));
  const TableMemory memory = allocate_table(file.size());
  std::copy(file.begin(), file.end(), memory.bytes.begin());
  EXPECT_EQ(other.put(Table(memory.owner, memory.bytes)).value(), kTable);
  const Table shared = other.load(kTable).value();
  EXPECT_EQ(shared.bytes().data(), memory.bytes.data() + 4096);
  EXPECT_EQ(bytes_of(other.file("t").value()), file);
  EXPECT_TRUE(other.remove("t"));
  EXPECT_FALSE(other.remove("t"));
  EXPECT_FALSE(other.file("t"));
  EXPECT_TRUE(has_pattern(shared, kTable.bytes));
}

TEST(MemoryTables, ExchangesTablesWithAFolder) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kTable);
  const std::string text = read_file(folder / "t.table");
  const auto bytes = std::as_bytes(std::span(text));
  EXPECT_TRUE(std::ranges::equal(whole_file(), bytes));
  MemoryTables tables;
  EXPECT_EQ(tables.put(bytes).value(), kTable);
}

TEST(MemoryTables, RefusesWrongBytes) {
  const std::vector<std::byte> file = whole_file();
  MemoryTables tables;
  const auto refusal = [&tables](const std::vector<std::byte>& bytes) {
    const auto put = tables.put(bytes);
    EXPECT_TRUE(put || put.error().kind == ErrorKind::unreadable);
    return put ? std::string("taken") : put.error().message.substr(put.error().message.find(": ") + 2);
  };
  for (const std::size_t at : {std::size_t{4096}, file.size() - 1}) {
    std::vector<std::byte> changed = file;
    changed[at] ^= std::byte{4};
    EXPECT_EQ(refusal(changed), "its contents are damaged") << at;
  }
  for (const std::size_t at : {20u, 100u, 4095u}) {
    std::vector<std::byte> changed = file;
    changed[at] ^= std::byte{4};
    EXPECT_NE(refusal(changed), "taken") << at;
  }
  std::vector<std::byte> longer = file;
  longer.push_back({});
  EXPECT_EQ(refusal(longer), "it has 6001 bytes after its header instead of 6000");
  EXPECT_EQ(refusal({file.begin(), file.end() - 1}), "it has 5999 bytes after its header instead of 6000");
  EXPECT_EQ(refusal({file.begin(), file.begin() + 4095}), "it is cut off");
  EXPECT_EQ(refusal({}), "it is not a table file");
  EXPECT_EQ(refusal(std::vector<std::byte>(5000)), "it is not a table file");
  EXPECT_TRUE(tables.list().empty());
}

TEST(MemoryTables, ManyThreadsBuildOnceAndWaitersCanBeStopped) {
  const MemoryTables tables;
  std::atomic<int> builds{0};
  std::atomic<int> right{0};
  std::array<std::thread, 6> threads;
  for (std::thread& thread : threads)
    thread = std::thread([&] {
      const auto made = tables.load_or_build(kTable, building([&](std::span<std::byte> bytes) {
                                               ++builds;
                                               fill_pattern(bytes);
                                             }));
      right += made && has_pattern(*made, kTable.bytes) ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(right, 6);

  const TableIdentity slow{"slow", 1, "", 8};
  std::atomic<bool> building_now{false};
  std::atomic<bool> released{false};
  std::thread maker([&] {
    EXPECT_TRUE(tables.load_or_build(slow, building([&](std::span<std::byte>) {
                                       building_now = true;
                                       while (!released) std::this_thread::yield();
                                     })));
  });
  while (!building_now) std::this_thread::yield();
  const StopFlag stop{true};
  EXPECT_EQ(tables.load_or_build(slow, kPattern, &stop).error().kind, ErrorKind::stopped);
  released = true;
  maker.join();
}

// What every source and none do alike.
TEST(OpenTable, ErrorsAreValues) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const MemoryTables memory;
  for (const TableSource* const source :
       {static_cast<const TableSource*>(nullptr), static_cast<const TableSource*>(&store),
        static_cast<const TableSource*>(&memory)}) {
    const auto kind = [&](const TableIdentity& identity, const BuildTable& build, const StopFlag* stop = nullptr) {
      const Expected<Table> table = open_table(source, identity, build, stop);
      return table ? std::optional<ErrorKind>{} : table.error().kind;
    };
    EXPECT_EQ(kind(kTable, [](auto) { return fail(ErrorKind::stopped, "enough"); }), ErrorKind::stopped);
    EXPECT_EQ(kind(kTable, [](auto) -> Expected<void> { throw std::bad_alloc(); }), ErrorKind::out_of_memory);
    EXPECT_EQ(kind(kTable, [](auto) -> Expected<void> { throw std::system_error(EIO, std::generic_category()); }),
              ErrorKind::system);
    EXPECT_EQ(kind({"huge", 1, "", std::uint64_t{1} << 60}, kPattern), ErrorKind::out_of_memory);
    EXPECT_EQ(kind({"endless", 1, "", ~std::uint64_t{0}}, kPattern), ErrorKind::out_of_memory);
    for (const std::string name : {"", "../t", "a b", ".hidden", "\x1b[31m"})
      EXPECT_EQ(kind({name, 1, "", 8}, kPattern), ErrorKind::bad_option) << name;
    EXPECT_EQ(kind({"empty", 1, "", 0}, kPattern), ErrorKind::bad_option);
    const StopFlag stop{true};
    EXPECT_EQ(kind(kTable, kPattern, &stop), ErrorKind::stopped);
    EXPECT_FALSE(kind(kTable, kPattern));
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"t.table", "t.table.checked"}));
}

}  // namespace
}  // namespace superflip
