// Cubes as exact whole numbers: bijections, worked by hand where that is possible, exhaustive where they are small.
#include "superflip/cube/packing.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

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

// After U of the notes' corners 4..7 (UFL URF ULB UBR) 4 is at the place of 6, 5 at that of 4, 6 at that of 7 and 7 at
// that of 5. Among the places that are still free these are number 2, 0, 1 and 0: 2 + 4*0 + 4*3*1 = 14, and for all
// corners, where 8*7*6*5 = 1680 of the digits are those of 0..3, 14 * 1680. Of the edges 8..11 (UL UF UR UB) 8 is at
// the place of 11, 9 at that of 8, 10 at that of 9 and 11 at that of 10: 3 + 4*0 + 4*3*0 = 3; 12!/4! is 19,958,400.
TEST(Packing, OfOneMove) {
  const Cube u = kMoveCubes[0];
  EXPECT_EQ(to_decimal(pack(u, Packing::packed71)), to_decimal(14 << 9 | 3 << 4));
  EXPECT_EQ(to_decimal(pack(u, Packing::packed69)),
            to_decimal(Uint128{14 * 1680} << 41 | Uint128{3 * 19'958'400} << 12));
  // The edges of a rank lack the last digit but one, 1 here: (1 in 4, 1 in 3) is 4.
  EXPECT_EQ(to_decimal(pack(u, Packing::rank)), to_decimal((Uint128{9} * 239'500'800 + 4) * 2048));
}

// One piece alone is turned: its state counts as much as the digits before it have values. Or two edges are exchanged:
// BR (7) is at the place of UB, the last of five, and then UB (11) takes the place of BR, so that UL, UF and UR are
// second among the free places.
TEST(Packing, OfOnePiece) {
  const auto with = [](auto change) {
    Cube c;
    change(c);
    return to_decimal(pack(c, Packing::packed71));
  };
  const Uint128 down_edges = 12 * 11 * 10 * 9 * 8 * 7 * 6;  // before the digit of edge 7
  // A twist of 1 carries the D sticker of DLF (0) to L and that of DRB (3) to R, a twist of 2 that of DLF to F.
  EXPECT_EQ(with([](Cube& c) { c.set_twist(DLF, 1); }), to_decimal(Uint128{1680} * 2 << 53));
  EXPECT_EQ(with([](Cube& c) { c.set_twist(DLF, 2); }), to_decimal(Uint128{1680} * 1 << 53));
  EXPECT_EQ(with([](Cube& c) { c.set_twist(DRB, 1); }), to_decimal(Uint128{1680} * 27 * 2 << 53));
  EXPECT_EQ(with([](Cube& c) { c.set_flip(DL, 1); }), to_decimal(Uint128{1} << 20));
  EXPECT_EQ(with([](Cube& c) { c.set_flip(BR, 1); }), to_decimal(Uint128{128} << 20));
  EXPECT_EQ(with([](Cube& c) { c.set_flip(UB, 1); }), "8");
  EXPECT_EQ(with([](Cube& c) { std::swap(c.edge[BR], c.edge[UB]); }),
            to_decimal(Uint128{4} * down_edges << 28 | Uint128{1 + 4 + 12} << 4));
}

// The rules of the notes once more, from the stickers: the piece at a place by its letters, the state of a corner by
// the face on which its U or D sticker is, and that of an edge by whether its U or D sticker, or else its F or B
// sticker, is on the place's sticker of the same kind.
struct Notes {
  std::vector<std::string> corners{"DLF", "DFR", "DBL", "DRB", "UFL", "URF", "ULB", "UBR"};
  std::vector<std::string> edges{"DL", "DF", "DR", "DB", "FL", "FR", "BL", "BR", "UL", "UF", "UR", "UB"};
  std::array<int, 8> corner_place{}, corner_state{};
  std::array<int, 12> edge_place{}, edge_state{};

  explicit Notes(const Cube& cube) {
    for (int x = 0; x < 8; ++x) {
      const std::string place(kCornerNames[x]);
      std::string shown;  // on the place's stickers in turn
      for (int i = 0; i < 3; ++i) shown += kCornerNames[cube.corner_at(x)][(i + 3 - cube.twist_at(x)) % 3];
      const int n = number(corners, shown);
      corner_place[n] = number(corners, place);
      const char face = place[shown.find_first_of("UD")];
      corner_state[n] = face == 'U' || face == 'D' ? 0 : face == 'F' || face == 'B' ? 1 : 2;
    }
    for (int x = 0; x < 12; ++x) {
      const std::string place(kEdgeNames[x]);
      std::string shown;
      for (int i = 0; i < 2; ++i) shown += kEdgeNames[cube.edge_at(x)][(i + cube.flip_at(x)) % 2];
      const int n = number(edges, shown);
      edge_place[n] = number(edges, place);
      edge_state[n] = reference(shown) == reference(place) ? 0 : 1;
    }
  }

  static int number(const std::vector<std::string>& names, const std::string& piece) {
    for (std::size_t n = 0; n < names.size(); ++n)
      if (std::is_permutation(names[n].begin(), names[n].end(), piece.begin(), piece.end())) return static_cast<int>(n);
    return -1;
  }

  static std::size_t reference(const std::string& stickers) {
    const std::size_t at = stickers.find_first_of("UD");
    return at != std::string::npos ? at : stickers.find_first_of("FB");
  }

  // a7 + 8*a6 + 8*7*a5 + ... of the pieces first..last-1, and the weight of what follows.
  template <std::size_t count>
  static std::pair<Uint128, Uint128> permutation(const std::array<int, count>& place, int first, int last) {
    Uint128 offset = 0;
    Uint128 weight = 1;
    for (int n = first; n < last; ++n) {
      int a = 0;
      for (int p = 0; p < place[n]; ++p) a += std::find(place.begin(), place.begin() + n, p) == place.begin() + n;
      offset += weight * static_cast<unsigned>(a);
      weight *= count - static_cast<unsigned>(n);
    }
    return {offset, weight};
  }

  Uint128 corner_field(int first, int last) const {
    auto [offset, weight] = permutation(corner_place, first, last);
    for (int n = first; n < last; ++n, weight *= 3) offset += weight * static_cast<unsigned>(corner_state[n]);
    return offset;
  }
  Uint128 edge_field(int first, int last) const { return permutation(edge_place, first, last).first; }
  Uint128 states(int first, int last) const {
    Uint128 offset = 0;
    for (int n = first; n < last; ++n) offset |= static_cast<unsigned>(edge_state[n]) << (n - first);
    return offset;
  }

  Uint128 packed69() const { return (corner_field(0, 8) << 29 | edge_field(0, 12)) << 12 | states(0, 12); }
  Uint128 packed71() const {
    Uint128 number = corner_field(0, 4) << 25 | edge_field(0, 8);
    number = (number << 8 | states(0, 8)) << 11 | corner_field(4, 8);
    return (number << 5 | edge_field(8, 12)) << 4 | states(8, 12);
  }
};

RC_GTEST_PROP(Packing, AgreesWithTheNotes, (std::uint64_t seed)) {
  Random random(seed);
  for (const Cube& c : {random.cube(), any_cube(random)}) {
    const Notes notes(c);
    RC_ASSERT(pack(c, Packing::packed69) == notes.packed69());
    RC_ASSERT(pack(c, Packing::packed71) == notes.packed71());
  }
}

// "F, Fi, B, Bi toggle state 0<->1. The other moves leave edge state constant." And of corners: R and L leave state 2
// and exchange 0 and 1, F and B leave 1 and exchange 0 and 2, U and D leave 0 and exchange 1 and 2.
TEST(Packing, StatesChangeAsInTheNotes) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Cube c = random.cube();
    const Notes before(c);
    for (int m = 0; m < kMoves; m += 3) {  // quarter turns
      const Notes after(c * kMoveCubes[m]);
      const Face face = face_of(Move(m));
      const int kept = face == U || face == D ? 0 : face == F || face == B ? 1 : 2;
      for (int n = 0; n < 8; ++n) {
        const int state = before.corner_state[n];
        const bool is_moved = before.corner_place[n] != after.corner_place[n];
        EXPECT_EQ(after.corner_state[n], is_moved && state != kept ? 3 - kept - state : state);
      }
      for (int n = 0; n < 12; ++n)
        EXPECT_EQ(before.edge_state[n] != after.edge_state[n],
                  kept == 1 && before.edge_place[n] != after.edge_place[n]);
    }
  }
}

// The table of sizes of the notes.
TEST(Packing, HasTheSizesOfTheNotes) {
  const auto bits = [](Packing p) {
    std::vector<int> all;
    for (const PackedField& field : packed_fields(kSolved, p)) all.push_back(field.bits);
    return all;
  };
  EXPECT_EQ(bits(Packing::packed69), (std::vector<int>{28, 29, 12}));
  EXPECT_EQ(bits(Packing::packed71), (std::vector<int>{18, 25, 8, 11, 5, 4}));
  EXPECT_EQ(bits(Packing::rank), (std::vector<int>{27, 28, 11}));
  // The places and the states of the corners alone: C8 and 8sigma3 take 16 + 13 bits, together 28.
  const auto corners = packed_fields(kSolved, Packing::packed69)[0];
  EXPECT_EQ(corners.symbol, "C8-8sigma3");
  ASSERT_EQ(corners.parts.size(), 2u);
  EXPECT_EQ(corners.parts[0].symbol, "C8");
  EXPECT_EQ(corners.parts[0].values, 40320u);
  EXPECT_EQ(corners.parts[0].bits, 16);
  EXPECT_EQ(corners.parts[1].symbol, "8sigma3");
  EXPECT_EQ(corners.parts[1].values, 6561u);
  EXPECT_EQ(corners.parts[1].bits, 13);
  EXPECT_TRUE(packed_fields(kSolved, Packing::rank)[0].parts.empty());
}

RC_GTEST_PROP(Packing, FieldsOfCornersAreTheirParts, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const Packing p : {Packing::packed69, Packing::packed71})
    for (const PackedField& field : packed_fields(c, p))
      if (!field.parts.empty()) {
        RC_ASSERT(field.value == field.parts[0].value + field.parts[0].values * field.parts[1].value);
        RC_ASSERT(field.values == field.parts[0].values * field.parts[1].values);
      }
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
    const auto c = unpack(n, p);
    if (!c) continue;  // a field is out of its range
    RC_ASSERT(pack(*c, p) == n);
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
  expect_error(two_to(69), Packing::packed69, "is too large: expected at most ");
  expect_error(Uint128{479'001'600} << 12, Packing::packed69, "the field 'edges' is 479001600; expected 0..479001599");
  expect_error(two_to(71), Packing::packed71, "is too large: expected at most ");
  expect_error(Uint128{19'958'400} << 28, Packing::packed71, "'down and middle edges'");
  expect_error(Uint128{1944} << 9, Packing::packed71, "the field 'up corners' is 1944; expected 0..1943");
  expect_error(Uint128{24} << 4, Packing::packed71, "the field 'up edges' is 24; expected 0..23");
  for (const Packing p : kPackings) {
    for (const Uint128 number : {largest(p) + 1, ~Uint128{0}})
      expect_error(number, p,
                   "the number " + to_decimal(number) + " is too large: expected at most " + to_decimal(largest(p)));
  }
  expect_error(largest(Packing::rank) + 1, Packing::rank,
               "the number 43252003274489856000 is too large: expected at most 43252003274489855999");
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
