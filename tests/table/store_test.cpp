#include "superflip/table/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "superflip/base/memory.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "TableStore"}, {"threads", "AllocateTable"}};

const TableIdentity kSmall{"small", 3, "htm, 16 symmetries", 10007};

TEST(AllocateTable, IsZeroedAndAligned) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{4096}, std::size_t{5} << 20, (std::size_t{6} << 20) + 1}) {
    const TableMemory memory = allocate_table(bytes);
    ASSERT_EQ(memory.bytes.size(), bytes);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.bytes.data());
    EXPECT_EQ(address % (bytes < std::size_t{4} << 20 ? 64 : std::size_t{2} << 20), 0u);
    EXPECT_TRUE(std::all_of(memory.bytes.begin(), memory.bytes.end(), [](std::byte b) { return b == std::byte{}; }));
    fill_pattern(memory.bytes);
  }
}

TEST(AllocateTable, ThrowsWhenThereIsNoMemory) {
  EXPECT_THROW(allocate_table(std::size_t{1} << 60), std::bad_alloc);
  EXPECT_THROW(allocate_table(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
}

TEST(TableStore, BuildsOnceAndLoadsAfterwards) {
  const TemporaryFolder folder;
  WatchedStore first(folder / "made" / "on demand");
  EXPECT_TRUE(has_pattern(first.table(kSmall), kSmall.bytes));
  EXPECT_EQ(first.builds, 1);
  WatchedStore second(first.store.folder());
  EXPECT_TRUE(has_pattern(second.table(kSmall), kSmall.bytes));
  EXPECT_EQ(second.builds, 0);
  const Expected<Table> loaded = second.store.load(kSmall);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(has_pattern(*loaded, kSmall.bytes));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(loaded->as<std::uint64_t>()) % 64, 0u);
  EXPECT_TRUE(first.warnings.empty());
  EXPECT_TRUE(second.warnings.empty());
}

TEST(TableStore, LeavesOnlyTheTableAndItsStamp) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"small.table", "small.table.checked"}));
}

TEST(TableStore, SavesTablesOfAnySize) {
  const TemporaryFolder folder;
  for (const std::uint64_t bytes : {1u, 63u, 4095u, 4096u, 4097u, 262144u, 262145u, 5'000'000u}) {
    const TableIdentity identity{"size-" + std::to_string(bytes), 1, "", bytes};
    WatchedStore store(folder.path());
    store.table(identity);
    EXPECT_EQ(store.store.verify(folder / (identity.name + ".table")).state, TableState::good);
    const Expected<Table> loaded = store.store.load(identity);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(has_pattern(*loaded, bytes));
  }
}

TEST(TableStore, KeepsLongestNamesAndParameters) {
  const TemporaryFolder folder;
  const TableIdentity identity{std::string(60, 'n'), 0xFFFFFFFF, std::string(3984, 'p'), 5};
  WatchedStore store(folder.path());
  store.table(identity);
  EXPECT_TRUE(store.store.load(identity));
  ASSERT_EQ(store.store.list().value().size(), 1u);
  EXPECT_EQ(store.store.list().value().front().identity, identity);
}

TEST(TableStore, MissingTableIsAnErrorAndNoWarning) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  const Expected<Table> loaded = store.store.load(kSmall);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("No such file"), std::string::npos) << loaded.error().message;
  EXPECT_TRUE(store.warnings.empty());
  EXPECT_TRUE(folder.names().empty());
}

TEST(TableStore, FailedBuildLeavesNothing) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  EXPECT_THROW(store.store.load_or_build(kSmall, building([](auto) { throw std::runtime_error("interrupted"); })),
               std::runtime_error);
  EXPECT_TRUE(folder.names().empty());
  EXPECT_TRUE(has_pattern(store.table(kSmall), kSmall.bytes));
}

TEST(TableStore, BuilderGetsZeroedMemory) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  store.load_or_build(
      kSmall, building([](std::span<std::byte> bytes) {
        EXPECT_EQ(bytes.size(), kSmall.bytes);
        EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{}; }));
      }));
}

TEST(TableStore, MappedTableOutlivesItsFile) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  const Expected<Table> old = store.store.load(kSmall);
  ASSERT_TRUE(old);
  TableIdentity newer = kSmall;
  newer.version = 4;
  EXPECT_TRUE(has_pattern(store.table(newer, 77), kSmall.bytes, 77));  // replaces the file
  EXPECT_TRUE(has_pattern(*old, kSmall.bytes));
  ASSERT_TRUE(store.store.remove(folder / "small.table"));
  EXPECT_TRUE(has_pattern(*old, kSmall.bytes));
}

TEST(TableStore, ListsWhatIsThere) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  EXPECT_TRUE(store.store.list().value().empty());
  EXPECT_TRUE(TableStore(folder / "missing").list().value().empty());
  store.table(kSmall);
  store.table({"cut", 1, "", 100});
  store.table({"unstamped", 1, "", 100});
  std::filesystem::remove(folder / "unstamped.table.checked");
  std::filesystem::resize_file(folder / "cut.table", 4100);
  write_file(folder / "other.table", "not ours");
  write_file(folder / "readme", "no table at all");

  const std::vector<TableInfo> tables = store.store.list().value();
  ASSERT_EQ(tables.size(), 4u);
  EXPECT_EQ(tables[0].path, folder / "cut.table");
  EXPECT_EQ(tables[0].state, TableState::damaged);
  EXPECT_EQ(tables[0].identity.name, "cut");
  EXPECT_EQ(tables[0].remark, "it has 4 bytes after its header instead of 100");
  EXPECT_EQ(tables[1].state, TableState::foreign);
  EXPECT_EQ(tables[1].remark, "it is not a table file");
  EXPECT_EQ(tables[2].state, TableState::good);
  EXPECT_EQ(tables[2].identity, kSmall);
  EXPECT_EQ(tables[2].file_bytes, 4096 + kSmall.bytes);
  EXPECT_EQ(tables[2].written, std::filesystem::last_write_time(folder / "small.table"));
  EXPECT_EQ(tables[2].remark, "");
  EXPECT_EQ(tables[3].state, TableState::unchecked);
}

TEST(TableStore, VerifyStampsWhatIsRight) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  std::filesystem::remove(folder / "small.table.checked");
  EXPECT_EQ(store.store.list().value().front().state, TableState::unchecked);
  const TableInfo info = store.store.verify(folder / "small.table");
  EXPECT_EQ(info.state, TableState::good);
  EXPECT_EQ(info.identity, kSmall);
  EXPECT_EQ(store.store.list().value().front().state, TableState::good);
  EXPECT_EQ(store.store.verify(folder / "missing.table").state, TableState::damaged);
}

TEST(TableStore, LoadStampsWhatIsRight) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  std::filesystem::remove(folder / "small.table.checked");
  EXPECT_TRUE(store.store.load(kSmall));
  EXPECT_EQ(store.store.list().value().front().state, TableState::good);
}

TEST(TableStore, RemovesTablesOnly) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  write_file(folder / "small.table.123-0.tmp", "left by a process that was killed");
  write_file(folder / "other.table", "somebody's notes");
  EXPECT_TRUE(store.store.remove(folder / "small.table"));
  EXPECT_EQ(folder.names(), std::set<std::string>{"other.table"});
  EXPECT_FALSE(store.store.remove(folder / "small.table"));
  const Expected<void> other = store.store.remove(folder / "other.table");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, (folder / "other.table").string() + " is not a table file, and is not removed");
  EXPECT_EQ(folder.names(), std::set<std::string>{"other.table"});
}

TEST(TableStore, ManyThreadsBuildOnce) {
  const TemporaryFolder folder;
  std::atomic<int> builds{0};
  std::atomic<int> right{0};
  std::array<std::thread, 8> threads;
  for (std::thread& thread : threads)
    thread = std::thread([&] {
      const TableStore store(folder.path());
      for (unsigned table = 0; table < 4; ++table) {
        const TableIdentity identity{"thread-" + std::to_string(table), 1, "", 5000};
        const Table made = store
                               .load_or_build(identity, building([&](std::span<std::byte> bytes) {
                                                ++builds;
                                                fill_pattern(bytes, table);
                                              }))
                               .value();
        right += has_pattern(made, 5000, table) ? 1 : 0;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(builds, 4);
  EXPECT_EQ(right, 32);
  EXPECT_EQ(folder.names().size(), 8u);
}

// A maker that was killed leaves its lock file and a temporary file, and perhaps a stamp of a table that is gone.
TEST(TableStore, ListsAndRemovesRemains) {
  const TemporaryFolder folder;
  WatchedStore store(folder.path());
  store.table(kSmall);
  const std::set<std::string> remains{"a.table.99-0.tmp", "a.table.lock", "b.x.table.checked"};
  for (const std::string& name : remains) write_file(folder / name, "12345");
  for (const char* name : {"a.tmp", "a.lock", "notes"}) write_file(folder / name, "not ours");
  std::set<std::string> found;
  for (const TableInfo& info : store.store.list().value_or(std::vector<TableInfo>{})) {
    if (info.state != TableState::remains) continue;
    found.insert(info.path.filename().string());
    EXPECT_EQ(info.file_bytes, 5u);
    EXPECT_EQ(info.remark, "left by a process that was killed");
  }
  EXPECT_EQ(found, remains);
  for (const std::string& name : remains) EXPECT_TRUE(store.store.remove(folder / name)) << name;
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.lock", "a.tmp", "notes", "small.table", "small.table.checked"}));
  EXPECT_FALSE(store.store.remove(folder / "notes"));
}

TEST(TableStore, KeepsWhatALivingMakerNeeds) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const auto made = store.load_or_build(kSmall, building([&](std::span<std::byte>) {
                                          write_file(folder / "small.table.1-0.tmp", "x");
                                          EXPECT_TRUE(store.list().value().empty());
                                          EXPECT_FALSE(store.remove(folder / "small.table.1-0.tmp"));
                                          EXPECT_FALSE(store.remove(folder / "small.table.lock"));
                                          EXPECT_EQ(folder.names().size(), 2u);
                                        }));
  EXPECT_TRUE(made);
}

TEST(TableStore, StopEndsAllThatTakesLong) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const TableStore store(folder.path(), [&warnings](const std::string& warning) { warnings.push_back(warning); });
  StopFlag stop{false};
  // While it is saved: it is there, and nothing of it stays in the folder.
  const auto made = store.load_or_build(kSmall, building([&stop](std::span<std::byte> bytes) {
                                          fill_pattern(bytes);
                                          stop = true;
                                        }),
                                        &stop);
  ASSERT_TRUE(made);
  EXPECT_TRUE(has_pattern(*made, kSmall.bytes));
  EXPECT_TRUE(folder.names().empty());
  EXPECT_TRUE(warnings.empty());
  const Error unsaved = store.save(kSmall, made->bytes(), &stop).error();
  EXPECT_EQ(unsaved.kind, ErrorKind::stopped);
  EXPECT_EQ(unsaved.message, "the table small was not saved: stopped");
  // While it is checked: it stays unchecked.
  ASSERT_TRUE(store.load_or_build(kSmall, building([](std::span<std::byte>) {})));
  std::filesystem::remove(folder / "small.table.checked");
  EXPECT_EQ(store.load(kSmall, &stop).error().kind, ErrorKind::stopped);
  EXPECT_EQ(store.verify(folder / "small.table", &stop).state, TableState::unchecked);
  EXPECT_EQ(folder.names(), std::set<std::string>{"small.table"});
}

// Sets a variable for the length of a test, or unsets it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    set(value);
  }
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    if (value != nullptr) {
      ::setenv(name_, value, 1);
    } else {
      ::unsetenv(name_);
    }
  }

  const char* name_;
  std::optional<std::string> old_;
};

TEST(TableStore, DefaultFolder) {
  const auto folder = [](const char* cache, const char* xdg, const char* home) {
    const Variable a("SUPERFLIP_CACHE", cache);
    const Variable b("XDG_CACHE_HOME", xdg);
    const Variable c("HOME", home);
    const Expected<std::filesystem::path> path = TableStore::default_folder();
    return path ? path->string() : "error: " + path.error().message;
  };
  EXPECT_EQ(folder("/a", "/b", "/proc"), "/a");
  EXPECT_EQ(folder("a", "/b", "/proc"), "a");
  EXPECT_EQ(folder("", "/b", "/proc"), "/b/superflip");
  EXPECT_EQ(folder(nullptr, "/b", "/proc"), "/b/superflip");
  EXPECT_EQ(folder(nullptr, "b", "/proc"), "/proc/.cache/superflip");
  EXPECT_EQ(folder(nullptr, "", "/proc"), "/proc/.cache/superflip");
  EXPECT_EQ(folder(nullptr, nullptr, "/proc"), "/proc/.cache/superflip");
  EXPECT_EQ(
      folder(nullptr, nullptr, "/nonexistent"),
      "error: no folder for tables is known: HOME is /nonexistent, which is no folder, and neither SUPERFLIP_CACHE "
      "nor XDG_CACHE_HOME is set");
  const std::string error =
      "error: no folder for tables is known: none of the variables SUPERFLIP_CACHE, XDG_CACHE_HOME and HOME is set";
  EXPECT_EQ(folder(nullptr, nullptr, nullptr), error);
  EXPECT_EQ(folder("", "", ""), error);
  EXPECT_EQ(folder("", "b", ""), error);
}

}  // namespace
}  // namespace superflip
