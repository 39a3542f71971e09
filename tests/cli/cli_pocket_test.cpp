// The program with --puzzle 2x2x2, superflip order and superflip schedule. None of them needs a table of the cache
// folder.
#include <gtest/gtest.h>

#include <set>

#include "superflip/reading/pocket.h"
#include "superflip/solver/pocket/coordinate.h"
#include "tests/support/cli.h"

namespace superflip {
namespace {

Ran pocket(const std::string& command, std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), {command, "--puzzle", "2x2x2"});
  return run(arguments, input);
}

Index position(const std::string& text) {
  const auto cube = parse_pocket(text);
  EXPECT_TRUE(cube) << text;
  return PocketCorners::index(cube.value_or(kSolved));
}

TEST(CliPocket, SolvesWhateverIsACube) {
  const std::vector<std::string> scrambles{"R U", "L' U2 B R Dw M x", "y R2 F", "R R'"};
  const Ran ran = pocket("solve", scrambles);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), scrambles.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(position(scrambles[i] + " " + lines[i]), 0u) << i;
  EXPECT_EQ(lines[0], "U' R'");
  EXPECT_EQ(lines[3], "");

  const std::string facelets = to_pocket_facelets(*parse_pocket("R U"));
  std::string painted;
  for (const char letter : facelets) painted += "mnopqs"[kFaceLetters.find(letter)];
  EXPECT_EQ(pocket("solve", {facelets}).out, "U' R'\n");
  EXPECT_EQ(pocket("solve", {"-"}, facelets + "\n" + painted + "\r\n").out, "U' R'\nU' R'\n");
  EXPECT_EQ(pocket("solve", {kSolvedFacelets}).out, "\n");
  EXPECT_EQ(pocket("solve", {"--niss", "(F' L) R"}).out, pocket("solve", {"L' F R"}).out);
  EXPECT_EQ(pocket("solve", {"--from", "moves", ""}).out, "\n");
  EXPECT_EQ(pocket("solve", {"--to", "R U", "R U x"}).out, "\n");
  EXPECT_EQ(pocket("solve", {"--to", "R U", "R"}).out, "U\n");
  EXPECT_TRUE(says(run({"solve", "--puzzle", "3x3x3", "UUUU"}), 2, "a cube has 54"));
}

TEST(CliPocket, KeepsLimitsAndTheNumberOfAnswers) {
  const Ran none = pocket("solve", {"--max-length", "2", "R U F"});
  EXPECT_TRUE(says(none, 1, "no solution of at most 2 moves exists"));
  EXPECT_EQ(none.out, "");
  const Ran few = pocket("solve", {"--max-length", "1", "--solutions", "2", "R", "U"});
  EXPECT_TRUE(says(few, 0, "; ? stands for each that is missing"));
  EXPECT_EQ(few.out, "R'\n?\nU'\n?\n");
  const auto many = lines_of(pocket("solve", {"--solutions", "40", "R U2 F'"}).out);
  EXPECT_EQ(many.size(), 40u);
  EXPECT_EQ(std::set<std::string>(many.begin(), many.end()).size(), 40u);
  EXPECT_EQ(many[0], "F U2 R'");
  for (const std::string& line : many) EXPECT_EQ(position("R U2 F' " + line), 0u) << line;
  EXPECT_TRUE(says(pocket("solve", {"-v", "R U2"}), 0, "lower bound 2 moves"));
  EXPECT_TRUE(says(pocket("solve", {"-v", "--metric", "qtm", "R U2"}), 0, "lower bound 3 moves"));
}

TEST(CliPocket, Json) {
  const Json json = Json::parse(pocket("solve", {"--json", "--metric", "qtm", "R2 U"}).out);
  EXPECT_EQ(json["puzzle"], "2x2x2");
  EXPECT_EQ(json["metric"], "qtm");
  EXPECT_EQ(position(json["facelets"]), position("R2 U"));
  EXPECT_EQ(json["solutions"][0]["moves"], "U' R2");
  EXPECT_EQ(json["solutions"][0]["length"], 3);
  const Ran bad = pocket("solve", {"--json", "R Q"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(Json::parse(bad.out)["position"], 2);
  EXPECT_EQ(Json::parse(pocket("solve", {"--json", "--max-length", "1", "R U"}).out)["solutions"], Json::array());
}

TEST(CliPocket, SaysWhatIsWrongWithACube) {
  EXPECT_TRUE(says(pocket("solve", {"UUUURRRRFFFFDDDDLLLLBBB"}), 2, "there are 23 facelets; a 2x2x2 cube has 24"));
  EXPECT_TRUE(says(pocket("solve", {"UUUFURRRFRFFDDDDLLLLBBBB"}), 2, "one corner is twisted clockwise"));
  EXPECT_TRUE(says(pocket("solve", {""}), 2, "there is no cube: the text is empty"));
  EXPECT_TRUE(says(pocket("solve", {"--to", "Q", "R"}), 2, "--to: character 1"));
  const Ran stopped = pocket("solve", {}, "R\nUUUU\nF\n");
  EXPECT_TRUE(says(stopped, 2, "line 2: there are 4 facelets"));
  EXPECT_EQ(stopped.out, "R'\n");
  const Ran going = pocket("solve", {"--keep-going"}, "R\nUUUU\nF\n");
  EXPECT_EQ(going.code, 2);
  EXPECT_EQ(going.out, "R'\n?\nF'\n");
}

TEST(CliPocket, RefusesWhatMeansNothing) {
  for (const std::string option : {"--time", "--nodes", "--threads"})
    EXPECT_TRUE(says(pocket("solve", {option, "5", "R"}), 2, option + ": this option is only for the 3x3x3")) << option;
  EXPECT_TRUE(says(pocket("solve", {"--profile", "large", "R"}), 2, "--profile: this option is only for the 3x3x3"));
  EXPECT_TRUE(says(pocket("scramble", {"--fmc"}), 2, "--fmc: this option is only for the 3x3x3"));
  EXPECT_TRUE(says(run({"solve", "--puzzle", "4x4x4", "R"}), 2, "expected 3x3x3 or 2x2x2"));
}

TEST(CliPocket, AnswersARobotThatWaits) {
  Program program({"solve", "--puzzle", "2x2x2"});
  for (const std::string move : {"R", "U", "F2"}) {
    program.write(move + "\n");
    EXPECT_EQ(program.read_line(), move == "F2" ? "F2\n" : move + "'\n");
  }
  program.close_input();
  EXPECT_EQ(program.wait(), 0);
}

TEST(CliPocket, Scrambles) {
  const Ran first = pocket("scramble", {"-n", "20", "--seed", "1"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(lines_of(first.out).at(0), "U F' R F' U' R U' F' R U F2");
  EXPECT_EQ(pocket("scramble", {"-n", "20", "--seed", "1"}).out, first.out);
  EXPECT_NE(pocket("scramble", {"-n", "20"}).out, first.out);
  for (const std::string& line : lines_of(first.out)) {
    EXPECT_EQ(parse_algorithm(line)->moves.size(), 11u);
    EXPECT_EQ(line.find_first_not_of("URF2' "), std::string::npos);
  }
  EXPECT_EQ(lines_of(pocket("solve", {}, first.out).out).size(), 20u);
}

TEST(CliOrder, TellsOrderAndCycles) {
  const Ran ran = run({"order", "R U"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out,
            "order    105\n"
            "corners  (URF)+(UFL ULB UBR BDR DFR)-\n"
            "edges    (UR BR DR FR UF UL UB)\n"
            "  times  pieces moved\n"
            "      1  13  URF UFL ULB UBR DFR DRB UR UF UL UB DR FR BR\n"
            "      3  12  UFL ULB UBR DFR DRB UR UF UL UB DR FR BR\n"
            "      7   6  URF UFL ULB UBR DFR DRB\n"
            "     15   7  UR UF UL UB DR FR BR\n"
            "     21   5  UFL ULB UBR DFR DRB\n"
            "    105   0\n");
  EXPECT_EQ(lines_of(run({"order", "M"}).out).at(2), "centres  (U F D B)");
  EXPECT_EQ(lines_of(run({"order", "R U2 D' B D'"}).out).at(0), "order    1260");
  EXPECT_EQ(run({"order"}, "R\nU R\n").out, run({"order", "R", "U R"}).out);
  EXPECT_EQ(lines_of(run({"order", "R R'"}).out).at(0), "order    1");
  EXPECT_NE(run({"order", "--help"}).out.find("Examples:\n  superflip order"), std::string::npos);
}

TEST(CliOrder, OnlyAndJson) {
  const auto lines = lines_of(run({"order", "--only", "URF", "R U R' U'"}).out);
  EXPECT_EQ(lines.at(lines.size() - 2), "only URF");
  const Json json = Json::parse(run({"order", "--json", "--only", "UR,UF,UL,UB,FR,BR,DR", "R U"}).out);
  EXPECT_EQ(json["order"], 105);
  EXPECT_EQ(json["cycles"].size(), 3u);
  EXPECT_EQ(json["cycles"][0]["piece"], "corner");
  EXPECT_EQ(json["cycles"][0]["turn"], 1);
  EXPECT_EQ(json["orbits"]["DR"][0], "DR");
  EXPECT_EQ(json["orbits"]["DR"][1], "FR");
  EXPECT_EQ(json["orbits"]["DR"].size(), 7u);
  EXPECT_EQ(json["only"]["times"], 15);
  EXPECT_EQ(json["only"]["moved"].size(), 7u);
  EXPECT_EQ(json["powers"].back()["times"], 105);
}

TEST(CliOrder, SaysWhatIsWrong) {
  EXPECT_TRUE(says(run({"order", "R Q"}), 2, "character 3: 'Q' found"));
  EXPECT_TRUE(says(run({"order", ""}), 2, "there are no moves"));
  EXPECT_TRUE(says(run({"order", "--only", "UD", "R"}), 2, "--only: 'UD' is not a piece"));
  EXPECT_TRUE(says(run({"order", "R", "U", "R'"}), 0, "quote it: superflip order \"R U R'\""));
  EXPECT_TRUE(says(run({"order"}, "R\n\nQ\n"), 2, "line 3"));
}

TEST(CliSchedule, TellsWhatARobotDoesForGivenMoves) {
  const Ran ran = run({"schedule", "--robot", "turntable", "F2"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out, "   0.000  x'\n   0.700  D2\n   1.500  end\n");
  EXPECT_EQ(run({"schedule", "--robot", "six-motors"}, "R L' F2\n\nR2\n").out,
            "   0.000  R L'\n   0.070  F2\n   0.170  end\n   0.000  R2\n   0.100  end\n");
  EXPECT_EQ(run({"schedule", "--robot", "six-motors", ""}).out, "   0.000  end\n");
  const std::string own = R"({"motors": {"U": {"90": 1}, "R": {"90": 1}, "F": {"90": 1}, "D": {"90": 1},
                              "L": {"90": 1}, "B": {"90": 1}}})";
  EXPECT_EQ(run({"schedule", "--robot", own, "R U'"}).out, "   0.000  R\n   1.000  U'\n   2.000  end\n");
  const Json json = Json::parse(run({"schedule", "--robot", "turntable", "--json", "F2"}).out);
  EXPECT_EQ(json["moves"], "F2");
  EXPECT_EQ(json["schedule"]["robot"], "turntable");
  EXPECT_EQ(json["schedule"]["seconds"], 1.5);
  EXPECT_EQ(json["schedule"]["actions"][1]["turn"], "D2");
}

TEST(CliSchedule, SaysWhatIsWrong) {
  EXPECT_TRUE(says(run({"schedule", "--robot", "turntable", "R Q"}), 2, "character 3: 'Q' found"));
  EXPECT_TRUE(says(run({"schedule", "--robot", "turntable"}, "R\nQ\n"), 2, "line 2"));
  EXPECT_TRUE(says(run({"schedule", "--robot", "turntable", "(R U)300"}), 2, "600 turns are too many"));
  EXPECT_TRUE(says(run({"schedule", "--robot", "nobody", "R"}), 2, "there are six-motors, five-motors"));
  EXPECT_TRUE(says(run({"schedule", "R"}), 2, "--robot"));
}

}  // namespace
}  // namespace superflip
