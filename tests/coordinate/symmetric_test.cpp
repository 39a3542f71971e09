// Classes under symmetry: their numbers, representatives and self-symmetries, and what conjugation does to them.
#include "superflip/coordinate/symmetric.h"

#include <gtest/gtest.h>

#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/cube/random.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Symmetric.FlipUDSliceClasses"},
                     {"long", "Symmetric.HasTheKnownNumbersOfClasses"},
                     {"long", "Symmetric.SymCoordinatesOfSelfSymmetricClasses"}};

TEST(Symmetric, HasTheKnownNumbersOfClasses) {
  EXPECT_EQ(Symmetric<CornerOrientation>().classes(), 168u);
  EXPECT_EQ(Symmetric<UDSliceSorted>().classes(), 788u);
  EXPECT_EQ(Symmetric<CornerPermutation>().classes(), 2768u);
  EXPECT_EQ(Symmetric<CornerPermutation>().size(), 16u * 2768u);
  EXPECT_EQ(Symmetric<CornerPermutation>({}, kAll48).classes(), 984u);
  EXPECT_EQ(Symmetric<Phase2EdgePermutation>().classes(), 2768u);
  EXPECT_EQ(Symmetric<FlipUDSlice>().classes(), 64430u);
  EXPECT_EQ(Symmetric<FlipUDSlice>().size(), 1030880u);
  EXPECT_EQ(Symmetric<UDSlice>().classes(), 45u);
  EXPECT_EQ(Symmetric<Phase2SlicePermutation>().classes(), 8u);
  EXPECT_EQ(Symmetric<CornerOrientation>({}, kAxes8).classes(), 324u);
  EXPECT_EQ(Symmetric<UDSlice>({}, kAxes8).classes(), 81u);
  EXPECT_EQ(Symmetric<UDSliceSorted>({}, kAxes8).classes(), 1560u);
  EXPECT_EQ(Symmetric<FlipUDSlice>({}, kAxes8).classes(), 128688u);
  EXPECT_EQ(Symmetric<EdgeOrientation>({}, kAxes8).classes(), 336u);
}

// Everything that Symmetric promises, for every class and every raw value.
template <class A>
void check_classes(const SymmetryGroup& group, bool inversion = false) {
  const Symmetric<A> symmetric = Symmetric<A>::make({}, group, nullptr, inversion).value();
  const A& raw = symmetric.base();
  SCOPED_TRACE(symmetric.name());
  std::vector<std::uint32_t> members(symmetric.classes());
  std::uint32_t classes_seen = 0;
  for (Index i = 0; i < raw.size(); ++i) {
    const std::uint32_t cls = symmetric.class_of(i);
    ASSERT_LE(cls, classes_seen);  // numbered in increasing order of the smallest raw value
    if (cls == classes_seen) {
      ++classes_seen;
      ASSERT_EQ(symmetric.representative(cls), i);
      ASSERT_EQ(symmetric.symmetry_of(i), 0);
    }
    ++members[cls];
    const Cube representative = to_cube(raw, symmetric.representative(cls));
    const Symmetry s = symmetric.symmetry_of(i);
    const bool inverted = symmetric.is_inverted(i);
    const auto image = [&](bool invert, Symmetry by) {
      return raw.index(conjugate(invert ? inverse(representative) : representative, by));
    };
    ASSERT_EQ(image(inverted, s), i);
    for (const Symmetry earlier : group.members()) {
      ASSERT_TRUE(!inverted || image(false, earlier) != i);
      if (!inverted && earlier == s) break;
      ASSERT_TRUE(earlier >= s || image(inverted, earlier) != i);
    }
    const Index sym = symmetric.index(to_cube(raw, i));
    const Index maps = static_cast<Index>(group.order()) * (inversion ? 2 : 1);
    ASSERT_EQ(sym, maps * cls + group.position(s) + (inverted ? group.order() : 0));
    ASSERT_EQ(raw.index(to_cube(symmetric, sym)), i);
  }
  ASSERT_EQ(classes_seen, symmetric.classes());
  for (std::uint32_t cls = 0; cls < symmetric.classes(); ++cls) {
    ASSERT_EQ(members[cls], symmetric.class_size(cls));
    const Index representative = symmetric.representative(cls);
    const Cube cube = to_cube(raw, representative);
    for (const Symmetry s : kAllSymmetries) {
      const bool fixes = group.contains(s) && raw.index(conjugate(cube, s)) == representative;
      ASSERT_EQ((symmetric.self_symmetries(cls) >> s & 1) != 0, fixes) << cls << " " << int{s};
      if (!inversion) continue;
      const bool turns = group.contains(s) && raw.index(conjugate(inverse(cube), s)) == representative;
      ASSERT_EQ((symmetric.self_antisymmetries()[cls] >> s & 1) != 0, turns) << cls << " " << int{s};
    }
  }
}

TEST(Symmetric, CornerOrientationClasses) { check_classes<CornerOrientation>(kUd16); }
TEST(Symmetric, CornerPermutationClasses) {
  check_classes<CornerPermutation>(kUd16);
  check_classes<CornerPermutation>(kAll48);
  check_classes<CornerPermutation>(kAxes8);
}
TEST(Symmetric, CornerPermutationClassesWithInversion) {
  for (const SymmetryGroup& group : {kUd16, kAll48, SymmetryGroup(1)}) check_classes<CornerPermutation>(group, true);
  EXPECT_EQ(Symmetric<CornerPermutation>::make({}, kUd16, nullptr, true)->classes(), 1672u);
  EXPECT_EQ(Symmetric<CornerPermutation>::make({}, kAll48, nullptr, true)->classes(), 654u);
  EXPECT_FALSE(Symmetric<UDSlice>::make({}, kUd16, nullptr, true));
}
TEST(Symmetric, UDSliceSortedClasses) { check_classes<UDSliceSorted>(kUd16); }
TEST(Symmetric, Phase2EdgePermutationClasses) { check_classes<Phase2EdgePermutation>(kUd16); }
TEST(Symmetric, FlipUDSliceClasses) { check_classes<FlipUDSlice>(kUd16); }

// 1,030,880 sym-coordinates name 1,013,760 raw values: self-symmetric classes have several names for one, of which
// index() gives the first.
TEST(Symmetric, SymCoordinatesOfSelfSymmetricClasses) {
  const Symmetric<FlipUDSlice> symmetric;
  Index canonical = 0;
  for (Index i = 0; i < symmetric.size(); ++i) {
    const Index named = symmetric.index(to_cube(symmetric, i));
    ASSERT_LE(named, i);
    ASSERT_EQ(named / 16, i / 16);
    // The two names differ by a symmetry of the representative: S * T^-1.
    const Symmetry s(i % 16);
    const Symmetry t(named % 16);
    const Symmetry difference = s * inverse(t);
    ASSERT_TRUE(symmetric.self_symmetries(static_cast<std::uint32_t>(i / 16)) >> difference & 1);
    canonical += named == i;
  }
  EXPECT_EQ(canonical, 1013760u);
}

// A class and a position keep apart whatever the group needs.
TEST(ClassPacking, KeepsClassesAndPositions) {
  for (const int positions : {1, 2, 3, 16, 32, 48, 96}) {
    const ClassPacking packing(positions);
    EXPECT_GE((packing.max_classes() + 1) * static_cast<std::uint64_t>(positions), std::uint64_t{3} << 30);
    for (const std::uint64_t cls : {std::uint64_t{0}, std::uint64_t{12345}, packing.max_classes() - 1})
      for (const int position : {0, positions / 2, positions - 1}) {
        const std::uint32_t packed =
            packing.pack(static_cast<std::uint32_t>(cls), static_cast<std::uint32_t>(position));
        EXPECT_EQ(packing.cls(packed), cls);
        EXPECT_EQ(packing.position(packed), static_cast<std::uint32_t>(position));
        EXPECT_NE(packed, ~std::uint32_t{0});
      }
  }
}

TEST(SymComposite, IsAnInvariantOfTheGroup) {
  const SymComposite<FlipUDSlice, CornerOrientation> phase1{Symmetric<FlipUDSlice>()};
  EXPECT_EQ(phase1.size(), 140908410u);
  EXPECT_EQ(phase1.name(), "Symmetric16(FlipUDSlice) x CornerOrientation");
  Random random(1);
  for (int n = 0; n < 20000; ++n) {
    const Index i = random.below(phase1.size());
    const Cube at = to_cube(phase1, i);
    ASSERT_EQ(phase1.index(at), i);
    ASSERT_EQ(phase1.a().representative(phase1.class_of(i)), FlipUDSlice().index(at));
    ASSERT_EQ(phase1.b().index(at), i % 2187);

    // A cube and its image have the same index, or indices that a self-symmetry of the class joins.
    const Cube cube = random.cube();
    const Index index = phase1.index(cube);
    const Index image = phase1.index(conjugate(cube, Symmetry(random.below(16))));
    const std::uint32_t cls = phase1.class_of(index);
    ASSERT_EQ(phase1.class_of(image), cls);
    bool joined = false;
    for (const Symmetry s : kAllUdSymmetries)
      if ((phase1.a().self_symmetries(cls) >> s & 1) != 0)
        joined = joined || phase1.index(conjugate(to_cube(phase1, index), s)) == image;
    ASSERT_TRUE(joined);
  }
}

// Over all pairs of raw values: each index is met as often as its weight says.
TEST(SymComposite, WeightsCountRawPairs) {
  const Composite<CornerOrientation, UDSlice> raw;
  const SymComposite<CornerOrientation, UDSlice> reduced{Symmetric<CornerOrientation>()};
  std::vector<std::uint32_t> met(reduced.size());
  for (Index i = 0; i < raw.size(); ++i) ++met[reduced.index(to_cube(raw, i))];
  for (Index i = 0; i < reduced.size(); ++i) ASSERT_EQ(met[i], reduced.weight(i));
}

}  // namespace
}  // namespace superflip
