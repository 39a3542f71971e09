// Orientations as axes: the same cubes, moved by other rules.
#include "superflip/cube/axis_orientation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "superflip/cube/random.h"

namespace superflip {
namespace {

TEST(AxisOrientation, OfTheSolvedCube) {
  EXPECT_EQ(to_axes(kSolved), AxisCube{});
  EXPECT_EQ(to_cube(AxisCube{}), kSolved);
}

// F carries the stickers of U and D to R and L, and those of F stay on F.
TEST(AxisOrientation, OfOneMove) {
  AxisCube f;
  f.corner = {UFL, DLF, ULB, UBR, URF, DFR, DBL, DRB};
  f.corner_axis = {Axis::rl, Axis::rl, Axis::ud, Axis::ud, Axis::rl, Axis::rl, Axis::ud, Axis::ud};
  f.edge = {UR, FL, UL, UB, DR, FR, DL, DB, UF, DF, BL, BR};
  f.edge_axis = {Axis::ud, Axis::fb, Axis::ud, Axis::ud, Axis::ud, Axis::fb,
                 Axis::ud, Axis::ud, Axis::rl, Axis::rl, Axis::fb, Axis::fb};
  EXPECT_EQ(apply(AxisCube{}, make_move(F, 1)), f);
}

RC_GTEST_PROP(AxisOrientation, MovesAgreeWithTwistsAndFlips, (std::uint64_t seed)) {
  const Cube c = Random(seed).cube();
  const AxisCube axes = to_axes(c);
  RC_ASSERT(to_cube(axes) == c);
  for (const Move m : kAllMoves) {
    RC_ASSERT(apply(axes, m) == to_axes(apply(c, m)));
    RC_ASSERT(to_cube(apply(axes, m)) == apply(c, m));
  }
}

// Also where no face turn leads: each corner in each twist and each edge in each flip, at every place.
RC_GTEST_PROP(AxisOrientation, AnyArrangementThereAndBack, (std::uint64_t seed)) {
  Random random(seed);
  Cube c = random.cube();
  for (int x = 0; x < kCorners; ++x) c.set_twist(x, static_cast<int>(random.below(3)));
  for (int x = 0; x < kEdges; ++x) c.set_flip(x, static_cast<int>(random.below(2)));
  RC_ASSERT(to_cube(to_axes(c)) == c);
}

}  // namespace
}  // namespace superflip
