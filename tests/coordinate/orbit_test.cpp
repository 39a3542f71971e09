// Orbits of single values agree with the classes of all values; reachable cubes have the values they should.
#include "superflip/coordinate/described/orbit.h"

#include <gtest/gtest.h>

#include <bit>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/named.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Orbit.OfEveryNamedCoordinate"}, {"long", "Orbit.ReachableCubesHaveTheValue"}};

template <class C>
void agree(const SymmetryGroup& group) {
  const Symmetric<C> classes(C{}, group);
  const AnyCoordinate coordinate{C{}};
  for (Index value = 0; value < coordinate.size(); value += 1 + coordinate.size() / 5000) {
    const Orbit orbit = orbit_of(coordinate, value, group);
    const std::uint32_t cls = classes.class_of(value);
    ASSERT_EQ(orbit.representative, classes.representative(cls)) << value;
    ASSERT_EQ(orbit.symmetry, classes.symmetry_of(value)) << value;
    ASSERT_EQ(orbit.self_symmetries, classes.self_symmetries(cls)) << value;
    ASSERT_EQ(orbit.size, static_cast<int>(classes.class_size(cls))) << value;
  }
}

TEST(Orbit, IsTheClass) {
  agree<FlipUDSlice>(kUd16);
  agree<UDSliceSorted>(kUd16);
  agree<UDSlice>(kAxes8);
  agree<CornerPermutation>(kAll48);
  agree<Phase2EdgePermutation>(kUd16);
  agree<CornerOrientation>(SymmetryGroup(1));
}

TEST(Orbit, ReachableCubesHaveTheValue) {
  for (const char* text : {"UDSlice", "CornerPermutation", "Corners", "FlipUDSlice * corners: order", "edges: slice",
                           "edges UF UR: place orientation", "corners: layer", "HalfTurnReduction",
                           "Phase2EdgePermutation * Phase2SlicePermutation"}) {
    const AnyCoordinate coordinate(parse_description(text)->product().value());
    Random random(1);
    for (int i = 0; i < 300; ++i) {
      const Index value = random.below(coordinate.size());
      const auto cube = reachable_cube(coordinate, value);
      ASSERT_TRUE(cube) << text << " " << value;
      EXPECT_TRUE(is_reachable(*cube)) << text << " " << value;
      EXPECT_EQ(coordinate.index(*cube), value) << text;
    }
  }
}

// The identity acts on every coordinate of the catalogue, also on those that are defined in G1 alone.
TEST(Orbit, OfEveryNamedCoordinate) {
  for (const CatalogueEntry& entry : catalogue()) {
    const auto product = parse_description(entry.description)->product();
    if (!product) continue;
    const AnyCoordinate coordinate(*product);
    Random random(1);
    const SymmetryGroup group(admitted(coordinate));
    ASSERT_TRUE(group.contains(Symmetry{})) << entry.name;
    for (int i = 0; i < 20; ++i) {
      const Orbit orbit = orbit_of(coordinate, coordinate.index(sample(coordinate, random)), group);
      EXPECT_LE(orbit.representative, orbit.value) << entry.name;
      EXPECT_EQ(orbit.size * std::popcount(orbit.self_symmetries), group.order()) << entry.name;
    }
  }
  EXPECT_EQ(SymmetryGroup(admitted(*parse_description("Phase2CornersSlice")->product())), kUd16);
}

// All corners and all edges tell their parities: half of the values belong to no reachable cube.
TEST(Orbit, ImpossibleValuesHaveNoReachableCube) {
  const AnyCoordinate coordinate(parse_description("corners: order * edges: order")->product().value());
  Random random(2);
  int reachable = 0;
  for (int i = 0; i < 400; ++i) {
    const Index value = random.below(coordinate.size());
    const Cube any = to_cube(coordinate, value);
    const auto cube = reachable_cube(coordinate, value);
    EXPECT_EQ(cube.has_value(), corner_parity(any) == edge_parity(any));
    reachable += cube.has_value();
  }
  EXPECT_NEAR(reachable, 200, 60);
}

}  // namespace
}  // namespace superflip
