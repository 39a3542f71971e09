// The two-phase solver: every solution is replayed; near positions are solved optimally, as a search from both ends
// says; limits end the search as they promise. The large profile is among the slow tests.
#include "superflip/solver/two_phase/two_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "no_threads.h"
#include "patterns.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"

namespace superflip {
namespace {

using std::chrono::milliseconds;

// Positions at each distance up to 4, in face turns and in quarter turns.
constexpr std::array<std::array<std::size_t, 5>, 2> kPositions{{{1, 18, 243, 3240, 43239}, {1, 12, 114, 1068, 10011}}};

// Distances of all cubes that are at most 4 moves from the solved one.
const std::unordered_map<Cube, int>& near_cubes(Metric metric) {
  const auto make = [](Metric of) {
    std::unordered_map<Cube, int> distance{{kSolved, 0}};
    std::array<std::vector<Cube>, 5> level{{{kSolved}}};
    for (int total = 1; total <= 4; ++total)
      for (Move m = 0; m < kMoves; ++m) {
        if (cost(m, of) > total) continue;
        for (const Cube& c : level[total - cost(m, of)])
          if (const Cube next = apply(c, m); distance.emplace(next, total).second) level[total].push_back(next);
      }
    return distance;
  };
  static const auto htm = make(Metric::htm);
  static const auto qtm = make(Metric::qtm);
  return metric == Metric::htm ? htm : qtm;
}

// The distance of a cube at most 8 moves from the solved one, by meeting in the middle; 9 for all others.
int distance_to_8(const Cube& c, Metric metric) {
  const auto& near = near_cubes(metric);
  int least = 9;
  for (const auto& [half, distance] : near)
    if (distance < least)
      if (const auto it = near.find(c * half); it != near.end()) least = std::min(least, distance + it->second);
  return least;
}

void expect_solves(const Cube& c, const Solution& s) {
  EXPECT_EQ(apply(c, s.moves), kSolved) << to_string(s.moves);
  EXPECT_EQ(normalise(s.moves), s.moves) << to_string(s.moves);
}

struct Param {
  Profile profile;
  Metric metric;
};

class TwoPhase : public testing::TestWithParam<Param> {
 protected:
  static std::shared_ptr<const TwoPhaseTables> tables() {
    const auto [profile, metric] = GetParam();
    static std::array<std::array<std::shared_ptr<const TwoPhaseTables>, 2>, 3> opened;
    auto& here = opened[static_cast<std::size_t>(profile)][static_cast<std::size_t>(metric)];
    if (!here) {
      const TableStore store(TableStore::default_folder().value());
      here = TwoPhaseTables::open(profile, metric, &store);
    }
    return here;
  }
  static Metric metric() { return GetParam().metric; }
  static int cost_of(const Solution& s) { return length(s.moves, metric()); }
  // God's number; in quarter turns the compact profile takes long for that.
  static int enough() {
    if (metric() == Metric::htm) return 20;
    return GetParam().profile == Profile::compact ? 29 : 26;
  }

  Outcome solve(const Cube& c, const Limits& limits, unsigned threads = 1, const OnSolution& on_solution = {}) {
    Outcome outcome = solver_.solve(c, limits, threads, on_solution);
    EXPECT_LE(outcome.solutions.size(), static_cast<std::size_t>(limits.solutions));
    for (std::size_t i = 0; i < outcome.solutions.size(); ++i) {
      expect_solves(c, outcome.solutions[i]);
      if (i > 0) {
        EXPECT_LE(cost_of(outcome.solutions[i - 1]), cost_of(outcome.solutions[i]));
      }
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(outcome.solutions[i].moves, outcome.solutions[j].moves);
    }
    return outcome;
  }

  TwoPhaseSolver solver_{tables()};
};

// The one pattern whose facelets are given wholly by its flips: every edge flipped in its place.
Cube superflip_cube() {
  Cube c;
  for (int x = 0; x < kEdges; ++x) c.set_flip(x, 1);
  return c;
}

TEST_P(TwoPhase, SolvesRandomCubesWithinGodsNumber) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Cube c = random.cube();
    const Outcome outcome = solve(c, {.max_length = enough()});
    ASSERT_EQ(outcome.solutions.size(), 1U) << "cube " << i;
    EXPECT_LE(cost_of(outcome.solutions[0]), enough());
    EXPECT_EQ(outcome.ended, Ended::enough);
    EXPECT_GT(outcome.counts.nodes, 0U);
  }
}

TEST_P(TwoPhase, HonoursTheLengthAskedFor) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const Cube c = random.cube();
    const int wanted = enough() + static_cast<int>(random.below(8));
    const Outcome outcome = solve(c, {.max_length = wanted});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_LE(cost_of(outcome.solutions[0]), wanted);
  }
}

TEST_P(TwoPhase, SaysThatNoneIsSoShort) {
  // A random cube is no nearer than 9 moves but with a probability of 10^-9.
  Random random(3);
  for (int i = 0; i < 5; ++i) {
    const Cube c = random.cube();
    ASSERT_EQ(distance_to_8(c, metric()), 9);
    const Outcome outcome = solve(c, {.max_length = 8});
    EXPECT_TRUE(outcome.solutions.empty());
    EXPECT_EQ(outcome.ended, Ended::exhausted);
  }
}

TEST_P(TwoPhase, TheSolvedCubeNeedsNoMoves) {
  for (const int max_length : {0, 1, 20}) {
    const Outcome outcome = solve(kSolved, {.max_length = max_length});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_TRUE(outcome.solutions[0].moves.empty());
    EXPECT_EQ(outcome.ended, Ended::enough);
  }
}

TEST_P(TwoPhase, SolvesOptimallyWithinFourMoves) {
  std::array<std::size_t, 5> positions{};
  for (const auto& [c, distance] : near_cubes(metric())) {
    // All positions up to 3 moves, every eighth of 4 (all in the slow tests); without a limit, and with one that a
    // longer solution would meet.
    const std::size_t i = positions[distance]++;
    if (distance == 4 && i % 8 != 0 && GetParam().profile != Profile::large) continue;
    const Outcome outcome = solve(c, {.max_length = i % 2 == 0 ? 0 : enough()});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    ASSERT_EQ(cost_of(outcome.solutions[0]), distance) << to_string(outcome.solutions[0].moves);
    ASSERT_EQ(outcome.ended, Ended::enough);
  }
  EXPECT_EQ(positions, kPositions[static_cast<std::size_t>(metric())]);
}

TEST_P(TwoPhase, SolvesOptimallyWhenNothingLimitsIt) {
  Random random(4);
  for (int i = 0; i < 24; ++i) {
    Cube c;
    for (int n = 0; n < 5 + i % 4; ++n) c = apply(c, static_cast<Move>(random.below(kMoves)));
    const int distance = distance_to_8(c, metric());
    if (distance > 8) continue;  // half turns, in quarter turns
    const Outcome outcome = solve(c, {});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_EQ(cost_of(outcome.solutions[0]), distance);
    EXPECT_TRUE(outcome.ended == Ended::exhausted || outcome.ended == Ended::enough);
    // One move less than the distance finds nothing.
    if (distance < 2) continue;
    const Outcome none = solve(c, {.max_length = distance - 1});
    EXPECT_TRUE(none.solutions.empty());
    EXPECT_EQ(none.ended, Ended::exhausted);
  }
}

TEST_P(TwoPhase, SolvesPatterns) {
  // Michael Reid's optimal lengths of kPatterns, in face turns and quarter turns.
  constexpr std::array<std::array<int, 2>, 33> kOptimal{
      {{6, 12},  {16, 20}, {17, 20}, {17, 20}, {15, 18}, {17, 20}, {11, 16}, {16, 20}, {14, 14}, {14, 16}, {14, 14},
       {13, 14}, {14, 18}, {14, 18}, {12, 16}, {12, 16}, {8, 12},  {8, 8},   {14, 14}, {9, 14},  {11, 15}, {16, 19},
       {16, 18}, {18, 18}, {17, 19}, {16, 18}, {15, 18}, {16, 18}, {16, 20}, {14, 16}, {17, 20}, {13, 17}, {17, 20}}};
  for (std::size_t i = 0; i < kPatterns.size(); ++i) {
    const Cube c = to_cube(parse_algorithm(kPatterns[i].moves).value());
    const int optimal = kOptimal[i][static_cast<std::size_t>(metric())];
    const Outcome outcome = solve(c, {.max_length = enough()});
    ASSERT_EQ(outcome.solutions.size(), 1U) << kPatterns[i].name;
    EXPECT_GE(cost_of(outcome.solutions[0]), optimal) << kPatterns[i].name;
    EXPECT_LE(cost_of(outcome.solutions[0]), enough()) << kPatterns[i].name;
    if (optimal > 9) continue;
    // Short ones are solved optimally.
    const Outcome best = solve(c, {});
    ASSERT_EQ(best.solutions.size(), 1U);
    EXPECT_EQ(cost_of(best.solutions[0]), optimal) << kPatterns[i].name;
  }
}

TEST_P(TwoPhase, SolvesTheHardest) {
  // Twenty face turns each; the superflip is 24 quarter turns, and the last one, at 26, the farthest there is.
  const std::array<std::string, 5> scrambles{"R2 U2 R F L' B D' R' U2 B2 U2 F D U2 R2 U2 F2 L F2 B2",
                                             "F R B' R2 L2 B' R' D2 R' D B L F' L2 F2 U D2 B2 R2 U'",
                                             "L2 F' B' R L2 D R2 L' D F' L' U' L' B D2 F R2 F2 L2 D2",
                                             "F U2 B2 R' B' U2 F' R' U' L' U2 F B2 U R2 L2 F2 U' B2 D2",
                                             "F R D F' L2 U2 D2 R' U2 B' L' U F' R2 L2 U2 F' B D2 B'"};
  std::vector<Cube> cubes{superflip_cube()};
  for (const std::string& scramble : scrambles) cubes.push_back(to_cube(parse_algorithm(scramble).value()));
  for (const Cube& c : cubes) {
    const Outcome outcome = solve(c, {.max_length = enough() + 2});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_LE(cost_of(outcome.solutions[0]), enough() + 2);
    EXPECT_GE(length(outcome.solutions[0].moves, Metric::htm), 20);
    if (c == superflip_cube() && metric() == Metric::qtm) {
      EXPECT_GE(cost_of(outcome.solutions[0]), 24);
    }
  }
}

TEST_P(TwoPhase, KeepsSeveralSolutions) {
  Random random(5);
  for (int i = 0; i < 6; ++i) {
    const Cube c = random.cube();
    const Outcome outcome = solve(c, {.max_length = enough() + 2, .solutions = 8});
    EXPECT_EQ(outcome.solutions.size(), 8U);
    EXPECT_EQ(outcome.ended, Ended::enough);
    for (const Solution& s : outcome.solutions) EXPECT_LE(cost_of(s), enough() + 2);
  }
}

TEST_P(TwoPhase, KeepsSeveralSolutionsOfNearCubes) {
  Random random(6);
  for (int i = 0; i < 6; ++i) {
    Cube c;
    for (int n = 0; n < i; ++n) c = apply(c, static_cast<Move>(random.below(kMoves)));
    const Outcome outcome = solve(c, {.max_length = enough(), .solutions = 3});
    ASSERT_EQ(outcome.solutions.size(), 3U);
    EXPECT_EQ(cost_of(outcome.solutions[0]), distance_to_8(c, metric()));
  }
}

TEST_P(TwoPhase, TellsEachBetterSolution) {
  Random random(7);
  for (const unsigned threads : {1U, 3U})
    for (int i = 0; i < 5; ++i) {
      const Cube c = random.cube();
      std::vector<Solution> told;
      const Outcome outcome =
          solve(c, {.time = milliseconds(30), .solutions = 2}, threads, [&](const Solution& s) { told.push_back(s); });
      ASSERT_FALSE(told.empty());
      for (const Solution& s : told) expect_solves(c, s);
      for (std::size_t k = 1; k < told.size(); ++k) {
        EXPECT_LT(cost_of(told[k]), cost_of(told[k - 1]));
        EXPECT_LE(told[k - 1].after, told[k].after);
      }
      ASSERT_FALSE(outcome.solutions.empty());
      EXPECT_EQ(told.back().moves, outcome.solutions[0].moves);
    }
}

TEST_P(TwoPhase, EndsTheSameWayAtANodeLimit) {
  Random random(8);
  TwoPhaseSolver other(tables());
  for (const std::uint64_t nodes : {1U, 1'000U, 20'000U})
    for (int i = 0; i < 4; ++i) {
      const Cube c = random.cube();
      const Outcome first = solve(c, {.nodes = nodes, .solutions = 3});
      solve(random.cube(), {.max_length = enough()});  // leaves nothing behind
      const Outcome second = solve(c, {.nodes = nodes, .solutions = 3});
      const Outcome third = other.solve(c, {.nodes = nodes, .solutions = 3});
      EXPECT_EQ(first.ended, Ended::nodes);
      EXPECT_FALSE(first.solutions.empty());
      for (const Outcome* o : {&second, &third}) {
        EXPECT_EQ(o->ended, first.ended);
        EXPECT_EQ(o->counts.nodes, first.counts.nodes);
        EXPECT_EQ(o->counts.leaves, first.counts.leaves);
        EXPECT_EQ(o->counts.phase1_reads, first.counts.phase1_reads);
        EXPECT_EQ(o->counts.phase2_reads, first.counts.phase2_reads);
        ASSERT_EQ(o->solutions.size(), first.solutions.size());
        for (std::size_t k = 0; k < first.solutions.size(); ++k)
          EXPECT_EQ(o->solutions[k].moves, first.solutions[k].moves);
      }
    }
}

TEST_P(TwoPhase, MoreNodesFindNothingWorse) {
  Random random(9);
  for (int i = 0; i < 5; ++i) {
    const Cube c = random.cube();
    const Outcome few = solve(c, {.nodes = 2'000});
    const Outcome many = solve(c, {.nodes = 100'000});
    EXPECT_GE(many.counts.nodes, few.counts.nodes);
    EXPECT_LE(cost_of(many.solutions.at(0)), cost_of(few.solutions.at(0)));
  }
}

TEST_P(TwoPhase, EndsWhenTheTimeIsOver) {
  Random random(10);
  for (const int time : {0, 1, 20}) {
    const Cube c = random.cube();
    const Clock::time_point begun = Clock::now();
    const Outcome outcome = solve(c, {.time = milliseconds(time)});
    EXPECT_EQ(outcome.ended, Ended::time);
    EXPECT_GE(Clock::now() - begun, milliseconds(time));
    EXPECT_EQ(outcome.solutions.size(), 1U);
  }
  // None is so short, which takes long to know: what there is was found afterwards, and says so.
  const int too_short = metric() == Metric::htm ? 15 : 18;
  for (const unsigned threads : {1U, 2U}) {
    std::vector<Solution> told;
    const Outcome outcome = solve(random.cube(), {.max_length = too_short, .time = milliseconds(20)}, threads,
                                  [&](const Solution& s) { told.push_back(s); });
    EXPECT_EQ(outcome.ended, Ended::time);
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_TRUE(outcome.solutions[0].stopgap);
    EXPECT_GE(outcome.solutions[0].after, milliseconds(20));
    for (const Solution& s : told) EXPECT_TRUE(s.stopgap);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().moves, outcome.solutions[0].moves);
  }
}

TEST_P(TwoPhase, StillSolvesWhenStoppedAtOnce) {
  Random random(11);
  const StopFlag stop{true};
  for (const unsigned threads : {1U, 2U})
    for (int i = 0; i < 10; ++i) {
      const Outcome outcome = solve(random.cube(), {.stop = &stop}, threads);
      EXPECT_EQ(outcome.ended, Ended::stopped);
      EXPECT_EQ(outcome.solutions.size(), 1U);
    }
}

TEST_P(TwoPhase, AnyLengthIsLongEnough) {
  Random random(15);
  const Cube c = random.cube();
  const Outcome outcome = solve(c, {.max_length = 1'000'000});
  EXPECT_EQ(outcome.ended, Ended::enough);
  EXPECT_FALSE(outcome.solutions.at(0).stopgap);
  EXPECT_EQ(solve(c, {.max_length = 99}).solutions.at(0).moves, outcome.solutions.at(0).moves);
}

TEST_P(TwoPhase, SolvesWithoutMoreThreads) {
  Random random(16);
  const NoThreads none;
  EXPECT_EQ(solve(random.cube(), {.max_length = enough()}, 4).ended, Ended::enough);
}

// A solution whose hearer fails ends the search of all threads.
TEST_P(TwoPhase, ThrowsWhatTheHearerThrows) {
  Random random(17);
  for (const unsigned threads : {1U, 3U})
    EXPECT_THROW(solve(random.cube(), {}, threads, [](const Solution&) { throw std::runtime_error("no"); }),
                 std::runtime_error);
  EXPECT_EQ(solve(random.cube(), {.max_length = enough()}).ended, Ended::enough);
}

TEST_P(TwoPhase, StopsAtTheSolutionThatSetsTheFlag) {
  Random random(12);
  for (int i = 0; i < 10; ++i) {
    StopFlag stop{false};
    const Outcome outcome = solve(random.cube(), {.stop = &stop}, 1, [&](const Solution&) { stop = true; });
    EXPECT_EQ(outcome.ended, Ended::stopped);
    EXPECT_EQ(outcome.solutions.size(), 1U);
  }
}

TEST_P(TwoPhase, SolvesWithSeveralThreads) {
  Random random(13);
  for (const unsigned threads : {2U, 4U}) {
    for (int i = 0; i < 30; ++i) {
      const Outcome outcome = solve(random.cube(), {.max_length = enough(), .solutions = 1 + i % 3}, threads);
      EXPECT_EQ(outcome.solutions.size(), static_cast<std::size_t>(1 + i % 3));
      EXPECT_EQ(outcome.ended, Ended::enough);
    }
    // To the end of the search, where all threads must agree that it is over.
    for (int i = 0; i < 8; ++i) {
      Cube c;
      for (int n = 0; n < 5 + i % 3; ++n) c = apply(c, static_cast<Move>(random.below(kMoves)));
      const int distance = distance_to_8(c, metric());
      if (distance > 8) continue;
      const Outcome outcome = solve(c, {}, threads);
      ASSERT_EQ(outcome.solutions.size(), 1U);
      EXPECT_EQ(cost_of(outcome.solutions[0]), distance);
    }
  }
}

// A solver may be moved, and several may share the tables.
TEST_P(TwoPhase, SolversShareTables) {
  Random random(14);
  std::vector<TwoPhaseSolver> solvers;
  for (int i = 0; i < 3; ++i) solvers.emplace_back(tables());
  const Cube c = random.cube();
  const Outcome first = solvers[0].solve(c, {.max_length = enough()});
  for (TwoPhaseSolver& s : solvers) {
    TwoPhaseSolver moved = std::move(s);
    EXPECT_EQ(moved.solve(c, {.max_length = enough()}).solutions.at(0).moves, first.solutions.at(0).moves);
  }
}

std::string param_name(const testing::TestParamInfo<Param>& info) {
  return std::string(name(info.param.profile)) + (info.param.metric == Metric::htm ? "_htm" : "_qtm");
}

INSTANTIATE_TEST_SUITE_P(Profiles, TwoPhase,
                         testing::Values(Param{Profile::compact, Metric::htm}, Param{Profile::compact, Metric::qtm},
                                         Param{Profile::standard, Metric::htm}, Param{Profile::standard, Metric::qtm}),
                         param_name);
INSTANTIATE_TEST_SUITE_P(SlowLarge, TwoPhase,
                         testing::Values(Param{Profile::large, Metric::htm}, Param{Profile::large, Metric::qtm}),
                         param_name);

}  // namespace
}  // namespace superflip
