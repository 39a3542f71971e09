// What a test needs, stated in the test's own file, so that builds can select tests by it (CMakePresets.json):
//
//   const Labels kLabels{{"threads", "Pipeline"}, {"slow", "Pruning.FindsThePublishedDistributionsOfPhase1"}};
//
// A label applies to all tests of a suite or to one test. For parameterised suites, "Suite" means all instantiations
// and "Prefix/Suite" one of them.
//   slow     takes more than a few seconds: only `make check` runs it, and nothing runs it sanitized
//   long     takes long when sanitized, or makes large tables: sanitized, only `make check` runs it
//   threads  starts threads, or a program that does: `make tsan` runs only these tests
//   cli      runs the program
//   environment  depends on the disk, the size of the memory, the clock or the network
// A test that starts a thread without the label `threads` fails (see main.cpp). Suites called Slow* or Cli* have the
// label slow or cli automatically. A label that matches no test, or that cmake/labels.cmake lacks, is a build error.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace superflip {

struct Label {
  std::string label;
  std::string tests;  // "Suite", "Prefix/Suite", "Suite.Test" or "Prefix/Suite.Test"
};

// All labels of all files.
inline std::vector<Label>& all_labels() {
  static std::vector<Label> labels;
  return labels;
}

struct Labels {
  Labels(std::initializer_list<Label> labels) { all_labels().insert(all_labels().end(), labels); }
};

}  // namespace superflip
