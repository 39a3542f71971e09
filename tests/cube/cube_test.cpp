// The cubie level as a group: composition, inverse, parity, order, reachability and hash.
#include "superflip/cube/cube.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unordered_set>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"

namespace superflip {
namespace {

Cube after(std::string_view moves) { return to_cube(parse_algorithm(moves).value()); }

// Any permutations and any orientations: a cube taken apart and put together at random.
Cube any_cube(Random& random) {
  Cube c = random.cube();
  std::swap(c.corner[random.below(kCorners)], c.corner[random.below(kCorners)]);
  c.set_twist(0, static_cast<int>(random.below(3)));
  c.set_flip(0, static_cast<int>(random.below(2)));
  return c;
}

RC_GTEST_PROP(Cube, IsAGroup, (std::uint64_t seed)) {
  Random random(seed);
  const Cube a = any_cube(random);
  const Cube b = any_cube(random);
  const Cube c = any_cube(random);
  RC_ASSERT(a * b == compose(a, b));
  RC_ASSERT((a * b) * c == a * (b * c));
  RC_ASSERT(a * kSolved == a);
  RC_ASSERT(kSolved * a == a);
  RC_ASSERT(a * inverse(a) == kSolved);
  RC_ASSERT(inverse(a) * a == kSolved);
  RC_ASSERT(inverse(a * b) == inverse(b) * inverse(a));
}

RC_GTEST_PROP(Cube, ParityAndReachabilityAreHomomorphisms, (std::uint64_t seed)) {
  Random random(seed);
  const Cube a = any_cube(random);
  const Cube b = any_cube(random);
  RC_ASSERT(corner_parity(a * b) == (corner_parity(a) ^ corner_parity(b)));
  RC_ASSERT(edge_parity(a * b) == (edge_parity(a) ^ edge_parity(b)));
  const Cube r = random.cube();
  RC_ASSERT(is_reachable(r));
  RC_ASSERT(is_reachable(a * r) == is_reachable(a));
  RC_ASSERT(is_reachable(inverse(a)) == is_reachable(a));
}

TEST(Cube, ParityIsOddForAnExchange) {
  for (int y = 0; y < kEdges; ++y)
    for (int x = 0; x < y; ++x) {
      Cube c;
      std::swap(c.edge[x], c.edge[y]);
      EXPECT_EQ(edge_parity(c), 1) << x << ' ' << y;
      if (y >= kCorners) continue;
      std::swap(c.corner[x], c.corner[y]);
      EXPECT_EQ(corner_parity(c), 1) << x << ' ' << y;
      EXPECT_TRUE(is_reachable(c)) << x << ' ' << y;
    }
}

// The definition, power by power.
RC_GTEST_PROP(Cube, OrderIsTheFirstPowerThatIsSolved, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = any_cube(random);
  int n = 1;
  for (Cube power = c; power != kSolved; power = power * c) ++n;
  RC_ASSERT(order(c) == n);
}

TEST(Cube, HasTheKnownOrders) {
  EXPECT_EQ(order(kSolved), 1);
  for (const Move m : kAllMoves) EXPECT_EQ(order(kMoveCubes[m]), turns_of(m) == 2 ? 2 : 4);
  EXPECT_EQ(order(after("R U")), 105);
  EXPECT_EQ(order(after("R U'")), 63);
  EXPECT_EQ(order(after("R U R' U'")), 6);
  EXPECT_EQ(order(after("R2 U2")), 6);
  EXPECT_EQ(order(after("R U2 D' B D'")), 1260);  // the greatest there is
}

TEST(Cube, KnowsWhatCannotBeReached) {
  EXPECT_TRUE(is_reachable(kSolved));
  for (const Cube& m : kMoveCubes) EXPECT_TRUE(is_reachable(m));
  Cube twisted;
  twisted.set_twist(DLF, 1);
  EXPECT_FALSE(is_reachable(twisted));
  EXPECT_TRUE(is_reachable(twisted * twisted * twisted));
  twisted.set_twist(URF, 2);
  EXPECT_TRUE(is_reachable(twisted));
  Cube flipped;
  flipped.set_flip(BR, 1);
  EXPECT_FALSE(is_reachable(flipped));
  Cube swapped;
  std::swap(swapped.edge[UF], swapped.edge[DB]);
  EXPECT_FALSE(is_reachable(swapped));
  std::swap(swapped.corner[UFL], swapped.corner[DBL]);
  EXPECT_TRUE(is_reachable(swapped));
}

TEST(Cube, KnowsWhatIsNone) {
  EXPECT_TRUE(is_cube(kSolved));
  for (const Cube& m : kTurningMoveCubes) EXPECT_TRUE(is_cube(m));
  for (const Symmetry s : kAllSymmetries) EXPECT_EQ(is_cube(kSymmetryCubes[s]), !is_reflection(s));
  // Each byte has one value that keeps the solved cube a cube, and one for each other orientation of its piece.
  for (int i = 0; i < 32; ++i) {
    int good = 0;
    for (int value = 0; value < 256; ++value) {
      Cube c;
      (i < 16 ? c.corner[i] : c.edge[i - 16]) = static_cast<std::uint8_t>(value);
      good += is_cube(c) ? 1 : 0;
    }
    EXPECT_EQ(good, i < kCorners ? 3 : i < kCorners + kFaces ? 4 : i < 16 ? 1 : i < 16 + kEdges ? 2 : 1) << i;
  }
}

// Pinned, so that no platform and no later version hashes otherwise: results are stored under it.
TEST(Cube, HashIsFixedAndSpreads) {
  EXPECT_EQ(hash(kSolved), 2820031356018975050u);
  EXPECT_EQ(hash(kMoveCubes[3]), 13744044771811413976u);
  std::unordered_set<std::uint64_t> seen{hash(kSolved)};
  for (const Move m : kAllMoves)
    for (const Move n : kAllMoves)
      if (may_follow(m, n)) seen.insert(hash(kMoveCubes[m] * kMoveCubes[n]));
  for (const Cube& m : kMoveCubes) seen.insert(hash(m));
  EXPECT_EQ(seen.size(), 1u + 18u + 243u);
}

}  // namespace
}  // namespace superflip
