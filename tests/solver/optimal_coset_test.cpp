// The pruning cosets and their tables: counts of the study and of Tronto's page, invariance, exactness, admissibility.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/checkpoint.h"
#include "superflip/solver/optimal/coset_tables.h"
#include "superflip/solver/optimal/frontier.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/solver/optimal/indices.h"
#include "superflip/solver/optimal/low_distances.h"
#include "superflip/solver/optimal/numbering.h"
#include "tests/support/labels.h"
#include "tests/support/letters.h"
#include "tests/support/temporary_folder.h"

namespace superflip::optimal {
namespace {

const Labels kLabels{{"long", "First/OptimalFamilies.HaveExactTables"},
                     {"long", "OptimalTables.LowDistancesAreAdmissible"},
                     {"threads", "OptimalFamilies"},
                     {"threads", "OptimalCosets"},
                     {"threads", "OptimalTables"},
                     {"long", "Others/OptimalFamilies"},
                     {"long", "OptimalTables.LowDistancesAreExact"},
                     {"long", "OptimalTables.InterruptedMakingGoesOn"},
                     {"long", "OptimalCosets.PairsMakeTheSmallerTable"}};

// Tables of the families that there are, so near that they take no time.
constexpr std::array kFamilies{
    Shape{"folded", true, Relation::none, 9, 3},
    Shape{"folded, parity", true, Relation::parity, 9, 3},
    Shape{"folded, tetrads", true, Relation::tetrads, 9, 3},
    Shape{"plain", false, Relation::none, 3, 3},
    Shape{"folded, in quarter turns", true, Relation::tetrads, 9, 3, Metric::qtm},
    Shape{"folded, in slice turns", true, Relation::tetrads, 9, 2, Metric::stm},
    Shape{"plain, in slice turns", false, Relation::none, 3, 2, Metric::stm},
    Shape{"folded, in turns of axes", true, Relation::parity, 9, 1, Metric::atm},
    Shape{"plain, in turns of axes", false, Relation::parity, 2, 1, Metric::atm},
    Shape{"plain, parity", false, Relation::parity, 2, 3},
    Shape{"plain, all flips", false, Relation::none, 9, 3},  // 2.8 GB
};

std::set<std::uint64_t> index_set(const Shape& shape, const Cube& cube) {
  const auto indices = indices_of(shape, cube);
  return {indices.begin(), indices.end()};
}

Cube pair_turn(int axis) {
  const auto face = static_cast<Face>(axis);
  return kMoveCubes[make_move(face, 1)] * kMoveCubes[make_move(opposite(face), 3)];
}

TEST(OptimalCosets, NumberingKeepsProducts) {
  for (const Move m : kAllMoves)
    for (const Move n : kAllMoves)
      EXPECT_EQ(kNumberedMoves[m] * kNumberedMoves[n], numbered(kMoveCubes[m] * kMoveCubes[n]));
  const Cube cube = Random(1).cube();
  EXPECT_EQ(unnumbered(numbered(cube)), cube);
}

// The study's numbers: 630 classes of corners, 34,650 arrangements, 295,548 ranks of folded edges; 24 necklaces
// of a ring.
TEST(OptimalCosets, CountsOfTheStudy) {
  const CosetTables& t = CosetTables::get();
  EXPECT_EQ(t.others.size(), 630U);
  EXPECT_EQ(t.folded_edges, 295548U);
  // Each of the 81 codes has all 16 flips, told apart by what leads to the necklace.
  std::map<std::uint32_t, std::map<std::uint32_t, int>> necklaces;
  for (const std::uint32_t n : t.necklace) ++necklaces[n & 31][n >> 16 & 15];
  EXPECT_EQ(necklaces.size(), 24U);
  int codes = 0;
  for (const auto& [necklace, flips] : necklaces) {
    EXPECT_EQ(flips.size(), 16U);
    const int size = flips.begin()->second;
    EXPECT_TRUE(size == 1 || size == 2 || size == 4) << size;
    for (const auto& [flip, count] : flips) EXPECT_EQ(count, size);
    codes += size;
  }
  EXPECT_EQ(codes, 81);
  EXPECT_EQ((Shape{"", false, Relation::none, 9, 9}.entries()), 11'176'704'000U);
  std::uint64_t configurations = 0;
  for (const std::uint32_t entry : t.corner) configurations += CosetTables::class_of(entry) < 630 ? 1 : 0;
  EXPECT_EQ(configurations, 76545U);
}

RC_GTEST_PROP(OptimalCosets, IndexIsThatOfTheCoset, ()) {
  const Cube cube = Random(*rc::gen::arbitrary<std::uint64_t>()).cube();
  const Shape& shape = kFamilies[*rc::gen::inRange<std::size_t>(0, kFamilies.size())];
  const auto indices = index_set(shape, cube);
  for (const std::uint64_t i : indices) RC_ASSERT(i < shape.entries());
  // Symmetries; K's generators on the left.
  RC_ASSERT(indices == index_set(shape, conjugate(cube, Symmetry(*rc::gen::inRange(0, kSymmetries)))));
  const int axis = *rc::gen::inRange(0, kAxes);
  RC_ASSERT(indices == index_set(shape, pair_turn(axis) * cube));
  RC_ASSERT(indices == index_set(shape, kMoveCubes[make_move(static_cast<Face>(axis), 2)] * cube));
  // A folded one on the right as well.
  if (shape.folded) RC_ASSERT(indices == index_set(shape, cube * pair_turn(axis)));
}

// The study's numbers of cosets of K at each distance, up to symmetry.
TEST(OptimalCosets, FrontiersOfTheStudy) {
  const auto sizes = [](Metric metric, int distance) {
    std::vector<std::size_t> found;
    for (const auto& level : make_frontier(Relation::none, metric, distance)) found.push_back(level.size());
    return found;
  };
  EXPECT_EQ(sizes(Metric::stm, 6), (std::vector<std::size_t>{1, 1, 4, 27, 283, 3873, 58399}));
  EXPECT_EQ(sizes(Metric::atm, 5), (std::vector<std::size_t>{1, 1, 6, 61, 1107, 25077}));
}

// Every entry of a table against all words of at most five moves, enumerated without any coset.
class OptimalFamilies : public testing::TestWithParam<Shape> {};

TEST_P(OptimalFamilies, HaveExactTables) {
  const Shape& shape = GetParam();
  const TableMemory memory = allocate_table(shape.bytes());
  ASSERT_TRUE(generate(shape, memory.bytes, 2, {}, nullptr));
  const auto* lines = reinterpret_cast<const std::uint8_t*>(memory.bytes.data());

  std::unordered_map<std::uint64_t, int> nearest;
  std::vector<std::pair<Cube, Move>> words{{kSolved, kNoMove}};
  const int farthest = shape.base + 2;
  const std::vector<Moves> steps = steps_of(shape.metric);
  for (int length = 0; length <= farthest; ++length) {
    std::vector<std::pair<Cube, Move>> longer;
    for (const auto& [cube, last] : words) {
      for (const std::uint64_t i : indices_of(shape, cube)) nearest.try_emplace(i, length);
      if (length == farthest) continue;
      for (const Moves& step : steps)
        if (shape.metric != Metric::htm || last == kNoMove || may_follow(last, step[0]))
          longer.emplace_back(apply(cube, step), step[0]);
    }
    words = std::move(longer);
  }
  std::array<std::uint64_t, 4> count{};
  for (const auto& [i, distance] : nearest) {
    const int value = bound(lines + i / kLineEntries * kLineBytes, static_cast<unsigned>(i % kLineEntries), shape.base);
    if (distance <= shape.base)
      EXPECT_LE(value, distance);
    else
      EXPECT_EQ(value, distance);
    ++count[std::max(0, distance - shape.base)];
  }
  // No entry says less than it should: as many are as near as the words tell.
  const auto all = distribution(shape, memory.bytes);
  EXPECT_EQ(all[0], count[0]);
  EXPECT_EQ(all[1], count[1]);
  EXPECT_EQ(all[2], count[2]);
  EXPECT_EQ(all[0] + all[1] + all[2] + all[3], shape.entries());
}

INSTANTIATE_TEST_SUITE_P(First, OptimalFamilies, testing::Values(kFamilies.front()));
INSTANTIATE_TEST_SUITE_P(Others, OptimalFamilies, testing::ValuesIn(kFamilies.begin() + 1, kFamilies.end() - 1));

// A table with one bit of flips less has the lesser of each two entries.
TEST(OptimalCosets, PairsMakeTheSmallerTable) {
  for (const Relation relation : {Relation::none, Relation::parity}) {
    const Shape large{"", false, relation, 3, 4};
    const Shape small{"", false, relation, 2, 4};
    const TableMemory from = allocate_table(large.bytes());
    const TableMemory to = allocate_table(small.bytes());
    const TableMemory expected = allocate_table(small.bytes());
    ASSERT_TRUE(generate(large, from.bytes, 2, {}, nullptr));
    ASSERT_TRUE(generate(small, expected.bytes, 2, {}, nullptr));
    take_lesser_of_pairs(from.bytes, to.bytes, 2);
    EXPECT_TRUE(std::equal(to.bytes.begin(), to.bytes.end(), expected.bytes.begin()));
  }
}

// A move changes the distance of a coset by at most one, so no word is shorter than its cube's value.
RC_GTEST_PROP(OptimalCosets, ValuesAreAdmissible, ()) {
  static const TableMemory memory = [] {
    TableMemory m = allocate_table(kFamilies[2].bytes());
    EXPECT_TRUE(generate(kFamilies[2], m.bytes, 2));
    return m;
  }();
  // No value is above 6, so that longer words tell nothing.
  const auto length = *rc::gen::inRange<std::size_t>(0, static_cast<std::size_t>(kFamilies[2].max_bound()));
  const auto moves = *rc::gen::container<Moves>(length, rc::gen::elementOf(kAllMoves));
  const Cube cube = apply(kSolved, moves);
  for (const Cube& side : {cube, inverse(cube)})
    for (const std::uint64_t i : indices_of(kFamilies[2], side))
      RC_ASSERT(bound(reinterpret_cast<const std::uint8_t*>(memory.bytes.data()) + i / kLineEntries * kLineBytes,
                      static_cast<unsigned>(i % kLineEntries), kFamilies[2].base) <= static_cast<int>(moves.size()));
}

TEST(OptimalTables, MakingCanBeStopped) {
  const Shape shape{"", true, Relation::none, 9, 6};
  const TableMemory memory = allocate_table(shape.bytes());
  const StopFlag stop{true};
  EXPECT_FALSE(generate(shape, memory.bytes, 2, {}, &stop));
  EXPECT_EQ(LowDistances::open(shape, nullptr, &stop).error().kind, ErrorKind::stopped);
}

// What is near of a table, against one whose base is so near that its entries are those distances.
TEST(OptimalTables, LowDistancesAreExact) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm})
    for (const Relation relation : {Relation::none, Relation::parity, Relation::tetrads}) {
      const Shape shape{"far", true, relation, 9, 5, metric};  // entries up to 4 are listed
      const Shape close{"close", true, relation, 9, 2, metric};
      const TableMemory memory = allocate_table(close.bytes());
      ASSERT_TRUE(generate(close, memory.bytes, 2, {}, nullptr));
      const auto* lines = reinterpret_cast<const std::uint8_t*>(memory.bytes.data());
      const LowDistances low = *LowDistances::open(shape, nullptr);
      EXPECT_EQ(LowDistances::max_distance(shape), 4);
      std::unordered_map<std::uint64_t, int> listed;
      list_low_distances(shape, 4, [&](std::uint64_t index, int distance) { listed.emplace(index, distance); });
      std::size_t exact = 0;
      for (const auto& [index, distance] : listed) {
        const int expected =
            bound(lines + index / kLineEntries * kLineBytes, static_cast<unsigned>(index % kLineEntries), close.base);
        ASSERT_EQ(std::max(distance, 2), std::max(expected, 2));
        ASSERT_LE(low.bound(index), distance);
        if (low.bound(index) == distance) ++exact;
      }
      EXPECT_GT(exact, listed.size() * 99 / 100);
      const auto count = distribution(close, memory.bytes);
      EXPECT_EQ(listed.size(), count[0] + count[1] + count[2]);
      std::size_t farther = 0;
      Random random(1);
      constexpr std::size_t kDraws = 10000;
      for (std::size_t i = 0; i < kDraws; ++i)
        if (low.bound(random.below(shape.entries())) == 5) ++farther;
      EXPECT_GT(farther, kDraws * 99 / 100);
    }
  EXPECT_EQ(LowDistances::max_distance(*find_shape("optimal-282")), 7);
  EXPECT_EQ(LowDistances::max_distance(*find_shape("optimal-2818")), 8);
  EXPECT_EQ(LowDistances::max_distance(*find_shape("optimal-2818-qtm")), 8);
  EXPECT_EQ(LowDistances::max_distance(*find_shape("optimal-282-stm")), 7);
  EXPECT_EQ(LowDistances::max_distance(*find_shape("optimal-282-atm")), 6);
}

// Whatever a word leads to is listed, and is no farther than the word is long.
TEST(OptimalTables, LowDistancesAreAdmissible) {
  Random random(2);
  for (const char* const name : {"optimal-282", "optimal-1409", "optimal-5636", "optimal-2818-qtm", "optimal-5636-qtm",
                                 "optimal-282-stm", "optimal-282-atm"}) {
    const Shape& shape = *find_shape(name);
    const LowDistances low = *LowDistances::open(shape, nullptr);
    const int farthest = LowDistances::max_distance(shape);
    const std::vector<Moves> steps = steps_of(shape.metric);
    int at_the_end = 0;
    for (int draw = 0; draw < 3000; ++draw) {
      const int length = draw % (farthest + 1);
      Cube cube = kSolved;
      for (int made = 0; made < length;) {
        const Moves& step = steps[random.below(steps.size())];
        cube = apply(cube, step);
        ++made;
      }
      for (const Cube& side : {cube, inverse(cube)})
        for (const std::uint64_t i : indices_of(shape, side)) {
          ASSERT_LE(low.bound(i), length) << name;
          if (low.bound(i) == farthest) ++at_the_end;
        }
    }
    EXPECT_GT(at_the_end, 20) << name;
  }
}

// Each run is stopped when the work has come some way farther than the last one; none begins anew.
TEST(OptimalTables, InterruptedMakingGoesOn) {
  const Shape shape{"some", true, Relation::none, 9, 6};
  const TableMemory whole = allocate_table(shape.bytes());
  ASSERT_TRUE(generate(shape, whole.bytes, 2, {}, nullptr));
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const Patience patience{std::chrono::hours(1), {}};
  const TableMemory memory = allocate_table(shape.bytes());
  int interruptions = 0;
  for (double stop_at = 0, least = 0;; stop_at += 0.2) {
    std::fill(memory.bytes.begin(), memory.bytes.end(), std::byte{0});
    Checkpoint checkpoint(&store, shape, patience);
    StopFlag stop{false};
    double first = 2;
    const auto progress = [&](std::string_view, double done) {
      first = std::min(first, done);
      if (done >= stop_at) stop = true;
    };
    const bool is_made = generate(shape, memory.bytes, 2, progress, &stop, &checkpoint);
    EXPECT_GE(first, least);
    if (is_made) {
      checkpoint.remove();
      break;
    }
    EXPECT_EQ(Checkpoint::exists(store, shape), stop_at > 0);  // in the first part there is nothing to keep
    least = stop_at - 0.04;
    ++interruptions;
  }
  EXPECT_GE(interruptions, 4);
  EXPECT_TRUE(std::equal(memory.bytes.begin(), memory.bytes.end(), whole.bytes.begin()));
  EXPECT_TRUE(store.list().value().empty());
}

// What was kept of another table, or by a program that cuts otherwise, is not used.
TEST(OptimalTables, CheckpointIsOfOneTableAlone) {
  const Shape shape{"some", true, Relation::none, 9, 6};
  const Shape other{"some", true, Relation::none, 9, 7};
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableMemory memory = allocate_table(shape.bytes());
  Checkpoint checkpoint(&store, shape, {});
  EXPECT_EQ(checkpoint.resume(memory.bytes, 64, 1), 0U);
  checkpoint.advance(memory.bytes, 3);
  checkpoint.stop(memory.bytes);
  EXPECT_FALSE(Checkpoint::exists(store, shape));  // a moment's work
  Checkpoint eager(&store, shape, {{}, {}});
  EXPECT_EQ(eager.resume(memory.bytes, 64, 1), 0U);
  eager.advance(memory.bytes, 3);
  eager.stop(memory.bytes);
  EXPECT_TRUE(Checkpoint::exists(store, shape));
  EXPECT_EQ(Checkpoint(&store, other).resume(memory.bytes, 64, 1), 0U);
  EXPECT_EQ(Checkpoint(&store, shape).resume(memory.bytes, 32, 1), 0U);
  const StopFlag stop{true};
  EXPECT_EQ(Checkpoint(&store, shape).resume(memory.bytes, 64, 1, &stop), 0U);
  EXPECT_EQ(Checkpoint(&store, shape).resume(memory.bytes, 64, 1), 3U);
  EXPECT_EQ(Checkpoint(nullptr, shape).resume(memory.bytes, 64, 1), 0U);
  // Whoever removes it need not know how many parts it has.
  Checkpoint(&store, shape).remove();
  EXPECT_TRUE(store.list().value().empty());
}

}  // namespace
}  // namespace superflip::optimal
