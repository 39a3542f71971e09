// The generic solver against enumeration: all words, in order of length, whatever the coordinates, moves and metric.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/solver/generic/generic.h"

namespace superflip {
namespace {

using Words = std::set<std::vector<int>>;

std::shared_ptr<const DistanceTable> table_of(const std::string& text, std::shared_ptr<const MoveSet> moves,
                                              TablePacking packing = TablePacking::bytes) {
  const SchreierSpec spec{parse_description(text).value(), std::move(moves)};
  return std::make_shared<const DistanceTable>(
      DistanceTable::make(std::make_shared<const SchreierGraph>(plan(spec).value(), 2), packing, 2));
}

std::shared_ptr<const MoveSet> moves_of(const std::string& text, Metric metric = Metric::htm) {
  return std::make_shared<const MoveSet>(parse_move_set(text, metric).value());
}

// All normal words of exactly that cost that reach a goal at their end and not before.
template <class IsGoal>
void enumerate(const MoveSet& moves, const Cube& cube, int to_go, std::vector<int>& word, const IsGoal& is_goal,
               Words& words) {
  if (is_goal(cube)) {
    if (to_go == 0) words.insert(word);
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

struct Told {
  Words words;
  std::vector<int> lengths;
};

Told solve(const GenericSolver& solver, const Cube& cube, int max_length, unsigned threads) {
  Told told;
  GenericLimits limits;
  limits.max_length = max_length;
  limits.solutions = ~std::uint64_t{0};
  const GenericOutcome outcome = solver.solve(cube, limits, threads, [&](const std::vector<int>& word, int length) {
    EXPECT_TRUE(told.words.insert(word).second);
    told.lengths.push_back(length);
  });
  EXPECT_EQ(outcome.ended, Ended::exhausted);
  EXPECT_EQ(outcome.solutions, told.words.size());
  EXPECT_TRUE(std::is_sorted(told.lengths.begin(), told.lengths.end()));
  return told;
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
      for (const unsigned threads : {1U, 3U}) EXPECT_EQ(solve(solver, cube, max_length, threads).words, expected);
    }
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
    GenericLimits limits;
    int found = -1;
    const GenericOutcome outcome = solver.solve(cube, limits, 2, [&](const std::vector<int>& word, int length) {
      found = length;
      EXPECT_EQ(apply(cube, face_turns(*moves, word)), kSolved);
    });
    EXPECT_EQ(outcome.ended, Ended::enough);
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
  std::vector<std::vector<std::vector<int>>> runs;
  for (const TablePacking packing : {TablePacking::bytes, TablePacking::nibbles, TablePacking::mod3})
    for (const unsigned threads : {1U, 2U, 5U}) {
      const GenericSolver solver({table_of("TwistUDSlice", moves, packing), table_of("TwistFlip", moves, packing)});
      GenericLimits limits;
      limits.solutions = 20;
      runs.emplace_back();
      solver.solve(cube, limits, threads, [&](const std::vector<int>& word, int) { runs.back().push_back(word); });
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
      const std::size_t count = solve(solver, cube, 3, 1).words.size();
      for (const Symmetry s : kUd16.members()) EXPECT_EQ(solve(solver, conjugate(cube, s), 3, 2).words.size(), count);
    }
  }
}

TEST(GenericSolver, SolvedAndUnsolvable) {
  const auto moves = moves_of("U2 R2");
  const GenericSolver solver({table_of("CornerPermutation * edges: order", moves)});
  int told = 0;
  EXPECT_EQ(solver.solve(kSolved, {}, 1, [&](const std::vector<int>& word, int) { told += word.empty() ? 1 : 100; })
                .solutions,
            1u);
  EXPECT_EQ(told, 1);
  const GenericOutcome none = solver.solve(kMoveCubes[make_move(F, 1)], {}, 1, [](const auto&, int) { FAIL(); });
  EXPECT_EQ(none.solutions, 0u);
  EXPECT_EQ(none.ended, Ended::exhausted);
}

// Words are far more than may wait for their turn.
TEST(GenericSolver, TellsAnyNumberOfWords) {
  const auto moves = moves_of("all");
  const GenericSolver solver({table_of("UDSlice", moves)});
  const Cube cube = apply(apply(kSolved, make_move(R, 1)), make_move(F, 1));
  std::vector<std::uint64_t> sums;
  for (const unsigned threads : {1U, 4U}) {
    GenericLimits limits;
    limits.solutions = 150'000;
    std::uint64_t sum = 0;
    std::uint64_t place = 0;
    const GenericOutcome outcome = solver.solve(cube, limits, threads, [&](const std::vector<int>& word, int) {
      for (const int step : word) sum += ++place * static_cast<std::uint64_t>(step);
    });
    EXPECT_EQ(outcome.solutions, 150'000u);
    sums.push_back(sum);
  }
  EXPECT_EQ(sums[0], sums[1]);
}

TEST(GenericSolver, StopsWhenTold) {
  const auto moves = moves_of("all");
  const GenericSolver solver({table_of("EdgeOrientation", moves)});
  StopFlag stop{true};
  GenericLimits limits;
  limits.stop = &stop;
  const GenericOutcome outcome = solver.solve(Random(4).cube(), limits, 2, [](const auto&, int) { FAIL(); });
  EXPECT_EQ(outcome.ended, Ended::stopped);
}

}  // namespace
}  // namespace superflip
