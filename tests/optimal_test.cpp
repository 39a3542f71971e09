// The optimal solver against what knows nothing of its cosets: words enumerated from both ends, and published lengths.
#include "superflip/solver/optimal/optimal.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/ball.h"
#include "superflip/solver/optimal/engine.h"
#include "superflip/solver/optimal/windows.h"

namespace superflip {
namespace {

using optimal::Relation;
using optimal::Shape;

// One of each family, small and so near that all are made in a second.
const std::array<Shape, 6> kFamilies{{
    {"test-folded", true, Relation::none, 9, 6},
    {"test-parity", true, Relation::parity, 9, 5},
    {"test-tetrads", true, Relation::tetrads, 9, 5},
    {"test-plain", false, Relation::parity, 2, 6},
    {"test-tetrads-qtm", true, Relation::tetrads, 9, 6, Metric::qtm},
    {"test-plain-qtm", false, Relation::none, 3, 6, Metric::qtm},
}};

std::shared_ptr<const OptimalTable> table_of(std::size_t family) {
  static std::array<std::shared_ptr<const OptimalTable>, kFamilies.size()> tables;
  if (!tables[family]) tables[family] = OptimalTable::open(kFamilies[family], nullptr, 2);
  return tables[family];
}

struct Word {
  Cube cube;
  Moves moves;
};

// All normal words of one length, with the cubes that they make of `start`.
std::vector<Word> words_from(const Cube& start, int length, Metric metric) {
  if (length == 0) return {{start, {}}};
  std::vector<Word> words;
  for (const int last : {1, 2}) {
    if (last > length || (last == 2 && metric == Metric::htm)) continue;
    for (const Word& w : words_from(start, length - last, metric))
      for (Move m = 0; m < kMoves; ++m) {
        if (cost(m, metric) != last || (!w.moves.empty() && !may_follow(w.moves.back(), m))) continue;
        words.push_back({apply(w.cube, m), w.moves});
        words.back().moves.push_back(m);
      }
  }
  return words;
}

std::set<std::string> texts(const std::vector<Moves>& words) {
  std::set<std::string> all;
  for (const Moves& w : words) all.insert(to_string(w));
  return all;
}

// All normal solutions of exactly that length: what the last moves make is looked up.
class Enumeration {
 public:
  Enumeration(int back, Metric metric) : metric_(metric) {
    // In quarter turns a half turn may lie across, so that the end is longer by one.
    for (int length = back; length <= back + (metric == Metric::qtm ? 1 : 0); ++length)
      for (Word& w : words_from(kSolved, length, metric)) ends_[length][inverse(w.cube)].push_back(std::move(w.moves));
  }

  std::set<std::string> solutions(const Cube& cube, int length) const {
    std::set<std::string> found;
    for (const auto& [back, ends] : ends_)
      for (const Word& w : words_from(cube, length - back, metric_))
        if (const auto at = ends.find(w.cube); at != ends.end())
          for (const Moves& end : at->second) {
            Moves moves = w.moves;
            moves.insert(moves.end(), end.begin(), end.end());
            if (moves == normalise(moves)) found.insert(to_string(moves));
          }
    return found;
  }

 private:
  Metric metric_;
  std::map<int, std::unordered_map<Cube, std::vector<Moves>>> ends_;  // by length
};

class OptimalSolverOf : public testing::TestWithParam<std::size_t> {};

// Every cube within five moves, up to symmetry, has the length of the search by breadth.
TEST_P(OptimalSolverOf, AllNearCubes) {
  OptimalSolver solver(table_of(GetParam()));
  const Metric metric = kFamilies[GetParam()].metric;
  std::unordered_set<Cube> seen;
  std::vector<Cube> level{kSolved};
  seen.insert(kSolved);
  // cube20.org: positions at each distance, up to 48 symmetries.
  const auto classes = metric == Metric::htm ? std::array<std::size_t, 6>{1, 2, 9, 75, 934, 12077}
                                             : std::array<std::size_t, 6>{1, 1, 5, 25, 219, 1978};
  for (int distance = 0; distance <= 5; ++distance) {
    EXPECT_EQ(level.size(), classes[distance]);
    std::vector<Cube> next;
    for (const Cube& cube : level) {
      const OptimalOutcome outcome = solver.solve(cube, {});
      ASSERT_TRUE(outcome.is_proven);
      ASSERT_EQ(outcome.solutions.size(), 1U);
      EXPECT_EQ(length(outcome.solutions[0], metric), distance);
      EXPECT_EQ(outcome.lower, distance);
      EXPECT_EQ(apply(cube, outcome.solutions[0]), kSolved);
      for (Move m = 0; m < kMoves && distance < 5; ++m) {
        const Cube child = apply(cube, m);
        if (cost(m, metric) != 1 || seen.contains(child)) continue;
        for (Symmetry s = 0; s < kSymmetries; ++s) seen.insert(conjugate(child, s));
        next.push_back(child);
      }
    }
    level = std::move(next);
  }
}

// All solutions, also those that are longer by one, of random words: as sets.
TEST_P(OptimalSolverOf, AllSolutionsAsEnumerated) {
  const Metric metric = kFamilies[GetParam()].metric;
  const Enumeration enumeration(3, metric);
  OptimalSolver solver(table_of(GetParam()));
  Random random(7 + GetParam());
  for (int n = 0; n < 8; ++n) {
    Cube cube;
    for (int i = 0; i < 3 + n / 2; ++i) cube = apply(cube, static_cast<Move>(random.below(kMoves)));
    const OptimalOutcome one = solver.solve(cube, {});
    ASSERT_TRUE(one.is_proven);
    const int shortest = length(one.solutions.at(0), metric);
    if (shortest < 4) continue;
    std::set<std::string> expected = enumeration.solutions(cube, shortest);
    expected.merge(enumeration.solutions(cube, shortest + 1));
    for (const unsigned threads : {1U, 2U}) {
      const OptimalOutcome all = solver.solve(cube, {.all = true, .within = 1}, threads);
      EXPECT_TRUE(all.is_proven);
      EXPECT_EQ(all.lower, shortest);
      EXPECT_EQ(texts(all.solutions), expected);
      EXPECT_EQ(all.solutions.size(), expected.size());
    }
  }
}

// All words of the lengths where the ball of near positions cuts, by the search itself.
TEST_P(OptimalSolverOf, TheBallLosesNothing) {
  const auto table = table_of(GetParam());
  const Metric metric = table->shape().metric;
  const int step = metric == Metric::qtm ? 2 : 1;
  const Enumeration enumeration(5, metric);
  Random random(17);
  std::size_t of_half_turns = 0;
  std::size_t of_others = 0;
  for (int n = 0; n < (metric == Metric::qtm ? 12 : 4); ++n) {
    Cube cube;
    for (int i = 0; i < 9; i += n == 0 ? step : 1) {
      // Half turns alone lead to no other coset.
      const auto face = static_cast<Face>(random.below(kFaces));
      cube = apply(cube, make_move(face, n == 0 ? 2 : 1 + 2 * static_cast<int>(random.below(2))));
    }
    for (int of_length = metric == Metric::qtm ? 8 + corner_parity(cube) : 8; of_length <= 10; of_length += step) {
      std::set<std::string> found;
      std::vector<optimal::Task> tasks{optimal::Task{{}, 0, 0}};
      optimal::Iteration iteration;
      iteration.shape = &table->shape();
      iteration.lines = &table->lines();
      iteration.near = &table->near();
      iteration.ball = &optimal::Ball::get(metric);
      iteration.cube = optimal::to_frame(cube);
      iteration.length = of_length;
      iteration.tasks = tasks;
      iteration.on_solution = [&](const Moves& word) {
        if (const Moves normal = normalise(word); length(normal, metric) == of_length) found.insert(to_string(normal));
        return false;
      };
      optimal::search(iteration);
      EXPECT_EQ(found, enumeration.solutions(cube, of_length)) << of_length;
      (n == 0 ? of_half_turns : of_others) += found.size();
    }
  }
  EXPECT_GE(of_half_turns, 1U);
  EXPECT_GE(of_others, 3U);
}

// Symmetric cubes: their symmetries cut the search, and all solutions come back.
TEST_P(OptimalSolverOf, AllSolutionsOfSymmetricCubes) {
  const Metric metric = kFamilies[GetParam()].metric;
  const Enumeration enumeration(3, metric);
  OptimalSolver solver(table_of(GetParam()));
  for (const char* const text : {"U2 D2 R2 L2 F2 B2", "U D' R L' F B' U D'", "R2 L2 U2 D2", "U D"}) {
    const Cube cube = to_cube(*parse_algorithm(text));
    const OptimalOutcome all = solver.solve(cube, {.all = true});
    ASSERT_FALSE(all.solutions.empty()) << text;
    const int shortest = length(all.solutions[0], metric);
    if (shortest < 4 || shortest > 8) continue;
    EXPECT_EQ(texts(all.solutions), enumeration.solutions(cube, shortest)) << text;
  }
}

// Iterations long enough to be cut into tasks, for these tables see but three moves: the tasks that symmetries leave
// out, threads, and the words in which both ends meet.
TEST(OptimalSolver, TasksLoseNothing) {
  for (const Shape& shape : {Shape{"test-near", true, Relation::tetrads, 9, 3},
                             Shape{"test-near-qtm", false, Relation::parity, 2, 3, Metric::qtm}}) {
    OptimalSolver solver(OptimalTable::open(shape, nullptr, 2));
    const Enumeration enumeration(4, shape.metric);
    std::vector<Cube> cubes{to_cube(*parse_algorithm("U D' R L' F B' U D'"))};  // 24 symmetries
    for (Random random(11); cubes.size() < 3;) {
      Cube cube;
      for (int i = 0; i < 8; ++i)
        cube = apply(cube, static_cast<Move>(3 * random.below(kFaces) + (shape.metric == Metric::qtm ? 0 : 1)));
      cubes.push_back(cube);
    }
    for (const Cube& cube : cubes) {
      const OptimalOutcome one = solver.solve(cube, {});
      ASSERT_TRUE(one.is_proven);
      const int shortest = length(one.solutions.at(0), shape.metric);
      const int within = std::max(1, shape.most() + 3 - shortest);
      std::set<std::string> expected;
      for (int longer = 0; longer <= within; ++longer) expected.merge(enumeration.solutions(cube, shortest + longer));
      for (const unsigned threads : {1U, 2U}) {
        const OptimalOutcome all = solver.solve(cube, {.all = true, .within = within}, threads);
        EXPECT_TRUE(all.is_proven);
        EXPECT_EQ(texts(all.solutions), expected);
        EXPECT_EQ(all.solutions.size(), expected.size());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, OptimalSolverOf, testing::Range<std::size_t>(0, kFamilies.size()));

// No bound of the ball is too large, hardly one too small, and images have the same. The numbers of positions up to
// symmetry are those of cube20.org.
TEST(OptimalBall, IsExact) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const optimal::Ball& ball = optimal::Ball::get(metric);
    const std::vector<std::size_t> classes = metric == Metric::htm
                                                 ? std::vector<std::size_t>{1, 2, 9, 75, 934, 12077, 159131}
                                                 : std::vector<std::size_t>{1, 1, 5, 25, 219, 1978, 18395, 171529};
    ASSERT_EQ(ball.radius() + 1, static_cast<int>(classes.size()));
    std::unordered_set<std::uint64_t> seen{symmetric_hash(kSolved)};
    std::vector<Cube> level{kSolved};
    std::size_t too_small = 0;
    for (int distance = 0; distance <= ball.radius(); ++distance) {
      EXPECT_EQ(level.size(), classes[distance]);
      std::vector<Cube> next;
      for (std::size_t i = 0; i < level.size(); ++i) {
        const Cube& cube = level[i];
        const int bound = ball.bound(conjugate(cube, static_cast<Symmetry>(i % kSymmetries)));
        ASSERT_LE(bound, distance);
        too_small += bound < distance ? 1 : 0;
        for (Move m = 0; m < kMoves && distance < ball.radius(); ++m)
          if (const Cube child = apply(cube, m); cost(m, metric) == 1 && seen.insert(symmetric_hash(child)).second)
            next.push_back(child);
      }
      level = std::move(next);
    }
    EXPECT_LT(too_small, 200U);
    Random random(3);
    int inside = 0;
    for (int n = 0; n < 10'000; ++n) inside += ball.bound(random.cube()) <= ball.radius() ? 1 : 0;
    EXPECT_LT(inside, 50);
  }
}

// The solved cube is central, so its solutions of a length are all relatives of those that have no window before their
// first one; but for those that have a shift that can be made shorter.
TEST_P(OptimalSolverOf, WindowsLoseNothing) {
  const optimal::Windows& windows = optimal::Windows::get();
  const auto table = table_of(GetParam());
  const Metric metric = table->shape().metric;
  const auto search = [&](int of_length, std::vector<optimal::Task> tasks, const optimal::Windows* with) {
    std::vector<Moves> found;
    optimal::Iteration iteration;
    iteration.shape = &table->shape();
    iteration.lines = &table->lines();
    iteration.near = &table->near();
    iteration.windows = with;
    iteration.cube = optimal::to_frame(kSolved);
    iteration.length = of_length;
    iteration.tasks = tasks;
    iteration.on_solution = [&](const Moves& word) {
      EXPECT_EQ(apply(kSolved, word), kSolved);
      if (Moves normal = normalise(word); length(normal, metric) == of_length) found.push_back(std::move(normal));
      return false;
    };
    optimal::search(iteration);
    return found;
  };
  const auto can_be_shorter = [&](Moves word) {
    const int whole = length(word, metric);
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::rotate(word.begin(), word.begin() + 1, word.end());
      if (length(normalise(word), metric) < whole) return true;
    }
    return false;
  };
  const auto with_relatives = [&](const std::vector<Moves>& words) {
    std::set<std::string> all;
    for (const Moves& word : words) {
      if (all.contains(to_string(word))) continue;
      const std::vector<Moves> some = optimal::relatives(word, metric);
      if (std::none_of(some.begin(), some.end(), can_be_shorter)) all.merge(texts(some));
    }
    return all;
  };
  std::size_t compared = 0;
  const std::vector<int> lengths = metric == Metric::qtm ? std::vector{12}
                                   : GetParam() == 3     ? std::vector{8, 10}
                                                         : std::vector{8};
  for (const int of_length : lengths) {
    const auto expected = with_relatives(search(of_length, {optimal::Task{{}, 0, 0}}, nullptr));
    const auto found = with_relatives(search(of_length, windows.tasks(), &windows));
    EXPECT_EQ(found.size(), expected.size()) << of_length;
    EXPECT_TRUE(found == expected) << of_length;
    compared += expected.size();
  }
  EXPECT_GE(compared, 18U);
}

// The superflip's solutions of 20 moves are of two families (M. Reid, cflmath.com/~reid/Rubik/m_symmetric.html); all
// 4,416 were found with optimal-2818.
TEST(OptimalSolver, RelativesOfTheSuperflip) {
  const Cube superflip = to_cube(*parse_algorithm("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"));
  EXPECT_TRUE(optimal::is_central(superflip));
  EXPECT_TRUE(optimal::is_central(kSolved));
  EXPECT_FALSE(optimal::is_central(to_cube(*parse_algorithm("U2 D2 R2 L2 F2 B2"))));
  std::set<std::string> all;
  for (const char* const text :
       {"U R L' U2 B2 D2 F L2 U' D' L B2 R U2 L B2 L F B L2", "U R L' D2 F2 U2 F L2 U D L D2 L F2 R D2 L F' B' L2"}) {
    const std::vector<Moves> family = optimal::relatives(parse_algorithm(text)->moves, Metric::htm);
    const std::set<std::string> words = texts(family);
    EXPECT_EQ(words.size(), family.size());
    EXPECT_TRUE(words.contains(text));
    for (const Moves& word : family) {
      ASSERT_EQ(word.size(), 20U);
      ASSERT_EQ(apply(superflip, word), kSolved);
    }
    EXPECT_EQ(texts(optimal::relatives(family[family.size() / 2], Metric::htm)), words);
    all.insert(words.begin(), words.end());
  }
  EXPECT_EQ(all.size(), 4416U);
}

TEST(OptimalSolver, CountsAreReproducible) {
  OptimalSolver solver(table_of(2));
  const Cube cube = to_cube(*parse_algorithm("R U F2 L' D B2 U' R2 F D2 L"));
  const OptimalOutcome a = solver.solve(cube, {});
  const OptimalOutcome b = solver.solve(cube, {});
  EXPECT_TRUE(a.is_proven);
  EXPECT_EQ(a.nodes(), 36542U);  // as when this was written: whoever changes the search says what it costs
  EXPECT_EQ(a.lookups(), 125547U);
  EXPECT_EQ(a.nodes(), b.nodes());
  EXPECT_EQ(a.lookups(), b.lookups());
  EXPECT_EQ(a.solutions, b.solutions);
}

// The same words, after the same work, whatever instructions there are; tables as well.
TEST(OptimalSolver, InstructionSetsAgree) {
  const Shape shape{"test-near", true, Relation::tetrads, 9, 4};
  const Shape plain{"test-near", false, Relation::parity, 2, 4};
  const auto solve = [&](const Shape& s) {
    OptimalSolver solver(OptimalTable::open(s, nullptr, 2));
    const OptimalRequest request{.all = true, .within = 1};
    return solver.solve(to_cube(*parse_algorithm("R U F2 L' D B2 U' R2 F")), request, 2);
  };
  const OptimalOutcome expected = solve(shape);
  const OptimalOutcome expected_plain = solve(plain);
  EXPECT_EQ(texts(expected.solutions), texts(expected_plain.solutions));
  int sets = 0;
  for (const std::int64_t set : {HWY_EMU128, HWY_AVX2, HWY_AVX3}) {
    if ((hwy::SupportedTargets() & set) == 0 && set != HWY_EMU128) continue;
    ++sets;
    hwy::GetChosenTarget().Update(set);
    for (const bool is_plain : {false, true}) {
      const OptimalOutcome outcome = solve(is_plain ? plain : shape);
      const OptimalOutcome& same = is_plain ? expected_plain : expected;
      EXPECT_EQ(outcome.solutions, same.solutions) << set;
      EXPECT_EQ(outcome.nodes(), same.nodes()) << set;
      EXPECT_EQ(outcome.lookups(), same.lookups()) << set;
    }
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  EXPECT_GE(sets, 1);
}

TEST(OptimalSolver, TellsBoundsAndSolutions) {
  OptimalSolver solver(table_of(0));
  const Cube cube = to_cube(*parse_algorithm("R U F2 L' D B2 U'"));
  std::vector<int> bounds;
  std::vector<Moves> solutions;
  const OptimalOutcome outcome = solver.solve(cube, {}, 1, [&](const OptimalEvent& e) {
    if (e.kind == OptimalEvent::Kind::bound) bounds.push_back(e.lower);
    if (e.kind == OptimalEvent::Kind::solution) solutions.push_back(e.moves);
  });
  ASSERT_EQ(outcome.solutions.size(), 1U);
  EXPECT_EQ(solutions, outcome.solutions);
  ASSERT_FALSE(bounds.empty());
  EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
  EXPECT_EQ(bounds.back(), static_cast<int>(outcome.solutions[0].size()));
}

TEST(OptimalSolver, LimitsEndIt) {
  OptimalSolver solver(table_of(0));
  const Cube cube = Random(5).cube();
  const OptimalOutcome late = solver.solve(cube, {.time = std::chrono::milliseconds(50)}, 2);
  EXPECT_FALSE(late.is_proven);
  EXPECT_EQ(late.ended, Ended::time);
  EXPECT_GT(late.lower, 8);
  const StopFlag stop{true};
  const OptimalOutcome stopped = solver.solve(cube, {.stop = &stop});
  EXPECT_FALSE(stopped.is_proven);
  EXPECT_EQ(stopped.ended, Ended::stopped);
  const OptimalOutcome few = solver.solve(to_cube(*parse_algorithm("U2 D2 R2 L2 F2 B2")), {.all = true, .most = 5});
  EXPECT_EQ(few.solutions.size(), 5U);
  EXPECT_EQ(few.ended, Ended::enough);
}

// The smallest table that users have: distances of its entries as the study has them (0.86, 8.61, 52.77 and 37.76 in a
// hundred), no bound that is more than the length of a word from either side, and lengths that others have found
// (random_state_depth15 and 16 of the project cs0x7f/cube_solver_test).
TEST(SlowOptimalSolver, DistributionBoundsAndKnownLengths) {
  const Shape& shape = optimal::kShapes[0];
  const auto table = OptimalTable::open(shape, nullptr, 2);
  EXPECT_EQ(distribution(shape, std::as_bytes(std::span(table->lines().load(), shape.bytes()))),
            (std::array<std::uint64_t, 4>{1'601'471, 16'029'437, 98'250'150, 70'314'182}));
  Random random(13);
  for (int n = 0; n < 12'000; ++n) {
    const int moves = 1 + n % 12;
    Moves word;
    while (static_cast<int>(word.size()) < moves) {
      const auto m = static_cast<Move>(random.below(kMoves));
      if (word.empty() || may_follow(word.back(), m)) word.push_back(m);
    }
    const Cube cube = apply(kSolved, word);
    for (const Cube& side : {cube, inverse(cube)})
      for (const std::uint64_t i : indices_of(shape, side))
        ASSERT_LE(optimal::bound(table->lines() + i / optimal::kLineEntries * optimal::kLineBytes,
                                 static_cast<unsigned>(i % optimal::kLineEntries), shape.base),
                  moves)
            << to_string(word);
  }
  const auto near = TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 2);
  struct Known {
    const char* scramble;
    std::size_t length;
  };
  OptimalSolver alone(table);
  OptimalSolver helped(table, near);
  for (const Known& k : {Known{"U D2 F2 D2 F' L2 U' L' U2 F D2 B D2 B' R2 F' L2 U2 B D2", 15},
                         Known{"D' R U2 L2 U R2 F2 L2 D' R2 D2 B2 U B F' D' B' R D' L2", 15},
                         Known{"F2 R B2 D2 R2 D2 U L2 F2 D2 F2 U' L2 F2 B' R' D2 B2 R D' L", 15},
                         Known{"U' B2 U' L F' U L' F' L' U2 D2 B2 R2 D2 B L2 D2 B D2 R2 B", 15},
                         Known{"R2 U L2 D2 U B2 R2 U' L2 R2 D2 L F2 U2 B' L2 F U2 R2 U", 15},
                         Known{"B D' R2 B2 L2 D2 B U2 F2 U2 L2 B' R2 U L2 R U R U2 B2", 16},
                         Known{"L2 F2 R2 U2 L2 D' L2 R2 U L2 F2 R' D U2 B U' F D B U2", 16},
                         Known{"B2 D2 F' D2 L2 B D2 R2 B' R2 F' L F' D2 U B D' U2 L B U'", 16}}) {
    const Cube cube = to_cube(*parse_algorithm(k.scramble));
    for (OptimalSolver* solver : {&alone, &helped}) {
      const OptimalOutcome outcome = solver->solve(cube, {}, 2);
      EXPECT_TRUE(outcome.is_proven);
      ASSERT_EQ(outcome.solutions.size(), 1U);
      EXPECT_EQ(outcome.solutions[0].size(), k.length);
      EXPECT_EQ(apply(cube, outcome.solutions[0]), kSolved);
    }
  }
}

}  // namespace
}  // namespace superflip
