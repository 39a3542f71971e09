// Random cubes: the same for a seed everywhere, reachable, and uniform as far as counting can tell. The counts are of
// fixed seeds, so that these tests never fail by chance.
#include "superflip/cube/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

// Chi-squared against the uniform distribution.
template <class Counts>
double deviation(const Counts& counts) {
  double total = 0;
  for (const int n : counts) total += n;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const int n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

// Pinned: a seed names the same cubes in every version and on every platform.
TEST(Random, IsTheSameForASeed) {
  Random random(2024);
  EXPECT_EQ(to_facelets(random.cube()), "UUFRULDBFLBRBRFDRLRDULFUFFRDLFRDBLLBBDBFLDUULUFRDBRDUB");
  std::uint64_t all = 0;
  for (int i = 0; i < 1000; ++i) all = all * 31 + hash(random.cube());
  EXPECT_EQ(all, 230001522462805531u);
  EXPECT_EQ(Random(1).cube(), Random(1).cube());
  EXPECT_NE(Random(1).cube(), Random(2).cube());
}

TEST(Random, BelowIsUniformAndInRange) {
  Random random(7);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts.at(random.below(7));
  EXPECT_LT(deviation(counts), 22.5);  // 6 degrees of freedom: 0.1 %
  EXPECT_EQ(random.below(1), 0u);
  // Where half of the generator's range must be rejected, halves stay equal.
  constexpr std::uint64_t n = (std::uint64_t{1} << 63) + 1;
  int low = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t x = random.below(n);
    EXPECT_LT(x, n);
    low += x < n / 2;
  }
  EXPECT_NEAR(low, 5000, 165);  // 3.3 standard deviations
}

// Every piece in every place, every orientation, both parities, 48,000 cubes.
TEST(Random, CubesAreUniform) {
  Random random(11);
  constexpr int kCubes = 48'000;
  std::vector<int> corners(kCorners * kCorners * 3);
  std::vector<int> edges(kEdges * kEdges * 2);
  int odd = 0;
  for (int i = 0; i < kCubes; ++i) {
    const Cube c = random.cube();
    ASSERT_TRUE(is_reachable(c));
    odd += corner_parity(c);
    for (int x = 0; x < kCorners; ++x) ++corners[(x * kCorners + c.corner_at(x)) * 3 + c.twist_at(x)];
    for (int x = 0; x < kEdges; ++x) ++edges[(x * kEdges + c.edge_at(x)) * 2 + c.flip_at(x)];
  }
  EXPECT_NEAR(odd, kCubes / 2, 360);                             // 3.3 standard deviations
  for (const int n : corners) EXPECT_NEAR(n, kCubes / 24, 200);  // 4.5 of them, of 192 counts
  for (const int n : edges) EXPECT_NEAR(n, kCubes / 24, 200);
  // About the degrees of freedom (each place's counts have a fixed sum, and so have each piece's).
  EXPECT_LT(deviation(corners), 250);
  EXPECT_LT(deviation(edges), 360);
}

TEST(Random, EntropyDiffers) { EXPECT_NE(Random::from_entropy().cube(), Random::from_entropy().cube()); }

}  // namespace
}  // namespace superflip
