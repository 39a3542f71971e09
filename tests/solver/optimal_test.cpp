// The optimal solver against what knows nothing of its cosets: words enumerated from both ends, and published lengths.
#include "superflip/solver/optimal/optimal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/central_cubes.h"
#include "superflip/solver/optimal/commuting.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/optimal/indices.h"
#include "superflip/solver/optimal/low_distance_ball.h"
#include "superflip/solver/optimal/numbering.h"
#include "superflip/solver/optimal/parts.h"
#include "superflip/solver/optimal/search.h"
#include "superflip/table/store.h"
#include "tests/support/labels.h"
#include "tests/support/letters.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "OptimalSolver.SlicesAreEqualToTheWhole"},
                     {"long", "OptimalSolver.InstructionSetsAgree"},
                     {"long", "FirstFamily/OptimalSolverOf.TheBallLosesNothing"},
                     {"long", "FirstFamily/OptimalSolverOf.AllNearCubes"},
                     {"long", "FirstFamily/OptimalSolverOf.AllSolutionsOfSymmetricCubes"},
                     {"long", "OptimalSolver.PartsLoseNothing"},
                     {"long", "OptimalSolver.MetricsKeepTheirOrder"},
                     {"threads", "OptimalSolverOf"},
                     {"threads", "OptimalSolver"},
                     {"threads", "OptimalTable"},
                     {"threads", "SlowOptimalSolver"},
                     {"long", "OptimalBall.IsExact"},
                     {"slow", "OtherFamilies/OptimalSolverOf.AllSolutionsAsEnumerated"},
                     {"long", "OtherFamilies/OptimalSolverOf"},
                     {"long", "OptimalSolver.MaxLengthIsKept"},
                     {"long", "OptimalSolver.UnreachableCubesAreUnsolvable"},
                     {"long", "FirstFamily/OptimalSolverOf.CanonicalPrefixesLoseNothing"}};
// A limit of time ends the search.
const Labels kEnvironment{{"environment", "OptimalSolver.LimitsEndIt"}};

using optimal::Relation;
using optimal::Shape;

// One of each family, small and so near that all are made in a second.
const std::array<Shape, 10> kFamilies{{
    {"test-folded", true, Relation::none, 9, 6},
    {"test-parity", true, Relation::parity, 9, 5},
    {"test-tetrads", true, Relation::tetrads, 9, 5},
    {"test-plain", false, Relation::parity, 2, 6},
    {"test-tetrads-qtm", true, Relation::tetrads, 9, 6, Metric::qtm},
    {"test-plain-qtm", false, Relation::none, 3, 6, Metric::qtm},
    {"test-tetrads-stm", true, Relation::tetrads, 9, 4, Metric::stm},
    {"test-plain-stm", false, Relation::parity, 2, 4, Metric::stm},
    {"test-tetrads-atm", true, Relation::tetrads, 9, 3, Metric::atm},
    {"test-plain-atm", false, Relation::none, 3, 3, Metric::atm},
}};

std::shared_ptr<const OptimalTable> table_of(std::size_t family) {
  static std::array<std::shared_ptr<const OptimalTable>, kFamilies.size()> tables;
  if (!tables[family]) tables[family] = *OptimalTable::open(kFamilies[family], nullptr, 2);
  return tables[family];
}

Question shortest(const Cube& cube) { return {.cube = cube, .want = Want::shortest}; }

Question all_within(const Cube& cube, int within) {
  return {.cube = cube, .want = Want::all, .within = within, .solutions = std::size_t{1} << 20};
}

struct Word {
  Cube cube;
  Moves moves;
};

// What words consist of: single turns, and in stm and atm all that can be done about one axis.
std::vector<Moves> letters_of(Metric metric) {
  if (!counts_face_turns(metric)) return syllables();
  std::vector<Moves> words;
  for (const Move m : kAllMoves) words.push_back({m});
  return words;
}

// All normal words of one length, with the cubes that they make of `start`.
std::vector<Word> words_from(const Cube& start, int length, Metric metric) {
  if (length == 0) return {{start, {}}};
  std::vector<Word> words;
  for (const Moves& last : letters_of(metric)) {
    const int cost = superflip::length(last, metric);
    if (cost > length) continue;
    for (const Word& w : words_from(start, length - cost, metric)) {
      if (!w.moves.empty() && !(counts_face_turns(metric) ? may_follow(w.moves.back(), last[0])
                                                          : face_of(w.moves.back()) % 3 != face_of(last[0]) % 3))
        continue;
      words.push_back({apply(w.cube, last), w.moves});
      words.back().moves.insert(words.back().moves.end(), last.begin(), last.end());
    }
  }
  return words;
}

std::set<std::string> texts(const std::vector<Solution>& solutions) {
  std::set<std::string> all;
  for (const Solution& s : solutions) all.insert(to_string(s.moves));
  return all;
}

// The same with one word for all that differ only in the order of commuting letters.
std::set<std::string> up_to_order(const std::set<std::string>& words, Metric metric) {
  std::set<std::string> all;
  for (const std::string& w : words)
    if (const auto same = optimal::commuting(parse_algorithm(w)->moves, metric); !same.empty())
      all.insert(to_string(same.front()));
  return all;
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
    // What costs 2 may lie across, so that the end is longer by one.
    for (int length = back; length <= back + (metric == Metric::qtm || metric == Metric::stm ? 1 : 0); ++length)
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
            if (moves == normalise(moves) && superflip::length(moves, metric_) == length)
              found.insert(to_string(moves));
          }
    return found;
  }

 private:
  Metric metric_;
  std::map<int, std::unordered_map<Cube, std::vector<Moves>>> ends_;  // by length
};

class OptimalSolverOf : public testing::TestWithParam<std::size_t> {};

// Every cube within three to five moves, up to symmetry, has the length of the search by breadth.
TEST_P(OptimalSolverOf, AllNearCubes) {
  OptimalSolver solver(table_of(GetParam()));
  const Metric metric = kFamilies[GetParam()].metric;
  std::unordered_set<Cube> seen{kSolved};
  std::vector<Cube> level{kSolved};
  std::size_t before = 0;
  // The numbers of positions at each distance (cube20.org; stm and atm: the study's).
  const std::map<Metric, std::vector<std::size_t>> positions{{Metric::htm, {1, 18, 243, 3240, 43239, 574908}},
                                                             {Metric::qtm, {1, 12, 114, 1068, 10011, 93840}},
                                                             {Metric::stm, {1, 27, 501, 9175, 164900}},
                                                             {Metric::atm, {1, 45, 1347, 39631}}};
  const int farthest = static_cast<int>(positions.at(metric).size()) - 1;
  for (int distance = 0; distance <= farthest; ++distance) {
    EXPECT_EQ(seen.size() - before, positions.at(metric)[static_cast<std::size_t>(distance)]);
    before = seen.size();
    std::vector<Cube> next;
    for (const Cube& cube : level) {
      const Answer outcome = solver.solve(shortest(cube), {});
      ASSERT_EQ(outcome.ended, Ended::complete);
      ASSERT_EQ(outcome.solutions.size(), 1U);
      EXPECT_EQ(length(outcome.solutions[0].moves, metric), distance);
      EXPECT_EQ(outcome.lower_bound, distance);
      EXPECT_EQ(apply(cube, outcome.solutions[0].moves), kSolved);
      if (distance == farthest) continue;
      for (const Moves& letter : letters_of(metric)) {
        const Cube child = apply(cube, letter);
        if (length(letter, metric) != 1 || seen.contains(child)) continue;
        for (const Symmetry s : kAllSymmetries) seen.insert(conjugate(child, s));
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
    for (int i = 0; i < 3 + n / 2; ++i) cube = apply(cube, Move(random.below(kMoves)));
    const Answer one = solver.solve(shortest(cube), {});
    ASSERT_EQ(one.ended, Ended::complete);
    const int least = length(one.solutions.at(0).moves, metric);
    if (least < 4) continue;
    std::set<std::string> expected = enumeration.solutions(cube, least);
    expected.merge(enumeration.solutions(cube, least + 1));
    expected = up_to_order(expected, metric);
    for (const unsigned threads : {1U, 2U}) {
      const Answer all = solver.solve(all_within(cube, 1), {.threads = threads});
      EXPECT_EQ(all.ended, Ended::complete);
      EXPECT_EQ(all.lower_bound, least);
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
  // The lengths, the longest of which is what the enumeration can still do.
  const bool is_of_turns = counts_face_turns(metric);
  const int longest = is_of_turns ? 10 : metric == Metric::stm ? 7 : 6;
  const Enumeration enumeration(is_of_turns ? 5 : 3, metric);
  Random random(17);
  std::size_t of_half_turns = 0;
  std::size_t of_others = 0;
  for (int n = 0; n < (metric == Metric::qtm ? 12 : 4); ++n) {
    Cube cube;
    for (int i = 0; i < longest - 1; i += n == 0 ? step : 1) {
      // Half turns alone lead to no other coset.
      const auto face = static_cast<Face>(random.below(kFaces));
      cube = apply(cube, make_move(face, n == 0 ? 2 : 1 + 2 * static_cast<int>(random.below(2))));
    }
    for (int of_length = longest - 2 + (step == 2 ? corner_parity(cube) : 0); of_length <= longest; of_length += step) {
      std::set<std::string> found;
      std::vector<optimal::Part> parts{optimal::Part{{}, 0, 0}};
      optimal::SharedIteration iteration;
      iteration.shape = &table->shape();
      iteration.lines = table->lines();
      iteration.low_distances = &table->low_distances();
      iteration.ball = optimal::LowDistanceBall::get(metric, [] { return true; });
      iteration.cube = optimal::numbered(cube);
      iteration.length = of_length;
      iteration.parts = parts;
      iteration.on_solution = [&](const Moves& word) {
        if (const Moves normal = normalise(word); length(normal, metric) == of_length) found.insert(to_string(normal));
        return false;
      };
      EXPECT_TRUE(optimal::make_worker(iteration)->run());
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
    const Answer all = solver.solve(all_within(cube, 0), {});
    ASSERT_FALSE(all.solutions.empty()) << text;
    const int least = length(all.solutions[0].moves, metric);
    if (least < 4 || least > 8) continue;
    EXPECT_EQ(texts(all.solutions), up_to_order(enumeration.solutions(cube, least), metric)) << text;
  }
}

// Iterations long enough to be cut into parts, for these tables see but three moves: the parts that symmetries leave
// out, threads, and the words in which both ends meet.
TEST(OptimalSolver, PartsLoseNothing) {
  for (const Shape& shape : {Shape{"test-near", true, Relation::tetrads, 9, 3},
                             Shape{"test-near-qtm", false, Relation::parity, 2, 3, Metric::qtm},
                             Shape{"test-near-stm", true, Relation::tetrads, 9, 1, Metric::stm},
                             Shape{"test-near-atm", true, Relation::tetrads, 9, 0, Metric::atm}}) {
    OptimalSolver solver(*OptimalTable::open(shape, nullptr, 2));
    const bool is_of_turns = counts_face_turns(shape.metric);
    const Enumeration enumeration(is_of_turns ? 4 : 3, shape.metric);
    std::vector<Cube> cubes{to_cube(*parse_algorithm("U D' R L' F B' U D'"))};  // 24 symmetries
    for (Random random(11); cubes.size() < 3;) {
      Cube cube;
      for (int i = 0; i < (is_of_turns ? 8 : 6); ++i)
        cube = apply(cube, Move(3 * random.below(kFaces) + (shape.metric == Metric::qtm ? 0 : 1)));
      cubes.push_back(cube);
    }
    for (const Cube& cube : cubes) {
      const Answer one = solver.solve(shortest(cube), {});
      ASSERT_EQ(one.ended, Ended::complete);
      const int least = length(one.solutions.at(0).moves, shape.metric);
      const int within = std::max(1, shape.max_bound() + 3 - least);
      std::set<std::string> expected;
      for (int longer = 0; longer <= within; ++longer) expected.merge(enumeration.solutions(cube, least + longer));
      expected = up_to_order(expected, shape.metric);
      for (const unsigned threads : {1U, 2U}) {
        const Answer all = solver.solve(all_within(cube, within), {.threads = threads});
        EXPECT_EQ(all.ended, Ended::complete);
        EXPECT_EQ(texts(all.solutions), expected);
        EXPECT_EQ(all.solutions.size(), expected.size());
      }
    }
  }
}

// What one metric counts as a move takes at most two of the next, in the order atm, stm, htm, qtm. A cube, its inverse
// and their images have one length.
TEST(OptimalSolver, MetricsKeepTheirOrder) {
  std::map<Metric, OptimalSolver> solvers;
  for (std::size_t family = 0; family < kFamilies.size(); ++family)
    if (!solvers.contains(kFamilies[family].metric)) solvers.emplace(kFamilies[family].metric, table_of(family));
  ASSERT_EQ(solvers.size(), 4U);
  Random random(23);
  int differ = 0;
  for (int n = 0; n < 12; ++n) {
    Cube cube;
    for (int i = 0; i < 4; ++i) cube = apply(cube, Move(random.below(kMoves)));
    const Symmetry s(static_cast<int>(random.below(kSymmetries)));
    std::map<Metric, int> lengths;
    for (auto& [metric, solver] : solvers) {
      lengths[metric] = solver.solve(shortest(cube), {}).lower_bound;
      for (const Cube& image : {inverse(cube), conjugate(cube, s), conjugate(inverse(cube), s)})
        EXPECT_EQ(solver.solve(shortest(image), {}).lower_bound, lengths[metric]) << n;
    }
    EXPECT_LE(lengths[Metric::atm], lengths[Metric::stm]);
    EXPECT_LE(lengths[Metric::stm], lengths[Metric::htm]);
    EXPECT_LE(lengths[Metric::htm], lengths[Metric::qtm]);
    EXPECT_LE(lengths[Metric::qtm], 2 * lengths[Metric::htm]);
    EXPECT_LE(lengths[Metric::htm], 2 * lengths[Metric::atm]);
    differ += lengths[Metric::atm] < lengths[Metric::htm] ? 1 : 0;
  }
  EXPECT_GT(differ, 0);
}

INSTANTIATE_TEST_SUITE_P(FirstFamily, OptimalSolverOf, testing::Values<std::size_t>(0));
INSTANTIATE_TEST_SUITE_P(OtherFamilies, OptimalSolverOf, testing::Range<std::size_t>(1, kFamilies.size()));

// No bound of the ball is too large, hardly one too small, and images have the same. The numbers of positions up to
// symmetry are those of cube20.org.
TEST(OptimalBall, IsExact) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm}) {
    // Made in parts, with an interruption at every second question whether to go on.
    const optimal::LowDistanceBall* made = nullptr;
    for (int asked = 0; made == nullptr;)
      made = optimal::LowDistanceBall::get(metric, [&asked] { return ++asked % 2 != 0; });
    const optimal::LowDistanceBall& ball = *made;
    // The numbers in stm and atm are not published.
    const std::vector<std::size_t> classes =
        metric == Metric::htm   ? std::vector<std::size_t>{1, 2, 9, 75, 934, 12077, 159131}
        : metric == Metric::qtm ? std::vector<std::size_t>{1, 1, 5, 25, 219, 1978, 18395, 171529}
                                : std::vector<std::size_t>();
    ASSERT_EQ(ball.radius(), metric == Metric::stm   ? 5
                             : metric == Metric::atm ? 4
                                                     : static_cast<int>(classes.size()) - 1);
    std::unordered_set<std::uint64_t> seen{symmetric_hash(kSolved)};
    std::vector<Cube> level{kSolved};
    std::size_t too_small = 0;
    for (int distance = 0; distance <= ball.radius(); ++distance) {
      if (!classes.empty()) {
        EXPECT_EQ(level.size(), classes[distance]);
      }
      std::vector<Cube> next;
      for (std::size_t i = 0; i < level.size(); ++i) {
        const Cube& cube = level[i];
        const int bound = ball.bound(conjugate(cube, Symmetry(i % kSymmetries)));
        ASSERT_LE(bound, distance);
        too_small += bound < distance ? 1 : 0;
        if (distance == ball.radius()) continue;
        for (const Moves& letter : letters_of(metric))
          if (const Cube child = apply(cube, letter);
              length(letter, metric) == 1 && seen.insert(symmetric_hash(child)).second)
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
TEST_P(OptimalSolverOf, CanonicalPrefixesLoseNothing) {
  const optimal::CanonicalPrefixes& prefixes = optimal::CanonicalPrefixes::get();
  const auto table = table_of(GetParam());
  const Metric metric = table->shape().metric;
  if (!counts_face_turns(metric)) return;  // in stm and atm central cubes are searched like others
  const std::vector<optimal::Part> prefix_parts = optimal::list_central_parts();
  const auto search = [&](int of_length, std::vector<optimal::Part> parts, const optimal::CanonicalPrefixes* with) {
    std::vector<Moves> found;
    optimal::SharedIteration iteration;
    iteration.shape = &table->shape();
    iteration.lines = table->lines();
    iteration.low_distances = &table->low_distances();
    iteration.prefixes = with;
    iteration.cube = optimal::numbered(kSolved);
    iteration.length = of_length;
    iteration.parts = parts;
    iteration.on_solution = [&](const Moves& word) {
      EXPECT_EQ(apply(kSolved, word), kSolved);
      if (Moves normal = normalise(word); length(normal, metric) == of_length) found.push_back(std::move(normal));
      return false;
    };
    EXPECT_TRUE(optimal::make_worker(iteration)->run());
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
    const auto expected = with_relatives(search(of_length, {optimal::Part{{}, 0, 0}}, nullptr));
    const auto found = with_relatives(search(of_length, prefix_parts, &prefixes));
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
  const Answer a = solver.solve(shortest(cube), {});
  const Answer b = solver.solve(shortest(cube), {});
  EXPECT_EQ(a.ended, Ended::complete);
  EXPECT_EQ(a.counts.nodes, 36542U);  // as when this was written: whoever changes the search says what it costs
  EXPECT_EQ(a.counts.lookups, 125547U);
  EXPECT_EQ(a.counts.nodes, b.counts.nodes);
  EXPECT_EQ(a.counts.lookups, b.counts.lookups);
  EXPECT_EQ(texts(a.solutions), texts(b.solutions));
}

// The same words, after the same work, whatever instructions there are; tables as well.
TEST(OptimalSolver, InstructionSetsAgree) {
  const Shape shape{"test-near", true, Relation::tetrads, 9, 4};
  const Shape plain{"test-near", false, Relation::parity, 2, 4};
  const auto solve = [&](const Shape& s) {
    OptimalSolver solver(*OptimalTable::open(s, nullptr, 2));
    return solver.solve(all_within(to_cube(*parse_algorithm("R U F2 L' D B2 U' R2 F")), 1), {.threads = 2});
  };
  const Answer expected = solve(shape);
  const Answer expected_plain = solve(plain);
  EXPECT_EQ(texts(expected.solutions), texts(expected_plain.solutions));
  int sets = 0;
  for (const std::int64_t set : {HWY_EMU128, HWY_AVX2, HWY_AVX3}) {
    if ((detail::supported_targets() & set) == 0) continue;
    ++sets;
    detail::choose_targets(set);
    for (const bool is_plain : {false, true}) {
      const Answer outcome = solve(is_plain ? plain : shape);
      const Answer& same = is_plain ? expected_plain : expected;
      EXPECT_EQ(texts(outcome.solutions), texts(same.solutions)) << set;
      EXPECT_EQ(outcome.counts.nodes, same.counts.nodes) << set;
      EXPECT_EQ(outcome.counts.lookups, same.counts.lookups) << set;
    }
  }
  detail::choose_targets(detail::supported_targets());
  EXPECT_GE(sets, 1);
}

TEST(OptimalSolver, TellsBoundsAndSolutions) {
  OptimalSolver solver(table_of(0));
  const Cube cube = to_cube(*parse_algorithm("R U F2 L' D B2 U'"));
  std::vector<int> bounds;
  std::vector<Moves> solutions;
  const Answer answer = solver.solve(shortest(cube), {}, [&](const Event& e) {
    if (e.kind == Event::Kind::bound) bounds.push_back(e.lower);
    if (e.kind == Event::Kind::solution) solutions.push_back(e.solution.moves);
  });
  ASSERT_EQ(answer.solutions.size(), 1U);
  EXPECT_TRUE(answer.is_shortest());
  ASSERT_EQ(solutions.size(), 1U);
  EXPECT_EQ(solutions[0], answer.solutions[0].moves);
  ASSERT_FALSE(bounds.empty());
  EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
  EXPECT_EQ(bounds.back(), answer.solutions[0].length);
}

TEST(OptimalSolver, LimitsEndIt) {
  OptimalSolver solver(table_of(0));
  const Cube cube = Random(5).cube();
  const Answer late = solver.solve(shortest(cube), {.time = std::chrono::milliseconds(500), .threads = 2});
  EXPECT_EQ(late.ended, Ended::time);
  const Answer longest = solver.solve(shortest(cube), {.nodes = 100'000, .threads = 2});
  EXPECT_EQ(longest.ended, Ended::nodes);
  EXPECT_GT(longest.lower_bound, 8);
  StopFlag stop{false};
  int polls = 0;
  const Answer polled = solver.solve(shortest(cube), {.threads = 2, .stop = &stop}, [&](const Event& e) {
    if (e.kind == Event::Kind::poll && ++polls == 2) stop = true;
  });
  EXPECT_EQ(polled.ended, Ended::stopped);
  EXPECT_EQ(polls, 2);
  const Answer stopped = solver.solve(shortest(cube), {.stop = &stop});
  EXPECT_EQ(stopped.ended, Ended::stopped);
  Question few = all_within(to_cube(*parse_algorithm("U2 D2 R2 L2 F2 B2")), 0);
  few.solutions = 5;
  const Answer five = solver.solve(few, {});
  EXPECT_EQ(five.solutions.size(), 5U);
  EXPECT_EQ(five.ended, Ended::enough);
  const Answer a = solver.solve(shortest(cube), {.nodes = 100'000});
  const Answer b = solver.solve(shortest(cube), {.nodes = 100'000});
  EXPECT_EQ(a.ended, Ended::nodes);
  EXPECT_GE(a.counts.nodes, 100'000U);
  EXPECT_LT(a.counts.nodes, 101'000U);
  EXPECT_EQ(a.counts.nodes, b.counts.nodes);
}

// Longer words are not searched: that there is none of at most max_length moves is proven.
TEST(OptimalSolver, MaxLengthIsKept) {
  for (const std::size_t family : {std::size_t{0}, std::size_t{4}}) {
    OptimalSolver solver(table_of(family));
    const Cube cube = to_cube(*parse_algorithm("R U F' L' D B U'"));
    for (const Want want : {Want::shortest, Want::all}) {
      Question question{.cube = cube, .want = want, .max_length = 6, .solutions = 100};
      const Answer none = solver.solve(question, {});
      EXPECT_EQ(none.ended, Ended::complete);
      EXPECT_TRUE(none.solutions.empty());
      EXPECT_EQ(none.lower_bound, 7);
      question.max_length = 7;
      const Answer some = solver.solve(question, {});
      EXPECT_EQ(some.ended, Ended::complete);
      EXPECT_FALSE(some.solutions.empty());
      question.within = 3;
      EXPECT_EQ(solver.solve(question, {}).solutions.size(), some.solutions.size());
    }
  }
  // What the two-phase solver finds may be too long.
  OptimalSolver helped(table_of(0), TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 2).value());
  const Answer none = helped.solve({.cube = Random(5).cube(), .want = Want::shortest, .max_length = 8}, {});
  EXPECT_EQ(none.ended, Ended::complete);
  EXPECT_TRUE(none.solutions.empty());
  EXPECT_EQ(none.lower_bound, 9);
  ASSERT_TRUE(none.too_long);
  EXPECT_EQ(apply(Random(5).cube(), none.too_long->moves), kSolved);
}

// A cube that no face turns reach is answered at once, in every build, with and without upper bounds.
TEST(OptimalSolver, UnreachableCubesAreUnsolvable) {
  Cube twisted = Random(1).cube();
  twisted.set_corner(2, twisted.corner_at(2), (twisted.twist_at(2) + 1) % 3);
  Cube flipped = Random(2).cube();
  flipped.set_edge(3, flipped.edge_at(3), 1 - flipped.flip_at(3));
  Cube exchanged = Random(3).cube();
  const int first = exchanged.edge_at(0);
  const int flip = exchanged.flip_at(0);
  exchanged.set_edge(0, exchanged.edge_at(1), exchanged.flip_at(1));
  exchanged.set_edge(1, first, flip);
  OptimalSolver alone(table_of(0));
  OptimalSolver helped(table_of(0), TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 2).value());
  for (OptimalSolver* solver : {&alone, &helped})
    for (const Cube& cube : {twisted, flipped, exchanged})
      for (const Want want : {Want::shortest, Want::all}) {
        const Answer answer = solver->solve({.cube = cube, .want = want}, {});
        EXPECT_EQ(answer.ended, Ended::unsolvable);
        EXPECT_TRUE(answer.solutions.empty());
        EXPECT_EQ(answer.counts.nodes, 0U);
        const auto search = solver->begin({.cube = cube, .want = want}, {});
        EXPECT_TRUE(search->run_for(std::chrono::milliseconds(1)));
        EXPECT_EQ(search->answer()->ended, Ended::unsolvable);
      }
}

// In slices of any length the same work is done as at once.
TEST(OptimalSolver, SlicesAreEqualToTheWhole) {
  const Cube cube = to_cube(*parse_algorithm("R U F2 L' D B2 U' R2 F D2 L"));
  const auto near = TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 2).value();
  OptimalSolver alone(table_of(2));
  OptimalSolver helped(table_of(2), near);
  int all_slices = 0;
  int partly = 0;  // slices that ended within a length
  for (OptimalSolver* solver : {&alone, &helped})
    for (const Question& question : {shortest(cube), all_within(cube, 1)}) {
      const Answer whole = solver->solve(question, {});
      for (const auto slice : {std::chrono::microseconds(0), std::chrono::microseconds(700)}) {
        const auto search = solver->begin(question, {});
        int slices = 1;
        LengthProgress last;
        for (std::uint64_t before = 0; !search->run_for(slice); ++slices) {
          const std::uint64_t now = search->answer()->counts.nodes;
          EXPECT_GE(now, before);
          before = now;
          const auto progress = search->progress();
          ASSERT_TRUE(progress.has_value());
          EXPECT_GE(progress->length, last.length);
          EXPECT_GE(progress->done, progress->length == last.length ? last.done : 0);
          EXPECT_LE(progress->done, 1);
          if (progress->done > 0 && progress->done < 1) ++partly;
          last = *progress;
        }
        EXPECT_FALSE(search->progress().has_value());
        const Answer answer = *search->answer();
        EXPECT_EQ(answer.ended, Ended::complete);
        EXPECT_EQ(texts(answer.solutions), texts(whole.solutions));
        EXPECT_EQ(answer.counts.nodes, whole.counts.nodes);
        EXPECT_EQ(answer.counts.lookups, whole.counts.lookups);
        EXPECT_EQ(answer.iterations.size(), whole.iterations.size());
        all_slices += slices;
        EXPECT_TRUE(search->run_for(slice));
      }
    }
  EXPECT_GT(all_slices, 30);
  EXPECT_GT(partly, 0);
}

// A table that is told to stop while it is made is an error that says so, and one that is given up while it is loaded
// does not go on with that.
TEST(OptimalTable, OpeningCanBeStopped) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const Shape& shape = kFamilies[2];
  StopFlag stop{true};
  const auto none = OptimalTable::open(shape, &store, 2, {}, &stop);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::stopped);
  EXPECT_TRUE(store.list().value().empty());
  ASSERT_TRUE(OptimalTable::open(shape, &store, 2));
  static_cast<void>(OptimalTable::open(shape, &store, 2));  // ends at once, in whatever state
  const auto table = OptimalTable::open(shape, &store, 2);
  OptimalSolver solver(*table);
  const Cube cube = to_cube(*parse_algorithm("R U F2 L' D B2 U' R2 F D2 L"));
  const Answer loading = solver.solve(shortest(cube), {});
  (*table)->wait_until_resident();
  EXPECT_EQ((*table)->until_resident(), Clock::duration::zero());
  const Answer settled = solver.solve(shortest(cube), {});
  EXPECT_EQ(loading.counts.lookups, settled.counts.lookups);
  EXPECT_TRUE(std::equal((*table)->lines(), (*table)->lines() + shape.bytes(), table_of(2)->lines()));
}

// Seconds depend on the machine and its load, so only their order is tested: larger tables take longer, and threads
// share the work.
TEST(OptimalTable, TimesOfMakingAreEstimated) {
  double before = 0;
  for (const char* const name : {"optimal-47", "optimal-282", "optimal-2818", "optimal-5636"}) {
    const double entries = optimal::entries_to_compute(*optimal::find_shape(name));
    const double seconds = optimal::seconds_to_compute(entries, 1);
    EXPECT_GE(seconds, before) << name;
    EXPECT_LE(optimal::seconds_to_compute(entries, 2), seconds);
    before = seconds;
  }
  EXPECT_LT(optimal::entries_to_compute(*optimal::find_shape("optimal-5636")),
            1000 * optimal::entries_to_compute(*optimal::find_shape("optimal-47")));
  // The smallest table of each metric is soon made.
  EXPECT_LT(optimal::entries_to_compute(*optimal::find_shape("optimal-47-qtm")),
            optimal::entries_to_compute(*optimal::find_shape("optimal-282")));
}

// The smallest table that users have: distances of its entries as the study has them (0.86, 8.61, 52.77 and 37.76 in a
// hundred), no bound that is more than the length of a word from either side, and lengths that others have found
// (random_state_depth15 and 16 of the project cs0x7f/cube_solver_test).
TEST(SlowOptimalSolver, DistributionBoundsAndKnownLengths) {
  const Shape& shape = optimal::kShapes[0];
  const auto table = *OptimalTable::open(shape, nullptr, 2);
  EXPECT_EQ(distribution(shape, std::as_bytes(std::span(table->lines(), shape.bytes()))),
            (std::array<std::uint64_t, 4>{1'601'471, 16'029'437, 98'250'150, 70'314'182}));
  Random random(13);
  for (int n = 0; n < 12'000; ++n) {
    const int moves = 1 + n % 12;
    Moves word;
    while (static_cast<int>(word.size()) < moves) {
      const Move m(random.below(kMoves));
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
  const auto near = TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 2).value();
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
      const Answer outcome = solver->solve(shortest(cube), {.threads = 2});
      EXPECT_EQ(outcome.ended, Ended::complete);
      ASSERT_EQ(outcome.solutions.size(), 1U);
      EXPECT_EQ(outcome.solutions[0].moves.size(), k.length);
      EXPECT_EQ(apply(cube, outcome.solutions[0].moves), kSolved);
    }
  }
}

}  // namespace
}  // namespace superflip
