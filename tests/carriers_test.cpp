// Carriers: moves inside of addresses and rows of tables.
#include "superflip/reading/detail/carriers.h"

#include <gtest/gtest.h>

#include <string>

#include "superflip/reading/formats.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

void expect_read(const std::string& text, const std::string& moves) {
  const auto reading = read(text);
  ASSERT_TRUE(reading) << text << ": " << reading.error().problems.front();
  EXPECT_EQ(reading->format, Format::moves) << text;
  EXPECT_EQ(reading->cube, parse_cube(moves).value()) << text;
  EXPECT_FALSE(reading->notes.empty()) << text;
}

TEST(Carriers, AddressesOfPages) {
  expect_read("https://alg.cubing.net/?alg=R_U_R-_U-", "R U R' U'");
  expect_read("https://alg.cubing.net/?setup=R2_F-&alg=U2_%2F%2Fcross%0AL&type=moves", "R2 F' U2 L");
  expect_read("https://alpha.twizzle.net/edit/?alg=R+U+R%27+U%27", "R U R' U'");
  expect_read("https://alpha.twizzle.net/edit/?setup-alg=F&alg=%28R+U%292", "F R U R U");
  expect_read("alg.cubing.net/?alg=R", "R");
  expect_read("http://example.org/?puzzle=3x3x3&alg=R2-#there", "R2");
  expect_read("https://cubedb.net/?puzzle=3&scramble=R_U&alg=F-", "R U F'");
  expect_read("https://alg.cubing.net/?alg=&setup=R_U", "R U");
  for (const char* none : {"?alg=R", "R?alg=U", "R U", "https://a/?alg=R U"})
    EXPECT_FALSE(*moves_of_address(none)) << none;
  for (const char* wrong :
       {"https://example.org/", "https://example.org/?x=R", "https://alpha.twizzle.net/edit/?puzzle=4x4x4&alg=Rw+U"})
    EXPECT_FALSE(moves_of_address(wrong)) << wrong;
  const auto wrong = read("https://alg.cubing.net/?alg=R_Q");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().problems.front().find("of the address"), std::string::npos);
}

TEST(Carriers, PrintsOfShow) {
  const std::string letters = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB";
  for (const std::string& text :
       {"U U L\n\n  facelets                " + letters + "\n  parity   even\n", "facelets " + letters})
    EXPECT_EQ(read(text)->cube, parse_cube("R U R' U'").value());
  EXPECT_FALSE(facelets_of_print("facelets UUU"));
  EXPECT_FALSE(facelets_of_print("my facelets " + letters));
}

TEST(Carriers, RowsOfTimers) {
  const std::string scramble = "R2 U' F2 D L2 B R U2 F' L D2 B2 U R' F2 L2 D' B2 R2 U";
  expect_read("1;15.92;;" + scramble + ";2024-02-03 12:00:00;15.92", scramble);
  expect_read("1,15.92,\"" + scramble + "\",2024-02-03", scramble);
  expect_read("12\t9.8\t" + scramble, scramble);
  EXPECT_FALSE(moves_of_row("1;2;3", Niss::off));
  EXPECT_FALSE(moves_of_row("1;R U F;3", Niss::off));                       // too few
  EXPECT_FALSE(moves_of_row("1;" + scramble + ";" + scramble, Niss::off));  // which of them?
  EXPECT_FALSE(moves_of_row("", Niss::off));
}

}  // namespace
}  // namespace superflip
