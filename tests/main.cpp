// The test program. Beside GoogleTest's options it knows `--ctest FILE`, which writes all tests with their labels for
// CTest, and it makes a test fail that starts threads without being labelled so.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include "tests/support/labels.h"

namespace superflip {
namespace {

bool names(const std::string& tests, const std::string& suite, const std::string& test) {
  const std::string bare = suite.substr(suite.find('/') + 1);
  const std::string bare_test = test.substr(0, test.find('/'));
  return tests == suite || tests == bare || tests == suite + '.' + bare_test || tests == bare + '.' + bare_test;
}

std::set<std::string> labels_of(const testing::TestInfo& info) {
  const std::string suite = info.test_suite_name();
  std::set<std::string> labels;
  for (const auto& [label, tests] : all_labels())
    if (names(tests, suite, info.name())) labels.insert(label);
  if (suite.starts_with("Slow")) labels.insert("slow");
  if (suite.starts_with("Cli") || suite.starts_with("SlowCli")) labels.insert("cli");
  return labels;
}

template <class Visit>
void for_each_test(Visit visit) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) visit(*suite.GetTestInfo(t));
  }
}

// One line a test: superflip_test(NAME LABEL...), a function that tests/CMakeLists.txt defines.
int write_ctest(const char* path) {
  constexpr std::string_view kKnown = "," SUPERFLIP_LABELS ",";  // cmake/labels.cmake
  for (const Label& l : all_labels()) {
    bool found = false;
    for_each_test([&](const testing::TestInfo& t) { found = found || names(l.tests, t.test_suite_name(), t.name()); });
    if (found && kKnown.find(',' + l.label + ',') != kKnown.npos) continue;
    std::cerr << "error: the label {\"" << l.label << "\", \"" << l.tests << "\"} is unknown or names no test\n";
    return 1;
  }
  std::ofstream file(path);
  for_each_test([&](const testing::TestInfo& info) {
    file << "superflip_test(" << info.test_suite_name() << '.' << info.name();
    for (const std::string& label : labels_of(info)) file << ' ' << label;
    file << ")\n";
  });
  return file.flush() ? 0 : 1;
}

std::atomic<int> started{0};  // threads, by this process

class NoticesThreads : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { started = 0; }
  void OnTestEnd(const testing::TestInfo& info) override {
    if (started > 0 && !labels_of(info).contains("threads"))
      ADD_FAILURE() << "This test starts threads: its file must label it \"threads\" (see tests/support/labels.h).";
  }
};

#ifdef SUPERFLIP_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

// RapidCheck draws the same values in every run, so that an old fault does not stop a new change by chance. The
// variable SUPERFLIP_SEED asks for others: a number, or `random` (`make check`). RapidCheck prints the seed. Sanitized,
// a quarter of the values is drawn, since each costs ten to twenty times as much; `make check` draws all.
void fix_seed() {
  const char* asked = std::getenv("SUPERFLIP_SEED");
  const std::string seed = asked == nullptr ? "20260101" : asked;
  if (seed == "random") return;
  ::setenv("RC_PARAMS", ("seed=" + seed + (kIsSanitized ? " max_success=25" : "")).c_str(), 0);
}

}  // namespace
}  // namespace superflip

// Stands in front of the system's function, so that threads are counted. Sanitizers put their own there.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  ++superflip::started;
  return create(thread, attributes, body, argument);
}
#endif

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 3 && std::string_view(argv[1]) == "--ctest") return superflip::write_ctest(argv[2]);
  superflip::fix_seed();
  testing::UnitTest::GetInstance()->listeners().Append(new superflip::NoticesThreads);
  return RUN_ALL_TESTS();
}
