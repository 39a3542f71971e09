// How many values of each small coordinate are at each distance from the solved one: published and recomputed numbers,
// found again here by a plain breadth-first search over transition tables.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/table/transition.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Distribution.OfPhase1Pairs"}, {"long", "Distribution.OfFlipUDSlice"}};

using Counts = std::vector<std::uint64_t>;

constexpr auto kQuarterTurns = moves_at(0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17);

// next(i)(m) is the value after the move at position m.
template <class Next>
Counts distribution(Index size, int moves, Next next) {
  std::vector<bool> seen(size);
  std::vector<std::uint32_t> level{0};
  seen[0] = true;
  Counts counts;
  while (!level.empty()) {
    counts.push_back(level.size());
    std::vector<std::uint32_t> following;
    for (const std::uint32_t i : level) {
      const auto after = next(i);
      for (int m = 0; m < moves; ++m) {
        const std::uint32_t j = after(m);
        if (seen[j]) continue;
        seen[j] = true;
        following.push_back(j);
      }
    }
    level = std::move(following);
  }
  return counts;
}

template <Coordinate C>
Counts distribution(std::span<const Move> moves = kAllMoves) {
  const TransitionTable<C> table({}, moves);
  return distribution(table.size(), table.moves(),
                      [&](std::uint32_t i) { return [row = table.row(i)](int m) { return std::uint32_t{row[m]}; }; });
}

// Of A x B, part by part.
template <Coordinate A, Coordinate B>
Counts distribution(std::span<const Move> moves = kAllMoves) {
  const TransitionTable<A> a({}, moves);
  const TransitionTable<B> b({}, moves);
  const auto size = static_cast<std::uint32_t>(a.size());
  return distribution(a.size() * b.size(), a.moves(), [&](std::uint32_t i) {
    return [size, row_a = a.row(i % size), row_b = b.row(i / size)](int m) { return row_a[m] + size * row_b[m]; };
  });
}

TEST(Distribution, OfOrientations) {
  EXPECT_EQ(distribution<CornerOrientation>(), (Counts{1, 4, 34, 186, 816, 1018, 128}));
  EXPECT_EQ(distribution<CornerOrientation>(kQuarterTurns), (Counts{1, 4, 26, 110, 372, 684, 816, 150, 24}));
  EXPECT_EQ(distribution<EdgeOrientation>(), (Counts{1, 2, 25, 202, 620, 900, 285, 13}));
  EXPECT_EQ(distribution<EdgeOrientation>(kQuarterTurns), (Counts{1, 2, 17, 132, 444, 866, 546, 40}));
}

TEST(Distribution, OfPermutations) {
  EXPECT_EQ(distribution<CornerPermutation>(), (Counts{1, 18, 243, 2646, 12516, 17624, 7080, 192}));
  EXPECT_EQ(distribution<CornerPermutation>(kQuarterTurns), (Counts{1, 12, 114, 876, 4931, 12972, 15066, 6300, 48}));
  EXPECT_EQ(distribution<UDSlice>(), (Counts{1, 4, 50, 286, 152, 2}));
  EXPECT_EQ(distribution<UDSlice>(kQuarterTurns), (Counts{1, 4, 34, 202, 232, 22}));
  EXPECT_EQ(distribution<UDSliceSorted>(), (Counts{1, 12, 138, 1308, 6005, 4348, 68}));
  EXPECT_EQ(distribution<UDSliceSorted>(kQuarterTurns), (Counts{1, 8, 76, 524, 2294, 5028, 3769, 180}));
}

TEST(Distribution, OfPhase1Pairs) {
  EXPECT_EQ((distribution<EdgeOrientation, UDSlice>()),
            (Counts{1, 4, 50, 532, 4804, 41832, 238263, 555636, 172314, 324}));
  EXPECT_EQ((distribution<EdgeOrientation, UDSlice>(kQuarterTurns)),
            (Counts{1, 4, 34, 296, 2276, 17520, 112797, 453554, 417752, 9524, 2}));
  EXPECT_EQ((distribution<CornerOrientation, UDSlice>()),
            (Counts{1, 4, 50, 586, 6184, 54066, 296322, 582492, 142520, 340}));
  EXPECT_EQ((distribution<CornerOrientation, UDSlice>(kQuarterTurns)),
            (Counts{1, 4, 34, 306, 2352, 16040, 91872, 336982, 490442, 141302, 3224, 6}));
  EXPECT_EQ((distribution<CornerOrientation, EdgeOrientation>()),
            (Counts{1, 4, 46, 504, 5662, 61008, 549711, 2422226, 1431344, 8470}));
  EXPECT_EQ((distribution<CornerOrientation, EdgeOrientation>(kQuarterTurns)),
            (Counts{1, 4, 34, 300, 2556, 21276, 168539, 1038210, 2562320, 683124, 2612}));
}

// The composite as one coordinate is the same as part by part.
TEST(Distribution, OfFlipUDSlice) {
  EXPECT_EQ(distribution<FlipUDSlice>(), (Counts{1, 4, 50, 532, 4804, 41832, 238263, 555636, 172314, 324}));
}

TEST(SlowDistribution, WithTheSliceSorted) {
  EXPECT_EQ((distribution<EdgeOrientation, UDSliceSorted>()),
            (Counts{1, 12, 138, 1592, 16465, 158784, 1325873, 7299802, 13625938, 1901220, 415}));
  EXPECT_EQ((distribution<EdgeOrientation, UDSliceSorted>(kQuarterTurns)),
            (Counts{1, 8, 76, 680, 5642, 46056, 346951, 2256288, 9670568, 11392386, 611557, 27}));
  EXPECT_EQ((distribution<CornerOrientation, UDSliceSorted>()),
            (Counts{1, 12, 138, 1668, 20029, 221920, 1969358, 10041274, 12883894, 843242, 24}));
  EXPECT_EQ((distribution<CornerOrientation, UDSliceSorted>(kQuarterTurns)),
            (Counts{1, 8, 76, 660, 5982, 50036, 379861, 2377984, 9215044, 11999078, 1947434, 5396}));
}

// The ten moves of G1, each of cost 1.
TEST(Distribution, OfPhase2) {
  EXPECT_EQ(distribution<CornerPermutation>(kPhase2Moves),
            (Counts{1, 10, 67, 330, 752, 1400, 2752, 4384, 6208, 7136, 8064, 6528, 2432, 256}));
  EXPECT_EQ(distribution<Phase2EdgePermutation>(kPhase2Moves),
            (Counts{1, 10, 63, 352, 1623, 5890, 14345, 15772, 2264}));
  EXPECT_EQ(distribution<Phase2SlicePermutation>(kPhase2Moves), (Counts{1, 4, 10, 8, 1}));
  EXPECT_EQ((distribution<CornerPermutation, Phase2SlicePermutation>(kPhase2Moves)),
            (Counts{1, 10, 67, 404, 2023, 8504, 28545, 69734, 127540, 179700, 189120, 199200, 116112, 44416, 2304}));
  EXPECT_EQ((distribution<Phase2EdgePermutation, Phase2SlicePermutation>(kPhase2Moves)),
            (Counts{1, 10, 67, 456, 3063, 18202, 86691, 290812, 434814, 120488, 11818, 1114, 144}));
}

}  // namespace
}  // namespace superflip
