// What memory may be taken, told from made-up systems; and the copying of a mapped file into larger pages.
#include "superflip/base/memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <string>
#include <vector>

#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

#ifdef MREMAP_FIXED

namespace {
bool mremap_fails = false;
}

// In place of the system's, for this program. Where it fails it has removed what was mapped at its target, as Linux
// does where memory for its own tables is short.
extern "C" void* mremap(void* old, std::size_t old_size, std::size_t new_size, int flags, ...) noexcept {
  va_list more;
  va_start(more, flags);
  void* const target = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void*) : nullptr;
  va_end(more);
  if (mremap_fails) {
    ::munmap(target, new_size);
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(::syscall(SYS_mremap, old, old_size, new_size, flags, target));
}

#endif

namespace superflip {
namespace {

// It limits the addresses of this process.
const Labels kEnvironment{{"environment", "AvailableMemory.IsWhatTheAddressesLeave"}};

// A system with 800,000 kB available and the given list of groups.
class System {
 public:
  explicit System(const std::string& groups) {
    write("proc/meminfo", "MemTotal: 1600000 kB\nMemFree: 1000 kB\nMemAvailable:    800000 kB\n");
    write("proc/self/cgroup", groups);
  }
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((folder_ / path).parent_path());
    write_file(folder_ / path, text);
  }
  std::uint64_t available() const { return available_memory(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

constexpr std::uint64_t kSystem = 800000ULL * 1024;

TEST(AvailableMemory, IsTheSystemsWithoutGroups) {
  EXPECT_EQ(System("").available(), kSystem);
  EXPECT_EQ(System("0::/user/session\n").available(), kSystem);
  EXPECT_EQ(System("no list\n").available(), kSystem);
}

TEST(AvailableMemory, IsWhatTheGroupLeaves) {
  const System system("0::/user/session\n");
  system.write("sys/fs/cgroup/user/session/memory.max", "200000000\n");
  EXPECT_EQ(system.available(), 200000000U);
  system.write("sys/fs/cgroup/user/session/memory.current", "150000000\n");
  EXPECT_EQ(system.available(), 50000000U);
  // Pages of files go when memory is needed.
  system.write("sys/fs/cgroup/user/session/memory.stat",
               "anon 30000000\ninactive_file 70000000\nactive_file 30000000\n");
  EXPECT_EQ(system.available(), 150000000U);
  system.write("sys/fs/cgroup/user/session/memory.max", "max\n");
  EXPECT_EQ(system.available(), kSystem);
  // The group around it limits it too.
  system.write("sys/fs/cgroup/user/memory.max", "100000000\n");
  EXPECT_EQ(system.available(), 100000000U);
  system.write("sys/fs/cgroup/user/memory.current", "200000000\n");
  EXPECT_EQ(system.available(), 0U);
}

// In a container the group is the root that can be seen.
TEST(AvailableMemory, IsWhatTheContainerLeaves) {
  const System second("0::/\n");
  second.write("sys/fs/cgroup/memory.max", "123456789\n");
  EXPECT_EQ(second.available(), 123456789U);
  const System first("12:cpu,cpuacct:/docker/a\n5:memory:/docker/a\n0::/\n");
  first.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000000\n");
  first.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "200000000\n");
  first.write("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 50000000\n");
  EXPECT_EQ(first.available(), 150000000U);
}

TEST(AvailableMemory, IsWhatTheAddressesLeave) {
  const System system("");
  system.write("proc/meminfo", "MemAvailable: 100000000000 kB\n");
  system.write("proc/self/status", "Name: x\nVmSize:    1000 kB\n");
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  struct rlimit limited = before;
  limited.rlim_cur = std::min(before.rlim_cur, rlim_t{1} << 46);  // sanitizers need many of the addresses themselves
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limited), 0);
  const std::uint64_t available = system.available();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(available, std::uint64_t{limited.rlim_cur} - 1000 * 1024);
}

constexpr std::size_t kPiece = std::size_t{16} << 20;

// A file of some pieces, and its mapping.
class MappedFile {
 public:
  MappedFile() {
    for (std::size_t i = 0; i < contents_.size(); ++i) contents_[i] = static_cast<char>(i * 0x9E3779B1U >> 13);
    const std::filesystem::path path = folder_ / "table";
    write_file(path, contents_);
    const int file = ::open(path.c_str(), O_RDONLY);
    mapped_ = ::mmap(nullptr, contents_.size(), PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
  }
  ~MappedFile() {
    if (is_mapped()) ::munmap(mapped_, contents_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  bool is_mapped() const { return mapped_ != MAP_FAILED; }
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(mapped_), contents_.size()}; }
  bool has_its_bytes() const { return std::memcmp(mapped_, contents_.data(), contents_.size()) == 0; }

 private:
  TemporaryFolder folder_;
  std::string contents_ = std::string(3 * kPiece + 12'345, '\0');
  void* mapped_ = MAP_FAILED;
};

TEST(MemoryInHugePages, IsWhatTheSystemSays) {
  const TemporaryFolder folder;
  EXPECT_EQ(memory_in_huge_pages(folder.path()), std::nullopt);
  std::filesystem::create_directories(folder / "proc" / "self");
  const auto seen = [&](const std::string& text) {
    write_file(folder / "proc" / "self" / "smaps_rollup", "00400000-7fff0000 ---p 00000000 00:00 0\n" + text);
    return memory_in_huge_pages(folder.path());
  };
  EXPECT_EQ(seen("Rss:  9000 kB\nAnonHugePages:    4096 kB\nFilePmdMapped:    2048 kB\n"), 6144U * 1024);
  EXPECT_EQ(seen("AnonHugePages:    2048 kB\n"), 2048U * 1024);  // before Linux 5.4
  EXPECT_EQ(seen("Rss:  9000 kB\n"), std::nullopt);
}

// Ctrl-C must not wait for the copying of gigabytes.
TEST(MovingToMemory, EndsAfterAPieceAndKeepsTheBytes) {
  const MappedFile file;
  ASSERT_TRUE(file.is_mapped());
  std::vector<std::size_t> stopped;
  move_to_memory(file.bytes(), [&](std::size_t done) {
    stopped.push_back(done);
    return false;
  });
  EXPECT_TRUE(file.has_its_bytes());
  std::vector<std::size_t> all;
  move_to_memory(file.bytes(), [&](std::size_t done) {
    all.push_back(done);
    return true;
  });
  EXPECT_TRUE(file.has_its_bytes());
#ifdef MREMAP_FIXED
  ASSERT_EQ(stopped.size(), 1U);
  EXPECT_LE(stopped.front(), 2 * kPiece);
  ASSERT_GE(all.size(), 3U);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i] - all[i - 1], kPiece);
  EXPECT_GT(all.back() + kPiece, file.bytes().size());
#endif
}

#ifdef MREMAP_FIXED

// The second piece has no pages then: reading them would end the process.
TEST(MovingToMemory, AFailureOfTheSystemLeavesNoHole) {
  const MappedFile file;
  ASSERT_TRUE(file.is_mapped());
  std::vector<std::size_t> done;
  move_to_memory(file.bytes(), [&](std::size_t bytes) {
    done.push_back(bytes);
    mremap_fails = true;
    return true;
  });
  mremap_fails = false;
  EXPECT_EQ(done.size(), 1U);
  EXPECT_TRUE(file.has_its_bytes());
}

#endif

}  // namespace
}  // namespace superflip
