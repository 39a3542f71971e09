// Offsets of mixed radix: the examples of the notes on packing a cube, and there and back.
#include "superflip/base/mixed_radix.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace superflip {
namespace {

using Digits = std::array<std::uint64_t, 3>;

TEST(MixedRadix, IsTheOffsetOfAPixel) {
  EXPECT_EQ(static_cast<std::uint64_t>(
                to_offset(std::array<std::uint64_t, 2>{17, 3}, std::array<std::uint64_t, 2>{320, 200})),
            320u * 3 + 17);
}

TEST(MixedRadix, IsABijection) {
  constexpr Digits radices{5, 1, 7};
  std::set<std::uint64_t> met;
  for (std::uint64_t offset = 0; offset < 35; ++offset) {
    Digits digits{};
    from_offset(offset, radices, digits);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(digits[i], radices[i]);
    EXPECT_EQ(static_cast<std::uint64_t>(to_offset(digits, radices)), offset);
    met.insert(digits[0] + 5 * digits[2]);
  }
  EXPECT_EQ(met.size(), 35u);
  EXPECT_EQ(static_cast<std::uint64_t>(offsets(radices)), 35u);
}

// ceil(log2(x)): "3^8 = 6561 states. Sizeof(6561) = 13 bits", 8! takes 16, 12! takes 29, 8! 3^8 takes 28.
TEST(MixedRadix, BitsAreThoseOfTheNotes) {
  EXPECT_EQ(bits_for(1), 0);
  EXPECT_EQ(bits_for(2), 1);
  EXPECT_EQ(bits_for(3), 2);
  EXPECT_EQ(bits_for(6561), 13);
  EXPECT_EQ(bits_for(40'320), 16);
  EXPECT_EQ(bits_for(479'001'600), 29);
  EXPECT_EQ(bits_for(264'539'520), 28);
  EXPECT_EQ(bits_for(Uint128{1} << 64), 64);
  EXPECT_EQ(bits_for((Uint128{1} << 64) + 1), 65);
  EXPECT_EQ(bits_for(Uint128{264'539'520} * 479'001'600 * 4096), 69);
}

}  // namespace
}  // namespace superflip
