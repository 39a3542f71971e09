// Cycles: known orders, cycles as the literature writes them, and the laws of powers.
#include "superflip/cube/cycles.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "superflip/cube/random.h"

namespace superflip {
namespace {

std::vector<Cycle> cycles(const std::string& text) {
  const auto algorithm = parse_algorithm(text);
  EXPECT_TRUE(algorithm) << text;
  return cycles_of(motion_of(algorithm.value_or(Algorithm{})));
}

std::string written(const std::string& text) {
  std::string all;
  for (const Cycle& cycle : cycles(text)) all += to_string(cycle);
  return all;
}

Pieces pieces(const std::string& names) {
  const auto set = parse_pieces(names);
  EXPECT_TRUE(set) << names;
  return set.value_or(Pieces{});
}

std::string random_word(Random& random) {
  constexpr std::string_view kLetters = "URFDLBUURRFFrfuMESxyz";
  std::string word;
  for (std::uint64_t n = 1 + random.below(8); n > 0; --n) {
    word += kLetters[random.below(kLetters.size())];
    word += std::array<const char*, 3>{" ", "2 ", "' "}[random.below(3)];
  }
  return word;
}

TEST(Cycles, HaveTheKnownOrders) {
  for (const auto& [text, n] : std::vector<std::pair<std::string, int>>{{"", 1},
                                                                        {"R", 4},
                                                                        {"R2", 2},
                                                                        {"R U", 105},
                                                                        {"R U'", 63},
                                                                        {"R U R' U'", 6},
                                                                        {"R2 U2", 6},
                                                                        {"R U2 D' B D'", 1260},
                                                                        // With centres:
                                                                        {"M", 4},
                                                                        {"M2", 2},
                                                                        {"M E S", 4},
                                                                        {"x", 4},
                                                                        {"x y", 3},
                                                                        {"x y2", 2},
                                                                        {"Rw", 4},
                                                                        {"x R", 4},
                                                                        {"x R x'", 4},
                                                                        {"R y", 1260}})
    EXPECT_EQ(order(cycles(text)), n) << text;
}

TEST(Cycles, AreWrittenWithFaceletsAndSigns) {
  EXPECT_EQ(written(""), "");
  EXPECT_EQ(written("R"), "(URF BRU DRB FRD)(UR BR DR FR)");
  EXPECT_EQ(written("F"), "(URF RDF DLF LUF)(UF RF DF LF)");
  EXPECT_EQ(written("M"), "(UF FD DB BU)(U F D B)");
  EXPECT_EQ(written("(R' D' R D)2 U (D' R' D R)2 U'"), "(URF)-(UBR)+");
  EXPECT_EQ(written("M' U M' U M' U2 M U M U M U2"), "(UF)+(UB)+");
  const auto t = cycles("R U R' U' R' F R2 U' R' U' R U R' F'");  // exchanges two corners and two edges
  ASSERT_EQ(t.size(), 2u);
  EXPECT_EQ(t[0].steps.size(), 2u);
  EXPECT_EQ(t[1].pieces(), pieces("UR UL"));
}

TEST(Cycles, PowersKeepWhatTheyShould) {
  // (R U)^n: seven edges in a cycle, five corners in one with a twist, one corner twisted in its place.
  const auto ru = cycles("R U");
  EXPECT_EQ(moved(ru, 1).count(), 13u);
  EXPECT_EQ(moved(ru, 0).count(), 0u);
  EXPECT_EQ(least_power(ru, pieces("UR UF UL UB FR BR DR")), 15);
  EXPECT_EQ(moved(ru, 15), pieces("UR UF UL UB FR BR DR"));
  EXPECT_EQ(least_power(ru, pieces("UR")), 105);  // where UR moves, six others do
  EXPECT_EQ(least_power(ru, ~Pieces{}), 1);
  std::vector<int> exponents;
  for (const Power& p : powers(ru)) exponents.push_back(p.n);
  EXPECT_EQ(exponents, (std::vector<int>{1, 3, 7, 15, 21, 105}));
  EXPECT_EQ(powers(cycles("")).size(), 1u);
}

TEST(Cycles, ReadsPieces) {
  EXPECT_EQ(pieces("URF UF").count(), 2u);
  EXPECT_EQ(pieces(" fur, fu  "), pieces("URF UF"));
  EXPECT_EQ(pieces("U"), Pieces{}.set(20));
  for (int piece = 0; piece < kPieces; ++piece) EXPECT_EQ(pieces(piece_name(piece)), Pieces{}.set(piece));
  EXPECT_EQ(parse_pieces("URF UD").error().message,
            "'UD' is not a piece; expected corners as URF, edges as UR or centres as U");
  EXPECT_EQ(parse_pieces("URF UD").error().position, 4u);
  EXPECT_FALSE(parse_pieces(" , "));
  EXPECT_FALSE(parse_pieces("UUR"));
}

// The motion of a sequence done twice is the square of its motion, centres and all.
RC_GTEST_PROP(Cycles, MotionsComposeAsTheirSequences, (std::uint64_t seed)) {
  Random random(seed);
  const std::string a = random_word(random);
  const std::string b = random_word(random);
  const Motion first = motion_of(*parse_algorithm(a));
  const Motion second = motion_of(*parse_algorithm(b));
  const Motion both = motion_of(*parse_algorithm(a + b));
  RC_ASSERT(both.cube == first.cube * second.cube);
  RC_ASSERT(both.rotation == first.rotation * second.rotation);
}

// The definition: power by power, by the cubes.
RC_GTEST_PROP(Cycles, OrderIsTheFirstPowerThatMovesNothing, (std::uint64_t seed)) {
  Random random(seed);
  const Motion motion = motion_of(*parse_algorithm(random_word(random)));
  const auto all = cycles_of(motion);
  const Pieces only = Pieces(random.below(1U << kPieces));
  Motion power = motion;
  int least = 0;
  for (int n = 1;; ++n, power = {power.cube * motion.cube, power.rotation * motion.rotation}) {
    Pieces elsewhere;
    for (const Cycle& cycle : cycles_of(power)) elsewhere |= cycle.pieces();
    RC_ASSERT(moved(all, n) == elsewhere);
    if (least == 0 && (elsewhere & ~only).none()) least = n;
    RC_ASSERT((n == order(all)) == (power.cube == kSolved && power.rotation == 0));
    if (n == order(all)) break;
  }
  RC_ASSERT(least_power(all, only) == least);
  if (motion.rotation == 0) RC_ASSERT(order(all) == order(motion.cube));
}

RC_GTEST_PROP(Cycles, PowersAreAllThatCanBeMoved, (std::uint64_t seed)) {
  Random random(seed);
  const auto all = cycles_of(motion_of(*parse_algorithm(random_word(random))));
  const auto list = powers(all);
  for (int n = 1; n <= order(all); ++n) {
    std::size_t i = 0;
    while (list[i].moved != moved(all, n)) RC_ASSERT(++i < list.size());
    RC_ASSERT(list[i].n <= n);
  }
  RC_ASSERT(list.back().n == order(all));
  RC_ASSERT(list.back().moved.none());
}

}  // namespace
}  // namespace superflip
