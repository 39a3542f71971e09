// Move sets: what generators stand for, and which words are normal.
#include "superflip/cube/move_set.h"

#include <gtest/gtest.h>

#include <set>
#include <unordered_set>

namespace superflip {
namespace {

int size_of(const char* text, Metric metric) { return parse_move_set(text, metric).value().size(); }

TEST(MoveSets, HaveTheirSizes) {
  EXPECT_EQ(size_of("all", Metric::htm), 18);
  EXPECT_EQ(size_of("all", Metric::qtm), 12);
  EXPECT_EQ(size_of("G1", Metric::htm), 10);
  EXPECT_EQ(size_of("G1", Metric::qtm), 8);
  EXPECT_EQ(size_of("U' R2", Metric::htm), 4);
  EXPECT_EQ(size_of("U,U,U2", Metric::htm), 3);
  EXPECT_EQ(size_of("squares", Metric::qtm), 6);
  EXPECT_EQ(size_of("slices", Metric::htm), 9);
  EXPECT_EQ(size_of("M E S", Metric::qtm), 6);
  EXPECT_EQ(size_of("antislices", Metric::htm), 9);
  EXPECT_EQ(size_of("axial", Metric::htm), 45);
  EXPECT_EQ(size_of("axial", Metric::qtm), 24);
  EXPECT_EQ(size_of("(R U R' U')", Metric::htm), 2);
  EXPECT_EQ(size_of("all M E S", Metric::htm), 27);
}

TEST(MoveSets, CostWhatTheMetricSays) {
  const MoveSet g1 = parse_move_set("G1", Metric::qtm).value();
  for (const Step& step : g1.steps())
    EXPECT_EQ(step.cost, step.moves.size() == 1 && turns_of(step.moves[0]) == 2 ? 2 : 1);
  EXPECT_EQ(parse_move_set("(R L')", Metric::qtm)->steps()[0].name, "(R L')");
  EXPECT_EQ(parse_move_set("M", Metric::htm)->steps()[1].name, "(R2 L2)");
}

TEST(MoveSets, ConjugateAndInverseAreThoseOfTheCubes) {
  for (const char* text : {"all", "G1", "U R F", "slices", "axial", "(R U R' U') F2"}) {
    const MoveSet moves = parse_move_set(text).value();
    EXPECT_EQ(moves.symmetries() & 1, 1u);
    for (int i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(moves[i].cube * moves[moves.inverse(i)].cube, kSolved);
      for (Symmetry s = 0; s < kSymmetries; ++s)
        if ((moves.symmetries() >> s & 1) != 0) {
          EXPECT_EQ(moves[moves.conjugate(i, s)].cube, conjugate(moves[i].cube, s));
        }
    }
  }
  EXPECT_EQ(std::popcount(parse_move_set("all")->symmetries()), 48);
  EXPECT_EQ(std::popcount(parse_move_set("G1")->symmetries()), 16);
  EXPECT_EQ(std::popcount(parse_move_set("U R F")->symmetries()), 6);
}

// Of face turns the rule is the one that everybody uses.
TEST(MoveSets, NormalWordsOfFaceTurns) {
  const MoveSet all = parse_move_set("all").value();
  for (int a = 0; a < all.size(); ++a)
    for (int b = 0; b < all.size(); ++b)
      EXPECT_EQ(all.may_follow(a, b), may_follow(all[a].moves[0], all[b].moves[0]))
          << all[a].name << " " << all[b].name;
}

// Normal words of least cost reach every cube that words reach at that cost.
TEST(MoveSets, NormalWordsReachEverything) {
  for (const char* text : {"axial", "slices U", "U2 R2 F2", "all M"}) {
    const MoveSet moves = parse_move_set(text).value();
    std::unordered_set<Cube> normal{kSolved};
    std::unordered_set<Cube> any{kSolved};
    std::vector<std::pair<Cube, int>> words{{kSolved, -1}};
    for (int length = 1; length <= 3; ++length) {
      std::vector<std::pair<Cube, int>> longer;
      for (const auto& [cube, last] : words)
        for (int s = 0; s < moves.size(); ++s)
          if (last < 0 || moves.may_follow(last, s)) longer.emplace_back(cube * moves[s].cube, s);
      for (const auto& [cube, last] : longer) normal.insert(cube);
      std::unordered_set<Cube> next = any;
      for (const Cube& cube : any)
        for (const Step& step : moves.steps()) next.insert(cube * step.cube);
      any = std::move(next);
      words = std::move(longer);
      EXPECT_EQ(normal, any) << text << " " << length;
    }
  }
}

TEST(MoveSets, SayWhatIsWrong) {
  EXPECT_EQ(parse_move_set("U Q").error().position, 2u);
  EXPECT_EQ(parse_move_set("U (R Q)").error().position, 5u);
  EXPECT_NE(parse_move_set("x").error().message.find("moves no piece"), std::string::npos);
  EXPECT_NE(parse_move_set("U (R R')").error().message.find("moves no piece"), std::string::npos);
  EXPECT_NE(parse_move_set("  ").error().message.find("no moves"), std::string::npos);
  EXPECT_NE(parse_move_set("(R U").error().message.size(), 0u);
}

}  // namespace
}  // namespace superflip
