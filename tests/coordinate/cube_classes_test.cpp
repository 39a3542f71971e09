// Classes of all cubes: the published numbers, and single counts by other ways.
#include "superflip/coordinate/cube_classes.h"

#include <gtest/gtest.h>

#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CubeClasses.OfAllCubesAreThePublishedOnes"},
                     {"long", "CubeClasses.AreTheMeanOfWhatTheMembersFix"}};

constexpr const char* kCubes = "43252003274489856000";

// oeis.org/A005452; forum.cubeman.org: 164,604,041,664 positions have a symmetry.
TEST(CubeClasses, OfAllCubesAreThePublishedOnes) {
  const CubeClasses found = count_cube_classes(kAll48, false);
  EXPECT_EQ(to_decimal(found.cubes), kCubes);
  EXPECT_EQ(to_decimal(found.classes), "901083404981813616");
  EXPECT_EQ(to_decimal(found.symmetric), "164604041664");
  EXPECT_EQ(found.of_size.at(1), 4u);  // solved, superflip, Pons asinorum, both
  const CubeClasses folded = count_cube_classes(kAll48, true);
  EXPECT_EQ(to_decimal(folded.cubes), kCubes);
  EXPECT_EQ(to_decimal(folded.classes), "450541810590509978");
  EXPECT_EQ(to_decimal(folded.symmetric), to_decimal(found.symmetric));
}

// Without symmetries a class of one cube is its own inverse: the solved cube and the 170,911,549,183 of order 2.
TEST(CubeClasses, OfInversionAloneAreTheInvolutions) {
  const CubeClasses found = count_cube_classes(SymmetryGroup(1), true);
  EXPECT_EQ(to_decimal(found.of_size.at(1)), "170911549184");
  EXPECT_EQ(found.symmetric, 0u);
}

// The lemma that is not Burnside's: a member fixes what all of the group fix that it generates.
TEST(CubeClasses, AreTheMeanOfWhatTheMembersFix) {
  for (const SymmetryGroup& group : {kUd16, kAll48, kAxes8}) {
    Uint128 sum = 0;
    for (const Symmetry s : group.members()) {
      const SymmetryGroup cyclic = generated_group(std::uint64_t{1} << s);
      const CubeClasses found = count_cube_classes(cyclic, false);
      const auto alone = found.of_size.find(1);
      sum += alone == found.of_size.end() ? 0 : alone->second;
    }
    EXPECT_EQ(to_decimal(sum),
              to_decimal(count_cube_classes(group, false).classes * static_cast<unsigned>(group.order())));
  }
}

TEST(CubeClasses, KnowsTheWholeCube) {
  EXPECT_TRUE(is_whole_cube(*parse_description("Cube")));
  EXPECT_TRUE(is_whole_cube(*parse_description("Edges * Corners")));
  EXPECT_FALSE(is_whole_cube(*parse_description("Edges * CornerPermutation")));
  EXPECT_FALSE(is_whole_cube(*parse_description("Cube * Centres")));
  EXPECT_FALSE(is_whole_cube(*parse_description("UDSlice")));
}

}  // namespace
}  // namespace superflip
