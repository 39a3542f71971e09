// The program with --puzzle 2x2x2, which needs no table of the cache folder.
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

}  // namespace
}  // namespace superflip
