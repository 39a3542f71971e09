// superflip optimal as its users meet it. CliOptimal needs the table optimal-47, which lies with the tests' other
// tables; CliOptimalInput ends before any table is needed.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>

#include "superflip/base/detail/file.h"
#include "superflip/cube/packing.h"
#include "superflip/reading/facelets.h"
#include "superflip/solver/optimal/optimal.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CliOptimalInput.ADamagedTableIsMadeAgain"},
                     {"long", "CliOptimal"},
                     {"long", "CliOptimalInput.ClosedStreamsDoNotSpoilTheResults"}};
// A limit of time ends the search.
const Labels kEnvironment{{"environment", "CliOptimal.SaysWhatIsNotProven"},
                          {"environment", "SlowCliOptimal.OtherMetrics"},
                          {"environment", "SlowCliOptimal.OneParityIsNotExcluded"}};

// Cubes of known length, from the list of random states by their distance.
constexpr const char* kFifteen = "U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2";

Ran optimal(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), {"optimal", "--table", "optimal-47"});
  return run(arguments, input);
}

testing::AssertionResult solves_in(const std::string& solution, const Cube& cube, std::size_t length) {
  const auto solved = solves(solution, cube);
  if (!solved) return solved;
  const std::size_t moves = parse_algorithm(solution)->moves.size();
  return moves == length ? solved : testing::AssertionFailure() << moves << " moves: " << solution;
}

// The making of a table is told on standard error, where these tests expect silence: it is there before the first.
class CliOptimal : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Ran ran = run({"tables", "build", "standard", "optimal-47"});
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
};

TEST_F(CliOptimal, FindsTheShortest) {
  const Ran one = optimal({kFifteen});
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.err, "");
  EXPECT_TRUE(solves_in(lines_of(one.out).at(0), cube_of(kFifteen), 15));
  const Ran some = optimal({"R U R' U'", "(R U R' U')6", "R2 L2 U2 D2 F2 B2", "R U2 F' x"});
  ASSERT_EQ(some.code, 0) << some.err;
  const auto lines = lines_of(some.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "U R U' R'");
  EXPECT_EQ(lines[1], "");
  EXPECT_TRUE(solves_in(lines[2], cube_of("R2 L2 U2 D2 F2 B2"), 6));
  EXPECT_EQ(cube_of("R U2 F' x " + lines[3]), kSolved);
  EXPECT_EQ(optimal({"--verbose", "R U"}).err.find("superflip: "), std::string::npos);
  EXPECT_TRUE(says(optimal({"--verbose", "R U"}), 0, "2 moves, proven optimal"));
  EXPECT_EQ(optimal({"--memory", "50.5M", "R U"}).out, "U' R'\n");
}

// A file that is opened must not get the number of a closed stream, or answers would be written into it.
TEST_F(CliOptimal, WritesNothingIntoAFileForAClosedStream) {
  const TemporaryFolder folder;
  const std::string results = folder / "results";
  const auto shell = [&](const std::string& command) {
    const std::string line = program_path() + " " + command;
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(shell("optimal --table optimal-47 --results " + results + " 'R U F' >&- 2>/dev/null"), 3);
  EXPECT_EQ(read_file(results).find("\nF'"), std::string::npos) << read_file(results);
  EXPECT_EQ(shell("optimal --table optimal-47 --results " + results + " -v 'R U F' >/dev/null 2>&-"), 0);
  EXPECT_EQ(read_file(results).find("superflip:"), std::string::npos);
  EXPECT_EQ(read_file(results).find(" s  "), std::string::npos) << read_file(results);
  EXPECT_EQ(shell("optimal --table optimal-47 --results " + results + " <&- >/dev/null 2>&1"), 3);
}

TEST_F(CliOptimal, AnswersInOrder) {
  const std::vector<std::string> cubes{kFifteen, "R", "D R2 L' U2 F B' D2 R", "", "U F"};
  std::string input;
  for (const std::string& cube : cubes) input += (cube.empty() ? "R R'" : cube) + "\n";
  for (const char* const threads : {"1", "3"}) {
    const Ran ran = optimal({"--threads", threads}, input);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), cubes.size());
    EXPECT_TRUE(solves_in(lines[0], cube_of(cubes[0]), 15));
    EXPECT_EQ(lines[1], "R'");
    EXPECT_TRUE(solves_in(lines[2], cube_of(cubes[2]), 8));
    EXPECT_EQ(lines[3], "");
    EXPECT_EQ(lines[4], "F' U'");
  }
  const Ran bad = optimal({}, "R\nR Q\nU\n");
  EXPECT_TRUE(says(bad, 2, "line 2: character 3"));
  EXPECT_TRUE(says(bad, 2, "--keep-going prints ? and continues"));
  EXPECT_EQ(bad.out, "R'\n");
  EXPECT_EQ(optimal({"--keep-going"}, "R\nR Q\nU\n").out, "R'\n?\nU'\n");
  Program robot({"optimal", "--table", "optimal-47"});
  for (const auto& [cube, answer] : {std::pair{"R U\n", "U' R'\n"}, {"F\n", "F'\n"}}) {
    robot.write(cube);
    EXPECT_EQ(robot.read_line(), answer);
  }
  robot.close_input();
  EXPECT_EQ(robot.wait(), 0);
}

TEST_F(CliOptimal, AllSolutions) {
  // Three pairs of opposite half turns, in all orders.
  const Ran all = optimal({"--all", "U2 D2 R2 L2 F2 B2"});
  ASSERT_EQ(all.code, 0) << all.err;
  const auto lines = lines_of(all.out);
  EXPECT_EQ(lines.size(), 6u);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 6u);
  for (const std::string& line : lines) EXPECT_TRUE(solves_in(line, cube_of("U2 D2 R2 L2 F2 B2"), 6));
  EXPECT_EQ(optimal({"--count", "U2 D2 R2 L2 F2 B2"}).out, "6\n");
  // Eight, as superflip coord solve finds with other tables.
  EXPECT_EQ(optimal({"--count", "U2 R2 U2 R2 U2 R2"}).out, "8\n");
  EXPECT_EQ(optimal({"--all", "U D", "R", "R2 L2 U2 D2"}).out, "U' D'\nR'\nU2 D2 R2 L2\tR2 L2 U2 D2\n");
  EXPECT_EQ(optimal({"--count", "R", "R U"}).out, "1\n1\n");
  EXPECT_TRUE(says(optimal({"--count", "--verbose", "R"}), 0, "1 move, proven optimal; 1 solution of at most 1"));
  // Those within three moves are the six, and longer ones that are no less true.
  const Ran within = optimal({"--within", "3", "U2 D2 R2 L2 F2 B2"});
  ASSERT_EQ(within.code, 0) << within.err;
  const auto more = lines_of(within.out);
  EXPECT_EQ(std::vector(more.begin(), more.begin() + 6), lines);
  for (std::size_t i = 1; i < more.size(); ++i) {
    const std::size_t length = parse_algorithm(more[i])->moves.size();
    EXPECT_LE(parse_algorithm(more[i - 1])->moves.size(), length);
    EXPECT_LE(length, 9u);
    EXPECT_TRUE(solves_in(more[i], cube_of("U2 D2 R2 L2 F2 B2"), length));
  }
  EXPECT_EQ(optimal({"--count", "--within", "3", "U2 D2 R2 L2 F2 B2"}).out, std::to_string(more.size()) + "\n");
}

// So many as are asked for, the shortest first, and longer ones where those do not suffice.
TEST_F(CliOptimal, SeveralSolutions) {
  EXPECT_EQ(optimal({"--solutions", "1", "R U"}).out, "U' R'\n");
  const Ran some = optimal({"--solutions", "4", "U2 D2 R2 L2 F2 B2"});
  ASSERT_EQ(some.code, 0) << some.err;
  ASSERT_EQ(lines_of(some.out).size(), 4u);
  for (const std::string& line : lines_of(some.out)) EXPECT_TRUE(solves_in(line, cube_of("U2 D2 R2 L2 F2 B2"), 6));
  EXPECT_EQ(lines_of(optimal({"--all", "--solutions", "9", "U2 D2 R2 L2 F2 B2"}).out).size(), 6u);
  const Ran json = optimal({"--solutions", "8", "--json", "-v", "U2 D2 R2 L2 F2 B2"});
  EXPECT_TRUE(says(json, 0, "; 8 solutions, as many as were asked for"));
  const Json result = Json::parse(lines_of(json.out).back());
  EXPECT_EQ(result["proven"], true);
  EXPECT_EQ(result["ended"], "enough");
  ASSERT_EQ(result["solutions"].size(), 8u);
  EXPECT_EQ(result["solutions"][5]["length"], 6);
  EXPECT_GT(result["solutions"][7]["length"], 6);
  EXPECT_TRUE(says(optimal({"--solutions", "2", "--count", "R"}), 2, "cannot be given together"));
}

TEST_F(CliOptimal, JsonTellsWhatIsLearnt) {
  const Ran ran = optimal({"--json", kFifteen});
  ASSERT_EQ(ran.code, 0) << ran.err;
  int lower = -1;
  Json result;
  for (const std::string& line : lines_of(ran.out)) {
    EXPECT_TRUE(result.is_null()) << "after the result: " << line;
    const Json event = Json::parse(line);
    if (event["event"] == "bound") {
      EXPECT_GT(event["lower"], lower);
      lower = event["lower"];
    } else if (event["event"] == "solution") {
      EXPECT_TRUE(solves_in(event["moves"], cube_of(kFifteen), event["length"]));
    } else if (event["event"] == "result") {
      result = event;
    }
    EXPECT_GE(event[event["event"] == "result" ? "seconds" : "elapsed_seconds"].get<double>(), 0);
  }
  EXPECT_EQ(lower, 15);
  EXPECT_EQ(result["facelets"], to_facelets(cube_of(kFifteen)));
  EXPECT_EQ(result["metric"], "htm");
  EXPECT_EQ(result["table"], "optimal-47");
  EXPECT_EQ(result["proven"], true);
  EXPECT_EQ(result["lower"], 15);
  ASSERT_EQ(result["solutions"].size(), 1u);
  EXPECT_TRUE(solves_in(result["solutions"][0]["moves"], cube_of(kFifteen), 15));
  std::uint64_t nodes = 0;
  for (const Json& iteration : result["iterations"]) nodes += iteration["nodes"].get<std::uint64_t>();
  EXPECT_EQ(nodes, result["nodes"]);
  // Of several cubes only results.
  const auto lines = lines_of(optimal({"--json", "--keep-going", "R", "Q", "U F"}).out);
  ASSERT_EQ(lines.size(), 3u);
  for (const std::string& line : lines) EXPECT_EQ(Json::parse(line)["event"], "result");
  EXPECT_EQ(Json::parse(lines[0])["solutions"][0]["moves"], "R'");
  EXPECT_EQ(Json::parse(lines[1])["input"], "Q");
  EXPECT_TRUE(Json::parse(lines[1]).contains("error"));
  EXPECT_EQ(Json::parse(lines[2])["lower"], 2);
}

// Their work is the same everywhere, so that whoever changes the search says what it costs.
TEST_F(CliOptimal, PatternsAreNoHarder) {
  struct Pattern {
    const char* cube;
    int length;
    int lookups;
  };
  constexpr std::array kPatterns{
      // "Exchanged rings": its corners are oriented, and all around it lies near the goal's cosets.
      Pattern{"DDDDUUDUDBRBRRBBBBLFLLFFLLLUUUDDUUDUFFFLLFFLFRRRRBBRBR", 15, 171'013},
      // "Ron's cube in a cube", beside the subgroup of the cosets, and half turns, in it: the ball ends the words that
      // stay there.
      Pattern{"UUUUUUUUURRLRRLLLLBFFBFFBBBDDDDDDDDDLLRLLRRRRFBBFBBFFF", 13, 1'531'216},
      Pattern{"R2 U2 F2 D2 B2 U2 R2 F2 L2 U2 R2 D2", 10, 193'923}};
  for (const Pattern& pattern : kPatterns) {
    const Json json = Json::parse(lines_of(optimal({"--json", "--threads", "1", pattern.cube}).out).back());
    EXPECT_EQ(json["lower"], pattern.length);
    EXPECT_EQ(json["proven"], true);
    EXPECT_EQ(json["lookups"], pattern.lookups);
  }
}

TEST_F(CliOptimal, CountsCosts) {
  const auto with = [](const char* moves, const char* cube, const char* option = "--all") {
    return run({"optimal", option, "--moves", moves, cube});
  };
  EXPECT_EQ(with("R L R>L:1", "R' L'").out, "L R\n");
  EXPECT_EQ(with("U R F:3 (R U R' U'):2", "U R U' R' F R2").out, "R2 F' (R U R' U')\n");
  const Json json = Json::parse(lines_of(with("R:2 U:3", "U R", "--json").out).back());
  EXPECT_EQ(json["unit"], "cost");
  EXPECT_EQ(json["lower"], 5);
  EXPECT_EQ(json["solutions"][0]["length"], 5);
  EXPECT_TRUE(says(with("R:2 U:3", "U R", "-v"), 0, "a cost of 5, proven optimal"));
  EXPECT_TRUE(says(with("R:0", "R"), 2, "with a cost of 0 words could go on for nothing"));
  EXPECT_TRUE(says(with("R U>R:2", "R"), 2, "moves that are not allowed"));
  EXPECT_TRUE(
      says(run({"coord", "distribution", "Cross", "--moves", "R U R>U:1"}), 2, "no cost of a move after another"));
}

// Nobody knows of a pipe whether a second one follows.
TEST_F(CliOptimal, OneCubeOfAPipeGetsAllThreads) {
  const Json json = Json::parse(optimal({"--json", "--threads", "3"}, "R U F\n").out);
  EXPECT_EQ(json["threads"], 3);
  EXPECT_EQ(json["known"], false);
}

TEST_F(CliOptimal, SaysWhatIsNotProven) {
  // Where the machine stands still, the time may be over before what needs none of it is found: then there is more.
  Ran ran{};
  Ran batch{};
  for (const char* const time : {"1500", "15000", "150000"}) {
    ran = optimal({"--time", time, kSuperflip});
    batch = optimal({"--time", time, "--count"}, "R\n" + std::string(kSuperflip) + "\nU\n");
    if (!ran.out.empty() && batch.out == "1\n?\n1\n") break;
  }
  EXPECT_TRUE(says(ran, 1, " not excluded"));
  const auto line = lines_of(ran.out).at(0);
  EXPECT_TRUE(solves(line, cube_of(kSuperflip)));
  EXPECT_TRUE(says(batch, 1, "line 2: "));
  EXPECT_EQ(batch.out, "1\n?\n1\n");
  Program program({"optimal", "--table", "optimal-47", "--json", "--verbose", kSuperflip});
  std::string line_of_progress = program.read_line(2);
  while (!line_of_progress.empty() && line_of_progress.find("12 moves at least") == std::string::npos)
    line_of_progress = program.read_line(2);
  program.signal(SIGINT);
  std::string last;
  for (std::string next = program.read_line(); !next.empty(); next = program.read_line()) last = next;
  const Json json = Json::parse(last);
  EXPECT_EQ(json["event"], "result");
  EXPECT_EQ(json["proven"], false);
  EXPECT_GE(json["lower"], 12);
  EXPECT_LE(json["lower"], 20);
  EXPECT_GE(json["solutions"][0]["length"], 20);
}

TEST_F(CliOptimal, InterruptedTellsTheBest) {
  Program program({"optimal", "--table", "optimal-47", "--verbose", kSuperflip});
  EXPECT_NE(program.read_line(2).find("moves"), std::string::npos);
  program.signal(SIGINT);
  EXPECT_TRUE(solves(program.read_line(), cube_of(kSuperflip)));
  EXPECT_EQ(program.wait(), 130);
}

TEST_F(CliOptimal, ToAPattern) {
  const Ran ran = optimal({"--to", "F2 x R", "R z' U' F"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(cube_of("R z' U' F " + ran.out), cube_of("F2 x R"));
  EXPECT_EQ(optimal({"--to", "R U F", "R U"}).out, "F\n");
  EXPECT_EQ(optimal({"--to", kFifteen, kFifteen}).out, "\n");
  EXPECT_TRUE(says(optimal({"--to", kTwistedCorner, "R"}), 2, "--to"));
}

// Any of several cubes: the nearest one is reached, and with --all each that is as near.
TEST_F(CliOptimal, ToAnyOfSeveralCubes) {
  EXPECT_EQ(optimal({"--to", "R U F", "--to", "R U B L", "R U"}).out, "F\n");
  const auto both = lines_of(optimal({"--to", "R U F", "--to", "R U B", "--to", "R U B", "--all", "R U"}).out);
  EXPECT_EQ(std::set(both.begin(), both.end()), (std::set<std::string>{"F", "B"}));
  const Json json = Json::parse(lines_of(optimal({"--json", "--to", "R2", "--to", "R U B", "R U"}).out).back());
  EXPECT_EQ(json["to_any"], Json({to_facelets(cube_of("R2")), to_facelets(cube_of("R U B"))}));
  EXPECT_FALSE(json.contains("to"));
  EXPECT_TRUE(says(optimal({"--to", "R", "--to", "U", "--results", "no", "R"}), 2, "each to one cube"));
  EXPECT_TRUE(says(optimal({"--to", "R", "--to", "U", "--show", "dot", "R"}), 2, "--to"));
}

// The same moves for several cubes, or for the nearest of them.
TEST_F(CliOptimal, SeveralCubesAtTheStart) {
  const auto up_to_u = [](std::vector<std::string> more) {
    std::vector<std::string> all{"--up-to", "U"};
    all.insert(all.end(), more.begin(), more.end());
    return optimal(all);
  };
  EXPECT_EQ(up_to_u({"--also", "U F R", "--also", "U2 F R", "F R"}).out, "R' F'\n");
  EXPECT_EQ(up_to_u({"--also", "D2", "--starts", "any", "F R"}).out, "D2\n");
  const Json json = Json::parse(lines_of(up_to_u({"--json", "--also", "U F R", "--starts", "all", "F R"}).out).back());
  EXPECT_EQ(json["also"], Json({to_facelets(cube_of("U F R"))}));
  EXPECT_EQ(json["starts"], "all");
  EXPECT_TRUE(says(optimal({"--also", "U", "R"}), 2, "no moves bring all these cubes to the goal: it is one cube"));
  EXPECT_EQ(up_to_u({"--keep-going", "--also", "U F R", "F", "F R"}).out, "?\nR' F'\n");
  EXPECT_TRUE(says(up_to_u({"--also", kTwistedCorner, "R"}), 2, "--also"));
  EXPECT_TRUE(says(up_to_u({"--also", "U y", "R"}), 2, "held in different ways"));
  EXPECT_EQ(up_to_u({"--also", "U y", "y"}).out, "\n");
  EXPECT_TRUE(says(optimal({"--also", "R", "--results", "no", "R"}), 2, "each to one cube"));
  EXPECT_TRUE(says(optimal({"--starts", "both", "R"}), 2, "expected all or any"));
  EXPECT_TRUE(says(run({"solve", "--puzzle", "2x2x2", "--also", "R", "R"}), 2, "only for the 3x3x3"));
  EXPECT_TRUE(says(run({"solve", "--robot", "turntable", "--also", "R", "R"}), 2, "a robot solves whole cubes"));
  // Of three edges nothing is known.
  std::string facelets = to_facelets(kSolved);
  for (const std::size_t f : {7, 19, 23, 12, 21, 41}) facelets[f] = '?';
  EXPECT_TRUE(says(optimal({"--only", "edges", facelets}), 2, "is not fully known, and the goal depends on it"));
  EXPECT_EQ(optimal({"--only", "edges", "--starts", "any", facelets}).out, "\n");
}

TEST_F(CliOptimal, ResultsAreKept) {
  const TemporaryFolder folder;
  const std::string file = (folder / "results").string();
  const std::string cubes = std::string(kFifteen) + "\nR x U\nU\n";
  const Ran first = optimal({"--results", file}, cubes);
  ASSERT_EQ(first.code, 0) << first.err;
  const std::string text = read_file(file);
  auto lines = lines_of(text);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "superflip results 1 htm");
  const std::string of_u = to_decimal(pack(cube_of("U"), Packing::rank)) + " 1 U'";
  EXPECT_NE(std::find(lines.begin(), lines.end(), of_u), lines.end()) << text;
  EXPECT_EQ(run({"convert", "--to", "rank", "U"}).out, of_u.substr(0, of_u.find(' ')) + "\n");

  // Nothing is solved again, and so no table is needed.
  const Ran again = run({"optimal", "--results", file, "--keep-going"}, cubes, {{"SUPERFLIP_CACHE", folder / "none"}});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(read_file(file), text);

  // A kill tore the last line; it is cut off and solved anew.
  write_file(file, text.substr(0, text.size() - 3));
  const Ran torn = optimal({"--results", file}, cubes);
  EXPECT_TRUE(says(torn, 0, "is incomplete and is removed"));
  EXPECT_EQ(torn.out, first.out);
  EXPECT_EQ(read_file(file).size(), text.size());
  EXPECT_EQ(optimal({"--results", file}, cubes).err, "");
}

// Ctrl-C while the table is made.
TEST_F(CliOptimal, InterruptedBeforeTheSearch) {
  const TemporaryFolder cache;
  link_standard_tables(cache);
  const std::set<std::string> before = cache.names();
  Program program({"optimal", "--table", "optimal-94", "--threads", "1", "R U", "F L"},
                  {{"SUPERFLIP_CACHE", cache.path().string()}});
  EXPECT_NE(program.read_line(2).find("the table optimal-94 (93.8 MB) is made once"), std::string::npos);
  program.signal(SIGINT);
  const std::string line = program.read_line(2);
  EXPECT_NE(line.find("interrupted: the table optimal-94 was not saved"), std::string::npos) << line;
  EXPECT_EQ(program.read_line(), "");
  EXPECT_EQ(program.wait(), 130);
  EXPECT_EQ(cache.names(), before);
}

// A table that is no good is not passed over in silence, nor is a smaller one used for ever where a better is soon
// made.
TEST_F(CliOptimal, SaysWhyALargerTableIsNotUsed) {
  const TemporaryFolder cache;
  link_standard_tables(cache);
  std::filesystem::create_symlink(TableStore::default_folder().value() / "optimal-47.table",
                                  cache / "optimal-47.table");
  write_file(cache / "optimal-94.table", "no table");
  Program program({"optimal", "--memory", "100M", "R U"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
  const std::string lines = program.read_line(2) + program.read_line(2);  // in any order
  EXPECT_NE(lines.find("optimal-94.table is not used: it is not a table file; it is made again"), std::string::npos);
  EXPECT_NE(lines.find("the table optimal-94 (93.8 MB) is made once"), std::string::npos) << lines;
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 130);
}

// Other metrics have tables of their own, which take some seconds. A slice is written as two turns.
TEST(SlowCliOptimal, OtherMetrics) {
  const auto in = [](const std::string& metric, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"optimal", "--metric", metric});
    return run(arguments);
  };
  for (const auto& [metric, cube, length] : {std::tuple{"stm", "M' U2 M U2", 4},
                                             {"stm", "S' R E2 B U", 5},
                                             {"stm", "R L U", 3},
                                             {"atm", "R L2 U' D F2 B", 3},
                                             {"atm", "M E S R", 4},
                                             {"atm", "R R'", 0}}) {
    const Ran ran = in(metric, {"--json", "--table", "optimal-47", cube});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json result = Json::parse(lines_of(ran.out).back());
    EXPECT_EQ(result["proven"], true);
    EXPECT_EQ(result["lower"], length) << metric << " " << cube;
    ASSERT_EQ(result["solutions"].size(), 1u);
    const Json& solution = result["solutions"][0];
    EXPECT_EQ(solution["length"], length) << metric << " " << cube;
    EXPECT_EQ(cube_of(cube + std::string(" ") + solution["moves"].get<std::string>()), kSolved)
        << metric << " " << cube;
  }
  EXPECT_EQ(in("stm", {"--count", "--table", "optimal-47", "M2 E2 S2"}).out, "1\n");  // their order does not matter
  EXPECT_EQ(in("stm", {"--within", "2", "--table", "optimal-47", "U2 D2"}).out, "U2 D2\n");  // nothing that cancels
  EXPECT_TRUE(says(in("stm", {"--time", "200", "--table", "optimal-47", kSuperflip}), 1, "not excluded"));
  EXPECT_TRUE(says(in("atm", {"--table", "optimal-2818", "R"}), 2,
                   "there is no table optimal-2818 in atm; the largest there is optimal-282-atm"));
}

// With some turns alone: as short as a search by breadth says.
TEST(CliOptimalMoves, AreTheShortestOfTheirs) {
  for (const auto& [metric, text, moves] :
       {std::tuple{"htm", "U R", std::vector<Move>{Move{0}, Move{1}, Move{2}, Move{3}, Move{4}, Move{5}}},
        {"htm", "F U2 R2",
         std::vector<Move>{make_move(F, 1), make_move(F, 2), make_move(F, 3), make_move(U, 2), make_move(R, 2)}},
        {"qtm", "U R", std::vector<Move>{Move{0}, Move{2}, Move{3}, Move{5}}}}) {
    std::unordered_map<Cube, int> distance{{kSolved, 0}};
    std::vector<Cube> level{kSolved};
    std::string cubes;
    std::vector<int> expected;
    for (int depth = 1; depth <= 7; ++depth) {
      std::vector<Cube> next;
      for (const Cube& cube : level)
        for (const Move m : moves)
          if (const Cube child = apply(cube, m); distance.try_emplace(child, depth).second) next.push_back(child);
      level = std::move(next);
      for (const std::size_t at : {std::size_t{0}, level.size() / 3, level.size() - 1}) {
        cubes += to_facelets(level[at]) + "\n";
        expected.push_back(depth);
      }
    }
    const Ran ran = run({"optimal", "--metric", metric, "--moves", text, "--json"}, cubes);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Json result = Json::parse(lines[i]);
      EXPECT_EQ(result["proven"], true);
      EXPECT_EQ(result["solutions"][0]["length"], expected[i]) << text << " " << lines[i];
      const auto word = result["solutions"][0]["moves"].get<std::string>();
      const auto algorithm = parse_algorithm(word);
      ASSERT_TRUE(algorithm) << word;
      for (const Move m : algorithm->moves)
        EXPECT_TRUE(std::find(moves.begin(), moves.end(), m) != moves.end() || length(Moves{m}, Metric::qtm) == 2);
      EXPECT_TRUE(solves(word, cube_of(result["facelets"].get<std::string>())));
    }
  }
  // The faces are those of the cube as it is held.
  EXPECT_EQ(run({"optimal", "--moves", "U R", "x R U"}).out, "U' R'\n");
  EXPECT_TRUE(says(run({"optimal", "--moves", "U R", "R U x"}), 1, "cannot solve this cube"));
  EXPECT_EQ(run({"optimal", "--moves", "B R", "R U x"}).out, "B' R'\n");
  EXPECT_EQ(run({"optimal", "--moves", "B R2", "--metric", "qtm", "R2 U x"}).out, "B' R2\n");
  EXPECT_TRUE(says(run({"optimal", "--moves", "U R", "F"}), 1,
                   "the moves U R alone cannot solve this cube: the moves never bring the corner DFR to its place"));
  EXPECT_TRUE(says(run({"solve", "--moves", "R2 U2", "R U F"}), 1,
                   "no solution: the moves never bring the corner URF to its place"));
  // Its corners alone and its edges alone are as U2 and R2 can make them.
  Cube cube = cube_of("U2 R2 U2 R2");
  cube.edge = kSolved.edge;
  EXPECT_TRUE(says(run({"optimal", "--moves", "U2 R2", to_facelets(cube)}), 1, "cannot solve this cube"));
  // Slices, wide moves and rotations carry the centres. As a group, and sequences in brackets.
  EXPECT_EQ(run({"optimal", "--moves", "<R,U>", "U R"}).out, "R' U'\n");
  EXPECT_EQ(run({"optimal", "--moves", "M U", "M U2 M"}).out, "M' U2 M'\n");
  EXPECT_EQ(run({"optimal", "--moves", "r U", "r U r'"}).out, "r U' r'\n");
  EXPECT_EQ(run({"optimal", "--moves", "Rw U", "Rw U Rw'"}).out, "Rw U' Rw'\n");
  EXPECT_EQ(run({"optimal", "--moves", "x U", "F"}).out, "x U' x'\n");
  EXPECT_EQ(run({"optimal", "--moves", "(R U R' U') U2", "U R U' R'"}).out, "(R U R' U')\n");
  EXPECT_TRUE(says(run({"optimal", "--moves", "", "R"}), 2, "--moves"));
  EXPECT_TRUE(says(run({"optimal", "--moves", "U X", "R"}), 2, "'X' found"));
  EXPECT_TRUE(says(run({"optimal", "--moves", "U R", "--table", "optimal-47", "R"}), 2, "which allows all moves"));
}

// How the centres are turned, where --centres says that moves turn them.
TEST_F(CliOptimal, PartsOfSupercubes) {
  const auto turned = [](const std::string& moves, std::vector<std::string> more) {
    std::vector<std::string> all{"optimal", "--moves", moves, "--centres", "turned"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  EXPECT_EQ(turned("U R F", {"--only", "Cross", "--all", "R U F' R"}).out, "R' F R'\nF R' F\n");
  EXPECT_EQ(turned("U R F", {"--only", "Cross + centres", "--all", "R U F' R"}).out, "R' F U' R'\nR' F R' U'\n");
  EXPECT_EQ(turned("U R", {"--only", "all - centres U", "(R U R' U)5 R"}).out, "R'\n");
  EXPECT_EQ(turned("U R", {"--to", "U R", "--to", "R2 U", "U R'"}).out, "R2\n");
  EXPECT_EQ(run({"optimal", "--moves", "U M", "--centres", "fixed", "M U"}).out, "U' (R' L)\n");
  const std::vector<std::string> only_turns{"optimal", "--only", "centres: orientation", "--moves", "U R", "R"};
  EXPECT_TRUE(says(run(only_turns), 2, "the mask says how centres are turned"));
  EXPECT_TRUE(says(run({"optimal", "--centres", "turned", "R"}), 2, "--centres: it says what --moves do"));
  EXPECT_TRUE(says(run({"optimal", "--moves", "U R", "--centres", "spun", "R"}), 2, "expected fixed, moved"));
}

// Centres count as the mask says, in all kinds of goals.
TEST_F(CliOptimal, PartsWithMovesThatCarryTheCentres) {
  const auto blocks = [](std::vector<std::string> more) {
    std::vector<std::string> all{"optimal", "--only", "F2B", "--moves", "<R,U,r,M>"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  EXPECT_EQ(blocks({"--all", "M U R U' r2 U"}).out, "U' r2 U R'\nU' r2 U r'\n");
  EXPECT_EQ(blocks({"--count", "M U R U' r2 U"}).out, "2\n");
  EXPECT_EQ(blocks({"--to", "x2", "x2 R U r"}).out, "r' U' R'\n");
  EXPECT_TRUE(says(blocks({"y"}), 1, "cannot solve this cube"));
  const Json json = Json::parse(lines_of(blocks({"--json", "M U R"}).out).back());
  EXPECT_EQ(json["solutions"][0]["moves"], "R'");
  EXPECT_EQ(json["only"], "F2B");
  const auto cross = [](const std::string& moves, const std::string& up_to) {
    return run({"optimal", "--only", "Cross", "--moves", moves, "--up-to", up_to, "F y'"}).out;
  };
  EXPECT_EQ(cross("F R y", "U"), "R' y\n");
  EXPECT_EQ(cross("F R y", "holding"), "R'\n");
  EXPECT_EQ(cross("F:20 R:9 y:9", "holding"), "R'\n");
  EXPECT_EQ(cross("F R:9 y:2", "holding"), "y F'\n");
  // Stickers that are not known, of a cube as it is held.
  std::string facelets = to_facelets(to_cube(*parse_algorithm("M U"), Centres::moved));
  for (const std::size_t corner_and_edge : {2, 9, 20, 5, 10}) facelets[corner_and_edge] = '?';
  EXPECT_EQ(run({"optimal", "--moves", "M U", facelets}).out, "U' M'\n");
  EXPECT_EQ(run({"optimal", "--moves", "M E", "--show", "dot", "M E"}).out, "M' E'\n");
  // Nor of one that may be held in several ways.
  EXPECT_TRUE(says(run({"optimal", "--moves", "M U", "UB?U???BUL?LR???RRB?B?U???F?F?D???FD????????L?DF?D?BU?"}), 2,
                   "do not say how the cube is held"));
}

// In quarter turns all solutions of a cube are even, or all odd: no other lengths are told as possible.
TEST(SlowCliOptimal, OneParityIsNotExcluded) {
  ASSERT_EQ(run({"tables", "build", "optimal-47-qtm"}).code, 0);
  for (const std::string& cube : {std::string(kSuperflip), std::string(kSuperflip) + " R"}) {
    const Ran ran = run({"optimal", "--metric", "qtm", "--table", "optimal-47", "--time", "300", cube});
    EXPECT_TRUE(says(ran, 1, " not excluded"));
    // A line about making a table may come before it: its figures are no lengths.
    const std::size_t end = ran.err.rfind(" not excluded");
    ASSERT_NE(end, std::string::npos);
    std::string numbers = ran.err.substr(ran.err.rfind('\n', end) + 1);
    for (char& c : numbers)
      if (c < '0' || c > '9') c = ' ';
    std::istringstream stream(numbers);
    int count = 0;
    for (int n = 0; stream >> n; ++count) EXPECT_EQ(n % 2 == 0, cube == kSuperflip) << ran.err;
    EXPECT_GE(count, 2) << ran.err;
  }
}

// A line that is wrong, and what is no file of results, are left as they are.
TEST(CliOptimalInput, OtherFilesAreNoResults) {
  const TemporaryFolder folder;
  const std::string file = (folder / "results").string();
  const std::string rank = to_decimal(pack(cube_of("R U"), Packing::rank));
  const std::vector<std::string> others{"# my notes\n",
                                        "hello",
                                        "\n",
                                        "R U\n",
                                        "1 2 R U\n",
                                        rank + " 2 U' R\n",
                                        rank + " 3 U' R'\n",
                                        rank + " 4 F F' U' R'\n",
                                        rank + " 2 U' R'\nhello\n",
                                        rank + " 2 U' R'\n1 hello",
                                        std::string(100'000, '7')};
  for (const std::string& text : others) {
    write_file(file, text);
    const Ran ran = run({"optimal", "--results", file, "R U"});
    EXPECT_TRUE(says(ran, 2, "is not a results file")) << text.substr(0, 50);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(read_file(file), text);
  }
  EXPECT_EQ(run({"optimal", "--results", folder.path().string(), "R"}).code, 3);
}

TEST(CliOptimalInput, IsRefused) {
  EXPECT_TRUE(says(run({"optimal", "R Q"}), 2, "character 3"));
  EXPECT_TRUE(says(run({"optimal", kTwistedCorner}), 2, "twist"));
  EXPECT_TRUE(says(run({"optimal", "--table", "optimal-48", "R"}), 2, "there is no table 'optimal-48'"));
  EXPECT_TRUE(says(run({"optimal", "--table", "optimal-47-qtm", "R"}), 2, "is for qtm: expected that metric"));
  EXPECT_TRUE(says(run({"optimal", "--memory", "much", "R"}), 2, "'much' is not a size"));
  EXPECT_TRUE(says(run({"optimal", "--memory", "nan", "R"}), 2, "'nan' is not a size"));
  EXPECT_TRUE(says(run({"optimal", "--within", "-1", "R"}), 2, "--within"));
  EXPECT_TRUE(says(run({"optimal", "--metric", "ftm", "R"}), 2, "expected htm (any turn of a face), qtm"));
  EXPECT_TRUE(says(run({"optimal", "--moves", "U R", "--table", "optimal-47", "R"}), 2, "--table"));
  EXPECT_TRUE(says(run({"optimal", "--metric", "qtm", "--results", "/nowhere", "R"}), 2, "face turns"));
  EXPECT_TRUE(says(run({"optimal", "--results", "/nowhere", "--all", "R"}), 2, "one solution"));
  EXPECT_TRUE(says(run({"optimal", "--time", "0", "R"}), 2, "--time"));
}

TEST(CliOptimalInput, TheTableMustFit) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const Ran small = run({"optimal", "--memory", "20M", "R"}, "", here);
  EXPECT_TRUE(says(small, 3, "optimal-47 needs 46.9 MB of memory"));
  EXPECT_EQ(small.out, "");
  const Ran forced = run({"optimal", "--memory", "100M", "--table", "optimal-282", "R"}, "", here);
  EXPECT_TRUE(says(forced, 3, "optimal-282 needs 281 MB"));
  EXPECT_TRUE(says(forced, 3, "the largest that fits is optimal-94"));
  EXPECT_EQ(cache.names(), std::set<std::string>{});
}

// A results file is never taken for a standard stream that was closed.
TEST(CliOptimalInput, ClosedStreamsDoNotSpoilTheResults) {
  const TemporaryFolder folder;
  const std::string results = (folder / "results").string();
  const auto shell = [&](const std::string& arguments) {
    const std::string line =
        "'" + program_path() + "' optimal --table optimal-47 --results '" + results + "' " + arguments;
    return WEXITSTATUS(std::system(line.c_str()));
  };
  EXPECT_EQ(shell("'R U F' >&- 2>/dev/null"), 3);
  shell("-v 'R U F' 2>&- >/dev/null");
  for (const std::string& line : lines_of(read_file(results))) {
    if (line == "superflip results 1 htm") continue;
    EXPECT_EQ(line.substr(line.find(' ')), " 3 F' U' R'") << line;
  }
  EXPECT_EQ(shell("'R U F' >/dev/null 2>&1"), 0);  // it is still read
}

// Ctrl-C in the first seconds of a table's making leaves nothing behind.
TEST(CliOptimalInput, InterruptedWhileATableIsMade) {
  const TemporaryFolder cache;
  Program program({"tables", "build", "optimal-282", "--threads", "1"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
  EXPECT_NE(program.read_line(2).find("the table optimal-282 (281 MB) is made once"), std::string::npos);
  program.signal(SIGINT);
  EXPECT_NE(program.read_line(2).find("interrupted"), std::string::npos);
  EXPECT_EQ(program.wait(), 130);
  for (const std::string& name : cache.names()) EXPECT_FALSE(name.ends_with(".table")) << name;
}

// Ctrl-C ends the wait for another process that makes the table.
TEST(CliOptimalInput, InterruptedWhileAnotherProcessMakesTheTable) {
  const TemporaryFolder cache;
  const FileLock lock = FileLock::take(cache / "optimal-47.table.lock", nullptr, [] {});
  ASSERT_TRUE(lock);
  Program program({"tables", "build", "optimal-47"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
  EXPECT_NE(program.read_line(2).find("the table optimal-47 (46.9 MB) is made once"), std::string::npos);
  EXPECT_NE(program.read_line(2).find("another process is making the table optimal-47"), std::string::npos);
  program.signal(SIGTERM);
  EXPECT_NE(program.read_line(2).find("interrupted: the table optimal-47 was not saved"), std::string::npos);
  EXPECT_EQ(program.wait(), 130);  // the other process never ends
}

// A file that is no good is told and made again; Ctrl-C meanwhile leaves it as it was. The stamp of a good one goes.
TEST(CliOptimalInput, ADamagedTableIsMadeAgain) {
  const TemporaryFolder cache;
  const std::filesystem::path path = cache / "optimal-47.table";
  const auto make = [&](const TableIdentity& file) {
    std::filesystem::remove(path);
    TableStore(cache.path()).load_or_build(file, building([](std::span<std::byte>) {}));
  };
  const auto expect_made_again = [&](const std::string& why) {
    const std::string before = read_file(path);
    Program program({"tables", "build", "optimal-47"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
    const std::string line = program.read_line(2) + program.read_line(2);  // in any order
    EXPECT_NE(line.find("the table optimal-47 (46.9 MB) is made once"), std::string::npos) << line;
    EXPECT_NE(line.find(why), std::string::npos) << line;
    EXPECT_NE(line.find("; it is made again"), std::string::npos) << line;
    program.signal(SIGINT);
    EXPECT_NE(program.read_line(2).find("interrupted: the table optimal-47 was not saved"), std::string::npos);
    EXPECT_EQ(program.wait(), 130);
    EXPECT_TRUE(read_file(path) == before);
    std::filesystem::remove(cache / "optimal-47.table.checked");
    EXPECT_EQ(cache.names(), std::set<std::string>{"optimal-47.table"});
  };
  TableIdentity file = optimal::identity(*optimal::find_shape("optimal-47"));
  make(file);
  std::string bytes = read_file(path);
  bytes[bytes.size() / 2] = 1;  // it is all zeros
  write_file(path, bytes);
  expect_made_again("its contents are damaged");
  std::filesystem::resize_file(path, bytes.size() / 2);
  expect_made_again("bytes after its header instead of");
  std::filesystem::resize_file(path, 100);
  expect_made_again("it is cut off");
  ++file.version;
  make(file);
  expect_made_again("it holds optimal-47 version " + std::to_string(file.version));
}

}  // namespace
}  // namespace superflip
