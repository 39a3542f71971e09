// The program as its users meet it: arguments, streams, exit codes. Its tables lie in the tests' cache folder and are
// made by the first test that solves; the tables command gets a folder of its own.
#include "tests/support/cli.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/cube/random.h"
#include "superflip/engine/table_sets.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "CliBatch"},
                     {"threads", "CliInterrupt"},
                     {"long", "CliSolve.UsesTheMovesThatAreAllowed"},
                     {"long", "Cli.ReadsWhatShowPrints"},
                     {"long", "CliTables.RemoveKeepsWhatAnotherProfileNeeds"},
                     {"long", "CliCheck.SeveralLinesAreOneCube"}};
// The clock, and disks that are full.
const Labels kEnvironment{{"environment", "CliSolve.KeepsItsLimits"},
                          {"environment", "CliSolve.SaysWhyThereIsNoSolution"},
                          {"environment", "Cli.NoticesAFullDisk"},
                          {"environment", "Cli.SurvivesTheLimitOfAFile"}};

Ran solve(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), "solve");
  return run(arguments, input);
}

TEST(Cli, SaysWhatItIs) {
  const Ran version = run({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.substr(0, 10), "superflip ");
  const Ran help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  EXPECT_EQ(run({"help"}).out, help.out);
  EXPECT_EQ(run({"help", "solve"}).out, run({"solve", "--help"}).out);
  const Ran nothing = run({});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_EQ(nothing.out, "");
  for (const std::string command :
       {"solve", "optimal", "scramble", "show", "check", "convert", "order", "schedule", "coord", "tables"}) {
    EXPECT_NE(help.out.find("\n  " + command + " "), std::string::npos) << command;
    EXPECT_NE(nothing.err.find("\n  " + command + " "), std::string::npos) << command;
    const Ran own = run({command, "--help"});
    EXPECT_EQ(own.code, 0);
    EXPECT_NE(own.out.find("Usage: superflip " + command), std::string::npos) << own.out;
    EXPECT_NE(own.out.find("Examples:\n  superflip " + command), std::string::npos) << own.out;
  }
}

TEST(Cli, SuggestsWhatWasMeant) {
  EXPECT_TRUE(says(run({"sovle", "R"}), 2, "unknown command 'sovle'; did you mean 'solve'?"));
  EXPECT_TRUE(says(run({"xyzzy"}), 2, "unknown command 'xyzzy'\n"));
  EXPECT_TRUE(says(run({"xyzzy", "--help"}), 2, "unknown command 'xyzzy'\n"));
  EXPECT_TRUE(says(run({"coord", "lst", "--help"}), 2, "unknown command 'lst'; did you mean 'list'?"));
  EXPECT_TRUE(says(run({"solve", "--max-lenght", "5", "R"}), 2, "did you mean '--max-length'?"));
  EXPECT_TRUE(says(run({"tables", "biuld"}), 2, "did you mean 'build'?"));
  EXPECT_TRUE(says(run({"scramble", "5"}), 2, "one argument too many"));
  EXPECT_TRUE(says(run({"solve", "--time", "soon", "R"}), 2, "'soon' is not a whole number from 1"));
  EXPECT_TRUE(says(run({"solve", "--time", "-1", "R"}), 2, "--time"));
  EXPECT_TRUE(says(run({"solve", "--max-length", "0", "R"}), 2, "--max-length"));
  EXPECT_TRUE(says(run({"solve", "--profile", "huge", "R"}), 2, "compact, standard or large"));
  EXPECT_TRUE(says(run({"bench", "--metric", "stm"}), 2, "htm"));
  EXPECT_TRUE(says(run({"solve", "--from", "photo", "R"}), 2, "facelets"));
  EXPECT_TRUE(says(run({"convert", "R"}), 2, "--to"));
}

TEST(CliSolve, RobotsHaveSchedules) {
  const Ran table = run({"solve", "--robot", "turntable", "--schedule", "F2"});
  EXPECT_EQ(table.out, "   0.000  x'\n   0.700  D2\n   1.500  end\n");
  const Json json = Json::parse(run({"solve", "--robot", "six-motors", "--json", "R L' F2"}).out);
  const Json& solution = json["solutions"][0];
  EXPECT_EQ(cube_of("R L' F2 " + solution["moves"].get<std::string>()), kSolved);
  EXPECT_EQ(solution["length"], 170);
  EXPECT_EQ(solution["schedule"]["robot"], "six-motors");
  EXPECT_EQ(solution["schedule"]["seconds"], 0.17);
  EXPECT_EQ(solution["schedule"]["actions"].size(), 2U);
  EXPECT_EQ(run({"solve", "--robot", "turntable", "--up-to", "holding", "F2"}).out,
            run({"solve", "--robot", "turntable", "F2"}).out);
  EXPECT_TRUE(says(run({"solve", "--robot", "turntable", "--only", "Cross", "F2"}), 2, "a robot solves whole cubes"));
  const TemporaryFolder folder;
  write_file(folder / "own.json", R"({"name": "own", "motors": {"D": {"90": 1}}, "rotations": {"x": 1, "y": 1}})");
  EXPECT_EQ(run({"solve", "--robot", (folder / "own.json").string(), "--schedule", "D"}).out,
            "   0.000  D'\n   1.000  end\n");
  write_file(folder / "bad.json", R"({"motors": {"D": {"90": 1}}, "rotation": {"x": 1}})");
  EXPECT_TRUE(
      says(run({"solve", "--robot", (folder / "bad.json").string(), "R"}), 2, "bad.json: 'rotation' is not known"));
  EXPECT_TRUE(says(run({"solve", "--robot", "/no/such.json", "R"}), 2, "this file cannot be opened"));
  EXPECT_TRUE(says(run({"solve", "--robot", folder.path().string(), "R"}), 2, "not valid JSON"));
  EXPECT_EQ(json["unit"], "ms");
  EXPECT_TRUE(says(run({"solve", "--robot", "nobody", "R"}), 2, "there are six-motors, five-motors"));
  EXPECT_TRUE(says(run({"solve", "--robot", "turntable", "--only", "F2L", "R"}), 2, "whole cubes"));
  EXPECT_TRUE(says(run({"solve", "--robot", "turntable", "--max-length", "20", "R"}), 2, "counts in seconds"));
  EXPECT_TRUE(says(run({"solve", "--schedule", "R"}), 2, "add --robot"));
}

TEST(CliSolve, SolvesEveryNotation) {
  Random random(5);
  const Cube cube = random.cube();
  std::vector<std::string> texts;
  for (const Format f : {Format::facelets, Format::reid, Format::kociemba_cubies, Format::json})
    texts.push_back(format_cube(cube, f));
  const Ran ran = solve(texts);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), texts.size());
  for (const std::string& line : lines) {
    EXPECT_TRUE(solves(line, cube));
    EXPECT_EQ(line, lines[0]);
  }
  const Ran brackets = solve({"[R, U]", "[F: R]", "(R U R' U')3 M x", "R1 R2 R3 U"});
  ASSERT_EQ(brackets.code, 0) << brackets.err;
  const auto answers = lines_of(brackets.out);
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_EQ(answers[0], "U R U' R'");
  EXPECT_EQ(answers[1], "F R' F'");
  EXPECT_TRUE(solves(answers[2], cube_of("(R U R' U')3 M x")));
  EXPECT_TRUE(solves(answers[3], cube_of("R2 U")));
  EXPECT_EQ(solve({"--niss", "(F' L) R"}).out, "R' F' L\n");
}

TEST(CliSolve, TheSolvedCubeIsAnEmptyLine) {
  for (const std::string text : {kSolvedFacelets, "R R'", "x y z", "(R U R' U')6"}) {
    EXPECT_EQ(solve({text}).out, "\n") << text;
    EXPECT_EQ(solve({text}).code, 0) << text;
    EXPECT_EQ(solve({}, text + "\n").out, "\n") << text;
    EXPECT_EQ(solve({"-"}, text).out, "\n") << text;
  }
  EXPECT_EQ(solve({"--from", "moves", ""}).out, "\n");
  const Ran ran = solve({"--json", kSolvedFacelets});
  EXPECT_EQ(Json::parse(ran.out)["solutions"][0]["moves"], "");
  EXPECT_EQ(solve({"--to", "R", "R"}).out, "\n");
}

TEST(CliSolve, NearCubesOptimally) {
  EXPECT_EQ(solve({"R"}).out, "R'\n");
  EXPECT_EQ(solve({"R U2 F' L"}).out, "L' F U2 R'\n");
  EXPECT_EQ(solve({"--profile", "compact", "--metric", "qtm", "R2 U"}).out, "U' R2\n");
  EXPECT_TRUE(says(solve({"R", "U", "F'"}), 0, "quote it: superflip solve \"R U F'\""));
}

TEST(CliSolve, KeepsItsLimits) {
  Random random(6);
  const Cube cube = random.cube();
  const std::string text = to_facelets(cube);
  const Ran short_one = solve({"--max-length", "21", text});
  ASSERT_EQ(short_one.code, 0) << short_one.err;
  EXPECT_TRUE(solves(lines_of(short_one.out).at(0), cube));
  EXPECT_LE(cube_of(short_one.out) == kSolved ? 0u : parse_algorithm(short_one.out)->moves.size(), 21u);
  const Ran none = solve({"--max-length", "10", "--nodes", "2000", text});
  EXPECT_TRUE(says(none, 1, "no solution of at most 10 moves"));
  EXPECT_EQ(none.out, "");
  const Ran timed = solve({"--time", "20", text});
  ASSERT_EQ(timed.code, 0) << timed.err;
  EXPECT_TRUE(solves(lines_of(timed.out).at(0), cube));
}

TEST(CliSolve, UsesTheMovesThatAreAllowed) {
  Random random(16);
  const Cube cube = random.cube();
  const Ran far = solve({"--moves", "U R F L B", "--nodes", "2000000", to_facelets(cube)});
  ASSERT_EQ(far.code, 0) << far.err;
  EXPECT_TRUE(solves(lines_of(far.out).at(0), cube)) << far.out;
  EXPECT_EQ(far.out.find('D'), std::string::npos) << far.out;
  const Ran priced = solve({"--moves", "U R F L:3 B", "--threads", "3", "--json", "L2 B U R"});
  ASSERT_EQ(priced.code, 0) << priced.err;
  EXPECT_EQ(Json::parse(priced.out)["threads"], 1);  // as many as searched
  EXPECT_EQ(Json::parse(priced.out)["unit"], "cost");
  EXPECT_EQ(Json::parse(priced.out)["solutions"][0]["length"], 6);
  EXPECT_TRUE(says(solve({"--moves", "U R F:2", "--max-length", "3", "F U R"}), 1, "at a cost of at most 3"));
  const auto at_most = [](const std::string& cost) {
    return solve({"--moves", "U:20 R:20", "--json", "--max-length", cost, "R U R' U' R U"});
  };
  EXPECT_EQ(Json::parse(at_most("120").out)["solutions"][0]["length"], 120);
  EXPECT_TRUE(says(at_most("10001"), 2, "'10001' is not a whole number from 1 to 10000"));
  EXPECT_TRUE(says(solve({"--moves", "U R", "F"}), 1, "the moves never bring the corner DFR to its place"));
  EXPECT_TRUE(says(solve({"--moves", "U Q", "R"}), 2, "--moves"));
  EXPECT_TRUE(says(solve({"--moves", "U R", "--robot", "four-grippers", "R"}), 2, "a robot says itself"));
}

TEST(CliSolve, SaysWhyThereIsNoSolution) {
  const Ran none = solve({"--max-length", "2", "R U F"});
  EXPECT_TRUE(says(none, 1, "no solution of at most 2 moves exists"));
  EXPECT_EQ(none.err.find("may find"), std::string::npos) << none.err;
  Random random(14);
  const std::string far = to_facelets(random.cube());
  EXPECT_TRUE(says(solve({"--max-length", "12", "--nodes", "5000", far}), 1, "a larger --nodes may find one"));
  EXPECT_TRUE(says(solve({"--max-length", "16", "--time", "1", far}), 1, "a longer --time may find one"));
  EXPECT_TRUE(
      says(solve({"--max-length", "12", "--nodes", "5000", "--verbose", far}), 1, "the shortest solution found has "));

  const Ran few = solve({"--max-length", "1", "--solutions", "3", "R"});
  EXPECT_TRUE(says(few, 0, "only 1 solution of at most 1 move exists"));
  EXPECT_TRUE(says(few, 0, "only 1 solution"));
  EXPECT_EQ(few.out, "R'\n");
  const Ran of_two = solve({"--max-length", "1", "--solutions", "2", "R", "U"});
  EXPECT_TRUE(says(of_two, 0, "? stands for each that is missing"));
  EXPECT_EQ(of_two.out, "R'\n?\nU'\n?\n");
  const Ran json = solve({"--max-length", "1", "--solutions", "3", "--json", "R"});
  EXPECT_TRUE(says(json, 0, "only 1 solution"));
  EXPECT_EQ(json.err.find('?'), std::string::npos) << json.err;
}

TEST(CliSolve, WithoutLimitsIsTheSameEveryTime) {
  Random random(7);
  const std::string text = to_facelets(random.cube());
  const Ran first = solve({text});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(solve({text}).out, first.out);
  EXPECT_EQ(solve({}, text + "\n").out, first.out);
  EXPECT_EQ(solve({"--nodes", "5000", text}).out, solve({"--nodes", "5000", text}).out);
}

TEST(CliSolve, WithoutAnyFolder) {
  Random random(13);
  const Cube cube = random.cube();
  const Ran ran = run({"solve", "--profile", "compact", to_facelets(cube)}, "", kNowhere);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(solves(lines_of(ran.out).at(0), cube));
}

// The answer goes on where the scramble ends: both as one algorithm end with solved faces.
TEST(CliSolve, FromWhereTheMovesEnd) {
  EXPECT_EQ(solve({"x R U"}).out, "U' R'\n");
  EXPECT_EQ(solve({"R U x"}).out, "B' R'\n");
  EXPECT_EQ(solve({"x R U"}).err, "");
  const std::vector<std::string> scrambles{"x R U F2 L", "R U y' F D2 z2 B L'", "Rw U2 Fw' M E S2 u' r2 x y z'",
                                           "[Rw: [U, M]] D y", "F2 D' L Rw Uw2"};
  const Ran ran = solve({"--solutions", "2", scrambles[0], scrambles[1], scrambles[2], scrambles[3], scrambles[4]});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 2 * scrambles.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(cube_of(scrambles[i / 2] + " " + lines[i]), kSolved) << i;
  const std::string niss = "(F' x L2 Uw) R y D2 B (R')";
  const Ran on_inverse = solve({"--niss", niss});
  ASSERT_EQ(on_inverse.code, 0) << on_inverse.err;
  EXPECT_EQ(parse_cube(niss + " " + on_inverse.out, {.niss = Niss::on}), kSolved);
  const Ran to = solve({"--to", "F2 x R", "R z' U' F"});
  ASSERT_EQ(to.code, 0) << to.err;
  EXPECT_EQ(cube_of("R z' U' F " + to.out), cube_of("F2 x R"));
}

// The facelets' colours as they lie are those of a cube with other centres; the moves solve that, face by face.
TEST(CliSolve, ForTheHoldingOfTheFacelets) {
  Random random(14);
  const Cube cube = random.cube();
  std::string input;
  std::vector<Symmetry> holdings;
  for (const std::string_view colours : {"URFDLB", "WRGYOB"})
    for (const Symmetry s : kAllRotations) {
      for (const std::uint8_t colour : rotate(to_stickers(cube), s)) input += colours[colour];
      input += '\n';
      holdings.push_back(s);
    }
  const Ran ran = solve({"--max-length", "21"}, input);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), holdings.size());
  // A held cube is one whose stickers were renamed after the centres: S^-1 * cube * S.
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_TRUE(solves(lines[i], conjugate(cube, holdings[i]))) << i;
  EXPECT_TRUE(says(ran, 0, "line 2: note: the cube was held with"));
  // A mirrored scheme has its own red and orange, and is solved as it lies.
  std::string mirrored;
  for (const std::uint8_t colour : to_stickers(cube)) mirrored += std::string("WOGYRB")[colour];
  EXPECT_TRUE(solves(lines_of(solve({mirrored}).out).at(0), cube));
}

TEST(CliSolve, ToAPattern) {
  Random random(8);
  const Cube cube = random.cube();
  const Cube target = random.cube();
  const Ran ran = solve({"--to", to_facelets(target), to_facelets(cube)});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(solves(lines_of(ran.out).at(0), cube, target));
  EXPECT_TRUE(says(solve({"--to", kTwistedCorner, "R"}), 2, "--to"));
  EXPECT_TRUE(says(solve({"--to", "", "R"}), 2, "--to"));
}

TEST(CliSolve, SeveralSolutionsOfACube) {
  Random random(9);
  const Cube a = random.cube();
  const Cube b = random.cube();
  const Ran ran = solve({"--solutions", "4", to_facelets(a), to_facelets(b)});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_TRUE(solves(lines[i], i < 4 ? a : b));
  for (const std::size_t i : {0, 1, 2, 4, 5, 6})
    EXPECT_LE(parse_algorithm(lines[i])->moves.size(), parse_algorithm(lines[i + 1])->moves.size());
}

TEST(CliSolve, JsonAndVerbose) {
  Random random(10);
  const Cube cube = random.cube();
  const Ran ran = solve({"--json", "--verbose", "--solutions", "2", to_facelets(cube)});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["facelets"], to_facelets(cube));
  EXPECT_EQ(json["metric"], "htm");
  ASSERT_EQ(json["solutions"].size(), 2u);
  for (const Json& s : json["solutions"]) {
    EXPECT_TRUE(solves(s["moves"], cube));
    EXPECT_EQ(s["length"], parse_algorithm(s["moves"].get<std::string>())->moves.size());
    EXPECT_GE(s["seconds"].get<double>(), 0);
  }
  EXPECT_GT(json["nodes"].get<std::uint64_t>(), 0u);
  EXPECT_NE(ran.err.find(json["solutions"][0]["moves"].get<std::string>()), std::string::npos) << ran.err;
}

TEST(CliBatch, AnswersInTheOrderOfTheLines) {
  Random random(11);
  std::string input;
  std::vector<Cube> cubes;
  for (int i = 0; i < 300; ++i) {
    cubes.push_back(i % 10 == 0 ? kMoveCubes[i % kMoves] : random.cube());  // quick ones among the others
    input += to_facelets(cubes.back()) + (i % 2 == 0 ? "\n" : "\r\n");
  }
  const Ran ran = solve({"--max-length", "22", "--threads", "3"}, input);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), cubes.size());
  for (std::size_t i = 0; i < cubes.size(); ++i) EXPECT_TRUE(solves(lines[i], cubes[i])) << i;
}

TEST(CliBatch, StopsAtTheFirstBadLine) {
  const Ran ran = solve({}, "R\nF2\nR Q\nU\n");
  EXPECT_TRUE(says(ran, 2, "line 3: character 3"));
  EXPECT_EQ(ran.out, "R'\nF2\n");
  EXPECT_TRUE(says(solve({"R", "Q"}), 2, "argument 2: "));
  const Ran hopeless = solve({"--max-length", "2", "--nodes", "1000"}, "R\nR U F\nU\n");
  EXPECT_TRUE(says(hopeless, 1, "line 2: no solution"));
  EXPECT_EQ(hopeless.out, "R'\n");
}

// The first use takes seconds, and says why.
TEST(CliInterrupt, WhileTheTwoPhaseTablesAreMade) {
  const TemporaryFolder cache;
  Program program({"solve", "--profile", "large", "R"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
  EXPECT_NE(program.read_line(2).find("the tables of large (741 MB) are made once and kept"), std::string::npos);
  program.signal(SIGINT);
  EXPECT_NE(program.read_line(2).find("interrupted: not all tables of large were saved"), std::string::npos);
  EXPECT_EQ(program.wait(), 130);
}

// What another program does to a file that is in use cannot be prevented, but it is told.
TEST(CliBatch, SaysThatATableWasCutOff) {
  const TemporaryFolder cache;
  link_standard_tables(cache);
  const std::filesystem::path file = cache / "two-phase-phase1-htm.table";
  const std::filesystem::path kept = std::filesystem::read_symlink(file);
  std::filesystem::remove(file);
  std::filesystem::copy_file(kept, file);
  Program program({"solve"}, {{"SUPERFLIP_CACHE", cache.path().string()}});
  program.write("R U F\n");
  EXPECT_EQ(program.read_line(), "F' U' R'\n");
  std::filesystem::resize_file(file, 100);
  Random random(31);
  std::string cubes;
  for (int i = 0; i < 20; ++i) cubes += to_facelets(random.cube()) + "\n";
  program.write(cubes);  // at once: the program ends in the middle
  EXPECT_NE(program.read_line(2).find("truncated"), std::string::npos);
  EXPECT_EQ(program.wait(), 3);
}

// An option whose shell variable was empty is not taken for one that is not given.
TEST(CliOptions, EmptyTextsAreRefused) {
  EXPECT_TRUE(says(run({"optimal", "--results", "", "R"}), 2, "--results: the name of the file is empty"));
  EXPECT_EQ(run({"coord", "solve", "Cross", "--goal", "", "R"}).code, 2);
  EXPECT_EQ(run({"coord", "solve", "Cross", "--fold", "", "R"}).code, 2);
  EXPECT_TRUE(says(run({"tables", "remove", "--all", "standard"}), 2, "cannot be given together"));
}

TEST(CliBatch, KeepsGoingWhenAskedTo) {
  const Ran ran = solve({"--keep-going"}, "R\nR Q\n\nR X\nU\n \n");
  EXPECT_TRUE(says(ran, 2, "line 2"));
  EXPECT_TRUE(says(ran, 2, "line 4: character 3: 'X' found"));
  EXPECT_EQ(ran.out, "R'\n?\n?\nU'\n");
  const Ran json = solve({"--keep-going", "--json"}, "R\nR Q\nU\n");
  const auto lines = lines_of(json.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(Json::parse(lines[1])["input"], "R Q");
  EXPECT_EQ(Json::parse(lines[1])["position"], 2);
  EXPECT_TRUE(Json::parse(lines[1]).contains("error"));
  EXPECT_EQ(Json::parse(lines[2])["solutions"][0]["moves"], "U'");
  const Ran some = solve({"--keep-going", "--max-length", "2", "--nodes", "1000"}, "R\nR U F\nU\n");
  EXPECT_EQ(some.code, 1);
  EXPECT_EQ(some.out, "R'\n?\nU'\n");
}

TEST(CliBatch, SurvivesAnyInput) {
  EXPECT_TRUE(says(solve({}, std::string("R\0U\n", 4)), 2, "0x00"));
  EXPECT_TRUE(says(solve({}, std::string(10'000'000, '\0')), 2, "line 1: longer than 65536 bytes"));
  const Ran huge = solve({"--keep-going"}, "R\n" + std::string(10'000'000, 'R') + "\nU\n");
  EXPECT_TRUE(says(huge, 2, "line 2: longer than 65536 bytes"));
  EXPECT_EQ(huge.out, "R'\n?\nU'\n");
  EXPECT_TRUE(says(solve({}, "\x1b[31;R\n"), 2, "line 1"));
  EXPECT_EQ(solve({}, "\x1b[31mR\n").err.find('\x1b'), std::string::npos);
  EXPECT_TRUE(says(solve({}, "\xff\xfe\n"), 2, "line 1"));
  EXPECT_EQ(solve({}, "\xEF\xBB\xBFR U\n").out, "U' R'\n");
  EXPECT_EQ(solve({}, "").out, "");
  EXPECT_EQ(solve({}, "").code, 0);
}

TEST(CliBatch, AnswersARobotThatWaits) {
  Program program({"solve"});
  for (const auto& [cube, answer] : {std::pair{"R U\n", "U' R'\n"}, {"F\n", "F'\n"}, {"L L'\n", "\n"}}) {
    program.write(cube);
    EXPECT_EQ(program.read_line(), answer);
  }
  program.close_input();
  EXPECT_EQ(program.wait(), 0);
}

TEST(CliBatch, EndsQuietlyWithItsReader) {
  Program program({"solve"});
  program.write("R\n");
  EXPECT_EQ(program.read_line(), "R'\n");
  program.close_output();
  program.write("R\n");
  EXPECT_EQ(program.read_line(2), "");
  EXPECT_EQ(program.wait(), 128 + SIGPIPE);
}

TEST(CliInterrupt, PrintsTheBestSoFar) {
  Program program({"solve", "--time", "3600000", "--verbose", kSuperflip});
  EXPECT_NE(program.read_line(2).find("moves"), std::string::npos);  // the search goes on after it
  program.signal(SIGINT);
  EXPECT_TRUE(solves(program.read_line(), cube_of(kSuperflip)));
  EXPECT_EQ(program.wait(), 0);
}

TEST(CliInterrupt, InTheMiddleOfABatch) {
  Program program({"solve", "--time", "3600000", "--verbose", "--threads", "1"});
  program.write(std::string(kSuperflip) + "\nR\nR U\n");
  EXPECT_EQ(program.read_line(2).substr(0, 8), "line 1: ");
  program.signal(SIGTERM);
  EXPECT_TRUE(solves(program.read_line(), cube_of(kSuperflip)));
  EXPECT_EQ(program.read_line(), "");
  EXPECT_EQ(program.wait(), 130);
}

TEST(CliInterrupt, WhileWaitingForInput) {
  Program program({"solve"});
  program.write("R\n");
  EXPECT_EQ(program.read_line(), "R'\n");
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 130);
}

TEST(Cli, NoticesAFullDisk) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"}, {"solve", "R"}, {"show", "R"}})
    EXPECT_TRUE(says(run(arguments, "", {}, "/dev/full"), 3, "cannot write to standard output: No space left"));
}

TEST(Cli, FailsOnAClosedStream) {
  const auto shell = [&](const std::string& command) {
    const int status = std::system((program_path() + " " + command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(shell("solve --profile compact R >&- 2>/dev/null"), 3);
  EXPECT_EQ(shell("check R >&- 2>&-"), 3);
  EXPECT_EQ(shell("check <&- >/dev/null 2>&1"), 3);
}

TEST(Cli, SurvivesTheLimitOfAFile) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  const std::string line =
      "bash -c 'ulimit -f 1; " + program_path() + " scramble -n 2000 --profile compact >" + out + " 2>/dev/null'";
  const int status = std::system(line.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(Cli, TakesArgumentsAsTheyAreGiven) {
  EXPECT_TRUE(says(run({"solve", "--from", "{}", "R"}), 2, "'{}' is not a format"));
  EXPECT_EQ(Json::parse(run({"order", "--json", "[R,U]"}).out)["moves"], "[R,U]");
  EXPECT_EQ(Json::parse(run({"order", "--json", "[R,U] "}).out)["moves"], "[R,U] ");
  EXPECT_TRUE(says(run({"scramble", "x]"}), 2, "'x]' is one argument too many"));
  EXPECT_TRUE(says(run({"check", "--from={}", "R"}), 2, "'{}' is not a format"));
}

TEST(Cli, SaysItInItsOwnWords) {
  EXPECT_TRUE(says(run({"help", "bogus"}), 2, "unknown command 'bogus'\n"));
  EXPECT_TRUE(says(run({"help", "coord", "lst"}), 2, "unknown command 'lst'; did you mean 'list'?"));
  EXPECT_EQ(run({"help", "coord", "list"}).out, run({"coord", "list", "--help"}).out);
  EXPECT_TRUE(says(run({"solve", "--version"}), 2, "unknown option '--version'\n"));
  EXPECT_TRUE(says(run({"solve", "--bogus"}), 2, "unknown option '--bogus'\n"));
  EXPECT_TRUE(says(run({"convert", "--to", "json", "--to", "rank", "R"}), 2, "--to may be given only once"));
  EXPECT_TRUE(says(run({"scramble", "--count"}), 2, "--count needs a value"));
  EXPECT_TRUE(says(run({"check", "--json=foo", "R"}), 2, "--json takes no value"));
  EXPECT_TRUE(says(run({"check", "--json=0", "R"}), 2, "--json takes no value"));
  EXPECT_TRUE(says(run({"solve", "--verbose=3", "R"}), 2, "--verbose takes no value"));
  EXPECT_NE(run({"--help"}).out.find("130 interrupted"), std::string::npos);
}

TEST(Cli, ShowsNoEscapesFromOutside) {
  const TemporaryFolder cache;
  write_file(cache / "\033]0;pwn\a\nred.table", "");
  const Program::Environment environment{{"SUPERFLIP_CACHE", cache.path()}};
  for (const std::string command : {"list", "verify"}) {
    const Ran ran = run({"tables", command}, "", environment);
    EXPECT_EQ((ran.out + ran.err).find_first_of("\033\a"), std::string::npos) << ran.out << ran.err;
    EXPECT_NE((ran.out + ran.err).find("\\x1b]0;pwn\\x07\\x0ared.table"), std::string::npos) << ran.out << ran.err;
  }
  const Ran forged = run({"tables", "list"}, "", {{"SUPERFLIP_CACHE", "/nowhere/\033[31m"}});
  EXPECT_EQ((forged.out + forged.err).find('\033'), std::string::npos) << forged.out << forged.err;
  EXPECT_EQ(run({"check", "R \u202EQ"}).out.find("\u202E"), std::string::npos);
}

// The caret stands under the character, however many bytes come before it.
TEST(Cli, PointsAtTheCharacter) {
  EXPECT_TRUE(says(run({"show", "R’ U’ F’ Q"}), 2, "character 10: 'Q' found"));
  EXPECT_TRUE(says(run({"show", "R’ U’ F’ Q"}), 2, "\n  R’ U’ F’ Q\n           ^\n"));
  EXPECT_TRUE(says(run({"show", "R \u200BQ"}), 2, "\n  R \\u{200b}Q\n            ^\n"));
  EXPECT_EQ(Json::parse(run({"check", "--json", "R’ U’ F’ Q"}).out)["position"], 9);
}

// All that is printed belongs to the net, also the generators of a symmetry group and the tables of the axes.
TEST(Cli, ReadsWhatShowPrints) {
  for (const std::string cube : {"R U F2", "U", "U F2", "M2 E2 S2", "F B' U D' F B'", "R L"})
    for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--axes"}}) {
      std::vector<std::string> show{"show", cube};
      show.insert(show.end(), options.begin(), options.end());
      const Ran shown = run(show);
      ASSERT_EQ(shown.code, 0) << shown.err;
      const Ran back = run({"convert", "--to", "facelets"}, shown.out + shown.out + "R\n");
      const std::string facelets = to_facelets(cube_of(cube)) + "\n";
      EXPECT_EQ(back.out, facelets + facelets + to_facelets(cube_of("R")) + "\n") << cube << back.err;
    }
}

// Five hundred cubes in each form in which they are printed, as one text.
TEST(Cli, ReadsWhatShowPrintsOfManyCubes) {
  Random random(30);
  std::string cubes;
  for (const char* near : {"", "R", "U2", "F B'", "R2 L2 U2 D2 F2 B2", "M2 E2 S2"})
    cubes += to_facelets(cube_of(near)) + "\n";
  for (int n = 0; n < 494; ++n) cubes += to_facelets(random.cube()) + "\n";
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--axes"}, {"--json"}}) {
    std::vector<std::string> show{"show"};
    show.insert(show.end(), options.begin(), options.end());
    EXPECT_EQ(run({"convert", "--to", "facelets"}, run(show, cubes).out).out, cubes);
  }
}

TEST(CliCheck, GivesOneOfSeveralRepairs) {
  Cube c = cube_of("R U2 F' L D B2");
  c.set_twist(0, (c.twist_at(0) + 1) % 3);
  const Json json = Json::parse(run({"check", "--json", to_facelets(c)}).out);
  EXPECT_EQ(json["ways"], 8);
  EXPECT_EQ(json["repaired"], to_facelets(cube_of("R U2 F' L D B2")));
  EXPECT_NE(run({"check", to_facelets(c)}).out.find(" (one of 8 cubes)\n"), std::string::npos);
}

TEST(CliCheck, UnknownStickersAreFilledInOrCounted) {
  const std::string one = "UUUUUUUUU?????????FFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
  EXPECT_EQ(run({"check", one}).out,
            "This cube can be solved.\n  note: only one cube fits the known stickers\n  facelets: " +
                to_facelets(kSolved) + "\n");
  EXPECT_EQ(run({"convert", "--to", "rank", one}).out, "0\n");
  // The edges of U are permuted evenly, 12 ways, and an even number of them is flipped, 8 ways.
  const std::string many = "U?U?U?U?UR?RRRRRRRF?FFFFFFFDDDDDDDDDL?LLLLLLLB?BBBBBBB";
  EXPECT_TRUE(says(run({"show", many}), 2, "some stickers are unknown, and 96 cubes have the others"));
  EXPECT_EQ(run({"check", many}).out,
            "This text cannot be read as a cube: some stickers are unknown, and 96 cubes have the others\n");
  EXPECT_EQ(Json::parse(run({"check", "--json", many}).out)["state"], "unreadable");
  const std::string none = "UUUUUUUU?RRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBF";
  const Json json = Json::parse(run({"check", "--json", none}).out);
  EXPECT_EQ(json["state"], "impossible");
  EXPECT_EQ(json["repaired"], to_facelets(kSolved));
}

TEST(CliScramble, IsRepeatable) {
  const auto scramble = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"scramble", "-n", "5", "--seed"});
    return run(more);
  };
  const Ran first = scramble({"42"});
  ASSERT_EQ(first.code, 0) << first.err;
  const auto lines = lines_of(first.out);
  ASSERT_EQ(lines.size(), 5u);
  Random random(42);
  for (const std::string& line : lines) EXPECT_EQ(cube_of(line), random.cube());
  EXPECT_EQ(scramble({"42"}).out, first.out);
  EXPECT_NE(scramble({"43"}).out, first.out);
  random = Random(42);
  for (const std::string& line : lines_of(scramble({"42", "--fmc"}).out)) {
    EXPECT_EQ(line.substr(0, 8), "R' U' F ");
    EXPECT_EQ(line.substr(line.size() - 8), " R' U' F");
    EXPECT_EQ(cube_of(line), random.cube());
  }
  const Ran by_chance = run({"scramble"});
  EXPECT_EQ(lines_of(by_chance.out).size(), 1u);
  EXPECT_NE(run({"scramble"}).out, by_chance.out);
}

TEST(CliShow, PlainTextWithoutATerminal) {
  const Ran ran = run({"show", "R"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(ran.out.substr(0, ran.out.find("\n\n") + 1),
            "         U U F\n"
            "         U U F\n"
            "         U U F\n"
            "  L L L  F F D  R R R  U B B\n"
            "  L L L  F F D  R R R  U B B\n"
            "  L L L  F F D  R R R  U B B\n"
            "         D D B\n"
            "         D D B\n"
            "         D D B\n");
  for (const std::string part : {"UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB", "1494", "21021", "4664",
                                 "odd", "not defined outside G1", "of 64430, symmetry", "a quarter of a turn about R"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << " in " << ran.out;
}

TEST(CliShow, Json) {
  const Json r = Json::parse(run({"show", "--json", "R"}).out);
  EXPECT_EQ(r["coordinates"]["CornerOrientation"]["value"], 1494);
  EXPECT_EQ(r["coordinates"]["CornerPermutation"]["value"], 21021);
  EXPECT_EQ(r["coordinates"]["CornerPermutation"]["values"], 40320);
  EXPECT_FALSE(r["coordinates"]["Phase2EdgePermutation"].contains("value"));
  // Numbers of Kociemba's: 2,768, 788 and 64,430 classes; sym is 16*class + symmetry.
  const Json& sym = r["sym_coordinates"];
  for (const auto& [name, classes] :
       {std::pair{"CornerPermutation", 2768}, {"UDSliceSorted", 788}, {"FlipUDSlice", 64430}}) {
    EXPECT_EQ(sym[name]["classes"], classes) << name;
    EXPECT_EQ(sym[name]["sym"], 16 * sym[name]["class"].get<int>() + sym[name]["symmetry"].get<int>()) << name;
  }
  EXPECT_EQ(Symmetric<UDSliceSorted>().index(cube_of("R")), sym["UDSliceSorted"]["sym"]);
  const Json l = Json::parse(run({"show", "--json", "L"}).out)["sym_coordinates"];  // an image of R under the 16
  for (const char* name : {"CornerPermutation", "UDSliceSorted", "FlipUDSlice"}) {
    EXPECT_EQ(l[name]["class"], sym[name]["class"]) << name;
    EXPECT_NE(l[name]["symmetry"], sym[name]["symmetry"]) << name;
  }
  EXPECT_EQ(r["order"], 4);
  EXPECT_EQ(r["parity"], "odd");
  EXPECT_EQ(r["in_g1"], false);
  EXPECT_EQ(r["symmetries"].size(), 4u);
  const Json s = Json::parse(run({"show", "--json", kSuperflip}).out);
  EXPECT_EQ(s["symmetries"].size(), 48u);
  EXPECT_EQ(s["antisymmetries"].size(), 48u);
  EXPECT_EQ(s["order"], 2);
  EXPECT_EQ(lines_of(run({"show", "--json"}, "R\nU\n").out).size(), 2u);
  EXPECT_TRUE(says(run({"show", "R Q"}), 2, "character 3"));
}

TEST(CliCheck, NamesWhatIsWrong) {
  const Ran good = run({"check", kSolvedFacelets});
  EXPECT_EQ(good.code, 0);
  EXPECT_NE(good.out.find("can be solved"), std::string::npos);
  const Ran twisted = run({"check", kTwistedCorner});
  EXPECT_EQ(twisted.code, 2);
  EXPECT_NE(twisted.out.find("cannot be solved"), std::string::npos);
  EXPECT_NE(twisted.out.find("twist"), std::string::npos) << twisted.out;
  const Json json = Json::parse(run({"check", "--json", kTwistedCorner}).out);
  EXPECT_EQ(json["possible"], false);
  EXPECT_FALSE(json.contains("facelets"));
  EXPECT_FALSE(json["problems"].empty());
  EXPECT_EQ(json["repaired"], kSolvedFacelets);
  // All lines are checked, whatever is wrong with those before.
  const Ran lines = run({"check"}, std::string(kTwistedCorner) + "\n\nR Q\nR U\n" + kSolvedFacelets + "\n\n");
  EXPECT_EQ(lines.code, 2);
  for (const std::string part : {"line 1: This cube cannot", "line 3: This text cannot be read as a cube: ",
                                 "line 4: This cube can be", "line 5: This cube can be"})
    EXPECT_NE(lines.out.find(part), std::string::npos) << lines.out;
}

// Each cube that an incomplete one may be.
TEST(CliConvert, ListsEachCubeThatFits) {
  const std::string known = "U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB";
  const Ran each = run({"convert", "--to", "facelets", "--each"}, known + "\nR\n");
  EXPECT_EQ(each.code, 0);
  const std::vector<std::string> cubes = lines_of(each.out);
  ASSERT_EQ(cubes.size(), 4u) << each.out;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t at = 0; at < known.size(); ++at)
      if (known[at] != '?') {
        EXPECT_EQ(cubes[i][at], known[at]);
      }
  EXPECT_EQ(std::set<std::string>(cubes.begin(), cubes.end()).size(), 4u);
  EXPECT_TRUE(says(run({"convert", "--to", "facelets", known}), 2, "3 cubes have the others"));
}

// Six faces in six lines, the net that `show` prints, and JSON over several lines are one cube each.
TEST(CliCheck, SeveralLinesAreOneCube) {
  const std::string cube = run({"convert", "--to", "facelets", "R U F' L2 D B"}).out;
  std::string faces;
  for (std::size_t f = 0; f < 6; ++f) faces += cube.substr(9 * f, 9) + "\n";
  const std::string shown = run({"show", "R U F' L2 D B"}).out;
  const std::string net = shown.substr(0, shown.find("\n\n") + 1);
  for (const std::string& text : {faces, net, "{\n\"facelets\":\n\"" + cube.substr(0, 54) + "\"\n}\n"}) {
    EXPECT_EQ(run({"convert", "--to", "facelets"}, text).out, cube) << text;
    EXPECT_EQ(run({"convert", "--to", "facelets", text}).out, cube) << text;
  }
  const Ran both = run({"check"}, faces + "R Q\n");
  EXPECT_NE(both.out.find("lines 1 to 6: This cube can be solved."), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("line 7: This text cannot"), std::string::npos) << both.out;
  std::string moves;
  for (int i = 0; i < 6; ++i) moves += "RUFRUFRUF\n";
  EXPECT_EQ(run({"check"}, moves).code, 2);
  EXPECT_NE(run({"check"}, moves).out.find("--one, or --lines"), std::string::npos);
  EXPECT_EQ(lines_of(run({"convert", "--to", "facelets", "--from", "moves"}, moves).out).size(), 6u);
  EXPECT_EQ(lines_of(run({"convert", "--to", "facelets", "--lines"}, moves).out).size(), 6u);
  // All that `show` prints, of two cubes.
  EXPECT_EQ(run({"convert", "--to", "facelets"}, shown + "\n" + shown).out, cube + cube);
  // One sequence of moves in several lines, with remarks.
  const std::string reconstruction = "x2 // inspection\nD' R2 // cross\nF U2 // pair\n";
  EXPECT_TRUE(says(run({"solve"}, reconstruction), 2, "--one, or --lines"));
  EXPECT_EQ(run({"convert", "--to", "facelets", "--one"}, reconstruction).out,
            run({"convert", "--to", "facelets", "x2 D' R2 F U2"}).out);
  EXPECT_EQ(lines_of(run({"convert", "--to", "facelets", "--lines"}, reconstruction).out).size(), 3u);
  EXPECT_EQ(run({"check", "--one", "--lines"}, reconstruction).code, 2);
  // Lines that are no cubes alone, and one together.
  std::string words;
  for (const char* colour : {"wh", "re", "gr", "ye", "or", "bl"})
    for (int i = 0; i < 9; ++i) words += std::string(colour) + (i < 8 ? ", " : "\n");
  const std::string hint = "All these lines together are one cube: --one reads them so.";
  for (const std::string& text : {words, std::string("(R U\nF)2\n"), std::string("[R,\n  U]\n")}) {
    EXPECT_TRUE(says(run({"solve"}, text), 2, hint)) << text;
    EXPECT_TRUE(says(run({"check"}, text), 2, hint)) << text;
    EXPECT_TRUE(says(run({"convert", "--to", "facelets"}, text), 2, hint)) << text;
    EXPECT_EQ(run({"check", "--one"}, text).code, 0) << text;
  }
  EXPECT_TRUE(says(run({"check"}, "(R U\nF)2"), 2, hint));
  for (const char* text : {"R U F\nR Q\n", "R Q\nU\n", "(R U\n", "R U // one\nF // two\n"})
    EXPECT_FALSE(says(run({"check"}, text), 2, hint)) << text;
  EXPECT_EQ(run({"solve", "--puzzle", "2x2x2"}, "W W\nW W\nO O G G R R B B\nO O G G R R B B\nY Y\nY Y\n").out, "\n");
}

TEST(CliCheck, OrderAndHoldingSettleWhatFaceletsMean) {
  // The face on the right is turned, listed in the order ULFRBD with D up and R in front.
  const std::string listed = "yyryyryyrbbbbbbbbbrrwrrwrrwgggggggggyooyooyoowwowwowwo";
  const Json read = Json::parse(run({"check", "--json", "--order", "ULFRBD", listed}).out);
  EXPECT_EQ(read["facelets"], run({"convert", "--to", "facelets", "F"}).out.substr(0, 54));
  EXPECT_FALSE(read.contains("others"));
  EXPECT_EQ(Json::parse(run({"check", "--json", "--holding", "dr", listed}).out), read);
  EXPECT_TRUE(says(run({"solve", "--order", "ULFRBB", listed}), 2, "is not an order of the faces"));
  EXPECT_TRUE(says(run({"solve", "--holding", "UD", listed}), 2, "is not a holding"));
  EXPECT_TRUE(says(run({"solve", "--order", "URFDLB", "--holding", "DR", listed}), 2,
                   "no cube has its centres as in the order URFDLB"));
  EXPECT_TRUE(says(run({"solve", "scrambles.txt"}), 2, "looks like the name of a file"));
}

TEST(CliCheck, OtherFormatsAndOtherText) {
  const auto json = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "--json"});
    return Json::parse(run(arguments).out);
  };
  EXPECT_EQ(json({"R U"})["state"], "possible");
  EXPECT_EQ(json({kTwistedCorner})["state"], "impossible");
  for (const std::string text : {"hello", "R Q", "{", ""}) {
    const Ran ran = run({"check", text});
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_EQ(ran.out.find("This text cannot be read as a cube: "), 0u) << ran.out;
    EXPECT_EQ(ran.out.find("cannot be solved"), std::string::npos) << ran.out;
    EXPECT_EQ(json({text})["state"], "unreadable") << text;
    EXPECT_FALSE(json({text}).contains("possible")) << text;
  }
  EXPECT_EQ(json({"R Q"})["position"], 2);
  EXPECT_EQ(json({"--from", "facelets", "UUU"})["state"], "unreadable");
  EXPECT_EQ(json({"--from", "moves", "UUU"})["state"], "possible");
  const std::string lower = "wwwwwwwwwrrrrrrrrrgggggggggyyyyyyyyyooooooooobbbbbbbbb";
  EXPECT_EQ(json({lower})["facelets"], kSolvedFacelets);
  const Json reid = json({"UF UF UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"});
  EXPECT_EQ(reid["state"], "impossible");
  EXPECT_EQ(reid["repaired"], kSolvedFacelets);
}

// Every command that describes the cube in the standard holding says so, to people and to programs.
TEST(CliConvert, SaysHowTheCubeWasUnderstood) {
  const std::string held = "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"show", "--json"}, {"convert", "--to", "json"}, {"solve", "--json"}}) {
    auto arguments = command;
    arguments.push_back(held);
    const Ran ran = run(arguments);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json notes = Json::parse(ran.out)["notes"];
    ASSERT_EQ(notes.size(), 2u) << ran.out;
    EXPECT_EQ(notes[0], "the cube was held with F up and D in front");
    EXPECT_EQ(notes[1], command[0] == "solve" ? "the moves are for the cube as it is held"
                                              : "it is turned to U up and F in front");
    for (const Json& note : notes)
      EXPECT_NE(ran.err.find("note: " + note.get<std::string>()), std::string::npos) << ran.err;
  }
  EXPECT_TRUE(says(run({"show", "R x"}), 0, "note: the moves leave the cube held with F up and D in front"));
  const std::string solved = format_cube(kSolved, Format::json);
  EXPECT_EQ(run({"convert", "--to", "json", kSolvedFacelets}).out,
            "{\"schema\":1," + solved.substr(1, solved.size() - 2) + ",\"notes\":[]}\n");
}

TEST(CliConvert, ThereAndBack) {
  Random random(12);
  const Cube cube = random.cube();
  for (const Format f : {Format::facelets, Format::reid, Format::kociemba_cubies, Format::json}) {
    const Ran ran = run({"convert", "--to", std::string(name(f)), to_facelets(cube)});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out).size(), 1u);
    EXPECT_EQ(cube_of(lines_of(ran.out).at(0)), cube);
  }
  for (const char* number : {"packed69", "packed71", "rank"}) {
    const Ran there = run({"convert", "--to", number, to_facelets(cube)});
    ASSERT_EQ(there.code, 0) << there.err;
    EXPECT_EQ(run({"convert", "--to", "facelets", "--from", number}, there.out).out, to_facelets(cube) + "\n");
  }
  EXPECT_TRUE(says(run({"convert", "--to", "facelets", "12"}), 2, "name the format"));
  const Ran moves = run({"convert", "--to", "moves"}, to_facelets(cube) + "\nR\n");
  ASSERT_EQ(moves.code, 0) << moves.err;
  EXPECT_EQ(cube_of(lines_of(moves.out).at(0)), cube);
  EXPECT_EQ(lines_of(moves.out).at(1), "R");
  const Ran bad = run({"convert", "--to", "facelets"}, "R\nR Q\nU\n");
  EXPECT_TRUE(says(bad, 2, "line 2"));
  EXPECT_EQ(lines_of(bad.out).size(), 1u);
  EXPECT_TRUE(says(run({"convert", "--to", "facelets", "--from", "facelets", "R U"}), 2, "54"));
}

TEST(CliTables, ListVerifyRemove) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const auto tables = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "tables");
    return run(arguments, "", here);
  };
  EXPECT_TRUE(says(tables({}), 0, "no tables in " + cache.path().string()));
  EXPECT_EQ(tables({"list"}).out, "");
  EXPECT_EQ(Json::parse(tables({"--json"}).out)["tables"], Json::array());

  const TableStore store(cache.path());
  const auto fill = [](std::span<std::byte> bytes) { fill_pattern(bytes); };
  store.load_or_build({"alpha", 1, "a", 100'000}, building(fill));
  store.load_or_build({"beta", 1, "b", 2'000}, building(fill));
  const Ran list = tables({"list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("alpha.table"), std::string::npos);
  EXPECT_EQ(lines_of(list.out).size(), 3u);
  EXPECT_EQ(Json::parse(tables({"list", "--json", "beta"}).out)["tables"].at(0)["name"], "beta");
  EXPECT_EQ(tables({"verify"}).code, 0);

  std::string bytes = read_file(cache / "alpha.table");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(cache / "alpha.table", bytes);
  const Ran damaged = tables({"verify"});
  EXPECT_EQ(damaged.code, 3);
  EXPECT_NE(damaged.out.find("damaged"), std::string::npos) << damaged.out;
  EXPECT_EQ(tables({"verify", "beta.table"}).code, 0);
  EXPECT_EQ(Json::parse(tables({"verify", "--json", "alpha"}).out)["tables"].at(0)["state"], "damaged");

  EXPECT_TRUE(says(tables({"remove"}), 2, "--all"));
  EXPECT_TRUE(says(tables({"remove", "gamma"}), 2, "there is no table 'gamma'"));
  EXPECT_TRUE(says(tables({"build", "gamma"}), 2, "there is no table 'gamma'"));
  EXPECT_EQ(tables({"remove", "alpha"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(cache / "alpha.table"));
  EXPECT_TRUE(std::filesystem::exists(cache / "beta.table"));
  EXPECT_EQ(tables({"remove", "standard"}).code, 0);  // none of its files is there
  EXPECT_EQ(tables({"remove", "--all"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(cache / "beta.table"));
  EXPECT_TRUE(says(tables({"build", "compact"}), 0, "without files"));
}

TEST(CliTables, RemainsUnfinishedTablesAndStrangeNames) {
  const TemporaryFolder cache;
  const auto tables = [&](std::vector<std::string> arguments, const std::string& folder) {
    arguments.insert(arguments.begin(), "tables");
    return run(arguments, "", {{"SUPERFLIP_CACHE", folder}});
  };
  const std::string here = cache.path().string();
  const auto fill = building([](std::span<std::byte>) {});
  ASSERT_TRUE(TableStore(cache.path()).load_or_build({"optimal-47-unfinished", 1, "a", 100}, fill));
  for (const char* name : {"coordinate-00.table.99-0.tmp", "x.table.lock", "\x1b]0;pwn\a\n\xff.table"})
    write_file(cache / name, "x");
  const Ran list = tables({"list"}, here);
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(lines_of(list.out).size(), 5u) << list.out;
  EXPECT_EQ(list.out.find_first_of("\x1b\a\xff"), std::string::npos);
  EXPECT_NE(list.out.find("\\x1b]0;pwn\\x07\\x0a\\xff.table"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("unfinished\n"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("remains: left by a process that was killed"), std::string::npos) << list.out;
  EXPECT_EQ(Json::parse(tables({"list", "--json"}, here).out)["tables"].size(), 4u);
  const Ran removed = tables({"remove", "--all"}, here);
  EXPECT_EQ(removed.code, 3);  // one is no table
  EXPECT_EQ(removed.err.find_first_of("\x1b\a\xff"), std::string::npos);
  EXPECT_EQ(cache.names().size(), 1u);
  EXPECT_TRUE(says(tables({"list"}, "/etc/passwd"), 3, "Not a directory"));
}

// Profiles share files. Here every file is small and of no use, but has its name.
TEST(CliTables, RemoveKeepsWhatAnotherProfileNeeds) {
  const TemporaryFolder cache;
  const auto tables = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "tables");
    return run(arguments, "", {{"SUPERFLIP_CACHE", cache.path().string()}});
  };
  const auto names_of = [](Profile profile, Metric metric) {
    std::set<std::string> names;
    for (const TableIdentity& file : TwoPhaseTables::files(profile, metric)) names.insert(file.name + ".table");
    return names;
  };
  const auto make = [&](Profile profile, Metric metric) {
    for (TableIdentity file : TwoPhaseTables::files(profile, metric)) {
      file.bytes = 8;
      TableStore(cache.path()).load_or_build(file, building([](std::span<std::byte>) {}));
    }
  };
  const auto there = [&] {
    std::set<std::string> names = cache.names();
    std::erase_if(names, [](const std::string& name) { return !name.ends_with(".table"); });
    return names;
  };
  const std::set<std::string> standard = names_of(Profile::standard, Metric::htm);
  const std::set<std::string> large = names_of(Profile::large, Metric::htm);
  const std::set<std::string> standard_qtm = names_of(Profile::standard, Metric::qtm);

  make(Profile::standard, Metric::htm);
  make(Profile::large, Metric::htm);
  const Ran kept = tables({"remove", "large"});
  EXPECT_TRUE(says(kept, 0, "kept two-phase-fold.table: standard needs it"));
  EXPECT_TRUE(says(kept, 0, "removed 1 of 6 files"));
  EXPECT_EQ(there(), standard);
  make(Profile::large, Metric::htm);
  EXPECT_TRUE(says(tables({"remove", "standard"}), 0, "large needs it"));
  EXPECT_EQ(there(), large);
  EXPECT_TRUE(says(tables({"remove", "large"}), 0, "removed 6 of 6 files"));  // nothing else is whole
  EXPECT_EQ(there(), std::set<std::string>{});

  make(Profile::standard, Metric::htm);
  make(Profile::large, Metric::htm);
  EXPECT_TRUE(says(tables({"remove", "large", "standard"}), 0, "removed 8 of 8 files"));
  EXPECT_EQ(there(), std::set<std::string>{});

  // Cosets in stm share a file with the profiles.
  make(Profile::standard, Metric::htm);
  TableIdentity distances = find_table_set("coset-stm").value()->files.back();
  distances.bytes = 8;
  TableStore(cache.path()).load_or_build(distances, building([](std::span<std::byte>) {}));
  EXPECT_TRUE(says(tables({"remove", "coset-stm"}), 0, "kept two-phase-fold.table: standard needs it"));
  EXPECT_EQ(there(), standard);
  TableStore(cache.path()).load_or_build(distances, building([](std::span<std::byte>) {}));
  EXPECT_TRUE(says(tables({"remove", "standard"}), 0, "kept two-phase-fold.table: coset-stm needs it"));
  EXPECT_EQ(there(), (std::set<std::string>{distances.name + ".table", "two-phase-fold.table"}));
  EXPECT_TRUE(says(tables({"remove", "coset-stm"}), 0, "removed 2 of 2 files"));

  // In quarter turns both profiles are the same files: they are those of standard.
  make(Profile::standard, Metric::qtm);
  EXPECT_TRUE(says(tables({"remove", "large"}), 0, "removed 0 of 7 files"));
  EXPECT_EQ(there(), standard_qtm);
  make(Profile::large, Metric::htm);
  EXPECT_EQ(tables({"remove", "large"}).code, 0);
  EXPECT_EQ(there(), standard_qtm);
  EXPECT_TRUE(says(tables({"remove", "two-phase-fold.table"}), 0, "removed 1 of 1 files"));  // as it was named
  EXPECT_TRUE(says(tables({"remove", "standard"}), 0, "removed 6 of 6 files"));
  EXPECT_EQ(there(), std::set<std::string>{});
}

// What cannot be saved is no success. The other files are those of the tests, so that little has to be made.
TEST(CliTables, BuildFailsWhenItCannotSave) {
  ASSERT_EQ(solve({"R"}).code, 0);
  const TemporaryFolder cache;
  link_standard_tables(cache);
  const auto build = [&](const std::string& name) {
    return run({"tables", "build", name}, "", {{"SUPERFLIP_CACHE", cache.path().string()}});
  };
  for (const std::string name : {"standard", "two-phase-fold", "two-phase-fold.table"})
    EXPECT_TRUE(says(build(name), 0, "standard (htm)")) << name;
  const std::string blocked = "two-phase-twist-slice-htm.table";
  std::filesystem::remove(cache / blocked);
  std::filesystem::create_directories(cache / blocked / "in the way");
  EXPECT_TRUE(says(build("standard"), 3, "could not be kept"));
  EXPECT_TRUE(says(build(blocked), 3, "could not be kept"));
  std::filesystem::remove_all(cache / blocked);
  EXPECT_TRUE(says(build(blocked), 0, "ready"));
  EXPECT_EQ(run({"tables", "verify", blocked}, "", {{"SUPERFLIP_CACHE", cache.path().string()}}).code, 0);
  const Ran nowhere = run({"tables", "build"}, "", kNowhere);
  EXPECT_TRUE(says(nowhere, 3, "no folder for tables is known"));
}

// A file whose header is damaged still goes by its name.
TEST(CliTables, DamagedFilesBelongToTheirProfile) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const auto file = TwoPhaseTables::files(Profile::standard, Metric::htm).front().name + ".table";
  TableStore(cache.path()).load_or_build({"two-phase-fold", 1, "a", 100}, building([](std::span<std::byte>) {}));
  std::string bytes = read_file(cache / file);
  bytes[100] = static_cast<char>(bytes[100] ^ 1);
  write_file(cache / file, bytes);
  EXPECT_EQ(run({"tables", "verify", "standard"}, "", here).code, 3);
  EXPECT_TRUE(says(run({"tables", "remove", "standard"}, "", here), 0, "removed 1 of 1 files"));
}

TEST(CliTables, OfGoalsHaveOneName) {
  const TemporaryFolder cache;
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  for (const char* const name : {"goal-1", "goal-2", "coordinate-1"})
    ASSERT_TRUE(TableStore(cache.path()).load_or_build({name, 1, "a", 100}, building([](std::span<std::byte>) {})));
  const Json listed = Json::parse(run({"tables", "list", "goals", "--json"}, "", here).out)["tables"];
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0]["name"], "goal-1");
  EXPECT_EQ(run({"tables", "verify", "goals"}, "", here).code, 0);
  EXPECT_TRUE(says(run({"tables", "build", "goals"}, "", here), 2, "goals"));
  EXPECT_TRUE(says(run({"tables", "remove", "goal-1"}, "", here), 0, "removed 1 of 1 files"));
  EXPECT_TRUE(says(run({"tables", "remove", "goals"}, "", here), 0, "removed 1 of 1 files"));
  EXPECT_EQ(cache.names(), (std::set<std::string>{"coordinate-1.table", "coordinate-1.table.checked"}));
}

}  // namespace
}  // namespace superflip
