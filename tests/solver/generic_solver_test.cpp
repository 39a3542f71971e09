// The generic solver against enumeration: all words, in order of length, whatever the coordinates, moves and metric.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "superflip/coordinate/described/description.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/solver/generic/whole_cube.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

using namespace std::chrono_literals;

const Labels kLabels{{"long", "GenericSolver.TellsAnyNumberOfWords"},
                     {"long", "GenericSolver.InversionChangesNoAnswer"},
                     {"threads", "GenericSolver"},
                     {"threads", "WholeCube"},
                     {"long", "GenericSolver.ComparesWithTheGoal"},
                     {"long", "GenericSolver.KnowsWhichCubesItsCoordinatesExclude"},
                     {"long", "GenericSolver.KnowsWhichGoalsExcludeEachOther"}};
// A limit of time ends the search.
const Labels kEnvironment{{"environment", "GenericSolver.KeepsItsLimits"}};

using Words = std::set<Moves>;

std::shared_ptr<const DistanceTable> table_of(const std::string& text, std::shared_ptr<const MoveSet> moves,
                                              TablePacking packing = TablePacking::bytes) {
  const SchreierSpec spec{parse_description(text).value(), std::move(moves)};
  return std::make_shared<const DistanceTable>(
      DistanceTable::make(SchreierGraph::make(plan(spec).value(), 2).value(), packing, 2).value());
}

std::shared_ptr<const MoveSet> moves_of(const std::string& text, Metric metric = Metric::htm) {
  return std::make_shared<const MoveSet>(parse_move_set(text, metric).value());
}

// The turns of the steps, one after the other.
Moves face_turns(const MoveSet& moves, const std::vector<int>& steps) {
  Moves word;
  for (const int s : steps) word.insert(word.end(), moves[s].moves.begin(), moves[s].moves.end());
  return word;
}

// All normal words of exactly that cost that reach a goal at their end and not before.
template <class IsGoal>
void enumerate(const MoveSet& moves, const Cube& cube, int to_go, std::vector<int>& word, const IsGoal& is_goal,
               Words& words) {
  if (is_goal(cube)) {
    if (to_go == 0) words.insert(normalise(face_turns(moves, word)));
    return;
  }
  for (int s = 0; s < moves.size(); ++s) {
    if (moves[s].cost > to_go || (!word.empty() && !moves.may_follow(word.back(), s))) continue;
    if (!word.empty() && moves.commute(word.back(), s) &&
        is_goal(cube * moves[moves.inverse(word.back())].cube * moves[s].cube))
      continue;
    word.push_back(s);
    enumerate(moves, cube * moves[s].cube, to_go - moves[s].cost, word, is_goal, words);
    word.pop_back();
  }
}

constexpr std::size_t kAllWords = ~std::size_t{0};

Words words_of(const Answer& answer) {
  Words words;
  for (const Solution& solution : answer.solutions) words.insert(solution.moves);
  return words;
}

// All words up to a length; checks what holds for every answer.
Answer solve(GenericSolver solver, const Cube& cube, int max_length, unsigned threads) {
  Question question{.cube = cube, .max_length = max_length, .solutions = kAllWords};
  std::vector<Moves> told;
  const Answer answer = solver.solve(question, {.threads = threads}, [&](const Event& event) {
    if (event.kind == Event::Kind::solution) told.push_back(event.solution.moves);
  });
  EXPECT_EQ(answer.ended, Ended::complete);
  EXPECT_EQ(words_of(answer).size(), answer.solutions.size());
  EXPECT_EQ(told.size(), answer.solutions.size());
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], answer.solutions[i].moves);
  EXPECT_TRUE(std::is_sorted(answer.solutions.begin(), answer.solutions.end(),
                             [](const Solution& a, const Solution& b) { return a.length < b.length; }));
  EXPECT_EQ(answer.lower_bound,
            answer.solutions.empty() ? std::max(max_length + 1, solver.bound(cube)) : answer.solutions.front().length);
  std::uint64_t nodes = 0;
  for (const Iteration& iteration : answer.iterations) {
    EXPECT_TRUE(iteration.is_complete);
    nodes += iteration.nodes;
  }
  EXPECT_EQ(answer.counts.nodes, nodes);
  return answer;
}

Cube after(const char* text) { return apply(kSolved, parse_algorithm(text)->moves); }

Cube twisted(Cube cube) {
  cube.set_twist(3, (cube.twist_at(3) + 1) % 3);
  return cube;
}

Cube flipped(Cube cube) {
  cube.set_flip(5, 1 - cube.flip_at(5));
  return cube;
}

// Two edges that are exchanged.
Cube exchanged(Cube cube) {
  std::swap(cube.edge[UF], cube.edge[UB]);
  return cube;
}

TEST(GenericSolver, FindsAllWordsThatEnumerationFinds) {
  Random random(1);
  for (const auto& [coordinates, moves_text, metric, max_length] :
       {std::tuple(std::vector<std::string>{"EdgeOrientation"}, "all", Metric::htm, 4),
        std::tuple(std::vector<std::string>{"CornerOrientation", "UDSlice"}, "all", Metric::qtm, 5),
        std::tuple(std::vector<std::string>{"Cross", "corners: tetrad"}, "U R2 F M", Metric::qtm, 5),
        std::tuple(std::vector<std::string>{"CornerPermutation"}, "squares", Metric::htm, 5)}) {
    const auto moves = moves_of(moves_text, metric);
    std::vector<std::shared_ptr<const DistanceTable>> tables;
    std::vector<Product> products;
    for (const std::string& text : coordinates) {
      tables.push_back(table_of(text, moves));
      products.push_back(parse_description(text)->product().value());
    }
    const GenericSolver solver(tables);
    const auto is_goal = [&](const Cube& c) {
      return std::all_of(products.begin(), products.end(), [&](const Product& p) { return p.index(c) == 0; });
    };
    for (int i = 0; i < 6; ++i) {
      Cube cube;
      for (int n = 0; n < 4; ++n)
        cube = cube * (*moves)[static_cast<int>(random.below(static_cast<std::uint64_t>(moves->size())))].cube;
      Words expected;
      std::vector<int> word;
      for (int length = 0; length <= max_length; ++length) enumerate(*moves, cube, length, word, is_goal, expected);
      for (const unsigned threads : {1U, 3U}) EXPECT_EQ(words_of(solve(solver, cube, max_length, threads)), expected);
    }
  }
}

// All words of steps that reach the goal at their end and not before, by their turns, with the least cost of each; no
// rule leaves a word out.
void cheapest(const MoveSet& moves, const Cube& cube, const auto& is_goal, int most, std::vector<int>& word,
              std::map<Moves, int>& found) {
  if (is_goal(cube)) {
    const int cost = moves.cost(word);
    const auto [at, is_new] = found.try_emplace(normalise(face_turns(moves, word)), cost);
    at->second = std::min(at->second, cost);
    return;
  }
  for (int s = 0; s < moves.size(); ++s) {
    word.push_back(s);
    if (moves.cost(word) <= most) cheapest(moves, cube * moves[s].cube, is_goal, most, word, found);
    word.pop_back();
  }
}

// With any costs the words that cost least are found, all of them.
TEST(GenericSolver, FindsTheCheapestWords) {
  Random random(11);
  for (const auto& [coordinate, text, most] :
       {std::tuple("EdgeOrientation", "U R:3 F:2", 8), std::tuple("Cross", "R:2 R2:3 U F L:3 (R L):4", 7),
        std::tuple("Cross", "R U F R>F:2 F>R:1 U>U:3", 5),
        std::tuple("CornerOrientation", "R:2 L:2 F U R>L:2 L>R:1", 7),
        std::tuple("UDSlice", "R:10 L:12 (R L):13 F:7 R>F:9", 40)}) {
    const auto moves = moves_of(text);
    const auto alone = std::make_shared<const MoveSet>(moves->without_follow_costs());
    const auto table = table_of(coordinate, alone);
    const GenericSolver solver({table}, moves);
    const auto is_goal = [&](const Cube& c) { return table->graph().is_goal(c); };
    int solved = 0;
    for (int i = 0; i < 12; ++i) {
      Cube cube;
      for (int n = 0; n < 3; ++n)
        cube = cube * (*moves)[static_cast<int>(random.below(static_cast<std::uint64_t>(moves->size())))].cube;
      std::map<Moves, int> all;
      std::vector<int> word;
      int least = 0;
      for (cheapest(*moves, cube, is_goal, least, word, all); all.empty() && least < most;)
        cheapest(*moves, cube, is_goal, ++least, word, all);
      if (all.empty()) continue;
      ++solved;
      for (const unsigned threads : {1U, 3U}) {
        GenericSolver mine = solver;
        const Answer answer =
            mine.solve({.cube = cube, .moves = moves, .want = Want::all, .solutions = kAllWords}, {.threads = threads});
        ASSERT_EQ(answer.ended, Ended::complete);
        ASSERT_FALSE(answer.solutions.empty()) << text;
        EXPECT_EQ(answer.lower_bound, least) << text;
        EXPECT_EQ(answer.solutions.size(), all.size()) << text;
        for (const Solution& found : answer.solutions) {
          EXPECT_EQ(found.length, least) << text;
          EXPECT_EQ(moves->cost(found.steps), least) << text;
          EXPECT_EQ(all.at(found.moves), least) << text;
        }
      }
    }
    EXPECT_GT(solved, 3) << text;
  }
}

// Coordinates that together are the whole cube make an optimal solver.
TEST(GenericSolver, SolvesWholeCubesOptimally) {
  const auto moves = moves_of("all");
  const GenericSolver solver({table_of("CornerTetrads", moves), table_of("CornerPermutation", moves),
                              table_of("FlipUDSlice", moves), table_of("EdgeSlices", moves),
                              table_of("edges U layer: order", moves), table_of("edges D layer: order", moves),
                              table_of("UDSliceSorted", moves)});
  Random random(2);
  for (int i = 0; i < 10; ++i) {
    Cube cube;
    std::vector<int> scramble;
    while (scramble.size() < 6) {
      const int step = static_cast<int>(random.below(18));
      if (!scramble.empty() && !moves->may_follow(scramble.back(), step)) continue;
      scramble.push_back(step);
      cube = cube * (*moves)[step].cube;
    }
    GenericSolver mine = solver;
    const Answer answer = mine.solve({.cube = cube, .want = Want::shortest}, {.threads = 2});
    ASSERT_EQ(answer.ended, Ended::complete);
    ASSERT_EQ(answer.solutions.size(), 1u);
    EXPECT_TRUE(answer.is_shortest());
    EXPECT_EQ(apply(cube, answer.solutions[0].moves), kSolved);
    const int found = answer.solutions[0].length;
    Words shorter;
    std::vector<int> word;
    for (int length = 0; length < std::min(found, 5); ++length)
      enumerate(
          *moves, cube, length, word, [](const Cube& c) { return c == kSolved; }, shorter);
    EXPECT_TRUE(shorter.empty());
    EXPECT_LE(found, 6);
  }
}

TEST(GenericSolver, TellsTheSameInTheSameOrder) {
  const auto moves = moves_of("all");
  const Cube cube = Random(3).cube();
  std::vector<std::vector<Moves>> runs;
  for (const TablePacking packing : {TablePacking::bytes, TablePacking::nibbles, TablePacking::mod3})
    for (const unsigned threads : {1U, 2U, 5U}) {
      GenericSolver solver({table_of("TwistUDSlice", moves, packing), table_of("TwistFlip", moves, packing)});
      runs.emplace_back();
      solver.solve({.cube = cube, .solutions = 20}, {.threads = threads}, [&](const Event& event) {
        if (event.kind == Event::Kind::solution) runs.back().push_back(event.solution.moves);
      });
      EXPECT_EQ(runs.back().size(), 20u);
      EXPECT_EQ(runs.back(), runs.front());
    }
}

// Which face has the smaller number makes no difference: symmetrical cubes have as many words.
TEST(GenericSolver, CountsAreSymmetrical) {
  const auto moves = moves_of("all");
  Random random(5);
  for (const char* text : {"UDSlice", "TwistUDSlice"}) {
    const GenericSolver solver({table_of(text, moves)});
    for (int i = 0; i < 5; ++i) {
      Cube cube;
      for (int n = 0; n < 2; ++n) cube = cube * (*moves)[static_cast<int>(random.below(18))].cube;
      const std::size_t count = solve(solver, cube, 3, 1).solutions.size();
      for (const Symmetry s : kUd16.members())
        EXPECT_EQ(solve(solver, conjugate(cube, s), 3, 2).solutions.size(), count);
    }
  }
}

TEST(GenericSolver, SolvedAndUnsolvable) {
  const auto moves = moves_of("U2 R2");
  GenericSolver solver({table_of("CornerPermutation * edges: order", moves)});
  for (const unsigned threads : {1U, 2U}) {
    const Answer solved = solver.solve({.cube = kSolved}, {.threads = threads});
    ASSERT_EQ(solved.solutions.size(), 1u);
    EXPECT_TRUE(solved.solutions[0].moves.empty());
    EXPECT_TRUE(solved.is_shortest());
    const Answer none = solver.solve({.cube = after("F")}, {.threads = threads});
    EXPECT_TRUE(none.solutions.empty());
    EXPECT_EQ(none.ended, Ended::unsolvable);
  }
}

// What no turn changes must be right where the coordinates cover all of it; elsewhere it does not matter.
TEST(GenericSolver, KnowsWhichCubesItsCoordinatesExclude) {
  const auto moves = moves_of("all");
  const Cube cube = after("R U F' L2 D B");
  enum Harm { kTwisted, kFlipped, kExchanged };
  const auto harmed = [&](Harm harm) {
    return harm == kTwisted ? twisted(cube) : harm == kFlipped ? flipped(cube) : exchanged(cube);
  };
  struct Case {
    std::vector<std::string> coordinates;
    std::set<Harm> excluded;
  };
  for (const Case& c : std::vector<Case>{
           {{"Corners"}, {kTwisted}},
           {{"CornerOrientation"}, {kTwisted}},
           {{"corners: orientation RL"}, {kTwisted}},
           {{"EdgeOrientation"}, {kFlipped}},
           {{"edges: orientation symmetric"}, {kFlipped}},
           {{"UDSlice", "TwistFlip"}, {kTwisted, kFlipped}},
           {{"corners URF UFL ULB UBR DFR DLF DBL: place orientation"}, {}},  // the eighth may be twisted
           // Without the places of four edges, or with them.
           {{"CornerPermutation", "edges UF UB DF DB: order", "edges UL UR DL DR: order"}, {}},
           {{"CornerPermutation", "UDSliceSorted", "edges U layer: order", "edges D layer: order"}, {kExchanged}},
           {{"CornerPermutation", "edges UF UB DF DB: place"}, {}},
           {{"Cross"}, {}}}) {
    std::vector<std::shared_ptr<const DistanceTable>> tables;
    for (const std::string& text : c.coordinates) tables.push_back(table_of(text, moves, TablePacking::nibbles));
    GenericSolver solver(tables);
    EXPECT_EQ(solver.solve({.cube = cube}, {}).solutions.size(), 1u);
    for (const Harm harm : {kTwisted, kFlipped, kExchanged})
      for (const unsigned threads : {1U, 2U}) {
        const Answer answer = solver.solve({.cube = harmed(harm), .max_length = 20},
                                           {.time = 1h, .nodes = 100'000'000, .threads = threads});
        if (c.excluded.contains(harm)) {
          EXPECT_EQ(answer.ended, Ended::unsolvable) << c.coordinates[0] << ' ' << harm;
          EXPECT_EQ(answer.counts.nodes, 0u);
          EXPECT_TRUE(answer.solutions.empty());
        } else {
          EXPECT_EQ(answer.ended, Ended::complete) << c.coordinates[0] << ' ' << harm;
          ASSERT_EQ(answer.solutions.size(), 1u);
          const Cube end = apply(harmed(harm), answer.solutions[0].moves);
          for (const auto& table : tables) EXPECT_TRUE(table->graph().is_goal(end));
        }
      }
  }
}

// A goal that breaks a law itself wants cubes that break it, too.
TEST(GenericSolver, ComparesWithTheGoal) {
  const auto moves = moves_of("all");
  const auto described = parse_description("Corners").value();
  const auto table_to = [&](std::vector<Cube> goals) {
    const SchreierSpec spec{described, moves, std::move(goals), SymmetryGroup(1)};
    return std::make_shared<const DistanceTable>(
        DistanceTable::make(SchreierGraph::make(plan(spec).value(), 2).value(), TablePacking::nibbles, 2).value());
  };
  GenericSolver to_twisted({table_to({twisted(kSolved)})});
  EXPECT_EQ(to_twisted.solve({.cube = after("R")}, {}).ended, Ended::unsolvable);
  EXPECT_EQ(to_twisted.solve({.cube = twisted(kSolved)}, {}).solutions.size(), 1u);
  GenericSolver to_either({table_to({twisted(kSolved), after("U")})});
  EXPECT_EQ(to_either.solve({.cube = after("U R")}, {}).solutions.size(), 1u);
  EXPECT_EQ(to_either.solve({.cube = twisted(twisted(kSolved))}, {}).ended, Ended::unsolvable);
}

// A table of a coordinate whose goals are such values.
std::shared_ptr<const DistanceTable> table_to(const std::string& text, std::shared_ptr<const MoveSet> moves,
                                              const std::vector<Cube>& goals) {
  const SchreierSpec spec{parse_description(text).value(), std::move(moves), goals};
  return std::make_shared<const DistanceTable>(
      DistanceTable::make(SchreierGraph::make(plan(spec).value(), 2).value(), TablePacking::bytes, 2).value());
}

// Two coordinates of three edges, against all 10,560 ways in which these can lie.
TEST(GenericSolver, KnowsWhichGoalsExcludeEachOther) {
  const auto moves = moves_of("all");
  const std::string first = "edges UF UR: order orientation";
  const std::string second = "edges UR UB: order";
  const auto one = parse_description(first)->product().value();
  const auto other = parse_description(second)->product().value();
  const auto all = parse_description("edges UF UR UB: order orientation")->product().value();
  std::set<std::pair<Index, Index>> together;
  for (Index value = 0; value < all.size(); ++value) {
    Cube cube;
    all.assign(cube, value);
    together.emplace(one.index(cube), other.index(cube));
  }
  const auto goals = [](const Product& coordinate, Index step) {
    std::vector<Cube> cubes;
    for (Index value = 0; value < coordinate.size(); value += step) {
      cubes.emplace_back();
      coordinate.assign(cubes.back(), value);
    }
    return cubes;
  };
  int excluded = 0;
  for (const Cube& a : goals(one, 61))
    for (const Cube& b : goals(other, 17)) {
      const GenericSolver solver({table_to(first, moves, {a}), table_to(second, moves, {b})});
      const bool go_together = together.contains({one.index(a), other.index(b)});
      EXPECT_EQ(solver.bound(after("R U F' L2 D B")) != DistanceTable::kUnknown, go_together);
      excluded += go_together ? 0 : 1;
    }
  EXPECT_GT(excluded, 10);
  EXPECT_LT(excluded, 72);
  // Of several goals two have to go together.
  const std::vector<Cube> some = goals(one, 61);
  const GenericSolver several({table_to(first, moves, some), table_to(second, moves, {some.back()})});
  EXPECT_NE(several.bound(kSolved), DistanceTable::kUnknown);
}

// Of corners and edges together no turns make an odd permutation, but moves that carry the centres do.
TEST(GenericSolver, KnowsThatGoalsTogetherBreakALaw) {
  const std::vector<std::string> edges{"edges M slice: order", "edges E slice: order", "edges S slice: order"};
  const auto solver_to = [&](const std::shared_ptr<const MoveSet>& moves, const Cube& corners, const Cube& others) {
    std::vector<std::shared_ptr<const DistanceTable>> tables{table_to("CornerPermutation", moves, {corners})};
    for (const std::string& text : edges) tables.push_back(table_to(text, moves, {others}));
    return GenericSolver(tables);
  };
  const auto turns = moves_of("all");
  EXPECT_EQ(solver_to(turns, kSolved, exchanged(kSolved)).solve({.cube = after("R U")}, {}).ended, Ended::unsolvable);
  EXPECT_NE(solver_to(turns, kSolved, exchanged(kSolved)).bound(exchanged(kSolved)), DistanceTable::kUnknown);
  // A stop leaves it to the search.
  const StopFlag stop{true};
  EXPECT_EQ(solver_to(turns, kSolved, exchanged(kSolved)).bound(kSolved), DistanceTable::kUnknown);
  EXPECT_NE(solver_to(turns, kSolved, exchanged(kSolved)).bound(kSolved, &stop), DistanceTable::kUnknown);
  EXPECT_NE(solver_to(turns, after("U"), after("R")).bound(kSolved), DistanceTable::kUnknown);
  const auto slices = std::make_shared<const MoveSet>(parse_move_set("M E S U", Metric::htm, Centres::moved).value());
  const auto odd = std::find_if(slices->steps().begin(), slices->steps().end(),
                                [](const Step& step) { return centre_parity(step.cube) != 0; });
  ASSERT_NE(odd, slices->steps().end());
  EXPECT_EQ(solver_to(slices, kSolved, odd->cube).bound(kSolved), 1);
}

// Moves that change no orientation leave a coordinate's orientations with one value. It still counts.
TEST(GenericSolver, DoesNotForgetWhatTheMovesCannotChange) {
  GenericSolver solver({table_of("corners: orientation * corners: order", moves_of("squares"))});
  const Cube three_twisted = after("R U2 R' U' R U' R' L' U2 L U L' U L");
  EXPECT_EQ(solver.solve({.cube = three_twisted}, {}).ended, Ended::unsolvable);
  EXPECT_EQ(solver.solve({.cube = after("R2 U2")}, {}).solutions.front().length, 2);
}

TEST(GenericSolver, KeepsItsLimits) {
  const auto moves = moves_of("all");
  GenericSolver solver({table_of("FlipUDSlice", moves), table_of("CornerPermutation", moves)});
  const Cube cube = Random(8).cube();
  const Answer too_short = solver.solve({.cube = cube, .max_length = 5}, {});
  EXPECT_EQ(too_short.ended, Ended::complete);
  EXPECT_TRUE(too_short.solutions.empty());
  EXPECT_GE(too_short.lower_bound, 6);
  for (const std::uint64_t nodes : {0ULL, 1ULL, 1000ULL, 100'001ULL}) {
    const Answer answer =
        solver.solve({.cube = cube, .want = Want::all, .within = 9, .solutions = kAllWords}, {.nodes = nodes});
    EXPECT_EQ(answer.ended, Ended::nodes);
    EXPECT_LE(answer.counts.nodes, nodes);
    EXPECT_GE(answer.counts.nodes + Walk::kLeastNodes, nodes);
    if (nodes > 100'000) {
      EXPECT_GT(answer.lower_bound, 4);
    }
  }
  for (const unsigned threads : {1U, 3U}) {
    const Answer answer = solver.solve({.cube = cube, .want = Want::all, .within = 9, .solutions = kAllWords},
                                       {.time = 100ms, .threads = threads});  // without limits: years
    EXPECT_EQ(answer.ended, Ended::time);
  }
}

TEST(GenericSolver, AllWithinSomeMoves) {
  const auto moves = moves_of("all");
  GenericSolver solver({table_of("TwistFlip", moves)});
  const Cube cube = after("R U F");
  const Answer one = solver.solve({.cube = cube, .want = Want::shortest}, {});
  const int shortest = one.solutions.front().length;
  const Answer all = solver.solve({.cube = cube, .want = Want::all, .within = 1, .solutions = kAllWords}, {});
  EXPECT_EQ(all.ended, Ended::complete);
  EXPECT_EQ(words_of(all), words_of(solve(solver, cube, shortest + 1, 2)));
  const Answer few = solver.solve({.cube = cube, .want = Want::all, .within = 1, .solutions = 3}, {});
  EXPECT_EQ(few.ended, Ended::enough);
  ASSERT_EQ(few.solutions.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(few.solutions[i].moves, all.solutions[i].moves);
}

// A length that leaves out nothing because of it is the last one, whatever was asked.
TEST(GenericSolver, EndsWhereThereIsNoMoreToWalk) {
  GenericSolver turns({table_of("CornerPermutation", moves_of("U:1"))});
  GenericSolver squares({table_of("CornerPermutation", moves_of("U2 R2"))});
  const std::vector<std::pair<GenericSolver*, Question>> cases{
      {&turns, {.cube = after("U"), .want = Want::all, .within = kNoMaxLength, .solutions = 2}},
      {&turns, {.cube = after("U"), .want = Want::shortest, .solutions = 2}},
      {&squares, {.cube = after("U2 R2 U2"), .want = Want::all, .within = 100, .solutions = kAllWords}},
      {&squares, {.cube = after("U2 R2 U2"), .want = Want::good, .solutions = kAllWords}}};
  for (const auto& [solver, question] : cases)
    for (const unsigned threads : {1U, 2U}) {
      const Answer answer = solver->solve(question, {.threads = threads});
      EXPECT_EQ(answer.ended, Ended::complete);
      ASSERT_FALSE(answer.solutions.empty());
      EXPECT_EQ(answer.lower_bound, answer.solutions.front().length);
      EXPECT_EQ(words_of(answer), words_of(solve(*solver, question.cube, 20, threads)));
      EXPECT_LE(answer.iterations.size(), 12u);
      for (const Iteration& iteration : answer.iterations) EXPECT_TRUE(iteration.is_complete);
    }
}

// Steps that are several turns, and two words of steps that are the same turns.
TEST(GenericSolver, TellsDistinctFaceTurns) {
  GenericSolver solver({table_of("CornerPermutation", moves_of("U D (U D) (R L')"))});
  Question question{.cube = after("U D R L'"), .want = Want::all, .within = 1, .solutions = kAllWords};
  const Answer answer = solver.solve(question, {});
  EXPECT_EQ(answer.ended, Ended::complete);
  EXPECT_EQ(words_of(answer).size(), answer.solutions.size());
  for (const Solution& solution : answer.solutions) EXPECT_EQ(normalise(solution.moves), solution.moves);
}

// Words are far more than may wait for their turn.
TEST(GenericSolver, TellsAnyNumberOfWords) {
  const auto moves = moves_of("all");
  GenericSolver solver({table_of("UDSlice", moves)});
  std::vector<std::vector<Solution>> runs;
  for (const unsigned threads : {1U, 4U}) {
    const Answer answer = solver.solve({.cube = after("R F"), .solutions = 100'000}, {.threads = threads});
    ASSERT_EQ(answer.solutions.size(), 100'000u);
    runs.push_back(answer.solutions);
  }
  EXPECT_TRUE(std::equal(runs[0].begin(), runs[0].end(), runs[1].begin(), [](const Solution& a, const Solution& b) {
    return a.moves == b.moves && a.length == b.length;
  }));
}

TEST(GenericSolver, StopsWhenTold) {
  const auto moves = moves_of("all");
  GenericSolver solver({table_of("FlipUDSlice", moves), table_of("CornerPermutation", moves)});
  const Question question{.cube = Random(4).cube(), .want = Want::all, .within = 9, .solutions = kAllWords};
  for (const unsigned threads : {1U, 2U}) {
    StopFlag stop{true};
    const Answer at_once = solver.solve(question, {.threads = threads, .stop = &stop});
    EXPECT_EQ(at_once.ended, Ended::stopped);
    EXPECT_TRUE(at_once.solutions.empty());

    stop = false;
    std::thread other([&] {
      std::this_thread::sleep_for(60ms);
      stop = true;
    });
    EXPECT_EQ(solver.solve(question, {.threads = threads, .stop = &stop}).ended, Ended::stopped);
    other.join();

    // A listener hears something often enough to do the same.
    stop = false;
    int events = 0;
    const Answer by_listener = solver.solve(question, {.threads = threads, .stop = &stop}, [&](const Event& event) {
      if (event.kind == Event::Kind::poll || event.kind == Event::Kind::progress) stop = ++events >= 3;
    });
    EXPECT_EQ(by_listener.ended, Ended::stopped);
    EXPECT_EQ(events, 3);
  }
}

TEST(GenericSolver, SaysWhatIsProven) {
  const auto moves = moves_of("all");
  GenericSolver solver({table_of("TwistUDSlice", moves), table_of("TwistFlip", moves)});
  for (const unsigned threads : {1U, 2U}) {
    std::vector<int> bounds;
    const Answer answer = solver.solve({.cube = Random(3).cube()}, {.threads = threads}, [&](const Event& event) {
      if (event.kind == Event::Kind::bound) bounds.push_back(event.lower);
    });
    ASSERT_FALSE(bounds.empty());
    EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
    EXPECT_EQ(bounds.back(), answer.lower_bound);
    EXPECT_EQ(answer.solutions.front().length, answer.lower_bound);
    EXPECT_EQ(answer.iterations.back().length, answer.lower_bound);
    EXPECT_EQ(answer.solver, SolverKind::generic);
  }
}

// In slices: the same words and counts as at once, whatever the slices.
TEST(GenericSolver, RunsInSlices) {
  const auto moves = moves_of("all");
  const Question question{.cube = Random(3).cube(), .solutions = 20};
  std::optional<GenericSolver> solver(std::in_place,
                                      std::vector{table_of("TwistUDSlice", moves), table_of("TwistFlip", moves)});
  const Answer whole = solver->solve(question, {});
  const std::unique_ptr<Search> search = solver->begin(question, {});
  solver.reset();
  int slices = 0;
  LengthProgress last;
  for (; !search->run_for(100us); ++slices) {
    EXPECT_LE(search->answer()->solutions.size(), 20u);
    const auto progress = search->progress();
    ASSERT_TRUE(progress.has_value());
    EXPECT_GE(progress->length, last.length);
    EXPECT_GE(progress->done, progress->length == last.length ? last.done : 0);
    EXPECT_LE(progress->done, 1);
    last = *progress;
  }
  EXPECT_FALSE(search->progress().has_value());
  const Answer answer = *search->answer();
  EXPECT_GT(slices, 1);
  EXPECT_TRUE(search->run_for(1s));
  EXPECT_EQ(answer.ended, whole.ended);
  EXPECT_EQ(answer.counts.nodes, whole.counts.nodes);
  EXPECT_EQ(words_of(answer), words_of(whole));
}

// ---- The whole cube ----

WholeCubeSolver whole_cube(const std::string& moves, Metric metric = Metric::htm) {
  const TableStore store(TableStore::default_folder().value());
  return WholeCubeSolver::open(moves_of(moves, metric), &store, 2).value();
}

TEST(WholeCube, SolvesWithSomeMovesAlone) {
  WholeCubeSolver solver = whole_cube("U R2 F2");
  const Cube cube = after("U R2 F2 U' R2 U2");
  const Answer answer = solver.solve({.cube = cube, .want = Want::shortest}, {});
  EXPECT_EQ(answer.ended, Ended::complete);
  ASSERT_EQ(answer.solutions.size(), 1u);
  EXPECT_LE(answer.solutions[0].length, 6);
  EXPECT_EQ(apply(cube, answer.solutions[0].moves), kSolved);
  // What these moves cannot solve is known at once, though each coordinate alone might be solved.
  for (const Cube& other : {after("R"), after("F"), after("U2 D2"), twisted(cube), flipped(cube), exchanged(cube)}) {
    const Answer none = solver.solve({.cube = other, .want = Want::shortest}, {.time = 1h, .nodes = 1000});
    EXPECT_EQ(none.ended, Ended::unsolvable);
    EXPECT_EQ(none.counts.nodes, 0u);
    EXPECT_TRUE(solver.begin({.cube = other}, {})->run_for(1s));
  }
}

TEST(WholeCube, RefusesImpossibleCubes) {
  WholeCubeSolver solver = whole_cube("slices U2");
  for (const unsigned threads : {1U, 2U})
    for (const Cube& cube : {twisted(kSolved), flipped(kSolved), exchanged(kSolved)})
      EXPECT_EQ(solver.solve({.cube = cube}, {.time = 1h, .nodes = 60'000, .threads = threads}).ended,
                Ended::unsolvable);
  const Answer answer = solver.solve({.cube = after("M E M'"), .want = Want::all, .solutions = kAllWords}, {});
  EXPECT_EQ(answer.solutions.front().length, 3);
  EXPECT_EQ(apply(after("M E M'"), answer.solutions.front().moves), kSolved);
}

TEST(WholeCube, StopsBeforeItsTablesAreMade) {
  const StopFlag stop{true};
  const auto opened = WholeCubeSolver::open(moves_of("U R2"), nullptr, 1, {}, &stop);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::stopped);
}

// A table that is folded by inversion finds the same words, however it is packed.
TEST(GenericSolver, InversionChangesNoAnswer) {
  Random random(5);
  for (const auto& [text, moves, least] : {std::tuple("CornerPermutation", "all", 5), std::tuple("Corners", "R U", 9),
                                           std::tuple("CornerPermutation * Phase2EdgePermutation", "U2 R2 F2", 8)}) {
    SchreierSpec spec{parse_description(text).value(), moves_of(moves)};
    const auto table = [&spec](TablePacking packing) {
      return std::make_shared<const DistanceTable>(
          DistanceTable::make(SchreierGraph::make(plan(spec).value(), 2).value(), packing, 2).value());
    };
    const GenericSolver plain({table(TablePacking::bytes)});
    spec.inversion = true;
    for (const TablePacking packing : {TablePacking::bytes, TablePacking::nibbles, TablePacking::mod3}) {
      const GenericSolver folded({table(packing)});
      for (int n = 0; n < 5; ++n) {
        Cube cube;
        for (int i = 0; i < 30; ++i)
          cube =
              cube * (*spec.moves)[static_cast<int>(random.below(static_cast<std::uint64_t>(spec.moves->size())))].cube;
        const int length = std::min(plain.bound(cube) + 1, least);
        EXPECT_EQ(folded.bound(cube), plain.bound(cube)) << text;
        EXPECT_EQ(words_of(solve(folded, cube, length, 2)), words_of(solve(plain, cube, length, 1))) << text;
      }
    }
  }
}

}  // namespace
}  // namespace superflip
