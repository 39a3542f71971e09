// Near-optimal words with moves of one's own, against shortest ones of the generic solver.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/solver/generic/good.h"
#include "superflip/solver/generic/whole_cube.h"
#include "tests/support/labels.h"
#include "tests/support/stops_after_each.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "GoodSolver"}, {"long", "GoodSolver"}};

// Both solvers for some moves, with tables in memory.
struct Solvers {
  explicit Solvers(const std::string& text, Metric metric = Metric::htm, Centres centres = Centres::moved)
      : moves(std::make_shared<const MoveSet>(parse_move_set(text, metric, centres).value())),
        whole(WholeCubeSolver::open(moves, nullptr, 2).value()),
        stages(std::make_shared<const generic::Stages>(generic::Stages::make(moves, nullptr, 2).value())),
        good(whole.generic(), stages) {}

  Question about(const Cube& cube, Want want = Want::good) const {
    Question question{.cube = cube, .moves = moves};
    question.want = want;
    return question;
  }
  int least(const Cube& cube) { return whole.solve(about(cube, Want::shortest), {}).solutions.front().length; }
  Cube scrambled(int steps, Random& random) const {
    Cube cube;
    while (steps-- > 0)
      cube = cube * (*moves)[static_cast<int>(random.below(static_cast<std::uint64_t>(moves->size())))].cube;
    return cube;
  }

  std::shared_ptr<const MoveSet> moves;
  WholeCubeSolver whole;
  std::shared_ptr<const generic::Stages> stages;
  GoodSolver good;
};

void expect_right(const Question& question, const Answer& answer) {
  ASSERT_FALSE(answer.solutions.empty());
  for (const Solution& word : answer.solutions) {
    EXPECT_EQ(after(question, word), kSolved);
    Cube cube = question.cube;
    for (const int s : word.steps) cube = cube * (*question.moves)[s].cube;
    EXPECT_EQ(cube, kSolved);
    EXPECT_EQ(word.length, question.moves->cost(word.steps));
    EXPECT_EQ(word.steps, generic::shortened(*question.moves, word.steps));
    EXPECT_GE(word.length, answer.lower_bound);
  }
}

TEST(GoodSolver, SolvesFarCubesWithFiveFaces) {
  Solvers five("U R F L B");
  EXPECT_EQ(five.stages->ways().size(), 6u);
  Random random(71);
  constexpr std::uint64_t kNodes = 1'500'000;
  for (int i = 0; i < 5; ++i) {
    const Question question = five.about(random.cube());
    const Answer answer = five.good.solve(question, {.nodes = kNodes});
    EXPECT_EQ(answer.ended, Ended::nodes);
    EXPECT_LE(answer.counts.nodes, kNodes);
    expect_right(question, answer);
    if (HasFatalFailure()) return;
    EXPECT_LE(answer.solutions.front().length, 25);
    if (i > 0) continue;
    // More threads, and in slices: the same.
    const Answer with_two = five.good.solve(question, {.nodes = kNodes, .threads = 2});
    EXPECT_EQ(with_two.threads, 1U);
    EXPECT_EQ(with_two.solutions.front().steps, answer.solutions.front().steps);
    const auto search = five.good.begin(question, {.nodes = kNodes});
    while (!search->run_for(std::chrono::microseconds(1))) {
    }
    EXPECT_EQ(search->answer()->solutions.front().steps, answer.solutions.front().steps);
    EXPECT_EQ(search->answer()->counts.nodes, answer.counts.nodes);
  }
}

// A far cube for each set of moves, whose word costs at most so much.
struct Far {
  const char* moves;
  int cost = kLongestCost;
};
void expect_solved(const std::vector<Far>& sets, std::uint64_t seed, Centres centres = Centres::moved) {
  Random random(seed);
  for (const auto& [text, cost] : sets) {
    Solvers solvers(text, Metric::htm, centres);
    ASSERT_FALSE(solvers.stages->ways().empty()) << text;
    Question question = solvers.about(solvers.scrambled(100, random));
    question.good_enough = kLongestCost;
    const Answer answer = solvers.good.solve(question, {.nodes = 4'000'000});
    expect_right(question, answer);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_LE(answer.solutions.front().length, cost) << text;
  }
}

TEST(GoodSolver, SolvesFarCubesAtCosts) { expect_solved({{"R U F"}, {"U R:3 F L D B"}, {"R U:2 F R>F:2 U>U:1"}}, 72); }

// Bounds know nothing of what follows what, which is most of the cost here.
TEST(GoodSolver, SolvesFarCubesAtCostsOfWhatFollowsWhat) {
  expect_solved({{"all>all:1 U R F L D B"}, {"all>all:2 R>L:0 L>R:0 U R F L B"}}, 78);
}

// Where the stages meet, a turn may follow one of the same face, or of the opposite one behind that.
TEST(GoodSolver, GivesWordsInWhichNothingCancels) {
  Solvers five("U R F L B");
  Random random(79);
  for (int i = 0; i < 10; ++i) {
    Question question = five.about(random.cube());
    question.max_length = 30;
    question.solutions = 20;
    const Answer answer = five.good.solve(question, {.nodes = 300'000});
    for (const Solution& word : answer.solutions) EXPECT_EQ(word.length, static_cast<int>(word.moves.size()));
  }
  const MoveSet costs = parse_move_set("R:3 U F L D B R2:5").value();
  const auto word = [&](const std::string& text) {
    generic::Word steps;
    const Moves turns = parse_algorithm(text).value().moves;
    for (const Move m : turns)
      for (int s = 0; s < costs.size(); ++s)
        if (costs[s].cube == kMoveCubes[m]) steps.push_back(s);
    return steps;
  };
  for (const auto& [text, shorter] : {std::pair{"U R L R' F", "U L F"},
                                      {"F U D2 U' F2", "F D2 F2"},
                                      {"R R U2", "R2 U2"},
                                      {"R L R2", "R' L"},
                                      {"U F U'", "U F U'"},
                                      {"U U'", ""}}) {
    const generic::Word result = generic::shortened(costs, word(text));
    EXPECT_EQ(to_string(generic::solution_of(costs, result).moves), shorter) << text;
    EXPECT_EQ(result.size(), word(shorter).size()) << text;
  }
}

TEST(GoodSolver, SolvesFarCubesInSpace) { expect_solved({{"M U"}, {"R U r M"}}, 77); }

// These are the same in every holding, in which words of the turns alone are found.
TEST(GoodSolver, SolvesFarCubesInEveryHolding) {
  expect_solved({{"U R F L D B r l u d f b", 27},
                 {"U:2 R:2 F:2 L:2 D:2 B:2 x y z", 54},
                 {"all>all:1 U R F L D B M E S x y z", 54},
                 {"U R F L D B r l u d f b all>all:1", 54}},
                82);
}

// A word's steps take work, which a limit of nodes bounds, too.
TEST(GoodSolver, StepsOfAWordCountAsNodes) {
  Solvers solvers("all>all:1 U R F L D B M E S x y z");
  ASSERT_TRUE(solvers.stages->holdings());
  const std::uint64_t a_turn = solvers.stages->holdings()->nodes_for_steps(0);
  ASSERT_GT(a_turn, 100u);
  generic::StagedWalk walk(solvers.stages, kMoveCubes[make_move(R, 1)]);
  std::uint64_t nodes = 1'000;
  ASSERT_TRUE(walk.next(nodes, kLongestCost));
  EXPECT_GT(nodes, 900u);  // the search itself is short
  nodes = a_turn;
  EXPECT_FALSE(walk.next(nodes, 1));
  EXPECT_EQ(nodes, 0u);
  nodes = 2 * a_turn;
  EXPECT_FALSE(walk.next(nodes, 1));
  EXPECT_LE(nodes, a_turn);
}

TEST(GoodSolver, SolvesFarSupercubes) {
  expect_solved({{"U R F L D B", 33}, {"U R F L D B x:2 y:2 z:2", 33}}, 83, Centres::turned);
}

TEST(GoodSolver, TurnsCentresAlone) {
  Solvers solvers("U R F L D B", Metric::htm, Centres::turned);
  Question question = solvers.about(to_cube(parse_algorithm("(R U R' U)5").value(), Centres::turned));
  question.good_enough = kLongestCost;
  expect_right(question, solvers.good.solve(question, {.nodes = 4'000'000}));
}

TEST(GoodSolver, GoesNotOnBehindTheGoal) {
  Solvers solvers("U:2 R:2 F:2 L:2 D:2 B:2 x y z");
  Question question = solvers.about(to_cube(parse_algorithm("z y").value(), Centres::moved));
  question.solutions = 4;
  const Answer answer = solvers.good.solve(question, {.nodes = 300'000});
  expect_right(question, answer);
  for (const Solution& word : answer.solutions) {
    Cube cube = question.cube;
    for (const int s : word.steps) {
      EXPECT_NE(cube, kSolved);
      cube = cube * (*solvers.moves)[s].cube;
    }
  }
}

// Quarter turns alone: a half turn is two of them.
TEST(GoodSolver, CountsQuarterTurns) {
  Solvers quarters("R U F", Metric::qtm);
  Random random(73);
  const Question question = quarters.about(quarters.scrambled(100, random));
  expect_right(question, quarters.good.solve(question, {.nodes = 1'000'000}));
}

TEST(GoodSolver, ProvesWhatIsNear) {
  Random random(74);
  for (const std::string text : {"R U F", "R:3 U F2:2", "R U:2 F R>F:2 U>U:1", "M U", "(R U R' U') F"}) {
    Solvers solvers(text);
    for (int i = 0; i < 6; ++i) {
      const Question question = solvers.about(solvers.scrambled(5, random));
      const Answer answer = solvers.good.solve(question, {});
      EXPECT_EQ(answer.ended, Ended::complete) << text;
      expect_right(question, answer);
      EXPECT_EQ(answer.solutions.front().length, solvers.least(question.cube)) << text;
      EXPECT_TRUE(answer.is_shortest()) << text;
    }
  }
}

// The stages find the same turns in a dear order first.
TEST(GoodSolver, ProvesTheOrderOfTurnsToo) {
  Solvers halves("R2 L2 U2 D2 F2 B2 R2>L2:9 U2>D2:9 F2>B2:9");
  Question question =
      halves.about(to_cube(parse_algorithm("F2 R2 L2 U2 B2 F2 R2 L2 D2 U2 R2 F2").value(), Centres::fixed));
  question.solutions = 2;
  const Answer answer = halves.good.solve(question, {.nodes = 1'000'000});
  EXPECT_EQ(answer.ended, Ended::complete);
  expect_right(question, answer);
  EXPECT_EQ(answer.solutions.front().length, halves.least(question.cube));
}

// What stages.h says of its walk: nothing cheaper is missed.
TEST(GoodSolver, StagesMissNoWord) {
  Random random(75);
  for (const std::string text : {"R U F", "R:3 U F2:2", "U R F L", "M U", "(R U R' U') U R"}) {
    Solvers solvers(text);
    for (int i = 0; i < 6; ++i) {
      const Cube cube = solvers.scrambled(5, random);
      if (cube == kSolved) continue;
      generic::StagedWalk walk(solvers.stages, cube);
      int best = 1000;
      while (!walk.is_over()) {
        std::uint64_t nodes = 100;
        if (!walk.next(nodes, best)) continue;
        EXPECT_LT(solvers.moves->cost(walk.word()), best) << text;
        best = solvers.moves->cost(walk.word());
      }
      EXPECT_EQ(best, solvers.least(cube)) << text;
    }
  }
}

TEST(GoodSolver, TheMakingOfStagesGoesOnWhereItWasStopped) {
  const auto five = std::make_shared<const MoveSet>(parse_move_set("U R F L B").value());
  StopsAfterEach source;
  source.is_stopping = true;
  generic::StagesMaker maker(five);
  std::size_t ways = 0;
  int stops = 0;
  for (; ways == 0 && stops < 100; ++stops) {
    source.stop = false;
    const auto stages = maker.go_on(&source, 2, {}, &source.stop);
    if (stages)
      ways = stages->ways().size();
    else
      ASSERT_EQ(stages.error().kind, ErrorKind::stopped);
  }
  EXPECT_EQ(ways, 6u);
  EXPECT_EQ(stops, static_cast<int>(source.built.size()));
  EXPECT_GT(stops, 5);  // the tables of more than one axis
  for (const auto& [name, count] : source.built) EXPECT_EQ(count, 1) << name;
}

TEST(GoodSolver, KeepsItsLimits) {
  Solvers three("R U F");
  Random random(76);
  Question question = three.about(three.scrambled(100, random));
  StopFlag stop{true};
  EXPECT_EQ(three.good.solve(question, {.stop = &stop}).ended, Ended::stopped);
  EXPECT_EQ(three.good.solve(question, {.nodes = 1}).ended, Ended::nodes);

  int shortest = std::numeric_limits<int>::max();
  const Answer answer = three.good.solve(question, {.nodes = 200'000}, [&](const Event& event) {
    if (event.kind != Event::Kind::solution) return;
    EXPECT_LT(event.solution.length, shortest);
    shortest = event.solution.length;
  });
  EXPECT_EQ(answer.solutions.front().length, shortest);

  question.good_enough = shortest;
  EXPECT_EQ(three.good.solve(question, {}).ended, Ended::enough);
  question.good_enough = 0;
  question.max_length = answer.lower_bound - 1;
  const Answer none = three.good.solve(question, {.nodes = 200'000});
  EXPECT_TRUE(none.solutions.empty());
  EXPECT_EQ(none.ended, Ended::complete);
  question.max_length = 17;
  question.solutions = 5;
  question.cube = three.scrambled(6, random);
  const Answer five = three.good.solve(question, {.nodes = 2'000'000});
  EXPECT_EQ(five.solutions.size(), 5u);
  expect_right(question, five);
}

TEST(GoodSolver, RecognisesWhatTheMovesCannotSolve) {
  Solvers three("R U F");
  EXPECT_EQ(three.good.solve(three.about(kMoveCubes[make_move(D, 1)]), {}).ended, Ended::unsolvable);
  const Answer solved = three.good.solve(three.about(kSolved), {});
  EXPECT_EQ(solved.ended, Ended::complete);
  EXPECT_EQ(solved.solutions.front().length, 0);
}

}  // namespace
}  // namespace superflip
