// Move sets: what generators stand for, and which words are normal.
#include "superflip/cube/move_set.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "superflip/cube/algorithm.h"

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
  // A layer is named as it turns in space: 2R is M', and not the pair of faces.
  for (const auto& [text, name] : {std::pair{"2R", "M'"}, {"2U", "E'"}, {"2-3r", "l'"}, {"(2R U2)", "(2R U2)"}})
    EXPECT_EQ(parse_move_set(text, Metric::htm, Centres::turned)->steps()[0].name, name) << text;
  EXPECT_FALSE(parse_move_set("<R, U"));
}

// Steps of a user's own are checked: a step without an inverse, or of cost 0, would make searches wrong or endless.
TEST(MoveSets, OfStepsAreChecked) {
  const auto step = [](const char* text, int cost = 1) {
    const Moves moves = parse_algorithm(text)->moves;
    return Step{apply(kSolved, moves), moves, text, cost};
  };
  const auto error = [](std::vector<Step> steps) {
    const auto made = MoveSet::make("own", std::move(steps));
    EXPECT_TRUE(made || made.error().kind == ErrorKind::bad_option);
    return made ? "" : made.error().message;
  };
  EXPECT_EQ(error({step("R"), step("R'"), step("R2", 2)}), "");
  EXPECT_EQ(error({}), "0 steps: expected 1 to 200");
  EXPECT_EQ(error({step("R")}), "the inverse of the step R is not a step");
  EXPECT_EQ(error({step("R"), step("R'", 2)}), "the step R and its inverse have different costs");
  EXPECT_EQ(error({step("R2", 0)}), "the step R2 has a cost that is not 1 to 20");
  EXPECT_EQ(error({step("R2"), step("R2 U U'")}), "the step R2 U U' does what another step does");
  EXPECT_EQ(error({step("R R'")}), "the step R R' needs the cube that its moves make, and must move a piece");
  Step wrong = step("U2");
  wrong.cube = kMoveCubes[0];
  EXPECT_NE(error({wrong}), "");
}

TEST(MoveSets, ConjugateAndInverseAreThoseOfTheCubes) {
  for (const char* text : {"all", "G1", "U R F", "slices", "axial", "(R U R' U') F2"}) {
    const MoveSet moves = parse_move_set(text).value();
    EXPECT_EQ(moves.symmetries() & 1, 1u);
    for (int i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(moves[i].cube * moves[moves.inverse(i)].cube, kSolved);
      for (const Symmetry s : kAllSymmetries)
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
  EXPECT_EQ(parse_move_set("U (R Q)").error().message.find("character 6: "), 0u);
  EXPECT_NE(parse_move_set("x").error().message.find("moves no piece"), std::string::npos);
  EXPECT_NE(parse_move_set("U (R R')").error().message.find("moves no piece"), std::string::npos);
  EXPECT_NE(parse_move_set("  ").error().message.find("no moves"), std::string::npos);
  EXPECT_NE(parse_move_set("(R U").error().message.size(), 0u);
}

TEST(MoveSets, OfMetrics) {
  EXPECT_EQ(moves_of(Metric::htm).size(), 18);
  EXPECT_EQ(moves_of(Metric::qtm).size(), 12);
  EXPECT_EQ(moves_of(Metric::stm).size(), 27);
  EXPECT_EQ(moves_of(Metric::atm).size(), 45);
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm}) {
    const MoveSet moves = moves_of(metric);
    EXPECT_EQ(std::popcount(moves.symmetries()), 48);
    for (const Step& step : moves.steps()) EXPECT_EQ(length(step.moves, metric), step.cost) << step.name;
  }
}

TEST(MoveSets, LengthsOfWords) {
  const auto lengths = [](const char* text) {
    const Moves moves = normalise(parse_algorithm(text)->moves);
    return std::array{length(moves, Metric::htm), length(moves, Metric::qtm), length(moves, Metric::stm),
                      length(moves, Metric::atm)};
  };
  EXPECT_EQ(lengths(""), (std::array{0, 0, 0, 0}));
  EXPECT_EQ(lengths("R L'"), (std::array{2, 2, 1, 1}));
  EXPECT_EQ(lengths("R L"), (std::array{2, 2, 2, 1}));
  EXPECT_EQ(lengths("R2 L2 U"), (std::array{3, 5, 2, 2}));
  EXPECT_EQ(lengths("U R L2 U D' F"), (std::array{6, 7, 5, 4}));
}

TEST(MoveSets, ConjugateIsTheSetOfConjugates) {
  for (const char* text : {"U R2 F", "M U", "(R U R' U') D", "all", "G1"}) {
    const MoveSet moves = parse_move_set(text, Metric::qtm).value();
    for (int s = 0; s < kSymmetries; ++s) {
      const MoveSet image = conjugate(moves, Symmetry(s));
      ASSERT_EQ(image.size(), moves.size());
      std::unordered_set<Cube> cubes;
      for (int i = 0; i < moves.size(); ++i) {
        EXPECT_EQ(image[i].cube, conjugate(moves[i].cube, Symmetry(s)));
        EXPECT_EQ(apply(kSolved, image[i].moves), image[i].cube);
        EXPECT_EQ(image[i].cost, moves[i].cost);
        cubes.insert(image[i].cube);
      }
      // The text says the same set, where nothing costs more after something else.
      const Expected<MoveSet> read = parse_move_set(image.text(), Metric::qtm);
      ASSERT_TRUE(read) << image.text();
      for (const Step& step : read->steps()) EXPECT_TRUE(cubes.contains(step.cube)) << image.text();
    }
  }
}

// The costs of steps by their names.
std::map<std::string, int> costs_of(const char* text, Metric metric = Metric::htm) {
  const MoveSet moves = parse_move_set(text, metric).value();
  std::map<std::string, int> costs;
  for (const Step& step : moves.steps()) costs[step.name] = step.cost;
  return costs;
}

TEST(MoveSets, HaveCostsOfOnesOwn) {
  using Costs = std::map<std::string, int>;
  EXPECT_EQ(costs_of("R:3 U"), (Costs{{"R", 3}, {"R2", 3}, {"R'", 3}, {"U", 1}, {"U2", 1}, {"U'", 1}}));
  EXPECT_EQ(costs_of("R:2,R2:3"), (Costs{{"R", 2}, {"R2", 3}, {"R'", 2}}));
  EXPECT_EQ(costs_of("R2:3 R"), (Costs{{"R", 1}, {"R2", 3}, {"R'", 1}}));
  EXPECT_EQ(costs_of("<R:20>", Metric::qtm), (Costs{{"R", 20}, {"R'", 20}}));
  EXPECT_EQ(costs_of("(R L):4"), (Costs{{"(R L)", 4}, {"(R2 L2)", 4}, {"(R' L')", 4}}));
  EXPECT_EQ(costs_of("[R: U]:5").size(), 3u);
  EXPECT_EQ(costs_of("all:2 R':3"), costs_of("all:2 R:3"));
  EXPECT_EQ(costs_of("R':3 all:2"), costs_of("all:2"));
  EXPECT_EQ(costs_of("R:2 R:3 R':3 R'"), costs_of("R:3"));
  EXPECT_EQ(costs_of("all:2 squares:3")["F2"], 3);
  EXPECT_EQ(costs_of("all:2 squares:3")["F'"], 2);
  EXPECT_EQ(costs_of("axial:5 all:3")["(R L)"], 5);
  EXPECT_EQ(costs_of("axial:5 all:3")["R"], 3);
  EXPECT_FALSE(parse_move_set("R U2")->is_priced());
  EXPECT_FALSE(moves_of(Metric::qtm).is_priced());
  EXPECT_TRUE(parse_move_set("R:1")->is_priced());
  EXPECT_EQ(std::popcount(parse_move_set("all:2 squares:3")->symmetries()), 48);
  EXPECT_EQ(std::popcount(parse_move_set("all U:2 D:2")->symmetries()), 16);
}

TEST(MoveSets, KnowWhatFollowsWhat) {
  const MoveSet moves = parse_move_set("R F:2 U R>F:3 F>R2:1").value();  // R R2 R' F F2 F' U U2 U'
  EXPECT_TRUE(moves.is_priced() && moves.has_follow_costs());
  EXPECT_EQ(moves.follow_cost(0, 3), 3);
  EXPECT_EQ(moves.follow_cost(2, 5), 3);
  EXPECT_EQ(moves.follow_cost(3, 0), 0);
  EXPECT_EQ(moves.follow_cost(3, 1), 1);
  EXPECT_EQ(moves.follow_cost(6, 3), 0);
  EXPECT_EQ(moves.cost({0, 3, 1, 6}), 1 + (3 + 2) + (1 + 1) + 1);
  EXPECT_EQ(moves.max_cost(), 5);
  const MoveSet axes = parse_move_set("R L U all>all:2 R>L:0 L>R:000").value();
  EXPECT_EQ(axes.follow_cost(0, 3), 0);
  EXPECT_EQ(axes.follow_cost(3, 0), 0);
  EXPECT_EQ(axes.follow_cost(0, 6), 2);
  EXPECT_EQ(parse_move_set("R:00000003").value()[0].cost, 3);
  EXPECT_EQ(moves.symmetries(), 1u);
  const MoveSet back = moves.reversed();
  for (int a = 0; a < moves.size(); ++a)
    for (int b = 0; b < moves.size(); ++b)
      EXPECT_EQ(moves.cost({a, b}), back.cost({moves.inverse(b), moves.inverse(a)}));
  EXPECT_FALSE(moves.without_follow_costs().has_follow_costs());
  EXPECT_TRUE(check_no_follow_costs(moves.without_follow_costs()));
  EXPECT_FALSE(check_no_follow_costs(moves));
  const MoveSet turned = conjugate(moves, Symmetry(16));
  for (int a = 0; a < moves.size(); ++a)
    for (int b = 0; b < moves.size(); ++b) EXPECT_EQ(turned.follow_cost(a, b), moves.follow_cost(a, b));
  // The text says all but these.
  const MoveSet said = parse_move_set(turned.text()).value();
  EXPECT_FALSE(said.has_follow_costs());
  EXPECT_EQ(said.size(), turned.size());
  for (int i = 0; i < said.size(); ++i) EXPECT_EQ(said[i].cost, turned[i].cost);
}

// Words whose neighbours are normal reach every cube at the least cost of any word.
TEST(MoveSets, NormalWordsAreCheapest) {
  for (const char* text : {"R:2 L:3 U", "R:1 R2:5 U:2", "axial:3 all:2", "R L U R>L:1 L>R:2 U>R:3", "R L F R>R:4 F>F:2",
                           "R L (R L):2 F R>F:2 L>F:1 (R L)>F:5", "U R2 U>R2:1 R2>U:1"}) {
    const MoveSet moves = parse_move_set(text).value();
    constexpr int kMost = 6;
    using Least = std::unordered_map<Cube, int>;
    const auto least_of = [&](bool normal) {
      Least least;
      std::vector<int> word;
      const auto visit = [&](const auto& self, const Cube& cube, int cost) -> void {
        const auto [at, is_new] = least.try_emplace(cube, cost);
        at->second = std::min(at->second, cost);
        if (word.size() == 4) return;
        for (int s = 0; s < moves.size(); ++s) {
          if (normal && !word.empty() && !moves.may_follow(word.back(), s)) continue;
          const int next = cost + moves[s].cost + (word.empty() ? 0 : moves.follow_cost(word.back(), s));
          if (next > kMost) continue;
          word.push_back(s);
          self(self, cube * moves[s].cube, next);
          word.pop_back();
        }
      };
      visit(visit, kSolved, 0);
      return least;
    };
    EXPECT_EQ(least_of(true), least_of(false)) << text;
  }
}

TEST(MoveSets, SayWhatIsWrongWithCosts) {
  const auto error = [](const char* text) {
    const auto moves = parse_move_set(text);
    EXPECT_FALSE(moves) << text;
    return moves ? Error{} : moves.error();
  };
  EXPECT_EQ(error("U R:0").message,
            "with a cost of 0 words could go on for nothing: expected a whole number from 1 to 20 after the "
            "colon, as in R:3");
  EXPECT_EQ(error("U R:0").position, 3u);
  EXPECT_EQ(error("U R:3 R':2").message,
            "'R'' is the inverse of 'R', and a move costs as much as its inverse: expected one cost");
  EXPECT_EQ(error("U R:3 R':2").position, 6u);
  EXPECT_NE(error("(R U):3 (U' R'):2").message.find("is the inverse of"), std::string::npos);
  EXPECT_NE(error("R:1.5").message.find("'1.5' is no cost"), std::string::npos) << error("R:1.5").message;
  EXPECT_NE(error("R:").message.find("there is no cost"), std::string::npos);
  EXPECT_NE(error("R:21").message.find("too large"), std::string::npos);
  EXPECT_NE(error("R:99999999999999999999").message.find("too large"), std::string::npos);
  EXPECT_NE(error("U :3").message.find("no moves before the cost"), std::string::npos);
  EXPECT_NE(error("U R U>R").message.find("has no cost"), std::string::npos);
  EXPECT_NE(error("U R >R:2").message.find("on one side only"), std::string::npos);
  EXPECT_NE(error("U R U>:2").message.find("on one side only"), std::string::npos);
  EXPECT_NE(error("U R U>F:2").message.find("not allowed"), std::string::npos);
  EXPECT_EQ(error("U R U>F:2").position, 4u);
  EXPECT_EQ(error("U R U>Q:2").position, 6u);
  EXPECT_NE(error("U>U:2").message.find("no moves"), std::string::npos);
  EXPECT_FALSE(parse_move_set("R:3:4"));
  std::string many = "R U";
  for (int n = 0; n < 1001; ++n) many += " R>U:1";
  EXPECT_NE(error(many.c_str()).message.find("more than 1000 costs of what follows what"), std::string::npos);
  EXPECT_FALSE(parse_move_set("U R U>R>U:2"));
}

TEST(MoveSets, AsAGroup) {
  for (const char* text : {"<R,U>", " < R , U > ", "<R U>"}) {
    const auto moves = parse_move_set(text);
    ASSERT_TRUE(moves) << text;
    EXPECT_EQ(moves->size(), 6) << text;
  }
  EXPECT_EQ(parse_move_set("<R,Q>").error().position, 3u);
  EXPECT_EQ(parse_move_set("<R,U").error().position, 0u);
  EXPECT_FALSE(parse_move_set("<>"));
  EXPECT_EQ(parse_move_set("G1 .R U").error().position, 3u);
}

}  // namespace
}  // namespace superflip
