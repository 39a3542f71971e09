#include "superflip/cube/cube.h"

#include <gtest/gtest.h>

#include "superflip/coordinate/basic.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"

namespace superflip {
namespace {

TEST(Coordinates, OfSingleMoves) {
  const Cube r = kMoveCubes[3];
  EXPECT_EQ(CornerOrientation::index(r), 1494u);
  EXPECT_EQ(CornerPermutation::index(r), 21021u);
  EXPECT_EQ(EdgePermutation::index(r), 443289849u);
  EXPECT_EQ(UDSliceSorted::index(r), 4664u);
  EXPECT_EQ(UDSliceSorted::index(kMoveCubes[17]), 6928u);
  EXPECT_EQ(EdgeOrientation::index(kMoveCubes[6]), 550u);
}

TEST(Symmetry, ConjugatesMoves) {
  Random random(1);
  for (Symmetry s = 0; s < kSymmetries; ++s) {
    for (Move m = 0; m < kMoves; ++m) EXPECT_EQ(conjugate(kMoveCubes[m], s), kMoveCubes[conjugate(m, s)]);
    const Cube a = random.cube();
    const Cube b = random.cube();
    EXPECT_EQ(conjugate(a * b, s), conjugate(a, s) * conjugate(b, s));
    EXPECT_EQ(a * b, compose(a, b));
    EXPECT_EQ(a * inverse(a), kSolved);
  }
}

}  // namespace
}  // namespace superflip
