// The cover: whatever a position is, one of its six cosets is in it.
#include "superflip/solver/coset_cover.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

#include "superflip/cube/random.h"
#include "superflip/solver/coset_classes.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"slow", "CosetCover.EachPositionOrItsInverseHasACosetInIt"},
                     {"threads", "CosetCover.ListsItsCosetsOnce"},
                     {"long", "CosetCover.ListsItsCosetsOnce"}};

// Slices are 0: FR FL BL BR, 1: UR UL DR DL, 2: UF UB DF DB.
int slice_of(int edge) { return edge >= 8 ? 0 : 1 + edge % 2; }

// How many edges of slice h are in slice p with flip f: 3 bits each, at ((h * 3 + p) * 2 + f) * 3. Transposed: those of
// the inverse.
std::uint64_t numbers_of(const Cube& cube, bool is_transposed) {
  std::uint64_t numbers = 0;
  for (int x = 0; x < kEdges; ++x) {
    const int home = slice_of(cube.edge_at(x));
    const int place = slice_of(x);
    numbers += std::uint64_t{1} << 3 * ((is_transposed ? place * 3 + home : home * 3 + place) * 2 + cube.flip_at(x));
  }
  return numbers;
}

std::uint64_t least_numbers(const Cube& cube, bool is_transposed) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const Symmetry s : kAllSymmetries) least = std::min(least, numbers_of(conjugate(cube, s), is_transposed));
  return least;
}

TEST(CosetCover, NumbersOfTheInverseAreTransposed) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Cube cube = random.cube();
    ASSERT_EQ(numbers_of(inverse(cube), false), numbers_of(cube, true));
    ASSERT_EQ(least_numbers(cube, false), least_numbers(conjugate(cube, Symmetry(21)), false));
  }
}

// All flips and slices of edges, up to the symmetries of one axis. What the other axes' cosets need of a cube is the
// same for all its orders of edges within slices, so one order stands for all.
TEST(CosetCover, EachPositionOrItsInverseHasACosetInIt) {
  const CosetCover& cover = CosetCover::get();
  const CosetCover::EdgeClasses classes;
  std::map<std::uint64_t, bool> is_open;  // by least numbers: whether the cover lacks a case with these
  std::vector<std::pair<std::uint64_t, std::uint64_t>> open;
  std::uint64_t cases = 0;
  for (std::uint32_t cls = 0; cls < classes.classes(); ++cls) {
    const Cube representative = to_cube(classes.base(), classes.representative(cls));
    for (unsigned set = 0; set < 256; ++set) {
      if (std::popcount(set) != 4) continue;
      Cube cube = representative;
      int of_slice[2] = {0, 1};
      for (int x = 0, k = 0; x < kEdges; ++x)
        if (slice_of(cube.edge_at(x)) != 0) {
          int& edge = of_slice[1 - (set >> k++ & 1)];
          cube.set_edge_piece(x, edge);
          edge += 2;
        }
      ++cases;
      bool is_covered = false;
      for (const Symmetry rotation : kDiagonalRotations)
        is_covered = is_covered || cover.contains(conjugate(cube, rotation));
      if (!is_covered) open.emplace_back(least_numbers(cube, false), least_numbers(cube, true));
    }
  }
  EXPECT_EQ(cases, 64'430U * 70);
  std::set<std::uint64_t> numbers;
  for (const auto& [own, transposed] : open) numbers.insert(own);
  EXPECT_GT(numbers.size(), 0U);
  for (const auto& [own, transposed] : open) ASSERT_FALSE(numbers.contains(transposed)) << own;
}

TEST(CosetCover, ShowsARandomPositionInACosetOfIts) {
  const CosetCover& cover = CosetCover::get();
  Random random(6);
  int inverted = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = random.cube();
    const CosetCover::View view = cover.view(cube);
    ASSERT_TRUE(cover.contains(conjugate(view.inverted ? inverse(cube) : cube, view.rotation)));
    inverted += view.inverted ? 1 : 0;
  }
  EXPECT_GT(inverted, 0);
}

// It has fewer cosets than the published one, and none of them twice.
TEST(CosetCover, ListsItsCosetsOnce) {
  const CosetCover& cover = CosetCover::get();
  EXPECT_EQ(cover.count(), 52'073'385U);
  const CosetClasses& classes = CosetClasses::get();
  std::set<std::uint32_t> seen;
  std::uint32_t listed = 0;
  for (std::uint32_t part = 0; part < 100; ++part)  // the first classes of edges have symmetries
    for (std::uint32_t i = cover.count() / 100 * part, end = i + 300; i < end; ++i) {
      const Cube cube = cover.cube(i);
      ASSERT_TRUE(is_reachable(cube));
      ASSERT_TRUE(cover.contains(cube));
      seen.insert(classes.number(cube));
      ++listed;
    }
  EXPECT_EQ(seen.size(), listed);
  EXPECT_TRUE(is_reachable(cover.cube(cover.count() - 1)));
}

}  // namespace
}  // namespace superflip
