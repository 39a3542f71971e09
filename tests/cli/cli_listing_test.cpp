// Lists of cubes that would take for ever, by the real program: what is known at once, limits, progress, and their
// ends.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

// A limit of time ends the list; a bar is drawn after half a second.
const Labels kEnvironment{{"environment", "CliListing.TimeIsALimit"},
                          {"environment", "CliListing.ATerminalShowsProgressAndCtrlCEndsIt"}};

TEST(CliListing, WhatNoCubeHasIsSoonKnown) {
  EXPECT_TRUE(says(run({"symmetry", "cubes", "C2(a)", "--max-colours", "1", "-n", "1"}), 1,
                   "no cube of this symmetry is as wanted"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "C2(a)", "--max-colours", "1", "--random", "1"}), 1,
                   "no cube of this symmetry is as wanted"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Cs(a)", "--order", "7", "-n", "1"}), 1,
                   "no cube with the symmetries Cs(a) has the order 7: there are 1 2 3 4 "));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "C1", "--order", "13", "--random", "1"}), 1,
                   "no cube with the symmetries C1 has the order 13: there are 1 2 3 "));
}

TEST(CliListing, NumbersAreKnownWithoutAList) {
  const std::string anything = "\?\?\?/\?\?\?/\?\?\?";
  EXPECT_EQ(run({"patterns", anything, "--count"}).out, "43252003274489856000\n");
  EXPECT_EQ(run({"patterns", "xxx/xxx/xxx@U", "--count"}).out, "963158999040\n");
  EXPECT_EQ(run({"patterns", "checkerboard", "--count"}).out, "17\n");
  EXPECT_EQ(run({"patterns", "checkerboard", "--count", "--unique"}).out, "3\n");
  EXPECT_EQ(run({"patterns", anything, "--count", "-n", "5"}).out, "5\n");
  EXPECT_EQ(run({"symmetry", "cubes", "Ci", "--count"}).out, "45862360944\n");
  EXPECT_EQ(run({"symmetry", "cubes", "C1", "--at-least", "--count"}).out, "43252003274489856000\n");
  EXPECT_EQ(run({"symmetry", "cubes", "D3", "--unique", "--count"}).out,
            std::to_string(lines_of(run({"symmetry", "cubes", "D3", "--unique"}).out).size()) + "\n");
  EXPECT_EQ(Json::parse(run({"symmetry", "cubes", "D3", "--count", "--json"}).out)["cubes"], 416);
}

TEST(CliListing, TooManyAreRefused) {
  EXPECT_TRUE(says(run({"patterns", "\?\?\?/\?\?\?/\?\?\?", "--count", "--unique"}), 2,
                   "at least 43252003274489856000 cubes look so, too many to be counted one by one"));
  EXPECT_TRUE(
      says(run({"symmetry", "cubes", "C1", "--count", "--parity", "even"}), 2, "too many to be counted one by one"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--count", "--random", "5"}), 2, "--count"));
}

TEST(CliListing, TimeIsALimit) {
  const Ran count = run({"symmetry", "cubes", "Ci", "--unique", "--count", "--time", "100"});
  EXPECT_TRUE(says(count, 1, "the time is over; found so far: "));
  EXPECT_EQ(count.out, "");
  EXPECT_TRUE(
      says(run({"symmetry", "cubes", "C1", "--random", "1", "--parity", "even", "--order", "1", "--time", "100"}), 1,
           "the time is over; found so far: 0"));
  EXPECT_TRUE(says(run({"patterns", "\?\?\?/\?\?\?/\?\?\?", "--count", "--unique", "--time", "100"}), 1,
                   "the time is over; found so far: "));
  // What is complete before does not miss anything.
  EXPECT_EQ(run({"symmetry", "cubes", "D3", "--time", "600000"}).out, run({"symmetry", "cubes", "D3"}).out);
}

// A pseudo-terminal, both of its ends.
std::array<int, 2> terminal() {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0 || ::grantpt(ours) != 0 || ::unlockpt(ours) != 0)
    throw std::system_error(errno, std::generic_category(), "terminal");
  return {ours, ::open(::ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC)};
}

TEST(CliListing, ATerminalShowsProgressAndCtrlCEndsIt) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"symmetry", "cubes", "Ci", "--unique", "--count"},
        {"symmetry", "cubes", "C1", "--parity", "even", "--order", "1", "--random", "1"},
        {"patterns", "\?\?\?/\?\?\?/\?\?\?", "--count", "--unique", "--time", "1000000000"}}) {
    const std::array<int, 2> ends = terminal();
    const int ours = ends[0];
    const int theirs = ends[1];
    std::string shown;
    {
      Program program(arguments, {}, -1, -1, theirs);
      ::close(theirs);
      std::array<char, 1000> part;
      const auto read_until = [&](const std::string& text) {
        pollfd waiting{ours, POLLIN, 0};
        while (shown.find(text) == std::string::npos && ::poll(&waiting, 1, 60'000) > 0) {
          const auto bytes = ::read(ours, part.data(), part.size());
          if (bytes <= 0) break;
          shown.append(part.data(), static_cast<std::size_t>(bytes));
        }
      };
      read_until(" found");
      program.signal(SIGINT);
      read_until("found so far");
      EXPECT_EQ(program.wait(), 130) << arguments[1];
    }
    ::close(ours);
    EXPECT_NE(shown.find(" %  "), std::string::npos) << arguments[1] << shown;
    EXPECT_NE(shown.find("stopped; found so far: "), std::string::npos) << arguments[1] << shown;
  }
}

}  // namespace
}  // namespace superflip
