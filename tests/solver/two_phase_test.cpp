// The two-phase solver: every solution is replayed; near positions are solved optimally, as a search from both ends
// says; limits end the search as they promise. The large profile is among the slow tests.
#include "superflip/solver/two_phase/two_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"
#include "tests/support/no_threads.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Profiles/TwoPhase.SolvesRandomCubesWithinGodsNumber"},
                     {"long", "Profiles/TwoPhase.RunsInSlices"},
                     {"long", "Profiles/TwoPhase.SaysWherePhase1Ends"},
                     {"threads", "TwoPhase"},
                     {"long", "Standard/TwoPhase"},
                     {"long", "TwoPhase.LowerBoundsAreProven"},
                     {"long", "TwoPhase.MoreNodesFindNothingWorse"},
                     {"long", "TwoPhase.SolvesOptimallyWhenNothingLimitsIt"},
                     {"long", "TwoPhase.SolvesOptimallyWithinFourMoves"},
                     {"long", "TwoPhase.SolvesPatterns"}};
// A limit of time ends the search.
const Labels kEnvironment{{"environment", "TwoPhase.TellsEachBetterSolution"},
                          {"environment", "TwoPhase.EndsWhenTheTimeIsOver"}};

using std::chrono::milliseconds;

// Positions at each distance up to 4, in face turns and in quarter turns.
constexpr std::array<std::array<std::size_t, 5>, 2> kPositions{{{1, 18, 243, 3240, 43239}, {1, 12, 114, 1068, 10011}}};

// Distances of all cubes that are at most 4 moves from the solved one.
const std::unordered_map<Cube, int>& near_cubes(Metric metric) {
  const auto make = [](Metric of) {
    std::unordered_map<Cube, int> distance{{kSolved, 0}};
    std::array<std::vector<Cube>, 5> level{{{kSolved}}};
    for (int total = 1; total <= 4; ++total)
      for (const Move m : kAllMoves) {
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

// What a test asks for.
struct Limits {
  int good_enough = 0;
  int max_length = kNoMaxLength;
  std::optional<Clock::duration> time{};
  std::uint64_t nodes = kNoMaxNodes;
  std::size_t solutions = 1;
  const StopFlag* stop = nullptr;
};
using OnSolution = std::function<void(const Solution&)>;

class TwoPhase : public testing::TestWithParam<Param> {
 protected:
  static std::shared_ptr<const TwoPhaseTables> tables() {
    const auto [profile, metric] = GetParam();
    static std::array<std::array<std::shared_ptr<const TwoPhaseTables>, 2>, 3> opened;
    auto& here = opened[static_cast<std::size_t>(profile)][static_cast<std::size_t>(metric)];
    if (!here) {
      const TableStore store(TableStore::default_folder().value());
      here = TwoPhaseTables::open(profile, metric, &store).value();
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

  Answer solve(const Cube& c, const Limits& limits, unsigned threads = 1, const OnSolution& on_solution = {}) {
    OnEvent on_event;
    if (on_solution)
      on_event = [&on_solution](const Event& e) {
        if (e.kind == Event::Kind::solution) on_solution(e.solution);
      };
    Answer answer = solver_.solve(question(c, limits), budget(limits, threads), on_event);
    expect_sound(c, limits, answer);
    return answer;
  }

  static Question question(const Cube& c, const Limits& limits) {
    Question question;
    question.cube = c;
    question.metric = metric();
    question.good_enough = limits.good_enough;
    question.max_length = limits.max_length;
    question.solutions = limits.solutions;
    return question;
  }

  static Budget budget(const Limits& limits, unsigned threads) {
    return {limits.time, limits.nodes, threads, limits.stop};
  }

  static void expect_sound(const Cube& c, const Limits& limits, const Answer& answer) {
    EXPECT_EQ(answer.solver, SolverKind::two_phase);
    EXPECT_LE(answer.solutions.size(), limits.solutions);
    for (std::size_t i = 0; i < answer.solutions.size(); ++i) {
      const Solution& s = answer.solutions[i];
      expect_solves(c, s);
      EXPECT_EQ(s.length, cost_of(s));
      EXPECT_LE(s.length, limits.max_length);
      EXPECT_GE(s.length, answer.lower_bound);
      if (s.origin) expect_origin(c, s);
      if (i > 0) {
        EXPECT_LE(answer.solutions[i - 1].length, s.length);
      }
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(s.moves, answer.solutions[j].moves);
    }
  }

  // Phase 1 takes the cube into G1 of the axis, and phase 2 is of its turns alone.
  static void expect_origin(const Cube& c, const Solution& s) {
    const TwoPhaseOrigin& origin = *s.origin;
    const auto size = static_cast<int>(s.moves.size());
    ASSERT_TRUE(0 <= origin.front && 0 <= origin.back && origin.front + origin.back <= size);
    const auto begin = s.moves.begin();
    const Moves front(begin, begin + origin.front);
    const Moves back(s.moves.end() - origin.back, s.moves.end());
    for (auto m = begin + origin.front; m != s.moves.end() - origin.back; ++m)
      EXPECT_TRUE(face_of(*m) % 3 == origin.axis || turns_of(*m) == 2) << to_string(s.moves);
    const Cube seen = apply(kSolved, back) * apply(c, front);
    for (int turns = 0; turns < 3; ++turns) {
      const auto symmetry = Symmetry(16 * turns);
      if (face_of(conjugate(make_move(static_cast<Face>(origin.axis), 1), symmetry)) % 3 != U) continue;
      const Cube turned = conjugate(seen, symmetry);
      EXPECT_EQ(CornerOrientation::index(turned), 0U) << to_string(s.moves);
      EXPECT_EQ(EdgeOrientation::index(turned), 0U) << to_string(s.moves);
      EXPECT_EQ(UDSlice::index(turned), 0U) << to_string(s.moves);
    }
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
    const Answer outcome = solve(c, {.good_enough = enough()});
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
    const Answer outcome = solve(c, {.good_enough = wanted});
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
    const Answer none = solve(c, {.good_enough = 8, .max_length = 8});
    EXPECT_TRUE(none.solutions.empty());
    EXPECT_FALSE(none.too_long.has_value());
    EXPECT_EQ(none.ended, Ended::complete);
    EXPECT_GE(none.lower_bound, 9);
    // A length that is good enough forbids no longer ones.
    const Answer longer = solve(c, {.good_enough = 8, .nodes = 10'000});
    EXPECT_EQ(longer.solutions.size(), 1U);
    EXPECT_EQ(longer.ended, Ended::nodes);
  }
}

TEST_P(TwoPhase, TheSolvedCubeNeedsNoMoves) {
  for (const int good_enough : {0, 1, 20}) {
    const Answer outcome = solve(kSolved, {.good_enough = good_enough});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_TRUE(outcome.solutions[0].moves.empty());
    EXPECT_EQ(outcome.ended, Ended::complete);
  }
}

TEST_P(TwoPhase, SolvesOptimallyWithinFourMoves) {
  std::array<std::size_t, 5> positions{};
  for (const auto& [c, distance] : near_cubes(metric())) {
    // All positions up to 3 moves, every eighth of 4 (all in the slow tests); without a limit, and with one that a
    // longer solution would meet.
    const std::size_t i = positions[distance]++;
    if (distance == 4 && i % 8 != 0 && GetParam().profile != Profile::large) continue;
    const Answer outcome = solve(c, {.good_enough = i % 2 == 0 ? 0 : enough()});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    ASSERT_EQ(cost_of(outcome.solutions[0]), distance) << to_string(outcome.solutions[0].moves);
    ASSERT_EQ(outcome.ended, Ended::complete);
  }
  EXPECT_EQ(positions, kPositions[static_cast<std::size_t>(metric())]);
}

TEST_P(TwoPhase, SolvesOptimallyWhenNothingLimitsIt) {
  Random random(4);
  for (int i = 0; i < 24; ++i) {
    Cube c;
    for (int n = 0; n < 5 + i % 4; ++n) c = apply(c, Move(random.below(kMoves)));
    const int distance = distance_to_8(c, metric());
    if (distance > 8) continue;  // half turns, in quarter turns
    const Answer outcome = solve(c, {});
    ASSERT_EQ(outcome.solutions.size(), 1U);
    EXPECT_EQ(cost_of(outcome.solutions[0]), distance);
    EXPECT_TRUE(outcome.ended == Ended::complete || outcome.ended == Ended::enough);
    // One move less than the distance finds nothing.
    if (distance < 2) continue;
    const Answer none = solve(c, {.max_length = distance - 1});
    EXPECT_TRUE(none.solutions.empty());
    EXPECT_EQ(none.ended, Ended::complete);
    // Where that is only what is good enough, the shortest is the answer.
    const Answer longer = solve(c, {.good_enough = distance - 1});
    ASSERT_EQ(longer.solutions.size(), 1U);
    EXPECT_EQ(cost_of(longer.solutions[0]), distance);
    EXPECT_TRUE(longer.ended == Ended::complete || distance <= 4);
    EXPECT_TRUE(longer.is_shortest());
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
    const Answer outcome = solve(c, {.good_enough = enough()});
    ASSERT_EQ(outcome.solutions.size(), 1U) << kPatterns[i].name;
    EXPECT_GE(cost_of(outcome.solutions[0]), optimal) << kPatterns[i].name;
    EXPECT_LE(cost_of(outcome.solutions[0]), enough()) << kPatterns[i].name;
    if (optimal > 9) continue;
    // Short ones are solved optimally.
    const Answer best = solve(c, {});
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
    const Answer outcome = solve(c, {.good_enough = enough() + 2});
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
    const Answer outcome = solve(c, {.good_enough = enough() + 2, .solutions = 8});
    EXPECT_EQ(outcome.solutions.size(), 8U);
    EXPECT_EQ(outcome.ended, Ended::enough);
    for (const Solution& s : outcome.solutions) EXPECT_LE(cost_of(s), enough() + 2);
  }
}

TEST_P(TwoPhase, KeepsSeveralSolutionsOfNearCubes) {
  Random random(6);
  for (int i = 0; i < 6; ++i) {
    Cube c;
    for (int n = 0; n < i; ++n) c = apply(c, Move(random.below(kMoves)));
    const Answer outcome = solve(c, {.good_enough = enough(), .solutions = 3});
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
      const Answer outcome =
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
      const Answer first = solve(c, {.nodes = nodes, .solutions = 3});
      solve(random.cube(), {.good_enough = enough()});  // leaves nothing behind
      const Answer second = solve(c, {.nodes = nodes, .solutions = 3});
      const Answer third = other.solve(question(c, {.solutions = 3}), budget({.nodes = nodes}, 1));
      EXPECT_EQ(first.ended, Ended::nodes);
      EXPECT_FALSE(first.solutions.empty());
      for (const Answer* o : {&second, &third}) {
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
    const Answer few = solve(c, {.nodes = 2'000});
    const Answer many = solve(c, {.nodes = 100'000});
    EXPECT_GE(many.counts.nodes, few.counts.nodes);
    EXPECT_LE(cost_of(many.solutions.at(0)), cost_of(few.solutions.at(0)));
  }
}

TEST_P(TwoPhase, EndsWhenTheTimeIsOver) {
  Random random(10);
  for (const int time : {0, 1, 20}) {
    const Cube c = random.cube();
    const Clock::time_point begun = Clock::now();
    const Answer outcome = solve(c, {.time = milliseconds(time)});
    EXPECT_EQ(outcome.ended, Ended::time);
    EXPECT_GE(Clock::now() - begun, milliseconds(time));
    EXPECT_EQ(outcome.solutions.size(), 1U);
  }
}

// No word is as short as that, which takes long to prove.
TEST_P(TwoPhase, FindsALongerWordWhenALimitEndsTheSearch) {
  Random random(10);
  const int too_short = metric() == Metric::htm ? 15 : 18;
  for (const unsigned threads : {1U, 2U}) {
    const Cube c = random.cube();
    std::vector<Solution> told;
    const auto tell = [&](const Solution& s) { told.push_back(s); };
    const Answer good = solve(c, {.good_enough = too_short, .nodes = 20'000}, threads, tell);
    EXPECT_EQ(good.ended, Ended::nodes);
    ASSERT_EQ(good.solutions.size(), 1U);
    EXPECT_GT(good.solutions[0].length, too_short);
    EXPECT_FALSE(good.too_long.has_value());
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().moves, good.solutions[0].moves);
    // It is as short as where no length was good enough.
    if (threads == 1) {
      EXPECT_EQ(solve(c, {.nodes = 20'000}).solutions.at(0).moves, good.solutions[0].moves);
    }
    // With a limit on the length it is no answer, and the listener hears nothing of it.
    told.clear();
    const Answer bounded = solve(c, {.max_length = too_short, .nodes = 5'000}, threads, tell);
    EXPECT_EQ(bounded.ended, Ended::nodes);
    EXPECT_TRUE(bounded.solutions.empty());
    EXPECT_TRUE(told.empty());
    ASSERT_TRUE(bounded.too_long.has_value());
    expect_solves(c, *bounded.too_long);
    EXPECT_GT(bounded.too_long->length, too_short);
  }
}

// With a limit on the length alone the search goes on below it; the first word is enough when all are good enough.
TEST_P(TwoPhase, KeepsTheLimitOnTheLength) {
  Random random(21);
  for (int i = 0; i < 20; ++i) {
    const Cube c = random.cube();
    const Answer answer = solve(c, {.good_enough = kNoMaxLength, .max_length = enough()});
    EXPECT_EQ(answer.ended, Ended::enough);
    ASSERT_EQ(answer.solutions.size(), 1U);
    const Answer same = solve(c, {.good_enough = enough(), .max_length = enough()});
    EXPECT_EQ(answer.solutions[0].moves, same.solutions.at(0).moves);
    EXPECT_EQ(answer.counts.nodes, same.counts.nodes);
  }
}

TEST_P(TwoPhase, StillSolvesWhenStoppedAtOnce) {
  Random random(11);
  const StopFlag stop{true};
  for (const unsigned threads : {1U, 2U})
    for (int i = 0; i < 10; ++i) {
      const Answer outcome = solve(random.cube(), {.stop = &stop}, threads);
      EXPECT_EQ(outcome.ended, Ended::stopped);
      EXPECT_EQ(outcome.solutions.size(), 1U);
    }
}

// Cubes that no face turns reach, with limits and without: an answer at once, and no word.
TEST_P(TwoPhase, SaysThatACubeCannotBeSolved) {
  Random random(18);
  const auto exchange = [](auto& pieces, int a, int b) { std::swap(pieces[a], pieces[b]); };
  const StopFlag stop{false};
  for (int i = 0; i < 5; ++i) {
    const Cube c = i == 0 ? kSolved : random.cube();
    std::array<Cube, 5> wrong{c, c, c, c, c};
    wrong[0].set_twist(URF, (c.twist_at(URF) + 1) % 3);
    wrong[1].set_flip(UR, 1 - c.flip_at(UR));
    exchange(wrong[2].edge, UF, DB);
    exchange(wrong[3].corner, URF, DBL);
    wrong[4].set_twist(DRB, (c.twist_at(DRB) + 2) % 3);
    exchange(wrong[4].edge, UF, FR);
    for (const Cube& cube : wrong)
      for (const unsigned threads : {1U, 2U})
        for (const Limits& limits : {Limits{}, Limits{.good_enough = 20}, Limits{.max_length = 20},
                                     Limits{.time = milliseconds(200), .nodes = 60'000, .stop = &stop},
                                     Limits{.good_enough = 20, .time = milliseconds(0), .solutions = 5}}) {
          const Answer answer = solve(cube, limits, threads, [](const Solution&) { FAIL(); });
          EXPECT_EQ(answer.ended, Ended::unsolvable);
          EXPECT_TRUE(answer.solutions.empty());
          EXPECT_FALSE(answer.too_long.has_value());
        }
    const auto search = solver_.begin(question(wrong[2], {}), budget({}, 1));
    EXPECT_TRUE(search->run_for(milliseconds(1)));
    EXPECT_EQ(search->answer()->ended, Ended::unsolvable);
  }
}

// Random walks of known distance: the bound never exceeds it, and is exact where the answer says that all is searched.
TEST_P(TwoPhase, LowerBoundsAreProven) {
  Random random(19);
  int exact = 0;
  constexpr int kCubes = 3000;
  for (int i = 0; i < kCubes; ++i) {
    Cube c;
    for (int n = 0; n < i % 7; ++n) c = apply(c, Move(random.below(kMoves)));
    const auto near = near_cubes(metric()).find(c);
    // Up to 4 moves it is known; beyond, meeting in the middle takes some milliseconds a cube.
    if (near == near_cubes(metric()).end() && i % 10 != 0) continue;
    const int distance = near != near_cubes(metric()).end() ? near->second : distance_to_8(c, metric());
    if (distance > 8) continue;
    for (const Limits& limits :
         {Limits{.nodes = 1}, Limits{.good_enough = 20}, Limits{.max_length = std::max(distance - 1, 0)}}) {
      const Answer answer = solve(c, limits);
      ASSERT_LE(answer.lower_bound, distance);
      if (distance > 0) {
        ASSERT_GE(answer.lower_bound, 1);
      }
      if (answer.ended == Ended::complete || distance <= 4) {
        ASSERT_EQ(answer.lower_bound, distance);
        ++exact;
      }
      if (metric() == Metric::qtm) {
        ASSERT_EQ(answer.lower_bound % 2, distance % 2);
      }
    }
  }
  EXPECT_GT(exact, kCubes);
  // God's number bounds what is proven of random cubes; 8 moves or more are.
  for (int i = 0; i < 200; ++i) {
    const Answer answer = solve(random.cube(), {.good_enough = enough()});
    EXPECT_GE(answer.lower_bound, GetParam().profile == Profile::compact ? 4 : 7);
    EXPECT_LE(answer.lower_bound, answer.solutions.at(0).length);
  }
}

// In slices of a millisecond it is the same search.
TEST_P(TwoPhase, RunsInSlices) {
  Random random(20);
  for (int i = 0; i < 12; ++i) {
    const Cube c = i == 0 ? kSolved : i == 1 ? apply(kSolved, Move{4}) : random.cube();
    Limits limits{.nodes = 60'000, .solutions = static_cast<std::size_t>(1 + i % 3)};
    if (i % 2 == 0) limits.good_enough = i % 4 == 0 ? enough() - 5 : enough();
    const Answer whole = solve(c, limits);
    const auto search = solver_.begin(question(c, limits), budget(limits, 1));
    int slices = 1;
    while (!search->run_for(i < 4 ? Clock::duration::zero() : milliseconds(1))) {
      ++slices;
      const Answer so_far = *search->answer();
      for (const Solution& s : so_far.solutions) expect_solves(c, s);
    }
    if (whole.counts.nodes > 10'000 && i < 4) {
      EXPECT_GT(slices, 10);
    }
    const Answer sliced = *search->answer();
    expect_sound(c, limits, sliced);
    EXPECT_EQ(sliced.ended, whole.ended);
    EXPECT_EQ(sliced.lower_bound, whole.lower_bound);
    EXPECT_EQ(sliced.counts.nodes, whole.counts.nodes);
    EXPECT_EQ(sliced.counts.phase1_reads, whole.counts.phase1_reads);
    EXPECT_EQ(sliced.counts.leaves, whole.counts.leaves);
    EXPECT_EQ(sliced.counts.phase2_reads, whole.counts.phase2_reads);
    ASSERT_EQ(sliced.solutions.size(), whole.solutions.size());
    for (std::size_t k = 0; k < whole.solutions.size(); ++k) {
      EXPECT_EQ(sliced.solutions[k].moves, whole.solutions[k].moves);
      EXPECT_EQ(sliced.solutions[k].origin, whole.solutions[k].origin);
    }
    EXPECT_TRUE(search->run_for(milliseconds(1)));
  }
}

// Words of all directions and lengths of b say where phase 1 ends.
TEST_P(TwoPhase, SaysWherePhase1Ends) {
  Random random(22);
  std::array<std::array<int, 2>, 3> seen{};
  int with_both = 0;
  for (int i = 0; i < 300; ++i) {
    const Answer answer = solve(random.cube(), {.nodes = 3'000, .solutions = 3});
    for (const Solution& s : answer.solutions) {
      ASSERT_TRUE(s.origin.has_value());
      ++seen[static_cast<std::size_t>(s.origin->axis)][s.origin->inverse ? 1 : 0];
      with_both += s.origin->front > 0 && s.origin->back > 0;
    }
  }
  for (const auto& axis : seen)
    for (const int count : axis) EXPECT_GT(count, 30);
  EXPECT_GT(with_both, 100);
}

// A listener is called often while the search goes on, and ends it by the stop flag.
TEST_P(TwoPhase, PollsItsListenerWhoMayEndTheWork) {
  Random random(23);
  for (const unsigned threads : {1U, 2U}) {
    const Cube c = random.cube();
    StopFlag stop{false};
    const Limits limits{.max_length = metric() == Metric::htm ? 15 : 18, .stop = &stop};
    int polls = 0;
    const Answer answer = solver_.solve(question(c, limits), budget(limits, threads), [&](const Event& e) {
      if (e.kind != Event::Kind::poll) return;
      EXPECT_GE(e.lower, 1);
      if (++polls == 5) stop = true;
    });
    EXPECT_EQ(answer.ended, Ended::stopped);
    EXPECT_EQ(polls, 5);
  }
}

TEST_P(TwoPhase, AnyLengthIsLongEnough) {
  Random random(15);
  const Cube c = random.cube();
  const Answer outcome = solve(c, {.good_enough = 1'000'000});
  EXPECT_EQ(outcome.ended, Ended::enough);
  EXPECT_EQ(solve(c, {.good_enough = 99}).solutions.at(0).moves, outcome.solutions.at(0).moves);
}

TEST_P(TwoPhase, SolvesWithoutMoreThreads) {
  Random random(16);
  const NoThreads none;
  EXPECT_EQ(solve(random.cube(), {.good_enough = enough()}, 4).ended, Ended::enough);
}

// A solution whose hearer fails ends the search of all threads.
TEST_P(TwoPhase, ThrowsWhatTheHearerThrows) {
  Random random(17);
  for (const unsigned threads : {1U, 3U})
    EXPECT_THROW(solve(random.cube(), {}, threads, [](const Solution&) { throw std::runtime_error("no"); }),
                 std::runtime_error);
  EXPECT_EQ(solve(random.cube(), {.good_enough = enough()}).ended, Ended::enough);
}

TEST_P(TwoPhase, StopsAtTheSolutionThatSetsTheFlag) {
  Random random(12);
  for (int i = 0; i < 10; ++i) {
    StopFlag stop{false};
    const Answer outcome = solve(random.cube(), {.stop = &stop}, 1, [&](const Solution&) { stop = true; });
    EXPECT_EQ(outcome.ended, Ended::stopped);
    EXPECT_EQ(outcome.solutions.size(), 1U);
  }
}

TEST_P(TwoPhase, SolvesWithSeveralThreads) {
  Random random(13);
  for (const unsigned threads : {2U, 4U}) {
    for (int i = 0; i < 30; ++i) {
      const Answer outcome =
          solve(random.cube(), {.good_enough = enough(), .solutions = static_cast<std::size_t>(1 + i % 3)}, threads);
      EXPECT_EQ(outcome.solutions.size(), static_cast<std::size_t>(1 + i % 3));
      EXPECT_EQ(outcome.ended, Ended::enough);
    }
    // To the end of the search, where all threads must agree that it is over.
    for (int i = 0; i < 8; ++i) {
      Cube c;
      for (int n = 0; n < 5 + i % 3; ++n) c = apply(c, Move(random.below(kMoves)));
      const int distance = distance_to_8(c, metric());
      if (distance > 8) continue;
      const Answer outcome = solve(c, {}, threads);
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
  const Answer first = solvers[0].solve(question(c, {.good_enough = enough()}), {});
  for (TwoPhaseSolver& s : solvers) {
    TwoPhaseSolver moved = std::move(s);
    EXPECT_EQ(moved.solve(question(c, {.good_enough = enough()}), {}).solutions.at(0).moves,
              first.solutions.at(0).moves);
  }
}

std::string param_name(const testing::TestParamInfo<Param>& info) {
  return std::string(name(info.param.profile)) + (info.param.metric == Metric::htm ? "_htm" : "_qtm");
}

INSTANTIATE_TEST_SUITE_P(Profiles, TwoPhase,
                         testing::Values(Param{Profile::compact, Metric::htm}, Param{Profile::compact, Metric::qtm}),
                         param_name);
INSTANTIATE_TEST_SUITE_P(Standard, TwoPhase,
                         testing::Values(Param{Profile::standard, Metric::htm}, Param{Profile::standard, Metric::qtm}),
                         param_name);
INSTANTIATE_TEST_SUITE_P(SlowLarge, TwoPhase,
                         testing::Values(Param{Profile::large, Metric::htm}, Param{Profile::large, Metric::qtm}),
                         param_name);

}  // namespace
}  // namespace superflip
