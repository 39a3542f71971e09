// Files are written in pieces, which may begin anywhere in what is written. Locks say why they cannot be had.
#include "superflip/base/detail/file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

TEST(Files, HoldWhatWasWrittenInTurn) {
  std::vector<std::byte> all(std::size_t{5} << 20);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i * 2654435761U >> 16);
  const std::size_t sizes[] = {4096, (std::size_t{2} << 20) - 4096, 1, std::size_t{2} << 20, 70'000};
  const TemporaryFolder folder;
  std::error_code error;
  const File file = File::create(folder / "file", error);
  ASSERT_FALSE(error) << error.message();
  std::size_t end = 0;
  for (const std::size_t size : sizes) {
    ASSERT_FALSE(file.write(std::span(all).subspan(end, size)));
    end += size;
  }
  ASSERT_FALSE(file.flush());
  const File written = File::open(folder / "file", error);
  ASSERT_FALSE(error) << error.message();
  std::vector<std::byte> read(end);
  ASSERT_FALSE(written.read(0, read));
  all.resize(end);
  EXPECT_EQ(read, all);
  EXPECT_EQ(std::filesystem::file_size(folder / "file"), end);
}

TEST(FileLocks, AreHadOnceAndSayWhyNot) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "lock";
  std::error_code error;
  {
    const FileLock lock = FileLock::try_take(path, error);
    EXPECT_TRUE(lock);
    EXPECT_FALSE(error) << error.message();
    EXPECT_FALSE(FileLock::try_take(path, error));
    EXPECT_EQ(error, std::errc::operation_would_block);
    EXPECT_TRUE(FileLock::is_held(path));
  }
  EXPECT_TRUE(folder.names().empty());
  EXPECT_TRUE(FileLock::try_take(path, error));
  EXPECT_FALSE(error) << error.message();
  EXPECT_FALSE(FileLock::try_take(folder / "none" / "lock", error));
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
  std::filesystem::create_symlink("elsewhere", path);
  EXPECT_FALSE(FileLock::try_take(path, error));
  EXPECT_NE(error, std::errc::operation_would_block);
  EXPECT_EQ(folder.names(), std::set<std::string>{"lock"});
}

}  // namespace
}  // namespace superflip
