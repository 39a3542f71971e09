// The coordinates' numbers, their inverses, the symmetries they admit, and what (twist, flip, slice) = 0 means.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/named.h"
#include "superflip/cube/random.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "SlowCoordinate"}};

struct MoveValues {
  Index twist, flip, slice, corners, slice_sorted, edges;
};

// Known values of the 18 single moves, in the order U U2 U' R ... B'.
constexpr std::array<MoveValues, kMoves> kMoveValues{{{0, 0, 0, 9, 0, 9},
                                                      {0, 0, 0, 16, 0, 16},
                                                      {0, 0, 0, 18, 0, 18},
                                                      {1494, 0, 194, 21021, 4664, 443289849},
                                                      {0, 0, 0, 36177, 21, 123742185},
                                                      {1494, 0, 194, 16059, 4665, 283743633},
                                                      {1236, 550, 33, 224, 793, 1745432},
                                                      {0, 0, 0, 713, 1, 363392},
                                                      {1236, 550, 33, 489, 792, 3075872},
                                                      {0, 0, 0, 15120, 0, 15120},
                                                      {0, 0, 0, 11520, 0, 11520},
                                                      {0, 0, 0, 5880, 0, 5880},
                                                      {412, 0, 91, 1230, 2189, 17146950},
                                                      {0, 0, 0, 4142, 2, 3631830},
                                                      {412, 0, 91, 2912, 2188, 30572790},
                                                      {137, 137, 288, 8064, 6929, 185881104},
                                                      {0, 0, 0, 28374, 6, 39937824},
                                                      {137, 137, 288, 20310, 6928, 334656864}}};

TEST(Coordinate, ValuesOfSingleMoves) {
  for (const Move m : kAllMoves) {
    SCOPED_TRACE(int{m});
    const Cube& c = kMoveCubes[m];
    const MoveValues& v = kMoveValues[m];
    EXPECT_EQ(CornerOrientation::index(c), v.twist);
    EXPECT_EQ(EdgeOrientation::index(c), v.flip);
    EXPECT_EQ(UDSlice::index(c), v.slice);
    EXPECT_EQ(CornerPermutation::index(c), v.corners);
    EXPECT_EQ(UDSliceSorted::index(c), v.slice_sorted);
    EXPECT_EQ(EdgePermutation::index(c), v.edges);
    EXPECT_EQ(FlipUDSlice().index(c), 2048 * v.slice + v.flip);
    EXPECT_EQ(Phase2EdgePermutation::defined(c), v.slice == 0);
    EXPECT_EQ(Phase2SlicePermutation::defined(c), v.slice == 0);
    EXPECT_EQ(in_g1(c), v.twist == 0 && v.flip == 0 && v.slice == 0);
  }
}

// Corners are numbered by the same rule as the edges of the U and D layers.
TEST(Coordinate, Phase2PermutationsAgreeWithCorners) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Index value = random.below(40320);
    const Cube cube = to_cube(Phase2EdgePermutation{}, value);
    Cube corners;
    for (int x = 0; x < kCorners; ++x) corners.set_corner_piece(x, cube.edge_at(x));
    EXPECT_EQ(CornerPermutation::index(corners), value);
    const Cube slice = to_cube(Phase2SlicePermutation{}, value % 24);
    EXPECT_EQ(EdgePermutation::index(slice) % 40320, 0u);
    EXPECT_EQ(UDSliceSorted::index(slice), value % 24);
  }
}

bool is_permutation(const Cube& c) {
  unsigned corners = 0;
  unsigned edges = 0;
  for (int x = 0; x < kCorners; ++x) corners |= 1U << c.corner_at(x);
  for (int x = 0; x < kEdges; ++x) edges |= 1U << c.edge_at(x);
  return corners == 0xFF && edges == 0xFFF;
}

template <Coordinate C>
void check_inverse(const C& coordinate, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    const Cube cube = to_cube(coordinate, i);
    ASSERT_EQ(coordinate.index(cube), i) << std::string(coordinate.name());
    ASSERT_TRUE(is_permutation(cube) && is_defined(coordinate, cube)) << std::string(coordinate.name()) << " " << i;
  }
}

template <class Body>
void for_each_named(Body body) {
  std::apply([&](const auto&... coordinate) { (body(coordinate), ...); }, NamedCoordinates{});
}

// Every value of every coordinate; of the 12! edge permutations the ends here, and a sample.
TEST(Coordinate, IndexOfToCubeIsTheValue) {
  constexpr Index kAll = 2000000;
  Random random(3);
  for_each_named([&](const auto& coordinate) {
    const Index size = coordinate.size();
    if (size <= kAll) {
      check_inverse(coordinate, 0, size);
    } else {
      check_inverse(coordinate, 0, 100000);
      check_inverse(coordinate, size - 100000, size);
      for (int i = 0; i < 300000; ++i) {
        const Index value = random.below(size);
        check_inverse(coordinate, value, value + 1);
      }
    }
    EXPECT_EQ(to_cube(coordinate, 0), kSolved) << std::string(coordinate.name());
  });
}

TEST(SlowCoordinate, IndexOfToCubeIsTheValueForAllEdgePermutations) {
  parallel_for(EdgePermutation::size(), 1 << 20, hardware_threads(),
               [](Index begin, Index end) { check_inverse(EdgePermutation{}, begin, end); });
}

// Writing a value of one part leaves what the other parts say.
TEST(Coordinate, AssignChangesItsOwnPartOnly) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const Cube before = random.cube();
    Cube c = before;
    const Index twist = random.below(CornerOrientation::size());
    CornerOrientation::assign(c, twist);
    ASSERT_EQ(CornerOrientation::index(c), twist);
    ASSERT_EQ(CornerPermutation::index(c), CornerPermutation::index(before));
    ASSERT_EQ(c.edge, before.edge);
    ASSERT_TRUE(is_reachable(c));

    c = before;
    const Index flip = random.below(EdgeOrientation::size());
    EdgeOrientation::assign(c, flip);
    ASSERT_EQ(EdgeOrientation::index(c), flip);
    ASSERT_EQ(EdgePermutation::index(c), EdgePermutation::index(before));
    ASSERT_EQ(c.corner, before.corner);
    ASSERT_TRUE(is_reachable(c));

    c = before;
    const Index corners = random.below(CornerPermutation::size());
    CornerPermutation::assign(c, corners);
    ASSERT_EQ(CornerPermutation::index(c), corners);
    ASSERT_EQ(CornerOrientation::index(c), CornerOrientation::index(before));
    ASSERT_EQ(c.edge, before.edge);

    c = before;
    const Index slice = random.below(UDSlice::size());
    UDSlice::assign(c, slice);
    ASSERT_EQ(UDSlice::index(c), slice);
    ASSERT_EQ(UDSliceSorted::index(c) % 24, UDSliceSorted::index(before) % 24);
    ASSERT_EQ(EdgeOrientation::index(c), EdgeOrientation::index(before));
    ASSERT_EQ(c.corner, before.corner);

    c = before;
    const Index sorted = random.below(UDSliceSorted::size());
    UDSliceSorted::assign(c, sorted);
    ASSERT_EQ(UDSliceSorted::index(c), sorted);
    ASSERT_EQ(EdgeOrientation::index(c), EdgeOrientation::index(before));
    ASSERT_EQ(c.corner, before.corner);
  }
}

TEST(Coordinate, CompositeIsTheNumberOfItsParts) {
  using Parts = Composite<CornerOrientation, EdgePermutation, CornerPermutation>;
  const Parts parts;
  EXPECT_EQ(parts.name(), "CornerOrientation x EdgePermutation x CornerPermutation");
  EXPECT_EQ(parts.size(), Index{2187} * 479001600 * 40320);
  EXPECT_EQ(FlipUDSlice().size(), 1013760u);
  Random random(5);
  for (int i = 0; i < 10000; ++i) {
    const Cube c = random.cube();
    EXPECT_EQ(parts.index(c), CornerOrientation::index(c) +
                                  2187 * (EdgePermutation::index(c) + 479001600 * CornerPermutation::index(c)));
    const Index value = random.below(parts.size());
    EXPECT_EQ(parts.index(to_cube(parts, value)), value);
  }
}

// What kociemba.org/symmetric.htm says of each coordinate: the symmetries for which S^-1 * H * S == H.
TEST(Coordinate, AdmitsTheKnownSymmetries) {
  // Those that keep the axis of face f.
  const auto axis = [](Face f) {
    std::uint64_t set = 0;
    for (const Symmetry s : kAllSymmetries) {
      const Face image = kFaceImages[s][f];
      if (image == f || image == opposite(f)) set |= std::uint64_t{1} << s;
    }
    return set;
  };
  constexpr std::uint64_t kAll = (std::uint64_t{1} << kSymmetries) - 1;
  ASSERT_EQ(axis(U), 0xFFFFu);
  EXPECT_EQ(admitted(CornerOrientation{}), axis(U));
  EXPECT_EQ(admitted(EdgeOrientation{}), axis(F));
  EXPECT_EQ(admitted(UDSlice{}), axis(U));
  EXPECT_EQ(admitted(FlipUDSlice{}), axis(U));
  EXPECT_EQ(admitted(UDSliceSorted{}), axis(U));
  EXPECT_EQ(admitted(CornerPermutation{}), kAll);
  EXPECT_EQ(admitted(EdgePermutation{}), kAll);
  EXPECT_EQ(admitted(Phase2EdgePermutation{}), axis(U));
  EXPECT_EQ(admitted(Phase2SlicePermutation{}), axis(U));
  EXPECT_EQ(admitted(Composite<CornerOrientation, EdgeOrientation>{}), axis(U) & axis(F));
  EXPECT_EQ(admitted(Composite<CornerPermutation, EdgePermutation>{}), kAll);
}

TEST(Coordinate, NamedValuesOfACube) {
  std::map<std::string, NamedValue> r;
  for (const NamedValue& v : values(kMoveCubes[3])) r.emplace(v.name, v);
  EXPECT_EQ(r.at("CornerOrientation").value, 1494u);
  EXPECT_EQ(r.at("CornerPermutation").value, 21021u);
  EXPECT_EQ(r.at("EdgePermutation").value, 443289849u);
  EXPECT_EQ(r.at("FlipUDSlice").value, 2048u * 194u);
  EXPECT_EQ(r.at("FlipUDSlice").size, 1013760u);
  EXPECT_EQ(r.at("Phase2EdgePermutation").value, std::nullopt);
  EXPECT_EQ(r.at("Phase2SlicePermutation").value, std::nullopt);
  for (const NamedValue& v : values(kSolved)) EXPECT_EQ(v.value, 0u) << v.name;
}

// A subgroup as a chain of transversals, one for each place, built from random members: nothing here knows coordinates.
// Level l holds members that fix all earlier places, at most one for each image of place l. Products of one member of
// each level are all different and all in the group, so that the product of the levels' sizes bounds its order from
// below.
class Chain {
 public:
  Chain(std::vector<Move> generators, std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 4000; ++i) {
      Cube g;
      for (int k = 0; k < 60; ++k) g = apply(g, generators[random.below(generators.size())]);
      sift(g, true);
    }
  }

  // Whether the cube is a product of members; with `grow` what is missing for that is added.
  bool sift(Cube g, bool grow = false) {
    for (int level = 0; level < kCorners + kEdges; ++level) {
      const int image = level < kCorners ? g.corner[level] : g.edge[level - kCorners];
      const auto [at, missing] = levels_[level].try_emplace(image, g);
      if (missing) {
        if (!grow) levels_[level].erase(at);
        return grow;
      }
      g = inverse(at->second) * g;
    }
    return g == kSolved;
  }

  std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> all;
    for (const auto& level : levels_) all.push_back(level.size());
    return all;
  }

 private:
  std::array<std::map<int, Cube>, kCorners + kEdges> levels_;
};

TEST(G1, ChainOfTheWholeGroup) {
  const std::vector<Move> all(kAllMoves.begin(), kAllMoves.end());
  const Chain chain(all, 6);
  EXPECT_EQ(chain.sizes(), (std::vector<std::size_t>{24, 21, 18, 15, 12, 9,  6,  1,  //
                                                     24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 2, 1}));
}

// G1's order is at least the number of cubes with (twist, flip, slice) = (0, 0, 0), 8! * 8! * 4! / 2, and G1's
// generators keep that: so the two are the same set.
TEST(G1, IsWhereTwistFlipAndSliceAreZero) {
  for (const Move m : kPhase2Moves) ASSERT_TRUE(in_g1(kMoveCubes[m]));
  Chain chain({kPhase2Moves.begin(), kPhase2Moves.end()}, 7);
  std::uint64_t order = 1;
  for (const std::size_t size : chain.sizes()) order *= size;
  ASSERT_EQ(order, 19508428800u);
  ASSERT_EQ(order, std::uint64_t{40320} * 40320 * 24 / 2);

  Random random(8);
  int members = 0;
  for (int i = 0; i < 20000; ++i) {
    // A random word of G1's moves.
    Cube word;
    for (int k = 0; k < 40; ++k) word = apply(word, kPhase2Moves[random.below(kPhase2Moves.size())]);
    ASSERT_TRUE(in_g1(word));
    ASSERT_TRUE(chain.sift(word));

    // A random cube whose three coordinates are set to 0.
    Cube zero = random.cube();
    CornerOrientation::assign(zero, 0);
    FlipUDSlice().assign(zero, 0);
    if (!is_reachable(zero)) std::swap(zero.corner[0], zero.corner[1]);
    ASSERT_TRUE(is_reachable(zero) && in_g1(zero));
    ASSERT_TRUE(chain.sift(zero));

    // A random member of G1, moved out of it by a quarter turn of R, L, F or B, or left in it by other turns.
    const Move m(random.below(kMoves));
    const Cube moved = apply(word, m);
    ASSERT_EQ(in_g1(moved), chain.sift(moved));

    // Two of the three coordinates 0, the third random: about one in 2187, 2048 or 495 is in G1.
    Cube nearly = zero;
    if (i % 3 == 0) CornerOrientation::assign(nearly, random.below(2187));
    if (i % 3 == 1) EdgeOrientation::assign(nearly, random.below(2048));
    if (i % 3 == 2) UDSlice::assign(nearly, random.below(495));
    if (!is_reachable(nearly)) std::swap(nearly.corner[0], nearly.corner[1]);
    ASSERT_EQ(in_g1(nearly), chain.sift(nearly));
    members += in_g1(nearly);

    const Cube any = random.cube();
    ASSERT_EQ(in_g1(any), chain.sift(any));
  }
  EXPECT_GT(members, 0);
  EXPECT_LT(members, 100);
}

}  // namespace
}  // namespace superflip
