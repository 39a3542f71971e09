// Costs of one's own in every kind of question, against words that are all tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "superflip/coordinate/mask.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/report.h"
#include "superflip/reading/goal.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Costs"}, {"long", "Costs"}};

Engine& engine() {
  static Engine engine({.profile = Profile::compact, .optimal_table = "optimal-47", .threads = 2});
  return engine;
}

using IsGoal = std::function<bool(const Cube&)>;
using Moving = std::shared_ptr<const MoveSet>;

Moving moves_of(const std::string& text) { return std::make_shared<const MoveSet>(parse_move_set(text).value()); }

// The least cost of a word of at most that cost; one more where there is none.
int least_cost(const MoveSet& moves, const Cube& from, const IsGoal& is_goal, int most) {
  int least = most + 1;
  const std::function<void(const Cube&, int, int)> visit = [&](const Cube& cube, int last, int cost) {
    if (is_goal(cube)) least = std::min(least, cost);
    for (int s = 0; s < moves.size(); ++s) {
      const int next = cost + moves[s].cost + (last < 0 ? 0 : moves.follow_cost(last, s));
      if (next < least) visit(cube * moves[s].cube, s, next);
    }
  };
  visit(from, -1, 0);
  return least;
}

Cube scrambled(const MoveSet& moves, int length, Random& random) {
  Cube cube;
  while (length-- > 0)
    cube = cube * moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))].cube;
  return cube;
}

// What must hold of the answer to a question whose cheapest word costs so much.
void expect_least(const Question& question, int least, const std::string& what) {
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::complete) << what;
  ASSERT_FALSE(answer->solutions.empty()) << what;
  EXPECT_EQ(answer->lower_bound, least) << what;
  for (const Solution& word : answer->solutions) {
    EXPECT_EQ(word.length, least) << what;
    EXPECT_EQ(question.moves->cost(word.steps), least) << what;
  }
}

TEST(Costs, OfWholeCubes) {
  Random random(21);
  for (const std::string text : {"R:3 U:2 F2:5", "R U:4 (R U R' U'):3", "R F:2 U R>F:3 U>R:1", "R:2 L:2 (R L):3 U:2"}) {
    const Moving moves = moves_of(text);
    for (int i = 0; i < 5; ++i) {
      Question question{.cube = scrambled(*moves, 3, random), .moves = moves, .want = Want::all};
      question.solutions = 1000;
      const auto is_solved = [](const Cube& cube) { return cube == kSolved; };
      expect_least(question, least_cost(*moves, question.cube, is_solved, 15), text);
    }
  }
}

// A cost may be longer than any word; the limit of lengths is for words.
TEST(Costs, MayBeLarge) {
  const Cube cube = apply(kSolved, parse_algorithm("R U F R2 U' F2 R' U F")->moves);
  const auto least = engine().solve({.cube = cube, .moves = moves_of("R U F"), .want = Want::shortest});
  const auto dear = engine().solve({.cube = cube, .moves = moves_of("R:20 U:20 F:20"), .want = Want::shortest});
  ASSERT_TRUE(least && dear);
  EXPECT_GT(dear->lower_bound, kLongestWord);
  EXPECT_EQ(dear->lower_bound, 20 * least->lower_bound);
  EXPECT_EQ(dear->solutions.front().length, dear->lower_bound);
  Question limited{.cube = cube, .moves = moves_of("R:20 U:20 F:20"), .want = Want::shortest};
  limited.max_length = dear->lower_bound - 1;
  const auto none = engine().solve(limited);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->solutions.empty());
  EXPECT_EQ(none->ended, Ended::complete);
}

TEST(Costs, OfACubeThatIsHeldAnotherWay) {
  Random random(23);
  const Moving moves = moves_of("R:3 U F:2 U>R:2 F>U:1");
  for (int i = 0; i < 6; ++i) {
    const Cube as_held = scrambled(*moves, 3, random);
    const int least = least_cost(
        *moves, as_held, [](const Cube& cube) { return cube == kSolved; }, 12);
    for (const Symmetry held : kAllRotations) {
      Question question{.cube = conjugate(as_held, inverse(held)), .moves = moves, .want = Want::all};
      question.held = held;
      question.solutions = 1000;
      expect_least(question, least, "held another way");
    }
  }
}

TEST(Costs, OfPartsOnAllSides) {
  Random random(24);
  const Moving moves = moves_of("all:2 squares:3 U>R:4");
  for (int i = 0; i < 4; ++i) {
    Question question{.cube = random.cube(), .moves = moves, .want = Want::all};
    Wider wider{.only = *Mask::parse("DF DR"), .holdings = true};
    question.goal.patterns = *goal_patterns({{}}, wider, {});
    question.solutions = 1000;
    const auto is_goal = [&](const Cube& cube) {
      return std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                         [&](const Pattern& pattern) { return pattern.holds(cube); });
    };
    expect_least(question, least_cost(*moves, question.cube, is_goal, 9), "DF DR");
  }
}

// The word is searched from the goal, so that what follows what is reversed.
TEST(Costs, OfASetOfCubes) {
  Random random(25);
  const Moving moves = moves_of("R:3 U F:2 U>R:2 F>U:1 R>F:3");
  for (int i = 0; i < 6; ++i) {
    const Cube cube = scrambled(*moves, 3, random);
    Pattern known = Pattern::of(cube);
    for (const int place : {0, 3}) known.corner[static_cast<std::size_t>(place)] = Pattern::kAnyCorner;
    for (const int place : {1, 4}) known.edge[static_cast<std::size_t>(place)] = Pattern::kAnyEdge;
    Question question{.cube = cube, .start = known, .moves = moves, .want = Want::all};
    question.solutions = 1000;
    int least = std::numeric_limits<int>::max();
    Completions(known).visit([&](const Cube& one) {
      least = std::min(least, least_cost(
                                  *moves, one, [](const Cube& c) { return c == kSolved; }, std::min(least, 10)));
      return true;
    });
    expect_least(question, least, "a set");
  }
}

TEST(Costs, AreSaidInJson) {
  const Question question{.cube = apply(kSolved, parse_algorithm("F' R'")->moves), .moves = moves_of("R F:2 R>F:3")};
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer);
  Json json;
  add_answer(json, question, *answer);
  const std::string text = json.dump();
  for (const char* part : {R"("unit":"cost")", R"("moves_allowed":"R F:2 R>F:3")", R"("moves":"R F","length":6)"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find("metric"), std::string::npos) << text;
}

// Steps that commute are written in the order that costs least.
TEST(Costs, TheOrderOfStepsIsKept) {
  const Question question{.cube = apply(kSolved, parse_algorithm("R' L'")->moves), .moves = moves_of("R L R>L:1")};
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer);
  EXPECT_EQ(to_string(answer->solutions.front(), question), "L R");
  EXPECT_EQ(answer->lower_bound, 2);
}

// 99 costs are less than five moves here.
TEST(Costs, LimitsAreCosts) {
  Question question{.cube = apply(kSolved, parse_algorithm("U R U R U")->moves), .moves = moves_of("R:20 U:20")};
  question.max_length = 99;
  auto answer = engine().solve(question);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->solutions.empty());
  question.max_length = 100;
  answer = engine().solve(question);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->solutions.front().length, 100);
  question.cube = kMoveCubes[make_move(R, 1)];
  question.max_length = kNoMaxLength;
  question.want = Want::all;
  question.within = 99;
  question.solutions = 1000;
  answer = engine().solve(question);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->ended, Ended::complete);
  for (const Solution& word : answer->solutions) EXPECT_LE(word.length, 20 + 99);
}

// The text is the word that was priced, not what its turns come to: R2 would cost 5.
TEST(Costs, TurnsOfOneFaceStaySteps) {
  for (const char* moves : {"R:1 R2:5 U F", "R R2:5 U F L"}) {
    const Question question{.cube = kMoveCubes[make_move(R, 2)], .moves = moves_of(moves)};
    const auto answer = engine().solve(question);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->solutions.front().length, 2);
    const std::string text = to_string(answer->solutions.front(), question);
    EXPECT_TRUE(text == "R R" || text == "R' R'") << text;
  }
}

}  // namespace
}  // namespace superflip
