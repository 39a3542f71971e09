// Several processes, and processes that are killed, run out of disk or may not write.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <thread>

#include "superflip/base/detail/file.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "StoreProcesses.KilledAtRandomMoments"}, {"threads", "StoreProcesses"}};
// Disks, rights, locks and mounts.
const Labels kEnvironment{{"environment", "StoreProcesses"}};

// Numbers that parent and children share.
struct Shared {
  std::atomic<int> builds{0};
  std::atomic<bool> building{false};
  std::atomic<bool> released{false};
};

class StoreProcesses : public ::testing::Test {
 protected:
  StoreProcesses()
      : shared_(new (::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                    Shared) {}
  ~StoreProcesses() override { ::munmap(shared_, sizeof(Shared)); }

  // Runs the body in a child, which ends with status 0 when it gives true.
  static pid_t start(const std::function<bool()>& body) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool well = false;
      try {
        well = body();
      } catch (...) {
      }
      ::_exit(well ? 0 : 1);
    }
    return child;
  }

  // Its exit status, or minus the signal that ended it.
  static int end_of(pid_t child) {
    int status = -1;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  static void wait_for(const std::function<bool()>& condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }

  Table make(const TableStore& store, const TableIdentity& identity) const {
    return store
        .load_or_build(identity, building([&](std::span<std::byte> bytes) {
                         ++shared_->builds;
                         fill_pattern(bytes);
                       }))
        .value();
  }

  // A later process finds right bytes and clears up. (A lock file may be left by who was killed when all was done but
  // that; it is of no harm.)
  void expect_recovery(const TableIdentity& identity) const {
    WatchedStore store(folder_.path());
    EXPECT_TRUE(has_pattern(store.table(identity), identity.bytes));
    EXPECT_TRUE(store.warnings.empty());
    std::set<std::string> names = folder_.names();
    names.erase(identity.name + ".table.lock");
    EXPECT_EQ(names, (std::set<std::string>{identity.name + ".table", identity.name + ".table.checked"}));
    const Expected<Table> loaded = store.store.load(identity);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(has_pattern(*loaded, identity.bytes));
    EXPECT_EQ(store.store.verify(folder_ / (identity.name + ".table")).state, TableState::good);
  }

  bool has_temporary() const {
    const std::set<std::string> names = folder_.names();
    return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.ends_with(".tmp"); });
  }

  TemporaryFolder folder_;
  Shared* shared_;
};

TEST_F(StoreProcesses, BuildOnceForAll) {
  const TableIdentity identity{"once", 1, "", 3'000'000};
  std::array<pid_t, 6> children{};
  for (pid_t& child : children)
    child = start([&] {
      wait_for([&] { return shared_->released.load(); });
      WatchedStore store(folder_.path());
      const bool is_right = has_pattern(make(store.store, identity), identity.bytes);
      // Whoever waits long is told for whom, and nobody is told anything else.
      return is_right && std::all_of(store.warnings.begin(), store.warnings.end(), [](const std::string& warning) {
               return warning.starts_with("another process is making the table once");
             });
    });
  shared_->released = true;
  for (const pid_t child : children) EXPECT_EQ(end_of(child), 0);
  EXPECT_EQ(shared_->builds, 1);
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"once.table", "once.table.checked"}));
}

TEST_F(StoreProcesses, WhoWaitsIsToldOnceAndThenLoads) {
  const TableIdentity identity{"slow", 1, "", 10'000};
  const pid_t child = start([&] {
    TableStore(folder_.path()).load_or_build(identity, building([&](std::span<std::byte> bytes) {
                                               shared_->building = true;
                                               wait_for([&] { return shared_->released.load(); });
                                               fill_pattern(bytes);
                                             }));
    return true;
  });
  wait_for([&] { return shared_->building.load(); });
  std::vector<std::string> warnings;
  const TableStore store(folder_.path(), [&](const std::string& warning) {
    warnings.push_back(warning);
    shared_->released = true;
  });
  EXPECT_TRUE(has_pattern(make(store, identity), identity.bytes));
  EXPECT_EQ(shared_->builds, 0);
  EXPECT_EQ(warnings, std::vector<std::string>{"another process is making the table slow in " +
                                               folder_.path().string() + "; waiting for it"});
  EXPECT_EQ(end_of(child), 0);
}

TEST_F(StoreProcesses, WhoWaitsCanBeStopped) {
  const TableIdentity identity{"slow", 1, "", 10'000};
  const pid_t child = start([&] {
    return !TableStore(folder_.path()).load_or_build(identity, building([&](std::span<std::byte>) {
                                                       shared_->building = true;
                                                       for (;;) ::pause();
                                                     }));
  });
  wait_for([&] { return shared_->building.load(); });
  StopFlag stop{false};
  int warnings = 0;
  const TableStore store(folder_.path(), [&](const std::string&) {
    ++warnings;
    stop = true;
  });
  const auto made = store.load_or_build(identity, building([](std::span<std::byte>) {}), &stop);
  ASSERT_FALSE(made);  // the other process never ends
  EXPECT_EQ(made.error().kind, ErrorKind::stopped);
  EXPECT_EQ(warnings, 1);
  EXPECT_EQ(store.save(identity, std::vector<std::byte>(10'000), &stop).error().kind, ErrorKind::stopped);
  ::kill(child, SIGKILL);
  end_of(child);
}

// A closed standard stream must not become a table or its lock.
TEST_F(StoreProcesses, NoFileIsAStandardStream) {
  const TableIdentity identity{"open", 1, "", 10'000};
  const pid_t child = start([&] {
    for (const int stream : {0, 1, 2}) ::close(stream);
    const auto is_free = [](int stream) { return ::fcntl(stream, F_GETFD) < 0; };
    bool well = true;
    const Table table = TableStore(folder_.path())
                            .load_or_build(identity, building([&](std::span<std::byte> bytes) {  // the lock is open
                                             well = is_free(0) && is_free(1) && is_free(2);
                                             fill_pattern(bytes);
                                           }))
                            .value();
    std::error_code error;
    const File file = File::open(folder_ / "open.table", error);
    const int results = open_descriptor(folder_ / "results", O_RDWR | O_CREAT, error);
    return well && file.descriptor() >= 3 && results >= 3 && !error && has_pattern(table, identity.bytes);
  });
  EXPECT_EQ(end_of(child), 0);
}

TEST_F(StoreProcesses, WhoWaitsTakesOverFromTheKilled) {
  const TableIdentity identity{"heir", 1, "", 10'000};
  const pid_t child = start([&] {
    TableStore(folder_.path()).load_or_build(identity, building([&](std::span<std::byte>) {
                                               shared_->building = true;
                                               for (;;) ::pause();
                                             }));
    return false;
  });
  wait_for([&] { return shared_->building.load(); });
  const TableStore store(folder_.path(), [&](const std::string&) { ::kill(child, SIGKILL); });
  EXPECT_TRUE(has_pattern(make(store, identity), identity.bytes));
  EXPECT_EQ(shared_->builds, 1);
  EXPECT_EQ(end_of(child), -SIGKILL);
  expect_recovery(identity);
}

// The system kills a process whose file grows too large, with the part that fits written.
TEST_F(StoreProcesses, KilledWhileWriting) {
  const TableIdentity identity{"large", 1, "", 4 << 20};
  for (const rlim_t limit : {1, 4096, 1 << 20, 4 << 20}) {
    const pid_t child = start([&] {
      const rlimit file_size{limit, limit};
      const rlimit no_core{0, 0};
      if (::setrlimit(RLIMIT_FSIZE, &file_size) != 0 || ::setrlimit(RLIMIT_CORE, &no_core) != 0) return false;
      TableStore(folder_.path()).load_or_build(identity, building([](std::span<std::byte> bytes) {
                                                 std::fill(bytes.begin(), bytes.end(),
                                                           std::byte{7});  // fast, and wrong, should anybody read it
                                               }));
      return true;
    });
    EXPECT_EQ(end_of(child), -SIGXFSZ) << "with files of at most " << limit << " bytes";
    EXPECT_TRUE(has_temporary());
  }
  expect_recovery(identity);
}

TEST_F(StoreProcesses, KilledAtRandomMoments) {
  std::mt19937 random(20240501);
  for (int round = 0; round < 40; ++round) {
    const TableIdentity identity{"victim", 1, "", 2'000'000};
    const pid_t child = start([&] {
      shared_->building = true;
      make(TableStore(folder_.path()), identity);
      return true;
    });
    wait_for([&] { return shared_->building.load(); });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 50'000));
    ::kill(child, SIGKILL);
    end_of(child);
    shared_->building = false;
    expect_recovery(identity);
    if (HasFailure()) FAIL() << "in round " << round;
    for (const std::string& name : folder_.names()) std::filesystem::remove(folder_ / name);
  }
}

// The table cannot be saved: one warning, the right bytes, nothing left behind.
bool is_used_from_memory(const std::filesystem::path& folder, const TableIdentity& identity) {
  WatchedStore store(folder);
  return has_pattern(store.table(identity), identity.bytes) && store.warnings.size() == 1 &&
         store.warnings[0].find("set SUPERFLIP_CACHE") != std::string::npos && std::filesystem::is_empty(folder);
}

TEST_F(StoreProcesses, WriteErrorIsAWarning) {
  for (const rlim_t limit : {0, 1000, 4096, 500'000, 1'000'000}) {
    const pid_t child = start([&] {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit file_size{limit, limit};
      return ::setrlimit(RLIMIT_FSIZE, &file_size) == 0 &&
             is_used_from_memory(folder_.path(), {"limited", 1, "", 1'000'000});
    });
    EXPECT_EQ(end_of(child), 0) << "with files of at most " << limit << " bytes";
  }
}

TEST_F(StoreProcesses, FullDiskIsAWarning) {
  // A small disk of its own, in a child that may mount one.
  constexpr int kNotPermitted = 77;
  const pid_t child = start([&] {
    if (::unshare(CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=1m,mode=0700") != 0)
      ::_exit(kNotPermitted);
    return is_used_from_memory(folder_.path(), {"full", 1, "", 3'000'000});
  });
  const int status = end_of(child);
  if (status == kNotPermitted) GTEST_SKIP() << "mounting is not permitted here";
  EXPECT_EQ(status, 0);
}

// For a body that root would be allowed too much.
bool without_privileges(const std::function<bool()>& body) {
  return (::geteuid() != 0 || (::setgid(65534) == 0 && ::setuid(65534) == 0)) && body();
}

TEST_F(StoreProcesses, UnwritableFolderIsAWarning) {
  ::chmod(folder_.path().c_str(), 0555);
  const pid_t child = start([&] {
    return without_privileges([&] { return is_used_from_memory(folder_.path(), {"barred", 1, "", 5000}); });
  });
  EXPECT_EQ(end_of(child), 0);
  ::chmod(folder_.path().c_str(), 0755);
}

TEST_F(StoreProcesses, ReadOnlyFolderWithoutStampIsUsedSilently) {
  const TableIdentity identity{"given", 1, "", 5000};
  make(TableStore(folder_.path()), identity);
  std::filesystem::remove(folder_ / "given.table.checked");
  ::chmod(folder_.path().c_str(), 0555);
  const pid_t child = start([&] {
    return without_privileges([&] {
      WatchedStore store(folder_.path());
      return has_pattern(store.table(identity), identity.bytes) && store.builds == 0 && store.warnings.empty() &&
             store.store.verify(folder_ / "given.table").state == TableState::good &&
             !store.store.remove(folder_ / "given.table");
    });
  });
  EXPECT_EQ(end_of(child), 0);
  EXPECT_EQ(folder_.names(), std::set<std::string>{"given.table"});
  ::chmod(folder_.path().c_str(), 0755);
}

TEST_F(StoreProcesses, UnreadableFolderIsAnErrorOfTheList) {
  ::chmod(folder_.path().c_str(), 0);
  const pid_t child = start([&] {
    return without_privileges([&] {
      const auto list = TableStore(folder_.path()).list();
      return !list && list.error().kind == ErrorKind::system &&
             list.error().message.find("Permission denied") != std::string::npos;
    });
  });
  EXPECT_EQ(end_of(child), 0);
  ::chmod(folder_.path().c_str(), 0755);
  EXPECT_NE(TableStore("/etc/passwd").list().error().message.find("Not a directory"), std::string::npos);
}

TEST_F(StoreProcesses, OwnFileThatNobodyMayReadIsRemoved) {
  ::chmod(folder_.path().c_str(), 0755);
  const std::filesystem::path mine = folder_ / "mine";
  std::filesystem::create_directory(mine);
  ASSERT_TRUE(::geteuid() != 0 || ::chown(mine.c_str(), 65534, 65534) == 0);
  const pid_t child = start([&] {
    return without_privileges([&] {
      WatchedStore store(mine);
      store.table({"shut", 1, "", 5000});
      write_file(mine / "notes.table", "not ours");
      for (const char* name : {"shut.table", "notes.table"}) ::chmod((mine / name).c_str(), 0);
      return store.store.remove(mine / "shut.table") && !store.store.remove(mine / "notes.table") &&
             !std::filesystem::exists(mine / "shut.table") &&
             std::filesystem::status(mine / "notes.table").permissions() == std::filesystem::perms::none;
    });
  });
  EXPECT_EQ(end_of(child), 0);
}

TEST_F(StoreProcesses, RemoveDoesNotDisturbWhoIsMaking) {
  const TableIdentity identity{"remade", 1, "", 10'000};
  make(TableStore(folder_.path()), identity);
  TableIdentity newer = identity;
  newer.version = 2;
  const pid_t child = start([&] {
    const Table table = TableStore(folder_.path())
                            .load_or_build(newer, building([&](std::span<std::byte> bytes) {
                                             shared_->building = true;
                                             wait_for([&] { return shared_->released.load(); });
                                             fill_pattern(bytes);
                                           }))
                            .value();
    return has_pattern(table, newer.bytes);
  });
  wait_for([&] { return shared_->building.load(); });
  EXPECT_TRUE(TableStore(folder_.path()).remove(folder_ / "remade.table"));
  EXPECT_EQ(folder_.names(), std::set<std::string>{"remade.table.lock"});
  shared_->released = true;
  EXPECT_EQ(end_of(child), 0);
  expect_recovery(newer);
}

}  // namespace
}  // namespace superflip
