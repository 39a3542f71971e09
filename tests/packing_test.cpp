// Cubes as exact whole numbers: bijections, worked by hand where that is possible, exhaustive where they are small.
#include "superflip/cube/packing.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "superflip/cube/move.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

constexpr std::array kPackings{Packing::packed69, Packing::packed71, Packing::rank};

// Any arrangement of the pieces, and mostly an impossible one.
Cube any_cube(Random& random) {
  Cube c;
  for (int i = kCorners - 1; i > 0; --i) std::swap(c.corner[i], c.corner[random.below(i + 1)]);
  for (int i = kEdges - 1; i > 0; --i) std::swap(c.edge[i], c.edge[random.below(i + 1)]);
  for (int i = 0; i < kCorners; ++i) c.set_twist(i, static_cast<int>(random.below(3)));
  for (int i = 0; i < kEdges; ++i) c.set_flip(i, static_cast<int>(random.below(2)));
  return c;
}

Uint128 two_to(int n) { return Uint128{1} << n; }

void expect_error(Uint128 number, Packing packing, const std::string& words) {
  const auto c = unpack(number, packing);
  ASSERT_FALSE(c) << to_decimal(number);
  EXPECT_NE(c.error().message.find(words), std::string::npos) << c.error().message;
}

TEST(Packing, TheSolvedCubeIsZero) {
  for (const Packing p : kPackings) {
    EXPECT_EQ(to_decimal(pack(kSolved, p)), "0");
    EXPECT_EQ(unpack(0, p), kSolved);
  }
}

// The last cube has each digit at its most. For the packed ones: field after field, size - 1.
TEST(Packing, TheLastCube) {
  const Uint128 last69 = Uint128{264'539'519} << 41 | Uint128{479'001'599} << 12 | 4095;
  const Uint128 last71 = Uint128{136'079} << 53 | Uint128{19'958'399} << 28 | Uint128{255} << 20 | Uint128{1943} << 9 |
                         Uint128{23} << 4 | 15;
  EXPECT_EQ(to_decimal(largest(Packing::packed69)), to_decimal(last69));
  EXPECT_EQ(to_decimal(largest(Packing::packed71)), to_decimal(last71));
  EXPECT_EQ(to_decimal(largest(Packing::rank)), "43252003274489855999");
  for (const Packing p : kPackings) {
    const auto c = unpack(largest(p), p);
    ASSERT_TRUE(c) << c.error().message;
    EXPECT_EQ(to_decimal(pack(*c, p)), to_decimal(largest(p)));
  }
}

// After U the place URF holds UBR, so that of the up pieces in their order each is one place further, the last at the
// first place: 1 1 1 0 in the radices 4 3 2 1 is 9. In packed69 twists, all 0, stand between: 1 1 1 and then nothing in
// the radices 4 3 2 1 after four twists is 9 too.
TEST(Packing, OfOneMove) {
  const Cube u = kMoveCubes[0];
  EXPECT_EQ(to_decimal(pack(u, Packing::packed71)), to_decimal(9 << 9 | 9 << 4));
  EXPECT_EQ(to_decimal(pack(u, Packing::packed69)), to_decimal(Uint128{9} << 41 | 9 << 12));
  // The edges of a rank lack the last digit but one, 1 here: (1 in 4, 1 in 3) is 4.
  EXPECT_EQ(to_decimal(pack(u, Packing::rank)), to_decimal((Uint128{9} * 239'500'800 + 4) * 2048));
}

// One piece alone is turned: its digit counts as much as the digits below it in the field have values. Or two edges are
// exchanged: BR is at the last of its five free places, and UR, UF and UL at the second of 4, 3 and 2, as after U.
TEST(Packing, OfOnePiece) {
  const auto with = [](auto change) {
    Cube c;
    change(c);
    return to_decimal(pack(c, Packing::packed71));
  };
  EXPECT_EQ(with([](Cube& c) { c.set_twist(DRB, 2); }), to_decimal(Uint128{2} << 53));
  EXPECT_EQ(with([](Cube& c) { c.set_twist(DFR, 1); }), to_decimal(Uint128{7 * 3 * 6 * 3 * 5 * 3} << 53));
  EXPECT_EQ(with([](Cube& c) { std::swap(c.edge[BR], c.edge[UB]); }), to_decimal(Uint128{4} << 28 | 9 << 4));
  EXPECT_EQ(with([](Cube& c) { c.set_flip(BR, 1); }), to_decimal(Uint128{1} << 20));
  EXPECT_EQ(with([](Cube& c) { c.set_twist(UBR, 1); }), to_decimal(Uint128{24} << 9));
  EXPECT_EQ(with([](Cube& c) { c.set_flip(UB, 1); }), "1");
}

RC_GTEST_PROP(Packing, ThereAndBack, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const Packing p : kPackings) {
    const Uint128 number = pack(c, p);
    RC_ASSERT(number <= largest(p));
    RC_ASSERT(unpack(number, p) == c);
  }
  const Cube any = any_cube(random);
  for (const Packing p : {Packing::packed69, Packing::packed71}) RC_ASSERT(unpack(pack(any, p), p) == any);
}

// Every number up to the last is a reachable cube, and another one each.
RC_GTEST_PROP(Packing, BackAndThere, (std::uint64_t high, std::uint64_t low)) {
  const Uint128 any = Uint128{high} << 64 | low;
  for (const Uint128 n :
       {any % (largest(Packing::rank) + 1), Uint128{low % 1000}, largest(Packing::rank) - low % 1000}) {
    const auto c = unpack(n, Packing::rank);
    RC_ASSERT(c && is_reachable(*c));
    RC_ASSERT(pack(*c, Packing::rank) == n);
  }
  for (const Packing p : {Packing::packed69, Packing::packed71}) {
    const Uint128 n = any % (largest(p) + 1);
    const auto c = unpack(n, p);  // or a field is out of its range
    RC_ASSERT(!c || pack(*c, p) == n);
  }
}

// All arrangements of the up layer without flips: 4! 3^4 * 4!, of which one in six is reachable.
TEST(Packing, AllOfTheUpLayer) {
  int reachable = 0;
  for (std::uint32_t corners = 0; corners < 1944; ++corners)
    for (std::uint32_t edges = 0; edges < 24; ++edges) {
      const Uint128 n = corners << 9 | edges << 4;
      const auto c = unpack(n, Packing::packed71);
      ASSERT_TRUE(c && pack(*c, Packing::packed71) == n) << to_decimal(n);
      bool others_at_home = true;
      for (int i = 4; i < kCorners; ++i) others_at_home &= c->corner[i] == i;
      for (int i = 4; i < kEdges; ++i) others_at_home &= c->edge[i] == i;
      ASSERT_TRUE(others_at_home) << to_decimal(n);
      reachable += is_reachable(*c);
    }
  EXPECT_EQ(reachable, 1944 * 24 / 6);
}

TEST(Packing, RefusesWhatIsNoCube) {
  expect_error(two_to(69), Packing::packed69, "the field 'corners' is 268435456; expected 0..264539519");
  expect_error(Uint128{479'001'600} << 12, Packing::packed69, "the field 'edges' is 479001600; expected 0..479001599");
  expect_error(two_to(71), Packing::packed71, "the field 'down corners' is 262144; expected 0..136079");
  expect_error(Uint128{19'958'400} << 28, Packing::packed71, "'down and middle edges'");
  expect_error(Uint128{1944} << 9, Packing::packed71, "the field 'up corners' is 1944; expected 0..1943");
  expect_error(Uint128{24} << 4, Packing::packed71, "the field 'up edges' is 24; expected 0..23");
  for (const Packing p : kPackings) {
    expect_error(largest(p) + 1, p, "");
    expect_error(~Uint128{0}, p, "corners' is ");
    expect_error(~Uint128{0}, p, "at most " + to_decimal(largest(p)));
  }
  expect_error(largest(Packing::rank) + 1, Packing::rank,
               "the field 'corners' is 88179840; expected 0..88179839, and a whole number of at most "
               "43252003274489855999");
}

TEST(Packing, NumbersAreRead) {
  const auto read = [](const std::string& text) { return to_decimal(parse_uint128(text).value()); };
  EXPECT_EQ(read("0"), "0");
  EXPECT_EQ(read(" 43252003274489855999\n"), "43252003274489855999");
  EXPECT_EQ(read("0x2583dCE9"), "629398761");
  EXPECT_EQ(read("0XfFffffffffffffffffffffffffffffff"), "340282366920938463463374607431768211455");
  EXPECT_EQ(read("340282366920938463463374607431768211455"), "340282366920938463463374607431768211455");
  EXPECT_EQ(read("00000000000000000000000000000000000000000000000001"), "1");
}

TEST(Packing, NumbersAreRefused) {
  const auto error = [](const std::string& text) { return parse_uint128(text).error(); };
  EXPECT_EQ(error(""), (Error{"expected a whole number, decimal or hexadecimal after 0x", 0}));
  EXPECT_EQ(error(" 0x "), (Error{"expected a whole number, decimal or hexadecimal after 0x", 3}));
  EXPECT_EQ(error("12e3"), (Error{"character 3: 'e' found; expected a decimal digit", 2}));
  EXPECT_EQ(error("0xg"), (Error{"character 3: 'g' found; expected a hexadecimal digit", 2}));
  EXPECT_EQ(error("-1").position, 0u);
  EXPECT_EQ(error("1 2").position, 1u);
  EXPECT_EQ(error("340282366920938463463374607431768211456").message, "the number is larger than 2^128 - 1");
  EXPECT_EQ(error("0x100000000000000000000000000000000").message, "the number is larger than 2^128 - 1");
}

}  // namespace
}  // namespace superflip
