// superflip coset, and campaigns of cosets: the real program with the least memory, so the standard tables.
#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "superflip/base/memory.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

// Each touches hundreds of megabytes.
const Labels kLabels{
    {"slow", "CliCoset"},         {"threads", "CliCoset"},         {"environment", "CliCoset"},
    {"slow", "CliCosetCampaign"}, {"threads", "CliCosetCampaign"}, {"environment", "CliCosetCampaign"}};

class CliCoset : public testing::Test {
 protected:
  void SetUp() override {
    if (available_memory() < 4'000'000'000) GTEST_SKIP() << "a coset takes 3.3 GB";
  }

  static std::vector<std::string> coset(const std::vector<std::string>& more) {
    std::vector<std::string> words{"coset", "--memory", "3300M", "--threads", "1", "--table", "optimal-47"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  const TemporaryFolder folder_;
};

TEST_F(CliCoset, LevelsListsAndSamplesAreShown) {
  const Ran ran = run(coset({"--max-depth", "5", "--list-depth", "4", "R U F", "R U F L"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_GT(lines.size(), 28U);
  EXPECT_EQ(lines[0], "cube UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB");
  EXPECT_EQ(lines[1], "coset 6350436 of 138639780 up to symmetry, one of 16 that are alike");
  EXPECT_EQ(lines[3], "    3               2               2");
  EXPECT_EQ(lines[7], "all positions found at depth 4:");
  EXPECT_EQ(lines[26].substr(0, 5), "cube ");

  const Ran lines_in = run(coset({"--max-depth", "2"}), "R\n");
  EXPECT_EQ(lines_of(lines_in.out)[0].substr(0, 5), "cube ") << lines_in.out;

  const Ran csv = run(coset({"--max-depth", "4", "--csv", "R U F", "R U F L"}));
  ASSERT_EQ(csv.code, 0) << csv.err;
  const auto rows = lines_of(csv.out);
  ASSERT_EQ(rows.size(), 11U);
  EXPECT_EQ(rows[0], "cube,depth,found,exact,nodes,words,seconds");
  EXPECT_NE(rows[5].find("UBB,4,18,1,"), std::string::npos) << rows[5];

  const Ran json = run(coset({"--max-depth", "6", "--samples", "2", "--json", "--number", "6350436"}));
  ASSERT_EQ(json.code, 0) << json.err;
  const Json found = Json::parse(json.out);
  EXPECT_EQ(found["class"], 6350436);
  EXPECT_EQ(found["exact_to"], 6);
  EXPECT_EQ(found["levels"][4]["samples"].size(), 2U);
  EXPECT_LE(found["bytes"], 3'300'000'000);
}

TEST_F(CliCoset, CtrlCPrintsWhatIsKnown) {
  Program program(coset({"--search-depth", "19", "--csv", "R U F"}));
  EXPECT_EQ(program.read_line(), "cube,depth,found,exact,nodes,words,seconds\n");
  program.signal(SIGINT);
  EXPECT_EQ(program.read_line(2), "superflip: stopped: what is printed is known so far\n");
  EXPECT_EQ(program.wait(), 130);
}

// The checkpoint is there when the work has begun.
TEST_F(CliCoset, WhatIsNotFoundYetIsNotLeftOver) {
  const std::string file = folder_ / "c.coset";
  Program program(coset({"--search-depth", "19", "--checkpoint", file, "R U F"}));
  while (!std::filesystem::exists(file) && !program.has_ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  program.signal(SIGINT);
  std::string line = program.read_line();
  while (!line.empty() && line.find("positions are") == std::string::npos) line = program.read_line();
  EXPECT_NE(line.find("positions are not found yet"), std::string::npos) << line;
  EXPECT_EQ(program.wait(), 130);
}

// It is killed at any moment after the checkpoint is there, then interrupted at any moment after it has written the
// next one, unless it has ended before.
TEST_F(CliCoset, GoesOnFromACheckpoint) {
  const std::string file = folder_ / "c.coset";
  const std::vector<std::string> depths{"--search-depth", "13", "--max-depth", "13", "--csv", "R U F L D B R U F L"};
  const auto with_file = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--checkpoint", file});
    return coset(words);
  };
  {
    Program program(with_file(depths));
    while (!std::filesystem::exists(file) && !program.has_ended())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(SIGKILL);
    program.wait();
  }
  {
    const auto before = std::filesystem::last_write_time(file);
    Program program(with_file(depths));
    while (std::filesystem::last_write_time(file) == before && !program.has_ended())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(SIGINT);
    const int code = program.wait();
    EXPECT_TRUE(code == 130 || code == 0) << code;
    EXPECT_FALSE(std::filesystem::exists(file + ".tmp"));
    EXPECT_FALSE(std::filesystem::exists(file + ".lock"));
  }
  const Ran ran = run(with_file(depths));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto without_seconds = [](const std::string& csv) {
    std::vector<std::string> rows = lines_of(csv);
    for (std::string& row : rows) row.resize(row.rfind(','));
    return rows;
  };
  EXPECT_EQ(without_seconds(ran.out), without_seconds(run(coset(depths)).out));
  EXPECT_TRUE(says(run(with_file({"--metric", "stm", "R U F L D B R U F L"})), 2, "is of another run"));
  EXPECT_TRUE(std::filesystem::exists(file));
}

// As on a full disk: the levels are printed, and the exit code says what is missing.
TEST_F(CliCoset, ACheckpointThatCannotBeWrittenTakesNoLevelsAway) {
  const std::string file = folder_ / "c.coset";
  ASSERT_EQ(run(coset({"--max-depth", "2", "--checkpoint", file, "R U F"})).code, 0);
  std::filesystem::create_directories(file + ".tmp/full");
  const Ran ran = run(coset({"--max-depth", "4", "--checkpoint", file, "R U F"}));
  EXPECT_TRUE(says(ran, 3, "cannot be written"));
  const auto lines = lines_of(ran.out);
  ASSERT_GT(lines.size(), 3U);
  EXPECT_EQ(lines[3], "    4              18              20");
}

TEST_F(CliCoset, MistakesAreSentences) {
  EXPECT_TRUE(says(run({"coset", "--memory", "2G", "R"}), 3, "2000 MB are available"));
  EXPECT_TRUE(says(run({"coset", "--max-depth", "3", "--list-depth", "4", "R"}), 2, "depth 4 cannot be listed"));
  EXPECT_TRUE(says(run({"coset", "--search-depth", "21", "R"}), 2, "a search to depth 21 makes no sense"));
  EXPECT_TRUE(says(run({"coset", "--extra", "1/0", "R"}), 2, "not a part such as 1/8"));
  EXPECT_TRUE(says(run({"coset", "--csv", "--samples", "2", "R"}), 2, "cannot be given together"));
  EXPECT_TRUE(says(run({"coset", "--metric", "atm", "R"}), 2, "htm|qtm|stm"));
  EXPECT_TRUE(says(run({"coset", "--number", "7", "R"}), 2, "no cube can be given"));
  EXPECT_TRUE(says(run({"coset", "R Q"}), 2, "Q"));
  EXPECT_TRUE(says(run({"coset", "--checkpoint", "c", "R", "U"}), 2, "a checkpoint is of one coset"));
}

TEST_F(CliCoset, CampaignsOfCosetsAreVerified) {
  const std::string file = folder_ / "c.db";
  ASSERT_EQ(run({"campaign", "create", file, "cosets", "--search-depth", "8", "--max-depth", "9", "--extra", "1/3",
                 "--keep-left", "R U2 F L"})
                .code,
            0);
  const std::vector<std::string> machine{"--memory", "3300M", "--threads", "1"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), machine.begin(), machine.end());
    return run(words);
  };
  const Ran ran = with({"campaign", "run", file});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Ran right = with({"campaign", "verify", file, "--share", "1", "--json"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_EQ(Json::parse(right.out)["checked"]["cosets repeated in a mirror"], 1);
  for (const char* forged : {R"('"exact_to":8', '"exact_to":9')", R"('"symmetries":1', '"symmetries":2')",
                             R"('"metric":"htm"', '"metric":"qtm"')", R"('"exact_to":8', '"exact_to":-7')"}) {
    const auto set = [&](const std::string& text) {
      SQLite::Database(file, SQLite::OPEN_READWRITE)
          .exec("UPDATE results SET result = replace(result, " + text + ") WHERE task = 0");
    };
    const std::string was = SQLite::Database(file).execAndGet("SELECT result FROM results WHERE task = 0").getString();
    set(forged);
    EXPECT_EQ(with({"campaign", "verify", file, "--share", "1"}).code, 1) << forged;
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    SQLite::Statement back(database, "UPDATE results SET result = ? WHERE task = 0");
    back.bind(1, was);
    back.exec();
  }
}

// Words in stm are done and counted.
TEST_F(CliCoset, CampaignsInStmAreVerified) {
  const std::string file = folder_ / "c.db";
  ASSERT_EQ(run({"campaign", "create", file, "cosets", "--metric", "stm", "--search-depth", "6", "--max-depth", "6",
                 "--samples", "3", "--keep-left", "R U F"})
                .code,
            0);
  const Ran ran = run({"campaign", "run", file, "--memory", "3300M", "--threads", "1"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Ran right = run({"campaign", "verify", file, "--share", "1", "--memory", "3300M", "--threads", "1", "--json"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  const Json checked = Json::parse(right.out)["checked"];
  EXPECT_EQ(checked["cosets repeated in a mirror"], 1);
  EXPECT_GE(checked["words done"], 8);
  EXPECT_GE(checked["levels counted by a plain search"], 5);
}

// Bytes of memory that the program has touched; 0 once it has ended.
std::uint64_t touched_by(const Program& program) {
  std::ifstream file("/proc/" + std::to_string(program.process()) + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// Waits until that is so, or the program has ended.
template <class Condition>
void wait_until(const Program& program, const Condition& condition) {
  while (!condition() && !program.has_ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class CliCosetCampaign : public CliCoset {
 protected:
  // Of one coset, whose positions at 10 to 15 moves are 4, 184, 3,844, 69,589, 1,158,714 and 18,276,639.
  void create(const std::string& file, const std::vector<std::string>& depths) const {
    std::vector<std::string> words{"campaign", "create", file, "cosets", "--keep-left"};
    words.insert(words.end(), depths.begin(), depths.end());
    ASSERT_EQ(run(words, std::string(kMoves) + "\n").code, 0);
  }
  static std::vector<std::string> work(const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"campaign", "run", file, "--memory", "3300M", "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  static Json status(const std::string& file) { return Json::parse(run({"campaign", "status", file, "--json"}).out); }
  static Json result(const std::string& file) { return Json::parse(run({"campaign", "export", file}).out)["result"]; }

  static constexpr const char* kMoves = "R U F L D B R U F L";
};

// What the program has touched says where it is: each of the bitmap's 2,520 pages takes a megabyte, from its first mark
// on. A kill is followed by a run that begins the coset anew, unless the killed one had ended before.
TEST_F(CliCosetCampaign, KillsInSearchesAndPassesLoseNothing) {
  struct Killed {
    std::string name;
    std::vector<std::string> depths;
    std::uint64_t touched;
  };
  for (const Killed& killed : {
           // Half of the pages have marks at depth 12 or 13, and the search goes on to 15.
           Killed{"search", {"--search-depth", "15", "--max-depth", "15"}, 1'200'000'000},
           // The search marks 188 pages at most, the first passes all of them; some ten more follow.
           Killed{"pass", {"--search-depth", "11", "--max-depth", "30"}, 2'000'000'000},
       }) {
    const std::string file = folder_ / killed.name;
    create(file, killed.depths);
    {
      Program program(work(file));
      wait_until(program, [&] { return touched_by(program) > killed.touched; });
      program.signal(SIGKILL);
      if (program.wait() != 0) {
        EXPECT_EQ(status(file)["done"], 0) << killed.name;
        EXPECT_EQ(status(file)["left"], 1) << killed.name;
      }
    }
    ASSERT_EQ(run(work(file)).code, 0) << killed.name;
    EXPECT_EQ(status(file)["done"], 1) << killed.name;
    std::vector<std::string> once = coset({"--json", kMoves});
    once.insert(once.end(), killed.depths.begin(), killed.depths.end());
    once.emplace_back("--keep-left");
    const Json expected = Json::parse(run(once).out);
    EXPECT_EQ(result(file)["distribution"], expected["distribution"]) << killed.name;
    EXPECT_EQ(result(file)["left"], expected["left"]) << killed.name;
    const Ran right =
        run({"campaign", "verify", file, "--share", "1", "--memory", "3300M", "--threads", "1", "--json"});
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    // Where the result says how many moves suffice for all.
    EXPECT_EQ(Json::parse(right.out)["checked"]["random positions of cosets solved"] > 0, expected["left"] == 0);
  }
}

// It is killed when the checkpoint has some levels, then interrupted when it has read them, unless it has ended before.
TEST_F(CliCosetCampaign, GoesOnFromCheckpoints) {
  namespace fs = std::filesystem;
  const std::string file = folder_ / "c.db";
  const fs::path checkpoints = folder_ / "checkpoints";
  create(file, {"--search-depth", "15", "--max-depth", "15"});
  const std::vector<std::string> words = work(file, {"--checkpoints", checkpoints.string()});
  // The file of the coset; empty while there is none.
  const auto checkpoint = [&] {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(checkpoints, none))
      if (entry.path().extension() == ".checkpoint") return entry.path();
    return fs::path();
  };
  {
    Program program(words);
    std::error_code none;
    // The 73,621 positions up to depth 13, four bytes each.
    const auto has_levels = [&] {
      const std::uintmax_t bytes = fs::file_size(checkpoint(), none);
      return !none && bytes > 250'000;
    };
    wait_until(program, has_levels);
    program.signal(SIGKILL);
    if (program.wait() == 0) GTEST_SKIP() << "it had ended before it was killed";
  }
  ASSERT_EQ(status(file)["left"], 1);

  // It is read: a file that is cut off ends the run.
  ASSERT_FALSE(checkpoint().empty());
  fs::copy_file(checkpoint(), folder_ / "whole");
  fs::resize_file(checkpoint(), fs::file_size(checkpoint()) - 1);
  EXPECT_TRUE(says(run(words), 3, "cannot be used"));
  EXPECT_EQ(status(file)["left"], 1);
  fs::copy_file(folder_ / "whole", checkpoint(), fs::copy_options::overwrite_existing);

  {
    Program program(words);
    wait_until(program, [&] { return touched_by(program) > 1'200'000'000; });
    program.signal(SIGINT);
    const int code = program.wait();
    EXPECT_TRUE(code == 130 || code == 0) << code;
    EXPECT_EQ(status(file)["claimed"], 0);
    EXPECT_EQ(checkpoint().empty(), status(file)["left"] == 0);
  }
  ASSERT_EQ(run(words).code, 0);
  EXPECT_EQ(result(file)["distribution"], (Json{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 184, 3844, 69589, 1158714, 18276639}));
  EXPECT_TRUE(fs::is_empty(checkpoints));
}

}  // namespace
}  // namespace superflip
