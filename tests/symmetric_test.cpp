// Classes under symmetry: their numbers, representatives and self-symmetries, and what conjugation does to them.
#include "superflip/coordinate/symmetric.h"

#include <gtest/gtest.h>

#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

TEST(Symmetric, HasTheKnownNumbersOfClasses) {
  EXPECT_EQ(Symmetric<CornerOrientation>().classes(), 168u);
  EXPECT_EQ(Symmetric<UDSliceSorted>().classes(), 788u);
  EXPECT_EQ(Symmetric<CornerPermutation>().classes(), 2768u);
  EXPECT_EQ(Symmetric<CornerPermutation>().size(), 16u * 2768u);
  EXPECT_EQ(Symmetric<CornerPermutation>({}, kAll48).classes(), 984u);
  EXPECT_EQ(Symmetric<Phase2EdgePermutation>().classes(), 2768u);
  EXPECT_EQ(Symmetric<FlipUDSlice>().classes(), 64430u);
  EXPECT_EQ(Symmetric<FlipUDSlice>().size(), 1030880u);
}

// Everything that Symmetric promises, for every class and every raw value.
template <class A>
void check_classes(const SymmetryGroup& group) {
  const Symmetric<A> symmetric({}, group);
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
    ASSERT_EQ(raw.index(conjugate(representative, s)), i);
    for (const Symmetry earlier : group.members()) {
      if (earlier == s) break;
      ASSERT_NE(raw.index(conjugate(representative, earlier)), i);
    }
    const Index sym = symmetric.index(to_cube(raw, i));
    ASSERT_EQ(sym, static_cast<Index>(group.order()) * cls + group.position(s));
    ASSERT_EQ(raw.index(to_cube(symmetric, sym)), i);
  }
  ASSERT_EQ(classes_seen, symmetric.classes());
  for (std::uint32_t cls = 0; cls < symmetric.classes(); ++cls) {
    ASSERT_EQ(members[cls], symmetric.class_size(cls));
    const Index representative = symmetric.representative(cls);
    const Cube cube = to_cube(raw, representative);
    for (Symmetry s = 0; s < kSymmetries; ++s) {
      const bool fixes = group.contains(s) && raw.index(conjugate(cube, s)) == representative;
      ASSERT_EQ((symmetric.self_symmetries(cls) >> s & 1) != 0, fixes) << cls << " " << int{s};
    }
  }
}

TEST(Symmetric, CornerOrientationClasses) { check_classes<CornerOrientation>(kUd16); }
TEST(Symmetric, CornerPermutationClasses) {
  check_classes<CornerPermutation>(kUd16);
  check_classes<CornerPermutation>(kAll48);
  check_classes<CornerPermutation>(kUd8);
}
TEST(Symmetric, UDSliceSortedClasses) { check_classes<UDSliceSorted>(kUd16); }
TEST(Symmetric, Phase2EdgePermutationClasses) { check_classes<Phase2EdgePermutation>(kUd16); }
TEST(Symmetric, FlipUDSliceClasses) { check_classes<FlipUDSlice>(kUd16); }

}  // namespace
}  // namespace superflip
