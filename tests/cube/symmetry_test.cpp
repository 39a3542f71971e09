// The 48 symmetries: generators and group laws, conjugation of cubes and moves, and the symmetry of known positions.
#include "superflip/cube/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <set>
#include <type_traits>

#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

template <class A, class B>
constexpr bool are_comparable = requires(A a, B b) {
  a == b;
}
|| requires(A a, B b) { a < b; };
template <class T>
constexpr bool conjugates_cubes = requires(Cube c, T t) {
  conjugate(c, t);
};

// A move and a symmetry are never taken for each other, nor a number for one of them.
static_assert(inverse(Symmetry{2}) == Symmetry{6} && inverse(Move{2}) == Move{0});
static_assert(conjugates_cubes<Symmetry> && !conjugates_cubes<Move> && !conjugates_cubes<int>);
static_assert(!std::is_convertible_v<Move, Symmetry> && !std::is_convertible_v<Symmetry, Move>);
static_assert(!std::is_constructible_v<Move, Symmetry> && !std::is_constructible_v<Symmetry, Move>);
static_assert(!std::is_convertible_v<int, Move> && !std::is_convertible_v<int, Symmetry>);
static_assert(are_comparable<Move, Move> && are_comparable<Symmetry, Symmetry>);
static_assert(!are_comparable<Move, Symmetry> && !are_comparable<Symmetry, Move>);
static_assert(Move{} == make_move(U, 1) && Symmetry{} == Symmetry{0});

// kociemba.org/symmetric.htm: S_URF3, S_F2, S_U4 and S_LR2 by the faces they carry U R F D L B to.
TEST(Symmetry, HasTheSourcesGenerators) {
  using Map = detail::FaceMap;
  EXPECT_EQ(kFaceImages[0], (Map{U, R, F, D, L, B}));
  EXPECT_EQ(kFaceImages[16], (Map{R, F, U, L, B, D}));
  EXPECT_EQ(kFaceImages[8], (Map{D, L, F, U, R, B}));
  EXPECT_EQ(kFaceImages[2], (Map{U, F, L, D, B, R}));
  EXPECT_EQ(kFaceImages[1], (Map{U, L, F, D, R, B}));
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 2; ++b)
      for (int c = 0; c < 4; ++c)
        for (int d = 0; d < 2; ++d) {
          Symmetry s{};
          for (int i = 0; i < a; ++i) s = s * Symmetry{16};
          for (int i = 0; i < b; ++i) s = s * Symmetry{8};
          for (int i = 0; i < c; ++i) s = s * Symmetry{2};
          for (int i = 0; i < d; ++i) s = s * Symmetry{1};
          EXPECT_EQ(s, 16 * a + 8 * b + 2 * c + d);
        }
}

TEST(Symmetry, AreAGroupOf48) {
  EXPECT_EQ(std::set<detail::FaceMap>(kFaceImages.begin(), kFaceImages.end()).size(), 48u);
  for (const Symmetry s : kAllSymmetries) {
    EXPECT_EQ(s * inverse(s), 0);
    EXPECT_EQ(inverse(s) * s, 0);
    EXPECT_EQ(s * Symmetry{}, s);
    const bool keeps_ud = kFaceImages[s][U] == U || kFaceImages[s][U] == D;
    EXPECT_EQ(keeps_ud, s < kUdSymmetries);
    std::set<Symmetry> row;
    for (const Symmetry t : kAllSymmetries) {
      const Symmetry product = s * t;
      row.insert(product);
      EXPECT_EQ(is_reflection(product), is_reflection(s) != is_reflection(t));
      for (Face f : {U, R, F, D, L, B}) EXPECT_EQ(kFaceImages[product][f], kFaceImages[t][kFaceImages[s][f]]);
    }
    EXPECT_EQ(row.size(), 48u);
  }
}

TEST(Symmetry, ConjugatesMoves) {
  for (const Symmetry s : kAllSymmetries) {
    std::set<Move> images;
    for (const Move m : kAllMoves) {
      EXPECT_EQ(conjugate(kMoveCubes[m], s), kMoveCubes[conjugate(m, s)]);
      EXPECT_EQ(conjugate(inverse(m), s), inverse(conjugate(m, s)));
      images.insert(conjugate(m, s));
    }
    EXPECT_EQ(images.size(), 18u);
  }
}

TEST(Symmetry, ConjugationIsAnAction) {
  Random random(48);
  const Cube c = random.cube();
  std::array<Cube, kSymmetries> images;
  for (const Symmetry s : kAllSymmetries) images[s] = conjugate(c, s);
  for (const Symmetry s : kAllSymmetries)
    for (const Symmetry t : kAllSymmetries) EXPECT_EQ(conjugate(images[s], t), images[s * t]);
}

RC_GTEST_PROP(Symmetry, ConjugationKeepsTheGroup, (std::uint64_t seed)) {
  Random random(seed);
  const Cube a = random.cube();
  const Cube b = random.cube();
  for (const Symmetry s : kAllSymmetries) {
    RC_ASSERT(conjugate(a * b, s) == conjugate(a, s) * conjugate(b, s));
    RC_ASSERT(conjugate(inverse(a), s) == inverse(conjugate(a, s)));
    RC_ASSERT(conjugate(conjugate(a, s), inverse(s)) == a);
    RC_ASSERT(is_reachable(conjugate(a, s)));
    RC_ASSERT(order(conjugate(a, s)) == order(a));
  }
}

// A rotation of the body seen by the stickers alone: conjugation carries each sticker to the image of its place, and
// renames it. (Rotations only: stickers of a reflected corner are checked by ConjugatesMoves and the group laws.)
TEST(Symmetry, RotationsCarryStickers) {
  Random random(3);
  const Cube c = random.cube();
  const Stickers before = to_stickers(c);
  for (const Symmetry s : kAllRotations) {
    const Stickers after = to_stickers(conjugate(c, s));
    for (int x = 0; x < kEdges; ++x)
      for (int n = 0; n < 2; ++n) {
        const Face on = kFaceImages[s][kEdgeFaces[x][n]];
        const Face other = kFaceImages[s][kEdgeFaces[x][1 - n]];
        for (int y = 0; y < kEdges; ++y)
          for (int m = 0; m < 2; ++m)
            if (kEdgeFaces[y][m] == on && kEdgeFaces[y][1 - m] == other) {
              EXPECT_EQ(after[kEdgeFacelets[y][m]], kFaceImages[s][before[kEdgeFacelets[x][n]]]);
            }
      }
  }
}

TEST(Symmetry, OfThePatterns) {
  for (const KnownPattern& p : kPatterns) {
    const Cube c = parse_facelets(p.facelets).value();
    EXPECT_EQ(std::popcount(symmetries_of(c)), p.symmetries) << p.name;
  }
  constexpr std::uint64_t kAll = (std::uint64_t{1} << kSymmetries) - 1;
  EXPECT_EQ(symmetries_of(kSolved), kAll);
  EXPECT_EQ(antisymmetries_of(kSolved), kAll);
  Cube superflip;
  for (int x = 0; x < kEdges; ++x) superflip.set_flip(x, 1);
  EXPECT_EQ(symmetries_of(superflip), kAll);
  // A quarter turn of R: the rotations about its axis, and as antisymmetries the reflections that turn it back.
  EXPECT_EQ(std::popcount(symmetries_of(kMoveCubes[3])), 4);
  EXPECT_EQ(std::popcount(antisymmetries_of(kMoveCubes[3])), 4);
  EXPECT_EQ(symmetries_of(kMoveCubes[3]) & antisymmetries_of(kMoveCubes[3]), 0u);
}

// The symmetries of a position are a subgroup; antisymmetries are one of its cosets, or none.
RC_GTEST_PROP(Symmetry, OfAPositionAreASubgroup, (std::uint64_t seed)) {
  Random random(seed);
  Cube c;
  const Symmetry chosen(random.below(kSymmetries));
  const Move m(random.below(kMoves));
  const Move n(random.below(kMoves));
  for (const Move x : {m, n, conjugate(m, chosen), conjugate(n, chosen)}) c = apply(c, x);
  const std::uint64_t kept = symmetries_of(c);
  const std::uint64_t reversed = antisymmetries_of(c);
  for (const Symmetry s : kAllSymmetries) {
    if (!(kept >> s & 1)) continue;
    RC_ASSERT(kept >> inverse(s) & 1);
    for (const Symmetry t : kAllSymmetries) {
      RC_ASSERT((kept >> t & 1) == (kept >> s * t & 1));
      RC_ASSERT((reversed >> t & 1) == (reversed >> s * t & 1));
    }
  }
}

}  // namespace
}  // namespace superflip
