// superflip order and superflip schedule: what is told of sequences of moves. Neither needs a table of the cache
// folder.
#include <gtest/gtest.h>

#include "tests/support/cli.h"

namespace superflip {
namespace {

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
