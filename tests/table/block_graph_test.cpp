// Distances over graphs of blocks: a torus whose distances are known by a formula, and the graphs of the two-phase
// solver, whose distributions are published and whose entries are compared with turns of cubes.
//
// That a table is right follows from its entries alone: the solved entry has distance 0 and no other, and every other
// entry's distance is the least of its neighbours' distances plus the cost of the move.
#include "superflip/table/block_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "superflip/cube/random.h"
#include "superflip/table/transition.h"
#include "tests/support/labels.h"
#include "tests/support/two_phase_cosets.h"

namespace superflip {
namespace {

const Labels kLabels{
    {"long", "Pruning.AgreesWithTurnsAndSymmetriesOfCubes"}, {"threads", "Pruning"}, {"threads", "SlowPruning"}};

using two_phase::Coset;
using two_phase::measure;
using Values = std::vector<std::uint64_t>;

// Steps of +-1 round `blocks` blocks and, where `inner_cost` is not 0, round the entries of a block: the distance is
// the sum of both ways round, weighted by the costs.
class Torus final : public BlockGraph {
 public:
  Torus(std::uint32_t blocks, std::uint32_t size, int outer_cost, int inner_cost)
      : blocks_(blocks), size_(size), outer_cost_(outer_cost), inner_cost_(inner_cost) {
    for (const std::uint32_t step : {0U, 1U, size - 1})
      for (std::uint32_t e = 0; e < size; ++e) rows_.push_back(static_cast<std::uint16_t>((e + step) % size));
  }
  std::uint32_t blocks() const override { return blocks_; }
  std::uint32_t block_size() const override { return size_; }
  int moves() const override { return inner_cost_ == 0 ? 2 : 4; }
  int cost(int move) const override { return move < 2 ? outer_cost_ : inner_cost_; }
  BlockMap move(std::uint32_t block, int move) const override {
    if (move == 0) return {(block + 1) % blocks_, 0, rows_.data()};
    if (move == 1) return {(block + blocks_ - 1) % blocks_, 0, rows_.data()};
    return {block, 0, rows_.data() + (move - 1) * size_};
  }
  std::span<const std::uint16_t> rows() const override { return rows_; }
  void images(std::uint32_t, std::vector<BlockMap>&) const override {}
  std::uint32_t weight(std::uint32_t block) const override { return block + 1; }

  int distance(std::uint32_t block, std::uint32_t e) const {
    return static_cast<int>(std::min(block, blocks_ - block)) * outer_cost_ +
           static_cast<int>(std::min(e, size_ - e)) * inner_cost_;
  }

 private:
  std::uint32_t blocks_, size_;
  int outer_cost_, inner_cost_;
  std::vector<std::uint16_t> rows_;  // steps of 0, 1 and -1
};

TEST(Pruning, FindsTheDistancesOfATorus) {
  for (const auto& [outer, inner] : {std::pair{1, 1}, {1, 2}, {2, 1}, {2, 2}})
    for (const std::uint32_t size : {7U, 24U})
      for (const unsigned threads : {1U, 3U}) {
        const Torus torus(11, size, outer, inner);
        std::vector<std::uint8_t> distance(std::size_t{11} * size);
        const Distribution found = measure_distances(torus, distance, 99, threads).value();
        Values entries(5 * outer + size / 2 * inner + 1);
        Values values(entries.size());
        for (std::uint32_t b = 0; b < 11; ++b)
          for (std::uint32_t e = 0; e < size; ++e) {
            const int d = torus.distance(b, e);
            ASSERT_EQ(distance[b * size + e], d) << "block " << b << " entry " << e;
            ++entries[d];
            values[d] += b + 1;
          }
        EXPECT_EQ(found.entries, entries);
        EXPECT_EQ(found.values, values);
      }
}

TEST(Pruning, LeavesUnreachedWhatNoMoveReaches) {
  const Torus torus(10, 8, 2, 0);
  std::vector<std::uint8_t> distance(80);
  const Distribution found = measure_distances(torus, distance, 99, 2).value();
  EXPECT_EQ(found.entries, (Values{1, 0, 2, 0, 2, 0, 2, 0, 2, 0, 1}));
  for (std::uint32_t b = 0; b < 10; ++b) {
    EXPECT_EQ(distance[8 * b], torus.distance(b, 0));
    for (int e = 1; e < 8; ++e) EXPECT_EQ(distance[8 * b + e], kUnreached);
  }
}

TEST(Pruning, StopsAtTheGivenDepth) {
  const Torus torus(11, 24, 1, 2);
  std::vector<std::uint8_t> distance(std::size_t{11} * 24);
  for (const int max_depth : {0, 1, 6, 20}) {
    const Distribution found = measure_distances(torus, distance, max_depth, 1).value();
    EXPECT_EQ(found.entries.size(), static_cast<std::size_t>(max_depth) + 1);
    for (std::uint32_t b = 0; b < 11; ++b)
      for (std::uint32_t e = 0; e < 24; ++e) {
        const int d = torus.distance(b, e);
        EXPECT_EQ(distance[b * 24 + e], d <= max_depth ? d : kUnreached);
      }
  }
}

TEST(Pruning, ReportsHowMuchIsReached) {
  const Torus torus(11, 24, 1, 1);
  std::vector<std::uint8_t> distance(std::size_t{11} * 24);
  std::vector<double> done;
  measure_distances(torus, distance, 99, 1, [&](double part) { done.push_back(part); });
  EXPECT_EQ(done.size(), 17);  // the greatest distance is 5 + 12
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_DOUBLE_EQ(done.front(), 5.0 / 264);
  EXPECT_DOUBLE_EQ(done.back(), 1);
}

TEST(Pruning, StopsWhenTold) {
  const Torus torus(11, 24, 1, 1);
  std::vector<std::uint8_t> distance(std::size_t{11} * 24);
  StopFlag stop{false};
  int levels = 0;
  const auto found = measure_distances(
      torus, distance, 99, 2, [&](double) { stop = ++levels == 3; }, &stop);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::stopped);
  EXPECT_EQ(levels, 3);
}

TEST(Pruning, PacksTwoDistancesAByte) {
  const std::vector<std::uint8_t> distance{0, 1, 14, 15, 16, 31, 30, kUnreached, 7};
  for (int shift = 0; shift < 2; ++shift)
    for (const unsigned threads : {1U, 2U}) {
      std::vector<std::byte> packed(5);
      pack_nibbles(distance, packed, shift, threads);
      for (std::size_t i = 0; i < distance.size(); ++i)
        EXPECT_EQ(nibble(packed.data(), i), std::min(distance[i] >> shift, 15)) << i;
      EXPECT_EQ(nibble(packed.data(), 9), 15);
    }
}

TEST(Pruning, PacksThreeDistancesAByte) {
  const std::vector<std::uint8_t> distance{0, 6, 7, 8, 9, 11, 12, 13, 14, 24, kUnreached};
  for (int shift = 0; shift < 2; ++shift)
    for (const int least : {0, 7}) {
      std::vector<std::byte> packed(4);
      pack_digits(distance, packed, shift, least);
      for (std::size_t i = 0; i < distance.size(); ++i)
        EXPECT_EQ(digit(packed.data(), static_cast<std::uint32_t>(i)), std::clamp((distance[i] >> shift) - least, 0, 5))
            << i;
    }
}

// Of the entries on all pieces of a graph: distributions found elsewhere (published, or by other programs).
struct Published {
  Coset coset;
  Metric metric;
  Values values;
};

std::vector<Published> published() {
  using namespace two_phase;
  return {
      {twist_slice_coset(), Metric::htm, {1, 4, 50, 586, 6184, 54066, 296322, 582492, 142520, 340}},
      {twist_slice_coset(), Metric::qtm, {1, 4, 34, 306, 2352, 16040, 91872, 336982, 490442, 141302, 3224, 6}},
      {flip_slice_coset(), Metric::htm, {1, 4, 50, 532, 4804, 41832, 238263, 555636, 172314, 324}},
      {flip_slice_coset(), Metric::qtm, {1, 4, 34, 296, 2276, 17520, 112797, 453554, 417752, 9524, 2}},
      {twist_flip_coset(), Metric::htm, {1, 4, 46, 504, 5662, 61008, 549711, 2422226, 1431344, 8470}},
      {twist_flip_coset(), Metric::qtm, {1, 4, 34, 300, 2556, 21276, 168539, 1038210, 2562320, 683124, 2612}},
      {corners_slice_coset(),
       Metric::htm,
       {1, 10, 67, 404, 2023, 8504, 28545, 69734, 127540, 179700, 189120, 199200, 116112, 44416, 2304}},
  };
}

TEST(Pruning, FindsThePublishedDistributions) {
  for (const auto& [coset, metric, values] : published())
    EXPECT_EQ(measure(coset, metric).distribution.values, values) << coset.name;
}

std::vector<Coset> small_cosets() {
  using namespace two_phase;
  return {twist_slice_coset(), twist_slice_flips_coset(), twist_flip_coset(), flip_slice_coset(),
          corners_slice_coset()};
}

TEST(Pruning, IsTheSameForAnyNumberOfThreads) {
  for (const Coset& coset : small_cosets())
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const auto one = measure(coset, metric, 1);
      const auto three = measure(coset, metric, 3);
      EXPECT_EQ(one.distance, three.distance) << coset.name;
      EXPECT_EQ(one.distribution.entries, three.distribution.entries);
      EXPECT_EQ(one.distribution.values, three.distribution.values);
      EXPECT_EQ(std::accumulate(one.distribution.entries.begin(), one.distribution.entries.end(), std::uint64_t{0}),
                one.distance.size());
    }
}

Cube random_g1(Random& random) {
  Cube c;
  do {
    Phase2EdgePermutation::assign(c, random.below(Phase2EdgePermutation::size()));
    Phase2SlicePermutation::assign(c, random.below(Phase2SlicePermutation::size()));
    CornerPermutation::assign(c, random.below(CornerPermutation::size()));
  } while (!is_reachable(c));
  return c;
}

// The least distance of a neighbour plus its cost, by turning the cube itself.
int from_neighbours(const Coset& coset, Metric metric, std::span<const std::uint8_t> distance, const Cube& c) {
  int least = kUnreached;
  const std::span<const Move> moves = coset.phase2 ? std::span<const Move>(kPhase2Moves) : kAllMoves;
  for (const Move m : moves) least = std::min(least, distance[coset.entry(apply(c, m))] + cost(m, metric));
  return least;
}

void expect_true_distances(const Coset& coset, Metric metric, std::span<const std::uint8_t> distance, int samples) {
  EXPECT_EQ(coset.entry(kSolved), 0);
  EXPECT_EQ(std::count(distance.begin(), distance.end(), 0), 1);
  Random random(42);
  for (int i = 0; i < samples; ++i) {
    // Every other cube is near the solved one, where few random cubes are.
    Cube c = coset.phase2 ? random_g1(random) : random.cube();
    if (i % 2 == 1) {
      c = kSolved;
      for (auto n = random.below(8) + 1; n > 0; --n)
        c = apply(c, coset.phase2 ? kPhase2Moves[random.below(10)] : Move(random.below(kMoves)));
    }
    const std::uint64_t entry = coset.entry(c);
    const int d = distance[entry];
    if (entry == 0)
      ASSERT_EQ(d, 0);
    else
      ASSERT_EQ(d, from_neighbours(coset, metric, distance, c)) << coset.name;
    for (const Symmetry s : coset.symmetries.members())
      ASSERT_EQ(distance[coset.entry(conjugate(c, s))], d) << coset.name << ", symmetry " << int{s};
  }
}

TEST(Pruning, AgreesWithTurnsAndSymmetriesOfCubes) {
  auto cosets = small_cosets();
  cosets.push_back(two_phase::corners_columns_coset());
  for (const Coset& coset : cosets)
    for (const Metric metric : {Metric::htm, Metric::qtm})
      expect_true_distances(coset, metric, measure(coset, metric).distance, 5000);
}

// Whether moves of at most that cost lead to entry 0: a search that knows no distances.
bool solvable_within(const Coset& coset, Metric metric, const Cube& c, int to_go) {
  if (coset.entry(c) == 0) return true;
  const std::span<const Move> moves = coset.phase2 ? std::span<const Move>(kPhase2Moves) : kAllMoves;
  return std::any_of(moves.begin(), moves.end(), [&](Move m) {
    return cost(m, metric) <= to_go && solvable_within(coset, metric, apply(c, m), to_go - cost(m, metric));
  });
}

TEST(Pruning, AgreesWithASearchThatKnowsNoDistances) {
  for (const Coset& coset : small_cosets())
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const auto distance = measure(coset, metric).distance;
      Random random(7);
      for (int i = 0; i < 60; ++i) {
        Cube c;
        for (int n = 0; n < i % 5; ++n)
          c = apply(c, coset.phase2 ? kPhase2Moves[random.below(10)] : Move(random.below(kMoves)));
        const int d = distance[coset.entry(c)];
        if (d > 4) continue;
        EXPECT_TRUE(solvable_within(coset, metric, c, d)) << coset.name;
        if (d > 0) {
          EXPECT_FALSE(solvable_within(coset, metric, c, d - 1)) << coset.name;
        }
      }
    }
}

// The tables of the standard profile, 170 and 112 million entries.
TEST(SlowPruning, FindsThePublishedDistributionsOfPhase1) {
  const Coset coset = two_phase::phase1_coset();
  const auto htm = measure(coset, Metric::htm);
  EXPECT_EQ(htm.distribution.values,
            (Values{1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738, 58202444, 476}));
  expect_true_distances(coset, Metric::htm, htm.distance, 100'000);
  const auto one_thread = measure(coset, Metric::htm, 1);
  EXPECT_TRUE(one_thread.distance == htm.distance);
}

TEST(SlowPruning, FindsThePublishedDistributionsOfPhase1InQuarterTurns) {
  const Coset coset = two_phase::phase1_coset();
  const auto qtm = measure(coset, Metric::qtm);
  EXPECT_EQ(qtm.distribution.values, (Values{1, 4, 34, 312, 2772, 24996, 225949, 2017078, 17554890, 139132730,
                                             758147361, 1182378518, 117594403, 14072}));
  expect_true_distances(coset, Metric::qtm, qtm.distance, 100'000);
}

TEST(SlowPruning, FindsThePublishedDistributionsOfCornersAndEdges) {
  const Coset coset = two_phase::corners_edges_coset();
  const auto htm = measure(coset, Metric::htm);
  EXPECT_EQ(htm.distribution.values,
            (Values{1, 10, 67, 420, 2335, 12260, 61038, 291004, 1327429, 5821374, 24141784, 89480354, 262907144,
                    485409604, 508704668, 232904952, 14508468, 129376, 112}));
  EXPECT_EQ(htm.distribution.entries, (Values{1, 3, 10, 52, 285, 1318, 5671, 26502, 115467, 470846, 1853056, 6535823,
                                              18349792, 32843350, 34118883, 15974563, 1290346, 19777, 15}));
  expect_true_distances(coset, Metric::htm, htm.distance, 100'000);
  const auto qtm = measure(coset, Metric::qtm);
  expect_true_distances(coset, Metric::qtm, qtm.distance, 100'000);
  // Turns of R2, L2, F2 and B2 cost 2, and the others change the parity of the corners.
  Random random(3);
  for (int i = 0; i < 10'000; ++i) {
    const Cube c = random_g1(random);
    ASSERT_EQ(qtm.distance[coset.entry(c)] % 2, corner_parity(c));
  }
}

}  // namespace
}  // namespace superflip
