// Random positions of a coset: they lie in it, are solved within as many moves as they need, and not within fewer.
#include "superflip/campaign/detail/coset_positions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "superflip/coordinate/basic.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"
#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "CosetPositions"}, {"long", "CosetPositions"}};

Cube after(std::string_view moves) { return read(moves).value().cube; }

class CosetPositions : public testing::Test {
 protected:
  Engine engine_{{.tables = default_tables().value(), .threads = 2}};
};

TEST_F(CosetPositions, LieInTheCoset) {
  const Cube cube = after("R U F L D B R U F L");
  Random random(3);
  std::set<std::string> different;
  std::set<int> corners;  // that come to the first place: any may
  std::set<int> edges;    // one of eight
  for (int n = 0; n < 500; ++n) {
    const Cube position = random_position(cube, random);
    ASSERT_TRUE(is_reachable(position));
    ASSERT_EQ(CornerOrientation::index(position), CornerOrientation::index(cube));
    ASSERT_EQ(EdgeOrientation::index(position), EdgeOrientation::index(cube));
    ASSERT_EQ(UDSlice::index(position), UDSlice::index(cube));
    different.insert(to_facelets(position));
    corners.insert(position.corner_at(0));
    edges.insert(position.edge_at(0));
  }
  EXPECT_EQ(different.size(), 500U);
  EXPECT_EQ(corners.size(), 8U);
  EXPECT_EQ(edges.size(), cube.edge_at(0) < 8 ? 8U : 4U);
}

// All cubes are within 20 moves, 26 in qtm, and 20 in stm since they are in htm.
TEST_F(CosetPositions, AreSolvedWithinTheGreatestDistance) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm}) {
    const auto check = solve_random_positions(engine_, after("R U F L D B R U F L"), metric,
                                              metric == Metric::qtm ? 26 : 20, {.threads = 2});
    ASSERT_TRUE(check) << check.error().message;
    EXPECT_FALSE(check->wrong) << *check->wrong;
    EXPECT_GT(check->solved, 0U);
    EXPECT_LE(check->solved, static_cast<std::uint64_t>(kRandomPositions));
  }
}

// Of 19.5 billion positions of that coset only some hundreds are within 11 moves.
TEST_F(CosetPositions, AreNotSolvedWithinFewerMovesThanTheyNeed) {
  const auto check = solve_random_positions(engine_, after("R U F L D B R U F L"), Metric::htm, 11, {.threads = 2});
  ASSERT_TRUE(check) << check.error().message;
  ASSERT_TRUE(check->wrong);
  EXPECT_EQ(check->wrong->find("no word of at most 11 moves was found for "), 0U) << *check->wrong;
  EXPECT_EQ(check->solved, 0U);
  // Words of htm say nothing of that.
  const auto skipped = solve_random_positions(engine_, after("R U F"), Metric::stm, 19, {.threads = 2});
  ASSERT_TRUE(skipped) << skipped.error().message;
  EXPECT_FALSE(skipped->wrong);
  EXPECT_EQ(skipped->solved, 0U);
}

TEST_F(CosetPositions, AreStopped) {
  const StopFlag stop{true};
  const auto check = solve_random_positions(engine_, kSolved, Metric::htm, 20, {.threads = 1, .stop = &stop});
  ASSERT_FALSE(check);
  EXPECT_EQ(check.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace superflip::detail
