// superflip campaign: the real program, killed, interrupted, started twice, and on disks that are full.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

// Those that are long make a table of the optimal solver.
const Labels kLabels{{"long", "CliCampaign.TwoRunsShareAFile"},
                     {"long", "CliCampaign.KillsLoseAndRepeatNothing"},
                     {"threads", "CliCampaign"},
                     {"long", "CliCampaign.CtrlCEndsARunAndGivesBackItsTasks"},
                     {"long", "CliCampaign.ExportsAllFormats"},
                     {"long", "CliCampaign.VerifySaysWhatItChecked"}};
// Disks that are full.
const Labels kEnvironment{{"environment", "CliCampaign.ExportsAllFormats"},
                          {"environment", "CliCampaign.AnExportDestroysNothing"},
                          {"environment", "CliCampaign.AFullDiskIsASentence"}};

class CliCampaign : public testing::Test {
 protected:
  std::string path(const std::string& name = "c.db") const { return folder_ / name; }

  void create(const std::vector<std::string>& options, const std::string& input = "",
              const std::string& name = "c.db") {
    std::vector<std::string> words{"campaign", "create", path(name)};
    words.insert(words.end(), options.begin(), options.end());
    const Ran ran = run(words, input);
    ASSERT_EQ(ran.code, 0) << ran.err;
  }

  Json status(const std::string& name = "c.db") const {
    const Ran ran = run({"campaign", "status", path(name), "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return Json::parse(ran.out, nullptr, false);
  }

  // As any other program sees it.
  int committed() const {
    return SQLite::Database(path(), SQLite::OPEN_READONLY, 10'000).execAndGet("SELECT done FROM campaign").getInt();
  }

  // The moves found for each task.
  std::map<int, std::string> moves(const std::string& name = "c.db") const {
    const Ran ran = run({"campaign", "export", path(name)});
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::map<int, std::string> all;
    for (const std::string& line : lines_of(ran.out)) {
      const Json json = Json::parse(line);
      EXPECT_TRUE(
          all.emplace(json["task"].get<int>(), json["result"]["solutions"][0]["moves"].get<std::string>()).second);
    }
    return all;
  }

  const TemporaryFolder folder_;
};

// Each process is killed as soon as it has committed something. None ends before, on a machine of any speed, for the
// last task takes years: no word of the superflip has 17 moves.
TEST_F(CliCampaign, KillsLoseAndRepeatNothing) {
  constexpr int kCubes = 100;
  Random random(5);
  std::string cubes;
  for (int i = 0; i < kCubes; ++i) {
    Cube cube;
    for (int n = 0; n < 12; ++n) cube = apply(cube, Move(random.below(kMoves)));
    cubes += to_facelets(cube) + "\n";
  }
  const std::vector<std::string> options{"cubes", "--max-length", "17"};
  create(options, cubes + kSuperflip + "\n");
  create(options, cubes, "whole.db");
  ASSERT_EQ(run({"campaign", "run", path("whole.db")}).code, 0);
  for (int kills = 0; committed() < kCubes; ++kills) {
    const int before = committed();
    Program program({"campaign", "run", path(), "--threads", "2"});  // one of them may have the superflip
    while (committed() == before && !program.has_ended())
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + kills % 7));
    program.signal(SIGKILL);
    ASSERT_EQ(program.wait(), 128 + SIGKILL);
  }
  const Json after = status();
  EXPECT_EQ(after["done"], kCubes);
  EXPECT_EQ(after["left"], 1);
  EXPECT_EQ(moves(), moves("whole.db"));
}

TEST_F(CliCampaign, TwoRunsShareAFile) {
  create({"cubes", "--random", "400", "--nodes", "20000"});
  Program first({"campaign", "run", path(), "--threads", "1", "--limit", "200"});
  Program second({"campaign", "run", path(), "--threads", "1", "--limit", "200"});
  EXPECT_EQ(first.wait(), 0);
  EXPECT_EQ(second.wait(), 0);
  const Json after = status();
  EXPECT_EQ(after["done"], 400);
  ASSERT_EQ(after["runs"].size(), 2U);
  for (const Json& one : after["runs"]) {
    EXPECT_EQ(one["done"], 200);
    EXPECT_FALSE(one["alive"]);
  }
  EXPECT_EQ(moves().size(), 400U);
}

TEST_F(CliCampaign, CtrlCEndsARunAndGivesBackItsTasks) {
  create({"cubes", "--optimal"}, std::string(kSuperflip) + "\n" + kSuperflip + " R\n");
  Program program({"campaign", "run", path(), "--table", "optimal-47", "--threads", "2"});
  while (status()["claimed"] != 2 && !program.has_ended()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 130);
  const Json after = status();
  EXPECT_EQ(after["claimed"], 0);
  EXPECT_EQ(after["left"], 2);
}

TEST_F(CliCampaign, ExportsAllFormats) {
  create({"cubes", "--optimal"}, "R U F\n\n# no cube\nR2 U2\n");
  ASSERT_EQ(run({"campaign", "run", path(), "--table", "optimal-47"}).code, 0);
  const Ran csv = run({"campaign", "export", path(), "--csv"});
  const auto lines = lines_of(csv.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].substr(0, 30), "task,input,moves,length,count,");
  EXPECT_NE(lines[1].find(",F' U' R',3,1,3,true,complete,optimal,"), std::string::npos) << lines[1];
  ASSERT_EQ(run({"campaign", "export", path(), "--jsonl", "-o", path("out")}).code, 0);
  EXPECT_EQ(read_file(path("out")), run({"campaign", "export", path()}).out);
  const Json json = Json::parse(lines_of(read_file(path("out"))).at(1));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["result"]["solutions"][0]["moves"], "U2 R2");
  EXPECT_FALSE(json["tables"].empty());
  EXPECT_TRUE(says(run({"campaign", "export", path(), "-o", "/nonexistent/out"}), 3, "No such file"));
  EXPECT_TRUE(says(run({"campaign", "export", path()}, "", {}, "/dev/full"), 3, "No space left"));
  const Ran parquet = run({"campaign", "export", path(), "--parquet"}, "", {{"SUPERFLIP_PYTHON", "/bin/false"}});
  EXPECT_TRUE(says(parquet, 3, "pip install 'superflip[campaign]'"));
  EXPECT_TRUE(says(run({"campaign", "run", path(), "--dask", "local"}, "", {{"SUPERFLIP_PYTHON", "/bin/false"}}), 3,
                   "pip install 'superflip[cluster]'"));
}

TEST_F(CliCampaign, AnExportDestroysNothing) {
  create({"coordinates", "EdgeOrientation"});
  ASSERT_EQ(run({"campaign", "run", path()}).code, 0);
  const std::string before = read_file(path());
  std::filesystem::create_symlink("c.db", path("link"));
  std::filesystem::create_hard_link(path(), path("other"));
  for (const char* output : {"c.db", "link", "other", "c.db-wal", "c.db-shm", "c.db-journal"})
    EXPECT_TRUE(says(run({"campaign", "export", path(), "-o", path(output)}), 2, "belongs to the campaign")) << output;
  EXPECT_EQ(read_file(path()), before);
  const std::string results = run({"campaign", "export", path()}).out;

  write_file(path("old"), "old");
  std::filesystem::permissions(path("old"), std::filesystem::perms(0640));
  std::filesystem::create_symlink("old", path("to old"));
  ASSERT_EQ(run({"campaign", "export", path(), "-o", path("to old")}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("to old")));
  EXPECT_EQ(read_file(path("old")), results);
  EXPECT_EQ(std::filesystem::status(path("old")).permissions(), std::filesystem::perms(0640));

  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  Program program({"campaign", "export", path(), "-o", path("pipe")});
  EXPECT_EQ(read_file(path("pipe")), results);
  EXPECT_EQ(program.wait(), 0);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));

  EXPECT_TRUE(says(run({"campaign", "export", path(), "-o", folder_.path()}), 3, "Is a directory"));
  EXPECT_TRUE(says(run({"campaign", "export", path(), "-o", "/dev/full"}), 3, "No space left"));
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{10, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Ran failed = run({"campaign", "export", path(), "-o", path("old")});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_NE(failed.code, 0);
  EXPECT_EQ(read_file(path("old")), results);
  for (const std::string& name : folder_.names()) EXPECT_EQ(name.find(".part-"), std::string::npos) << name;
}

TEST_F(CliCampaign, VerifySaysWhatItChecked) {
  create({"cubes", "--optimal"}, "R U F\nR2 U2\nR U F D2 L\n");
  ASSERT_EQ(run({"campaign", "run", path(), "--table", "optimal-47"}).code, 0);
  const Ran ran = run({"campaign", "verify", path(), "--share", "1", "--json", "--table", "optimal-47"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json found = Json::parse(ran.out);
  EXPECT_EQ(found["verified"], 3);
  EXPECT_EQ(found["checked"]["words replayed on stickers"], 3);
  EXPECT_EQ(found["checked"]["proofs repeated by the generic solver"], 3);
  SQLite::Database(path(), SQLite::OPEN_READWRITE)
      .exec("UPDATE results SET result = replace(result, 'U2 R2', 'U2 R') WHERE task = 1");
  EXPECT_TRUE(says(run({"campaign", "verify", path(), "--share", "1", "--table", "optimal-47"}), 1, "does not solve"));
  EXPECT_TRUE(says(run({"campaign", "verify", path(), "--share", "3/2"}), 2, "not a share"));
}

TEST_F(CliCampaign, AFullDiskIsASentence) {
  create({"cubes", "--random", "100000", "--nodes", "500"});
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit limit{300'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  const Ran ran = run({"campaign", "run", path()});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(says(ran, 3, "What was committed before is kept"));
  const int done = status()["done"];
  EXPECT_GT(done, 0);
  EXPECT_EQ(run({"campaign", "run", path(), "--limit", "50"}).code, 0);
  EXPECT_EQ(status()["done"], done + 50);
  EXPECT_EQ(moves().size(), static_cast<std::size_t>(done + 50));
}

TEST_F(CliCampaign, AChangedTableIsASentence) {
  create({"cubes", "--random", "2"});
  ASSERT_EQ(run({"campaign", "run", path(), "--limit", "1"}).code, 0);
  SQLite::Database(path(), SQLite::OPEN_READWRITE)
      .exec("UPDATE tables SET checksum = '0123' WHERE name LIKE '%phase1%'");
  const Ran ran = run({"campaign", "run", path()});
  EXPECT_TRUE(says(ran, 3, "has changed: earlier results"));
  EXPECT_EQ(status()["done"], 1);
}

TEST_F(CliCampaign, MistakesAreSentences) {
  EXPECT_TRUE(says(run({"campaign", "create", path()}), 2, "what is the campaign about?"));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cubes", "--metric", "xtm"}), 2, "--metric: "));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cubes", "--random", "3", "R U"}), 2, "no place for others"));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cubes"}, "R U\nR4\n"), 2, "line 2: "));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cubes"}, "\n"), 2, "at least one task"));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "coordinates", "Cornres"}), 2, "line 1: "));
  // No task could be done.
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cosets", "--random", "2", "--search-depth", "21"}), 2,
                   "it is deeper than the greatest depth, which is 20"));
  EXPECT_TRUE(says(run({"campaign", "create", "/nonexistent/c.db", "cubes", "--random", "3"}), 3, "No such file"));
  EXPECT_TRUE(says(run({"campaign", "run", path()}), 3, "No such file"));
  write_file(path(), "text");
  for (const char* command : {"run", "status", "export", "verify"})
    EXPECT_TRUE(says(run({"campaign", command, path()}), 2, "is not a campaign"));
  EXPECT_TRUE(says(run({"campaign", "create", path(), "cubes", "--random", "3"}), 2, "exists already"));
  EXPECT_TRUE(says(run({"campaign", "run", path(), "--workers", "3"}), 2, "it is for --dask"));
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"c.db"}));
}

TEST_F(CliCampaign, CoordinatesAreCountedAndAFailureIsKept) {
  create({"coordinates", "EdgeOrientation", "UDSlice", "Cube"});
  const Ran ran = run({"campaign", "run", path(), "--json"});
  EXPECT_TRUE(says(ran, 1, "of which 1 failed"));
  const Json found = Json::parse(ran.out);
  EXPECT_EQ(found["done"], 2);
  EXPECT_EQ(found["failed"], 1);
  const auto lines = lines_of(run({"campaign", "export", path()}).out);
  EXPECT_EQ(Json::parse(lines.at(0))["result"]["distribution"], (Json{1, 2, 25, 202, 620, 900, 285, 13}));
  EXPECT_TRUE(Json::parse(lines.at(2)).contains("error"));
  EXPECT_EQ(run({"campaign", "verify", path(), "--share", "1"}).code, 0);
}

}  // namespace
}  // namespace superflip
