// The engine as programs meet it: the contract of all solvers, holdings and goals, events, slices, batches, plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/solver/generic/pattern_goals.h"
#include "superflip/solver/optimal/commuting.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"
#include "tests/support/stops_after_each.h"

namespace superflip {
namespace {

using namespace std::chrono_literals;

const Labels kLabels{{"long", "Engine.NoWordPassesThroughTheGoal"},
                     {"long", "Engine.AnswersNameTheTableOfTheOptimalSolver"},
                     {"long", "Engine.TablesOfStagesAreGoneOnWithWhereALimitCutThemOff"},
                     {"long", "Engine.TablesOfStagesAreMadeAnewAfterAFailure"},
                     {"long", "Engine.TablesOfWholeCubesAreGoneOnWithWhereALimitCutThemOff"},
                     {"long", "Engine.TablesForPatternsAreGoneOnWithWhereALimitCutThemOff"},
                     {"threads", "Engine"},
                     {"long", "Engine.ShortestWordsAreTheFirstOfAll"},
                     {"threads", "SlowEngine"},
                     {"long", "SlowEngine"},
                     {"long", "Engine.CoordinatesWithoutGoalsHaveThatOfTheQuestion"},
                     {"long", "Engine.WordsAreForTheCubeAsItIsHeld"},
                     {"long", "Engine.NearOptimalInOtherMetrics"}};
// The clock ends what is long.
const Labels kEnvironment{{"environment", "Engine.StopsWhatIsLong"},
                          {"environment", "Engine.TimeEndsTheMakingOfTables"}};

// Tables in memory, small ones: nothing here needs files.
Engine& compact() {
  static Engine engine({.profile = Profile::compact, .optimal_table = "optimal-47", .threads = 2});
  return engine;
}

Engine& with_files() {
  static Engine engine({.tables = default_tables().value(), .optimal_table = "optimal-47"});
  return engine;
}

Cube after(const char* moves) { return apply(kSolved, parse_algorithm(moves)->moves); }

Cube twisted(Cube cube) {
  cube.set_twist(DRB, (cube.twist_at(DRB) + 1) % 3);
  return cube;
}

Cube flipped(Cube cube) {
  cube.set_flip(UL, 1 - cube.flip_at(UL));
  return cube;
}

Cube exchanged(Cube cube) {
  std::swap(cube.edge[UF], cube.edge[UB]);
  return cube;
}

CoordinateGoal goal_of(const char* coordinate) { return {parse_description(coordinate).value()}; }

// Any cube may be given to any solver, with limits or without.
TEST(Engine, AnswersUnsolvableAtOnce) {
  const Cube cube = after("R U F' L2 D B R2 U' L F2 D' B2");
  Question whole;
  Question optimal;
  optimal.want = Want::shortest;
  Question slices;
  slices.want = Want::shortest;
  slices.metric = Metric::stm;
  Question corners;
  corners.want = Want::shortest;
  corners.goal.coordinates = {goal_of("Corners")};
  Question edges = corners;
  edges.goal.coordinates = {goal_of("EdgeOrientation")};
  Question pocket;
  pocket.puzzle = Puzzle::pocket;
  for (Budget budget : {Budget{}, Budget{.time = 1h, .nodes = 60'000, .threads = 2}}) {
    const auto expect_unsolvable = [&](Question question, const Cube& impossible, SolverKind solver) {
      question.cube = impossible;
      const auto answer = compact().solve(question, budget);
      ASSERT_TRUE(answer.has_value()) << answer.error().message;
      EXPECT_EQ(answer->ended, Ended::unsolvable) << name(solver);
      EXPECT_EQ(answer->solver, solver);
      EXPECT_TRUE(answer->solutions.empty());
      EXPECT_EQ(answer->counts.nodes, 0u);
    };
    for (const Cube& impossible : {twisted(cube), flipped(cube), exchanged(cube), twisted(kSolved)}) {
      expect_unsolvable(whole, impossible, SolverKind::two_phase);
      expect_unsolvable(optimal, impossible, SolverKind::optimal);
      expect_unsolvable(slices, impossible, SolverKind::optimal);
    }
    expect_unsolvable(corners, twisted(cube), SolverKind::generic);
    expect_unsolvable(edges, flipped(cube), SolverKind::generic);
    expect_unsolvable(pocket, twisted(cube), SolverKind::pocket);
  }
}

TEST(Engine, HasASolverOfEachKind) {
  for (std::size_t i = 0; i < kSolverNames.names.size(); ++i) {
    const auto kind = static_cast<SolverKind>(i);
    const auto plan =
        compact().plan({.puzzle = kind == SolverKind::pocket ? Puzzle::pocket : Puzzle::cube, .solver = kind});
    ASSERT_TRUE(plan.has_value()) << name(kind) << ": " << plan.error().message;
    EXPECT_EQ(plan->solver, kind);
  }
}

// A cube that turns cannot solve can still be turned into its like.
TEST(Engine, GoesFromAnyCubeToAnyInItsOrbit) {
  Question question;
  question.cube = twisted(after("R U F"));
  question.goal.cube = twisted(kSolved);
  const auto answer = compact().solve(question);
  ASSERT_TRUE(answer && !answer->solutions.empty());
  EXPECT_EQ(apply(question.cube, answer->solutions.front().moves), question.goal.cube);
}

TEST(Engine, CoordinatesWithoutGoalsHaveThatOfTheQuestion) {
  const Cube goal = after("R U F2");
  Question question{.cube = after("L D B R"), .goal = {.cube = goal}, .want = Want::shortest};
  question.goal.coordinates = {goal_of("Cross"), {parse_description("UDSlice").value(), {kSolved, goal}}};
  Question explicitly = question;
  explicitly.goal.coordinates[0].goals = {goal};
  const auto answer = compact().solve(question);
  const auto expected = compact().solve(explicitly);
  ASSERT_TRUE(answer && expected && !answer->solutions.empty());
  EXPECT_EQ(answer->solutions.front().moves, expected->solutions.front().moves);
  const Cube there = apply(question.cube, answer->solutions.front().moves);
  for (const AnyCoordinate& part : question.goal.coordinates[0].coordinate.parts)
    EXPECT_EQ(part.index(there), part.index(goal));
  question.cube = goal;
  EXPECT_TRUE(compact().solve(question).value().solutions.at(0).moves.empty());
  ASSERT_TRUE(compact().plan(question));
  EXPECT_EQ(compact().plan(question)->tables.size(), 2u);
}

// Also where the optimal solver is asked one goal after the other.
TEST(Engine, AnswersNameTheTableOfTheOptimalSolver) {
  const Question good{.cube = after("R U F")};
  Question one = good;
  one.want = Want::shortest;
  Question several = one;
  several.goal.patterns = {Pattern::of(kSolved), Pattern::of(after("R"))};
  EXPECT_EQ(compact().solve(good).value().table, "");
  for (const Question& question : {one, several}) {
    EXPECT_EQ(compact().solve(question).value().table, "optimal-47");
    const auto search = compact().begin(question);
    ASSERT_TRUE(search) << search.error().message;
    while (!(*search)->run_for(std::chrono::seconds(1))) {
    }
    EXPECT_EQ((*search)->answer().value().table, "optimal-47");
  }
}

TEST(Engine, SaysWhatMakesNoSense) {
  const auto kind = [](const Question& question) { return compact().solve(question).error().kind; };
  EXPECT_EQ(kind({.solutions = 0}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.within = -1}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.metric = Metric::stm, .puzzle = Puzzle::pocket}), ErrorKind::bad_option);
  Question corners{.want = Want::shortest, .solver = SolverKind::optimal};
  corners.goal.coordinates = {goal_of("Corners")};
  EXPECT_EQ(kind(corners), ErrorKind::bad_option);
  EXPECT_EQ(kind({.want = Want::all, .solver = SolverKind::two_phase}), ErrorKind::bad_option);
  Engine unknown({.optimal_table = "optimal-1"});
  EXPECT_EQ(unknown.solve({.cube = after("R"), .want = Want::shortest}).error().kind, ErrorKind::bad_option);
}

// What comes from a binding may be any number: it is an error, whatever the types say.
TEST(Engine, RefusesWhatIsNoValue) {
  const auto kind = [](const Question& question) {
    const auto answer = compact().solve(question, {.nodes = 100});
    return answer ? ErrorKind{} : answer.error().kind;
  };
  EXPECT_EQ(kind({.metric = static_cast<Metric>(77)}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.puzzle = static_cast<Puzzle>(77)}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.want = static_cast<Want>(77)}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.solver = static_cast<SolverKind>(99)}), ErrorKind::bad_option);
  EXPECT_EQ(kind({.held = Symmetry{99}}), ErrorKind::bad_option);
  Cube twice;
  twice.set_edge_piece(0, 1);
  Cube wild;
  wild.corner.fill(0xFF);
  Cube padding;
  padding.edge[13] = 0;
  for (const Cube& cube : {twice, wild, padding}) {
    EXPECT_EQ(kind({.cube = cube}), ErrorKind::bad_option);
    EXPECT_EQ(kind({.goal = {.cube = cube}}), ErrorKind::bad_option);
    EXPECT_EQ(kind({.goal = {.coordinates = {{parse_description("Cross").value(), {cube}}}}}), ErrorKind::bad_option);
    EXPECT_EQ(compact().word_to(cube).error().kind, ErrorKind::impossible);
  }
  Engine none({.profile = static_cast<Profile>(77)});
  EXPECT_EQ(none.solve({}).error().kind, ErrorKind::bad_option);
  EXPECT_EQ(none.plan({}).error().kind, ErrorKind::bad_option);
  const std::vector<AnyCoordinate> parts(17, AnyCoordinate(UDSlice{}));
  EXPECT_EQ(kind({.goal = {.coordinates = {{Description{parts}}}}}), ErrorKind::bad_option);
  TableSet unknown;
  unknown.name = "nonsense";
  EXPECT_EQ(compact().make(unknown).error().kind, ErrorKind::bad_option);
  EXPECT_FALSE(plan(SchreierSpec{parse_description("Cross").value(), nullptr}).has_value());
  // A slice without end runs to the end.
  const auto search = compact().begin({.cube = Random(3).cube(), .good_enough = 23});
  ASSERT_TRUE(search.has_value());
  EXPECT_EQ((*search)->answer()->ended, Ended::stopped);
  EXPECT_TRUE((*search)->run_for(Clock::duration::max()));
  EXPECT_EQ((*search)->answer()->ended, Ended::enough);
}

TEST(Engine, WordsAreForTheCubeAsItIsHeld) {
  Random random(3);
  for (const Symmetry held : kAllRotations) {
    Question question;
    question.cube = random.cube();
    question.held = held;
    question.good_enough = 22;
    const auto answer = compact().solve(question);
    ASSERT_TRUE(answer && !answer->solutions.empty());
    const Solution& solution = answer->solutions.front();
    EXPECT_EQ(apply(conjugate(question.cube, held), solution.moves), kSolved);
    EXPECT_LE(answer->lower_bound, solution.length);
    // Phase 1 takes the cube, as it is held, into the subgroup of the axis that is named.
    ASSERT_TRUE(solution.origin.has_value());
  }
  // Restricted moves are those of the cube as it is held.
  const auto moves = std::make_shared<const MoveSet>(parse_move_set("U R").value());
  const Cube as_held = after("U R U2 R'");
  const Symmetry held{2};
  Question question;
  question.cube = conjugate(as_held, inverse(held));
  question.held = held;
  question.moves = moves;
  question.want = Want::shortest;
  const auto answer = with_files().solve(question);
  ASSERT_TRUE(answer && !answer->solutions.empty());
  EXPECT_EQ(apply(as_held, answer->solutions.front().moves), kSolved);
  for (const Move m : answer->solutions.front().moves) EXPECT_TRUE(face_of(m) == U || face_of(m) == R);
}

TEST(Engine, GoodEnoughAndMaximumAreTwoThings) {
  Question question;
  question.cube = Random(5).cube();
  question.good_enough = 15;  // hardly ever there
  const auto any = compact().solve(question, {.nodes = 2000});
  ASSERT_TRUE(any && !any->solutions.empty());
  EXPECT_GT(any->solutions.front().length, 15);
  question.max_length = 15;
  const auto none = compact().solve(question, {.nodes = 2000});
  ASSERT_TRUE(none.has_value());
  EXPECT_TRUE(none->solutions.empty());
  EXPECT_EQ(none->ended, Ended::nodes);
  ASSERT_TRUE(none->too_long.has_value());
  EXPECT_EQ(apply(question.cube, none->too_long->moves), kSolved);
}

// The shortest words, as many as were asked for, are those that a list of all begins with.
TEST(Engine, ShortestWordsAreTheFirstOfAll) {
  Question question;
  question.cube = after("R U F'");
  question.want = Want::all;
  question.within = 5;
  question.solutions = 1000;
  const auto all = with_files().solve(question);
  ASSERT_TRUE(all && all->ended == Ended::complete);
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, all->solutions.size()}) {
    question.want = Want::shortest;
    question.solutions = count;
    const auto some = with_files().solve(question);
    ASSERT_TRUE(some.has_value());
    EXPECT_EQ(some->ended, Ended::complete);
    EXPECT_TRUE(some->is_shortest());
    ASSERT_EQ(some->solutions.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(some->solutions[i].length, all->solutions[i].length);
      EXPECT_EQ(apply(question.cube, some->solutions[i].moves), kSolved);
    }
  }
}

// In every solver a word that reaches the goal before its end is no answer of its own.
TEST(Engine, NoWordPassesThroughTheGoal) {
  Question question;
  question.want = Want::all;
  question.within = 8;
  question.solutions = 1'000'000;
  for (const Puzzle puzzle : {Puzzle::cube, Puzzle::pocket}) {
    question.puzzle = puzzle;
    const auto none = with_files().solve(question);
    ASSERT_TRUE(none && none->ended == Ended::complete);
    ASSERT_EQ(none->solutions.size(), 1u);
    EXPECT_TRUE(none->solutions.front().moves.empty());
  }
  // (F2 B2 R2 L2)^2 does nothing. The words of half turns are the same, whoever searches.
  question.puzzle = Puzzle::cube;
  question.cube = after("F2 B2");
  question.within = 6;
  const auto half_turns = [](const Moves& moves) {
    return std::all_of(moves.begin(), moves.end(), [](Move m) { return turns_of(m) == 2; });
  };
  std::set<Moves> with_all_moves;
  const auto all = with_files().solve(question);
  ASSERT_TRUE(all && all->ended == Ended::complete);
  for (const Solution& solution : all->solutions)
    if (half_turns(solution.moves)) with_all_moves.insert(solution.moves);
  EXPECT_GT(with_all_moves.size(), 1u);
  question.moves = std::make_shared<const MoveSet>(*parse_move_set("U2 D2 R2 L2 F2 B2", Metric::htm));
  const auto squares = with_files().solve(question);
  ASSERT_TRUE(squares && squares->ended == Ended::complete);
  EXPECT_EQ(squares->solver, SolverKind::generic);
  std::set<Moves> with_squares;
  for (const Solution& solution : squares->solutions) with_squares.insert(solution.moves);
  EXPECT_EQ(with_squares, with_all_moves);
}

// Tables of one engine are told apart by what each step of a move set costs.
TEST(Engine, CostsOfMovesTellTablesApart) {
  Question question;
  question.cube = after("R2 U2");
  question.want = Want::shortest;
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    question.metric = metric;
    question.moves = std::make_shared<const MoveSet>(*parse_move_set("U R", metric));
    const auto answer = compact().solve(question);
    ASSERT_TRUE(answer && answer->solutions.size() == 1);
    EXPECT_EQ(answer->solutions.front().length, metric == Metric::htm ? 2 : 4);
  }
}

TEST(Engine, NearOptimalInOtherMetrics) {
  for (const Metric metric : {Metric::stm, Metric::atm, Metric::qtm}) {
    Question question;
    question.cube = Random(6).cube();
    question.metric = metric;
    const auto answer = compact().solve(question);
    ASSERT_TRUE(answer && !answer->solutions.empty());
    const Solution& solution = answer->solutions.front();
    EXPECT_EQ(apply(question.cube, solution.moves), kSolved);
    EXPECT_EQ(solution.length, length(solution.moves, metric));
    EXPECT_LE(answer->lower_bound, solution.length);
  }
}

// The optimal and the generic solver share nothing but the cube: all words, the shortest and those longer by one, after
// 2 to 9 turns of what the metric counts.
TEST(SlowEngine, OptimalAndGenericAgreeInSlices) {
  Random random(4);
  std::size_t words = 0;
  for (const Metric metric : {Metric::stm, Metric::atm})
    for (int n = 0; n < 16; ++n) {
      const MoveSet letters = moves_of(metric);
      Question question;
      question.metric = metric;
      question.want = Want::all;
      question.within = 1;
      question.solutions = 100'000;
      for (int i = 0; i < 2 + n / 2; ++i)
        question.cube = question.cube * letters[static_cast<int>(random.below(letters.size()))].cube;
      if (n == 0) question.cube = after("R2 L2 U2 D2 F2 B2");
      if (n == 1) question.cube = after("R2 L2 U2 D2 R F");
      std::map<SolverKind, std::map<std::string, int>> found;
      for (const SolverKind solver : {SolverKind::optimal, SolverKind::generic}) {
        question.solver = solver;
        const auto answer = compact().solve(question);
        ASSERT_TRUE(answer && answer->ended == Ended::complete);
        for (const Solution& s : answer->solutions)
          if (const auto same = optimal::commuting(s.moves, metric); !same.empty())
            found[solver].emplace(to_string(same.front()), s.length);
        if (solver == SolverKind::optimal) {
          EXPECT_EQ(found[solver].size(), answer->solutions.size());
        }
      }
      EXPECT_EQ(found[SolverKind::optimal], found[SolverKind::generic]) << name(metric) << " " << n;
      words += found[SolverKind::optimal].size();
    }
  EXPECT_GT(words, 40U);
}

// Of cubes farther away than those of OptimalSolver.MetricsKeepTheirOrder, with the tables that users have.
TEST(SlowEngine, MetricsKeepTheirOrder) {
  Random random(29);
  int differ = 0;
  for (int n = 0; n < 6; ++n) {
    Question question;
    question.want = Want::shortest;
    for (int i = 0; i < 13 + n % 2; ++i) question.cube = apply(question.cube, Move(random.below(kMoves)));
    std::map<Metric, int> lengths;
    for (const Metric metric : {Metric::atm, Metric::stm, Metric::htm, Metric::qtm}) {
      question.metric = metric;
      const auto answer = compact().solve(question);
      ASSERT_TRUE(answer && answer->ended == Ended::complete && answer->is_shortest());
      lengths[metric] = answer->lower_bound;
      EXPECT_EQ(length(answer->solutions.at(0).moves, metric), lengths[metric]);
    }
    EXPECT_LE(lengths[Metric::atm], lengths[Metric::stm]) << n;
    EXPECT_LE(lengths[Metric::stm], lengths[Metric::htm]) << n;
    EXPECT_LE(lengths[Metric::htm], 2 * lengths[Metric::stm]) << n;
    EXPECT_LE(lengths[Metric::htm], lengths[Metric::qtm]) << n;
    EXPECT_LE(lengths[Metric::qtm], 2 * lengths[Metric::htm]) << n;
    EXPECT_GE(lengths[Metric::htm], 8) << n;
    differ += lengths[Metric::atm] < lengths[Metric::htm] ? 1 : 0;
  }
  EXPECT_GT(differ, 0);
}

// In stm and atm the words are counted in that metric everywhere: in events, in slices, and where the search ends.
TEST(Engine, CountsSlicesAndDoubleTurnsAsOne) {
  for (const Metric metric : {Metric::stm, Metric::atm}) {
    Question question;
    question.metric = metric;
    // Five turns of slices, or of two opposite faces: nine turns of faces.
    question.cube = after(metric == Metric::stm ? "R L' U D' F2 B2 R U2 D2" : "R L U D F2 B2 R U2 D");
    int told = 0;
    const auto listen = [&](const Event& event) {
      if (event.kind != Event::Kind::solution) return true;
      ++told;
      EXPECT_EQ(event.solution.length, length(event.solution.moves, metric));
      EXPECT_EQ(event.upper, event.solution.length);
      EXPECT_LE(event.lower, event.upper);
      return true;
    };
    const auto answer = compact().solve(question, {.nodes = 20'000}, listen);
    ASSERT_TRUE(answer && answer->solutions.size() == 1);
    EXPECT_LE(answer->solutions.front().length, 5);
    EXPECT_GT(told, 0);
    // One turn is proven at once to be shortest.
    question.cube = after(metric == Metric::stm ? "R L'" : "R L2");
    const auto proven = compact().solve(question, {});
    ASSERT_TRUE(proven && proven->solutions.size() == 1);
    EXPECT_EQ(proven->ended, Ended::complete);
    EXPECT_EQ(proven->solutions.front().length, 1);
    EXPECT_TRUE(proven->is_shortest());
    // A length that is good enough ends the search, which nothing else limits here; in slices too.
    question.cube = Random(21).cube();
    question.good_enough = 20;
    const auto good = compact().solve(question, {.threads = 1}, listen);
    ASSERT_TRUE(good && good->solutions.size() == 1);
    EXPECT_EQ(good->ended, Ended::enough);
    EXPECT_LE(good->solutions.front().length, 20);
    const auto search = compact().begin(question);
    ASSERT_TRUE(search.has_value());
    while (!(*search)->run_for(1ms)) {
    }
    const Answer sliced = *(*search)->answer();
    EXPECT_EQ(sliced.ended, Ended::enough);
    EXPECT_EQ(sliced.solutions.front().moves, good->solutions.front().moves);
    EXPECT_EQ(sliced.solutions.front().length, good->solutions.front().length);
    // A limit on the length is one in that metric.
    question.good_enough = 0;
    question.max_length = 8;
    const auto none = compact().solve(question, {.nodes = 2000});
    ASSERT_TRUE(none && none->solutions.empty());
    ASSERT_TRUE(none->too_long.has_value());
    EXPECT_EQ(none->too_long->length, length(none->too_long->moves, metric));
  }
}

// What fails during a slice is an error of the search, not an exception in the caller.
TEST(Engine, FailuresInSlicesAreErrors) {
  static std::atomic<bool> fails{false};
  struct Failing {
    std::string_view name() const { return "Failing"; }
    Index size() const { return CornerOrientation::size(); }
    Index index(const Cube& cube) const {
      if (fails) throw std::bad_alloc();
      return CornerOrientation::index(cube);
    }
    void assign(Cube& cube, Index i) const { CornerOrientation::assign(cube, i); }
  };
  Question question;
  question.cube = Random(22).cube();
  question.goal.coordinates = {{Description{{Failing{}}}}};
  question.want = Want::all;
  const auto search = compact().begin(question);
  ASSERT_TRUE(search.has_value()) << search.error().message;
  fails = true;
  while (!(*search)->run_for(1ms)) {
  }
  const auto answer = (*search)->answer();
  fails = false;
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().kind, ErrorKind::out_of_memory);
}

// The listener is called from the caller's thread, as long as the work lasts, and ends it.
TEST(Engine, ListensOnTheCallersThread) {
  Question question;
  question.cube = Random(7).cube();
  ASSERT_TRUE(compact().prepare(question).has_value());
  const auto here = std::this_thread::get_id();
  int events = 0;
  int solutions = 0;
  const auto answer = compact().solve(question, {.nodes = kNoMaxNodes - 1, .threads = 2}, [&](const Event& event) {
    EXPECT_EQ(std::this_thread::get_id(), here);
    ++events;
    solutions += event.kind == Event::Kind::solution;
    return events <= 5 || solutions == 0;
  });
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->ended, Ended::stopped);
  EXPECT_FALSE(answer->solutions.empty());
  EXPECT_GT(events, 5);
  EXPECT_GT(solutions, 0);
}

TEST(Engine, StopsWhatIsLong) {
  StopFlag stop{false};
  Question question;
  question.cube = Random(8).cube();
  question.want = Want::shortest;
  Engine engine({.profile = Profile::compact, .optimal_table = "optimal-94", .threads = 2});
  std::thread stopper([&] {
    std::this_thread::sleep_for(100ms);
    stop = true;
  });
  const auto answer = engine.solve(question, {.stop = &stop});  // while the table is made
  stopper.join();
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->ended, Ended::stopped);
  Engine keeper({.tables = std::make_shared<MemoryTables>()});
  const auto made = keeper.make(*find_table_set("optimal-94").value(), {.stop = &stop});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, ErrorKind::stopped);
}

// What moves of strangers need is neither kept in files nor, but for the last, in memory.
TEST(Engine, OnlyTheLastTablesForMovesAreKeptWhereThatIsAsked) {
  const auto tables = std::make_shared<MemoryTables>();
  const auto is_made = [](Engine& engine, std::string_view moves) {
    int made = 0;
    Question question{.cube = to_cube(*parse_algorithm("R2")), .want = Want::shortest};
    question.moves = std::make_shared<const MoveSet>(parse_move_set(moves).value());
    const auto answer = engine.solve(question, {}, [&](const Event& event) {
      made += event.kind == Event::Kind::table ? 1 : 0;
      return true;
    });
    EXPECT_TRUE(answer && answer->is_shortest() && to_string(answer->solutions.at(0).moves) == "R2") << moves;
    return made > 0;
  };
  Engine two({.tables = tables, .profile = Profile::compact, .threads = 1, .kept_move_tables = 2});
  for (const char* const moves : {"R2 U2", "R2 F2", "R2 D2"}) EXPECT_TRUE(is_made(two, moves)) << moves;
  EXPECT_FALSE(is_made(two, "R2 D2"));
  EXPECT_FALSE(is_made(two, "R2 F2"));
  EXPECT_TRUE(is_made(two, "R2 U2"));  // was dropped
  EXPECT_FALSE(is_made(two, "R2 F2"));
  // Each drops the one that comes next; the last drops R2 D2.
  for (const char* const moves : {"R2 D2", "R2 U2", "R2 F2"}) EXPECT_TRUE(is_made(two, moves)) << moves;
  EXPECT_TRUE(tables->list().empty());
  // Others keep all, and what they have kept is read.
  Engine all({.tables = tables, .profile = Profile::compact, .threads = 1});
  for (const char* const moves : {"R2 U2", "R2 F2", "R2 D2"}) EXPECT_TRUE(is_made(all, moves)) << moves;
  for (const char* const moves : {"R2 U2", "R2 F2", "R2 D2"}) EXPECT_FALSE(is_made(all, moves)) << moves;
  const std::size_t kept = tables->list().size();
  EXPECT_GT(kept, 0U);
  EXPECT_FALSE(is_made(two, "R2 D2"));
  Engine fresh({.tables = tables, .profile = Profile::compact, .threads = 1, .kept_move_tables = 2});
  for (const char* const moves : {"R2 U2", "R2 F2", "R2 D2"}) EXPECT_FALSE(is_made(fresh, moves)) << moves;
  EXPECT_EQ(tables->list().size(), kept);
}

TEST(Engine, TellsHowManyThreadsCouldSearch) {
  const auto threads_of = [](const Question& question, const Budget& budget) {
    const auto answer = compact().solve(question, budget);
    return answer ? answer->threads : 99;
  };
  const Budget two{.nodes = 10'000, .threads = 2};
  const Question whole{.cube = after("R U F' L2 D B R2 U' L F2 D' B2")};
  EXPECT_EQ(threads_of(whole, two), 2U);
  EXPECT_EQ(threads_of(whole, {.nodes = 10'000}), 1U);  // the engine's choice
  EXPECT_EQ((*compact().begin(whole, two))->answer()->threads, 1U);
  Question part{.cube = after("R U"), .want = Want::shortest};
  part.goal.coordinates = {goal_of("Cross")};
  EXPECT_EQ(threads_of(part, two), 2U);
  Question pocket = whole;
  pocket.puzzle = Puzzle::pocket;
  EXPECT_EQ(threads_of(pocket, two), 1U);
  EXPECT_EQ(threads_of({.cube = twisted(kSolved)}, two), 0U);
}

// Thousands of patterns take seconds before there is a search.
TEST(Engine, ThePreparingOfGoalsEndsAtItsLimits) {
  Question question{.cube = after("R U F")};
  question.goal.patterns = *goal_patterns({{}}, {.only = *Mask::parse("Cross"), .holdings = true}, {});
  ASSERT_GT(question.goal.patterns.size(), 1U);
  const StopFlag stop{true};
  const auto is_stopped = [](const auto& result) { return !result && result.error().kind == ErrorKind::stopped; };
  EXPECT_TRUE(is_stopped(detail::simplified(question, {.stop = &stop})));
  EXPECT_TRUE(is_stopped(detail::simplified(question, {.deadline = Clock::now()})));
  const auto simple = detail::simplified(question);
  ASSERT_TRUE(simple);
  EXPECT_TRUE(is_stopped(generic::goals_of_patterns(simple->goal.patterns, *moves_of(question), 1e6, &stop)));
  EXPECT_TRUE(is_stopped(compact().prepare(question, {.stop = &stop})));
  EXPECT_TRUE(is_stopped(compact().plan(question, {.stop = &stop})));
  EXPECT_TRUE(is_stopped(compact().plan(question, {.time = 0s})));
  Question one{.cube = after("R U F")};
  one.goal.patterns = *goal_patterns({{}}, {.only = *Mask::parse("Cross")}, {});
  EXPECT_TRUE(is_stopped(compact().plan(one, {.stop = &stop})));  // after its pattern is narrowed
  EXPECT_TRUE(compact().plan(one));
  for (const auto& [budget, ended] :
       {std::pair{Budget{.stop = &stop}, Ended::stopped}, {Budget{.time = 0s}, Ended::time}}) {
    const auto answer = compact().solve(question, budget);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->ended, ended);
    const auto search = compact().begin(question, budget);
    ASSERT_TRUE(search) << search.error().message;
    EXPECT_TRUE((*search)->run_for(1ms));
    EXPECT_EQ((*search)->answer()->ended, ended);
  }
}

// A server is asked with limits that are shorter than the making of all tables.
TEST(Engine, TablesOfStagesAreGoneOnWithWhereALimitCutThemOff) {
  const auto source = std::make_shared<StopsAfterEach>();
  Engine engine({.tables = source, .profile = Profile::compact, .threads = 2});
  Question question{.cube = after("R2"), .moves = std::make_shared<const MoveSet>(parse_move_set("U R F").value())};
  question.want = Want::shortest;
  ASSERT_TRUE(engine.solve(question));  // with the tables of whole cubes
  const std::size_t whole = source->built.size();
  source->is_stopping = true;
  question.want = Want::good;
  Ended ended = Ended::stopped;
  int stops = 0;
  for (; ended == Ended::stopped && stops < 100; ++stops) {
    source->stop = false;
    const auto answer = engine.solve(question, {.stop = &source->stop});
    ASSERT_TRUE(answer) << answer.error().message;
    ended = answer->ended;
  }
  EXPECT_EQ(ended, Ended::complete);
  EXPECT_GT(stops, 2);
  EXPECT_GT(source->built.size(), whole);
  for (const auto& [name, count] : source->built) EXPECT_EQ(count, 1) << name;
}

// The same for whole cubes, whoever keeps their tables.
TEST(Engine, TablesOfWholeCubesAreGoneOnWithWhereALimitCutThemOff) {
  for (const std::size_t kept : {0U, 2U}) {
    const auto source = std::make_shared<StopsAfterEach>();
    source->is_stopping = kept == 0;
    Engine engine({.tables = source, .profile = Profile::compact, .threads = 2, .kept_move_tables = kept});
    Question question{.cube = after("R2"), .moves = std::make_shared<const MoveSet>(parse_move_set("U R F").value())};
    question.want = Want::shortest;
    Question other = question;
    other.moves = std::make_shared<const MoveSet>(parse_move_set("R2 F2").value());
    const StopFlag at_once{true};
    Ended ended = Ended::stopped;
    int stops = 0;
    for (; ended == Ended::stopped && stops < 100; ++stops) {
      // It has begun nothing, and takes no place.
      const auto stopped = engine.solve(other, {.stop = &at_once});
      ASSERT_TRUE(stopped) << stopped.error().message;
      EXPECT_EQ(stopped->ended, Ended::stopped);
      source->stop = false;
      if (kept != 0) source->loads = 1;
      const auto answer = engine.solve(question, {.stop = &source->stop});
      ASSERT_TRUE(answer) << answer.error().message;
      ended = answer->ended;
    }
    EXPECT_EQ(ended, Ended::complete) << kept;
    EXPECT_GT(stops, 2) << kept;
    for (const auto& [name, count] : source->built) EXPECT_EQ(count, 1) << name;
    for (const auto& [name, count] : source->looked_for) EXPECT_LE(count, 2) << name;  // stopped once, and then made
  }
}

TEST(Engine, TablesForPatternsAreGoneOnWithWhereALimitCutThemOff) {
  const auto source = std::make_shared<StopsAfterEach>();
  detail::SharedTables tables({.tables = source, .memory = 10'000'000, .threads = 2});
  Question question{.cube = after("R U")};
  question.goal.patterns = *goal_patterns({{}}, {.only = *Mask::parse("F2L")}, {});
  detail::NarrowedPatterns narrowed;
  const auto assigned = detail::assigned(question, narrowed);
  ASSERT_TRUE(assigned) << assigned.error().message;
  for (const detail::Effort effort : {detail::Effort::small, detail::Effort::full}) {
    source->looked_for.clear();
    bool is_open = false;
    int stops = 0;
    for (; !is_open && stops < 100; ++stops) {
      source->stop = false;
      source->loads = 1;
      const auto loan = detail::pattern_solver(tables, assigned->standard, effort, {.stop = &source->stop});
      is_open = loan.has_value();
      ASSERT_TRUE(is_open || loan.error().kind == ErrorKind::stopped) << loan.error().message;
    }
    EXPECT_TRUE(is_open);
    EXPECT_GT(stops, 1);
    EXPECT_EQ(stops, static_cast<int>(source->looked_for.size()));
    for (const auto& [name, count] : source->looked_for) EXPECT_LE(count, 2) << name;
  }
}

// Other tests of patterns allow little memory. A far cube gets these.
TEST(SlowEngine, TablesForPatternsAreAsLargeAsTheMemoryAllows) {
  Question question{.cube = after("R U F' L2 D B R2 U' F"), .want = Want::all, .solutions = 1000};
  question.goal.patterns = *goal_patterns({{}}, {.only = *Mask::parse("F2L")}, {});
  detail::NarrowedPatterns narrowed;
  const auto assigned = detail::assigned(question, narrowed);
  ASSERT_TRUE(assigned) << assigned.error().message;
  std::vector<std::set<Moves>> words;
  std::vector<std::uint64_t> largest;
  std::vector<std::uint64_t> nodes;
  for (const std::uint64_t memory : {60'000'000, 1'200'000'000}) {
    const EngineOptions options{.memory = memory, .threads = 2};
    const auto plan = Engine(options).plan(question);
    ASSERT_TRUE(plan) << plan.error().message;
    largest.push_back(0);
    for (const PlannedTable& table : plan->tables) largest.back() = std::max(largest.back(), table.bytes);
    detail::SharedTables tables(options);
    const auto loan = detail::pattern_solver(tables, assigned->standard, detail::Effort::full, {});
    ASSERT_TRUE(loan) << loan.error().message;
    const Answer answer = (*loan)->solve(assigned->standard, {.threads = 2}, {});
    EXPECT_EQ(answer.ended, Ended::complete);
    words.emplace_back();
    for (const Solution& s : answer.solutions) words.back().insert(s.moves);
    nodes.push_back(answer.counts.nodes);
  }
  // A byte a value; the largest ones have at most 100 million.
  EXPECT_LE(largest[0], 6'000'000U);
  EXPECT_GT(largest[1], 6'000'000U);
  EXPECT_LE(largest[1], 100'000'000U);
  EXPECT_LT(nodes[1], nodes[0]);
  EXPECT_FALSE(words[0].empty());
  EXPECT_EQ(words[0], words[1]);
}

// Where memory is short, tables that nobody can use would take it from others.
TEST(Engine, TablesOfStagesAreMadeAnewAfterAFailure) {
  const auto source = std::make_shared<StopsAfterEach>();
  Engine engine({.tables = source, .profile = Profile::compact, .threads = 2});
  Question question{.cube = after("R2"), .moves = std::make_shared<const MoveSet>(parse_move_set("U R F").value())};
  question.want = Want::shortest;
  ASSERT_TRUE(engine.solve(question));  // with the tables of whole cubes
  const std::size_t whole = source->built.size();
  question.want = Want::good;
  source->is_stopping = true;
  const auto stopped = engine.solve(question, {.stop = &source->stop});
  ASSERT_TRUE(stopped) << stopped.error().message;
  ASSERT_EQ(stopped->ended, Ended::stopped);
  ASSERT_EQ(source->built.size(), whole + 1);
  source->stop = source->is_stopping = source->has_memory = false;
  const auto failed = engine.solve(question);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::out_of_memory);
  source->has_memory = true;
  const auto answer = engine.solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::complete);
  const auto is_made_twice = [](const auto& made) { return made.second == 2; };
  EXPECT_EQ(std::count_if(source->built.begin(), source->built.end(), is_made_twice), 1);
}

// A limit of time holds for the making of tables too.
TEST(Engine, TimeEndsTheMakingOfTables) {
  Engine engine({.profile = Profile::compact, .optimal_table = "optimal-282"});
  const Question question{.cube = Random(23).cube(), .want = Want::shortest};
  const auto answer = engine.solve(question, {.time = 300ms});  // takes seconds
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->ended, Ended::time);
  EXPECT_TRUE(answer->solutions.empty());
  const auto search = engine.begin(question, {.time = 100ms});
  ASSERT_TRUE(search.has_value());
  EXPECT_TRUE((*search)->run_for(1ms));
  EXPECT_EQ((*search)->answer()->ended, Ended::time);
  const auto prepared = engine.prepare(question, {.time = 100ms});
  ASSERT_FALSE(prepared.has_value());
  EXPECT_EQ(prepared.error().kind, ErrorKind::stopped);
  Engine keeper({.tables = std::make_shared<MemoryTables>()});
  const auto made = keeper.make(*find_table_set("optimal-282").value(), {.time = 100ms});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, ErrorKind::stopped);
  // Without a source nothing could be kept.
  EXPECT_EQ(engine.make(*find_table_set("optimal-47").value()).error().kind, ErrorKind::bad_option);
}

TEST(Engine, SlicesAreTheWholeSearch) {
  for (Question question : {Question{.good_enough = 20}, Question{.puzzle = Puzzle::pocket},
                            Question{.goal = {.coordinates = {goal_of("Cross")}}, .want = Want::shortest}}) {
    question.cube = Random(9).cube();
    const auto whole = compact().solve(question, {.threads = 1});
    auto search = compact().begin(question);
    ASSERT_TRUE(search.has_value());
    while (!(*search)->run_for(1ms)) {
    }
    const Answer answer = *(*search)->answer();
    EXPECT_EQ(answer.ended, whole->ended);
    ASSERT_EQ(answer.solutions.size(), whole->solutions.size());
    EXPECT_EQ(answer.solutions.front().moves, whole->solutions.front().moves);
    EXPECT_EQ(answer.counts.nodes, whole->counts.nodes);
  }
  Question impossible;
  impossible.cube = twisted(kSolved);
  auto search = compact().begin(impossible);
  ASSERT_TRUE(search.has_value());
  EXPECT_TRUE((*search)->run_for(1ms));
  EXPECT_EQ((*search)->answer()->ended, Ended::unsolvable);
}

TEST(Engine, SaysThatABatchWasCut) {
  StopFlag stop{false};
  int asked = 0;
  const auto next = [&]() -> std::optional<Expected<Question>> {
    if (++asked == 3) stop = true;
    return Question{.cube = after("R U F")};
  };
  int answered = 0;
  const auto done = [&](Question&&, Expected<Answer>&&) { return ++answered < 1000; };
  const auto all = compact().solve_all(next, {.threads = 1, .stop = &stop}, done);
  ASSERT_FALSE(all.has_value());
  EXPECT_EQ(all.error().kind, ErrorKind::stopped);
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(answered, 3);
}

TEST(Engine, AnswersBatchesInTheirOrder) {
  Random random(10);
  std::vector<Cube> cubes(300);
  for (Cube& cube : cubes) cube = random.cube();
  cubes[7] = twisted(cubes[7]);
  std::size_t asked = 0;
  std::size_t answered = 0;
  const auto next = [&]() -> std::optional<Expected<Question>> {
    if (asked == cubes.size()) return std::nullopt;
    if (asked == 11) {
      ++asked;
      return fail(ErrorKind::unreadable, "what stands here is no cube");
    }
    Question question;
    question.cube = cubes[asked++];
    question.good_enough = 23;
    return question;
  };
  const auto all = compact().solve_all(next, {.threads = 3}, [&](Question&& question, Expected<Answer>&& answer) {
    EXPECT_EQ(question.cube, answered == 11 ? kSolved : cubes[answered]);
    if (answered == 7)
      EXPECT_EQ(answer->ended, Ended::unsolvable);
    else if (answered == 11)
      EXPECT_EQ(answer.error().message, "what stands here is no cube");
    else
      EXPECT_EQ(apply(cubes[answered], answer->solutions.front().moves), kSolved);
    ++answered;
    return true;
  });
  EXPECT_TRUE(all.has_value());
  EXPECT_EQ(answered, cubes.size());
}

TEST(Engine, IsSharedByThreads) {
  Engine engine({.profile = Profile::compact});
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&engine, &right, t] {
      Random random(t);
      for (int n = 0; n < 20; ++n) {
        Question question;
        question.cube = random.cube();
        question.good_enough = 23;
        question.puzzle = n % 5 == 0 ? Puzzle::pocket : Puzzle::cube;
        const auto answer = engine.solve(question);
        right += answer && !answer->solutions.empty();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

TEST(Engine, PlansWhatItWouldUse) {
  const auto near = with_files().plan({});
  ASSERT_TRUE(near.has_value());
  EXPECT_EQ(near->solver, SolverKind::two_phase);
  ASSERT_EQ(near->tables.size(), 1u);
  EXPECT_EQ(near->tables[0].name, "standard");
  EXPECT_GT(near->bytes(), 140'000'000u);
  const auto proof = Engine({.optimal_table = "optimal-94"}).plan({.want = Want::shortest});
  ASSERT_TRUE(proof.has_value());
  EXPECT_EQ(proof->solver, SolverKind::optimal);
  ASSERT_EQ(proof->tables.size(), 2u);
  EXPECT_FALSE(proof->tables[1].is_there);
  EXPECT_GT(proof->bytes_to_make(), proof->tables[1].bytes);
  EXPECT_GT(proof->tables[1].seconds_to_make, 0);
  // Tables that no source keeps are made by each engine.
  Question cross;
  cross.goal.coordinates = {goal_of("Cross")};
  for (const Question& question : {cross, Question{.puzzle = Puzzle::pocket}}) {
    const auto made = with_files().plan(question);
    ASSERT_TRUE(made && made->tables.size() == 1);
    EXPECT_FALSE(made->tables[0].is_there);
    EXPECT_GT(made->tables[0].bytes, 10'000u);
    EXPECT_GT(made->seconds_to_make(), 0);
    EXPECT_LT(made->seconds_to_make(), proof->seconds_to_make());
  }
  const auto tight = Engine({.optimal_table = "optimal-282", .memory = 1'000'000}).plan({.want = Want::shortest});
  ASSERT_FALSE(tight.has_value());
  EXPECT_EQ(tight.error().kind, ErrorKind::out_of_memory);
}

TEST(Engine, ScramblesLeadToUniformStates) {
  Random random(11);
  const auto word = compact().scramble(random);
  ASSERT_TRUE(word.has_value());
  const auto back = compact().word_to(apply(kSolved, *word));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(apply(kSolved, *back), apply(kSolved, *word));
  const auto pocket = compact().scramble(random, Puzzle::pocket);
  ASSERT_TRUE(pocket.has_value());
  EXPECT_EQ(pocket->size(), 11u);
  EXPECT_EQ(compact().scramble(random, Puzzle::pocket, true).error().kind, ErrorKind::bad_option);
  EXPECT_EQ(compact().word_to(twisted(kSolved)).error().kind, ErrorKind::impossible);
}

}  // namespace
}  // namespace superflip
