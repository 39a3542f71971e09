// superflip coset, and campaigns of cosets: the real program with the least memory, so the standard tables.
#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "superflip/base/memory.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

// Each touches hundreds of megabytes.
const Labels kLabels{{"slow", "CliCoset"}, {"threads", "CliCoset"}, {"environment", "CliCoset"}};

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

// A run is killed in the search and in passes, and the next one begins the coset anew.
TEST_F(CliCoset, KillsInSearchesAndPassesLoseNothing) {
  const std::string file = folder_ / "c.db";
  const std::vector<std::string> depths{"--search-depth", "13", "--max-depth", "25"};  // until all are found
  std::vector<std::string> create{"campaign", "create", file, "cosets"};
  create.insert(create.end(), depths.begin(), depths.end());
  ASSERT_EQ(run(create, "R U F L D B R U F L\n").code, 0);
  const std::vector<std::string> work{"campaign", "run", file, "--memory", "3300M", "--threads", "1"};
  const auto status = [&] { return Json::parse(run({"campaign", "status", file, "--json"}).out); };
  for (const int milliseconds : {200, 1000, 2500, 4000}) {  // a search takes a second, and each pass about as long
    Program program(work);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    program.signal(SIGKILL);
    if (program.wait() == 0 || status()["done"] == 1) break;  // a fast machine
    EXPECT_EQ(status()["done"], 0);
    EXPECT_EQ(status()["left"], 1);
  }
  ASSERT_EQ(run(work).code, 0);
  EXPECT_EQ(status()["done"], 1);
  const Ran exported = run({"campaign", "export", file});
  const Json result = Json::parse(exported.out)["result"];
  std::vector<std::string> once = coset({"--json", "R U F L D B R U F L"});
  once.insert(once.end(), depths.begin(), depths.end());
  const Json expected = Json::parse(run(once).out);
  EXPECT_EQ(result["distribution"], expected["distribution"]);
  EXPECT_GE(result["distribution"].size(), 21U);
  EXPECT_EQ(result["left"], 0);
  const Ran right = run({"campaign", "verify", file, "--share", "1", "--memory", "3300M", "--threads", "1", "--json"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_GT(Json::parse(right.out)["checked"]["random positions of cosets solved"], 0);
}

}  // namespace
}  // namespace superflip
