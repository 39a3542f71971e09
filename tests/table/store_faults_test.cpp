// Files that are damaged, cut off, foreign, of another version or changed after they were checked; folders that
// cannot be written. Never a wrong byte, one sentence for a person, and a right file in the end.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "superflip/table/detail/table_file.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "StoreFaults"}};
// Rights and times of files, users, folders.
const Labels kEnvironment{{"environment", "StoreFaults"}};

const TableIdentity kTable{"t", 3, "htm, 16 symmetries", 6000};
constexpr std::size_t kHeader = 4096;

// Changes bits of one byte in place.
void flip(const std::filesystem::path& path, std::size_t at, int bits) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(at));
  const int byte = file.get();
  ASSERT_GE(byte, 0);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(byte ^ bits));
}

class StoreFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    WatchedStore store(folder_.path());
    store.table(kTable);
    whole_ = read_file(file_);
    ASSERT_EQ(whole_.size(), kHeader + kTable.bytes);
  }

  // What every wrong file must lead to.
  void expect_made_again(const TableIdentity& identity = kTable) {
    EXPECT_FALSE(TableStore(folder_.path()).load(identity));
    WatchedStore store(folder_.path());
    EXPECT_TRUE(has_pattern(store.table(identity), identity.bytes));
    EXPECT_EQ(store.builds, 1);
    ASSERT_EQ(store.warnings.size(), 1u);
    EXPECT_EQ(store.warnings[0].find("the table file " + file_.string() + " is not used: it"), 0u) << store.warnings[0];
    EXPECT_NE(store.warnings[0].find("; it is made again"), std::string::npos) << store.warnings[0];
    EXPECT_TRUE(store.store.load(identity));
    EXPECT_EQ(folder_.names(), (std::set<std::string>{"t.table", "t.table.checked"}));
  }

  TableState state() const { return TableStore(folder_.path()).list().value().at(0).state; }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "t.table";
  std::string whole_;
};

TEST_F(StoreFaults, EveryFlippedByteOfTheHeaderIsNoticed) {
  for (std::size_t i = 0; i < kHeader; ++i) {
    flip(file_, i, 1 << (i % 8));
    const TableState found = state();
    ASSERT_TRUE(found == TableState::damaged || found == TableState::foreign) << "byte " << i;
    ASSERT_FALSE(TableStore(folder_.path()).load(kTable)) << "byte " << i;
    flip(file_, i, 1 << (i % 8));
  }
  flip(file_, 2000, 1);
  expect_made_again();
}

TEST_F(StoreFaults, FlippedBitsOfThePayloadAreNoticed) {
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i) {
    std::size_t at = kHeader + random() % kTable.bytes;
    if (i == 0) at = kHeader;
    if (i == 1) at = whole_.size() - 1;
    const int bits = 1 << (random() % 8);
    flip(file_, at, bits);
    ASSERT_EQ(state(), TableState::unchecked);
    ASSERT_FALSE(TableStore(folder_.path()).load(kTable)) << "byte " << at;
    const TableInfo info = TableStore(folder_.path()).verify(file_);
    ASSERT_EQ(info.state, TableState::damaged);
    ASSERT_EQ(info.remark, "its contents are damaged");
    flip(file_, at, bits);
  }
  EXPECT_EQ(TableStore(folder_.path()).verify(file_).state, TableState::good);
}

TEST_F(StoreFaults, FlippedBitOfThePayloadIsRepaired) {
  flip(file_, kHeader + 1234, 1);
  WatchedStore store(folder_.path());
  EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
  ASSERT_EQ(store.warnings.size(), 1u);
  EXPECT_EQ(store.warnings[0],
            "the table file " + file_.string() + " is not used: its contents are damaged; it is made again");
  EXPECT_EQ(read_file(file_), whole_);
}

TEST_F(StoreFaults, TruncationIsNoticed) {
  for (std::size_t length = 0; length < whole_.size(); length += length < 200 || length % 4096 > 4090 ? 1 : 97) {
    write_file(file_, whole_.substr(0, length));
    ASSERT_EQ(state(), length < 16 ? TableState::foreign : TableState::damaged) << length;
    ASSERT_FALSE(TableStore(folder_.path()).load(kTable)) << length;
  }
  expect_made_again();
}

TEST_F(StoreFaults, MoreBytesThanThereShouldBeAreNoticed) {
  write_file(file_, whole_ + '\0');
  EXPECT_EQ(state(), TableState::damaged);
  expect_made_again();
}

TEST_F(StoreFaults, EmptyFile) {
  write_file(file_, "");
  expect_made_again();
}

TEST_F(StoreFaults, ForeignFile) {
  write_file(file_, std::string(20000, 'x'));
  EXPECT_EQ(state(), TableState::foreign);
  expect_made_again();
}

TEST_F(StoreFaults, OtherVersion) {
  TableIdentity identity = kTable;
  identity.version = 4;
  EXPECT_EQ(TableStore(folder_.path()).load(identity).error().message,
            "the table file " + file_.string() +
                " is not used: it holds t version 3 (htm, 16 symmetries; 6000 bytes), and t version 4 (htm, 16 "
                "symmetries; 6000 bytes) is needed");
  expect_made_again(identity);
}

TEST_F(StoreFaults, OtherParameters) {
  TableIdentity identity = kTable;
  identity.parameters = "qtm, 16 symmetries";
  expect_made_again(identity);
}

TEST_F(StoreFaults, OtherSize) {
  TableIdentity identity = kTable;
  identity.bytes = 5999;
  expect_made_again(identity);
}

TEST_F(StoreFaults, OtherName) {
  WatchedStore store(folder_.path());
  store.table({"u", kTable.version, kTable.parameters, kTable.bytes}, 5);
  std::filesystem::rename(folder_ / "u.table", file_);
  std::filesystem::remove(folder_ / "u.table.checked");
  expect_made_again();
}

TEST_F(StoreFaults, ExchangedPayloadUnderAnOldStampIsNoticed) {
  // The header of one and the payload of another table of the same size, both right in themselves.
  WatchedStore store(folder_.path());
  store.table({"u", kTable.version, kTable.parameters, kTable.bytes}, 5);
  const std::string other = read_file(folder_ / "u.table");
  std::filesystem::remove(folder_ / "u.table");
  std::filesystem::remove(folder_ / "u.table.checked");
  write_file(file_, whole_.substr(0, kHeader) + other.substr(kHeader));
  EXPECT_FALSE(store.store.load(kTable));
}

// As a failing copy program might do it.
void flip_and_restore_time(const std::filesystem::path& path, std::size_t at) {
  const auto time = std::filesystem::last_write_time(path);
  flip(path, at, 0x10);
  std::filesystem::last_write_time(path, time);
}

TEST_F(StoreFaults, ChangeUnderTheStampIsNoticedAtOnceEvenWithItsTimeRestored) {
  for (int i = 0; i < 20; ++i) {
    WatchedStore store(folder_.path());
    store.table(kTable);
    ASSERT_EQ(state(), TableState::good);
    flip_and_restore_time(file_, kHeader + 99);
    ASSERT_EQ(state(), TableState::unchecked);
    ASSERT_FALSE(store.store.load(kTable));
  }
}

TEST_F(StoreFaults, TouchedFileIsCheckedAgainAndTrusted) {
  ASSERT_EQ(state(), TableState::good);
  std::filesystem::last_write_time(file_, std::filesystem::file_time_type::clock::now());
  ASSERT_EQ(state(), TableState::unchecked);
  WatchedStore store(folder_.path());
  EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
  EXPECT_EQ(store.builds, 0);
  EXPECT_TRUE(store.warnings.empty());
  EXPECT_EQ(state(), TableState::good);
}

TEST_F(StoreFaults, CopiedFileIsCheckedAgain) {
  std::filesystem::copy_file(file_, folder_ / "copy");
  std::filesystem::rename(folder_ / "copy", file_);
  EXPECT_EQ(state(), TableState::unchecked);
  EXPECT_TRUE(TableStore(folder_.path()).load(kTable));
}

TEST_F(StoreFaults, DamagedStampIsNotTrusted) {
  const std::filesystem::path stamp = folder_ / "t.table.checked";
  const std::string text = read_file(stamp);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string wrong = text;
    wrong[i] = static_cast<char>(wrong[i] ^ 0x40);
    write_file(stamp, wrong);
    ASSERT_EQ(state(), TableState::unchecked) << "byte " << i;
    write_file(stamp, text.substr(0, i));
    ASSERT_EQ(state(), TableState::unchecked) << "cut at " << i;
  }
  write_file(stamp, text);
  EXPECT_EQ(state(), TableState::good);
}

TEST_F(StoreFaults, VerifyRemovesTheStampOfADamagedFile) {
  flip_and_restore_time(file_, kHeader);
  EXPECT_EQ(TableStore(folder_.path()).verify(file_).state, TableState::damaged);
  EXPECT_EQ(folder_.names(), std::set<std::string>{"t.table"});
}

TEST_F(StoreFaults, FolderOrPipeUnderTheNameOfATable) {
  std::filesystem::remove(file_);
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  WatchedStore pipe(folder_.path());
  EXPECT_TRUE(has_pattern(pipe.table(kTable), kTable.bytes));
  EXPECT_EQ(pipe.warnings.size(), 1u);
  EXPECT_EQ(read_file(file_), whole_);

  std::filesystem::remove(file_);
  std::filesystem::create_directory(file_);
  WatchedStore directory(folder_.path());
  EXPECT_TRUE(has_pattern(directory.table(kTable), kTable.bytes));
  ASSERT_EQ(directory.warnings.size(), 2u);  // that it is not used, and that the new one cannot be saved
  EXPECT_NE(directory.warnings[1].find("the folder " + file_.string() + " is in the way: remove it"), std::string::npos)
      << directory.warnings[1];
  EXPECT_EQ(directory.store.list().value().at(0).state, TableState::damaged);
}

TEST_F(StoreFaults, FolderThatCannotBeMadeIsAWarning) {
  for (const std::filesystem::path& folder : {file_ / "inside a file", std::filesystem::path("/proc/superflip")}) {
    WatchedStore store(folder);
    EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
    EXPECT_EQ(store.builds, 1);
    ASSERT_EQ(store.warnings.size(), 1u) << folder;
    EXPECT_NE(store.warnings[0].find("set SUPERFLIP_CACHE"), std::string::npos) << store.warnings[0];
    const auto listed = store.store.list();
    EXPECT_EQ(listed ? "" : listed.error().message.substr(0, 11),
              folder == file_ / "inside a file" ? "the folder " : "");
  }
}

// A folder that is made with its first table can keep as much as the one above it.
TEST_F(StoreFaults, RoomIsThatOfTheNearestFolder) {
  EXPECT_TRUE(TableStore(folder_.path()).can_keep(1000));
  EXPECT_TRUE(TableStore(folder_ / "new/and/new").can_keep(1000));
  EXPECT_FALSE(TableStore(folder_ / "new").can_keep(std::uint64_t{1} << 62U));
  EXPECT_FALSE(TableStore(file_ / "inside a file").can_keep(1000));
  EXPECT_FALSE(TableStore("/proc/superflip").can_keep(1000));
}

// Whatever stands in names and headers must not reach a terminal as it is.
TEST_F(StoreFaults, TextsFromTheDiskArePrintable) {
  TableHeader header = make_header({"t", 3, "\x1b]0;title\a\x1b[2J", 6000}, 0);
  write_file(file_, std::string(reinterpret_cast<const char*>(header.data()), header.size()) + whole_.substr(kHeader));
  write_file(folder_ / "\x1b[31mred\n.table", "x");
  WatchedStore store(folder_.path());
  std::vector<std::string> texts{TableStore(folder_ / "\a").load(kTable).error().message};
  texts.push_back(store.store.load(kTable).error().message);
  EXPECT_NE(texts.back().find("\\x1b]0;title\\x07"), std::string::npos) << texts.back();
  store.table(kTable);
  texts.push_back(store.warnings.at(0));
  write_file(file_, std::string(reinterpret_cast<const char*>(header.data()), header.size()) + whole_.substr(kHeader));
  for (const TableInfo& info : store.store.list().value_or(std::vector<TableInfo>{}))
    texts.insert(texts.end(), {info.identity.name, info.identity.parameters, info.remark});
  texts.push_back(store.store.remove(folder_ / "\x1b[31mred\n.table").error().message);
  for (const std::string& text : texts)
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; })) << text;
}

TEST_F(StoreFaults, FolderThatEverybodyMayWriteIsNotUsed) {
  ::chmod(folder_.path().c_str(), 01777);
  const std::string why = "the folder " + folder_.path().string() + " is not used: it can be written by everybody";
  WatchedStore store(folder_.path());
  EXPECT_EQ(store.store.load(kTable).error().message, why);
  EXPECT_EQ(store.store.list().error().message, why);
  EXPECT_EQ(store.store.save(kTable, std::vector<std::byte>(6000)).error().message, why);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
  EXPECT_EQ(store.builds, 2);
  EXPECT_EQ(store.warnings, std::vector<std::string>{
                                why + "; tables are made at each start. Set SUPERFLIP_CACHE to a folder of your own"});
  EXPECT_EQ(read_file(file_), whole_);
}

TEST_F(StoreFaults, FileThatEverybodyMayWriteIsMadeAgain) {
  ::chmod(file_.c_str(), 0666);
  EXPECT_EQ(state(), TableState::foreign);
  expect_made_again();
}

TEST_F(StoreFaults, WhatBelongsToAnotherUserIsNotUsed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(::chown(file_.c_str(), 12345, 12345), 0);
  EXPECT_EQ(TableStore(folder_.path()).load(kTable).error().message,
            "the table file " + file_.string() + " is not used: it belongs to another user");
  expect_made_again();
  ASSERT_EQ(::chown(folder_.path().c_str(), 12345, 12345), 0);
  WatchedStore store(folder_.path());
  EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
  EXPECT_EQ(store.builds, 1);
  ASSERT_EQ(store.warnings.size(), 1u);
  EXPECT_NE(store.warnings[0].find("belongs to another user"), std::string::npos) << store.warnings[0];
}

TEST_F(StoreFaults, FoldersAreMadeForTheirOwnerWhateverTheMask) {
  const mode_t mask = ::umask(0);
  WatchedStore store(folder_ / "new");
  store.table(kTable);
  ::umask(mask);
  EXPECT_TRUE(store.store.load(kTable));
  EXPECT_TRUE(store.warnings.empty());
}

TEST_F(StoreFaults, LinkInPlaceOfALockCreatesNothingElsewhere) {
  std::filesystem::remove(file_);
  std::filesystem::create_symlink(folder_ / "elsewhere", folder_ / "t.table.lock");
  WatchedStore store(folder_.path());
  EXPECT_TRUE(has_pattern(store.table(kTable), kTable.bytes));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "elsewhere"));
  EXPECT_TRUE(store.store.remove(folder_ / "t.table.lock"));
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"t.table", "t.table.checked"}));
}

TEST_F(StoreFaults, TemporariesOfDeadMakersAreRemovedAndOthersKept) {
  std::filesystem::remove(file_);
  for (const char* name : {"t.table.1-0.tmp", "t.table.99999-12.tmp", "t.table.lock"}) write_file(folder_ / name, "x");
  for (const char* name : {"t.table.u.table.1-0.tmp", "s.table.1-0.tmp", "t.tmp"}) write_file(folder_ / name, "x");
  WatchedStore store(folder_.path());
  store.table(kTable);
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"s.table.1-0.tmp", "t.table", "t.table.checked",
                                                    "t.table.u.table.1-0.tmp", "t.tmp"}));
}

}  // namespace
}  // namespace superflip
