// The facelet level: the published patterns, round trips, and what the strict reader refuses.
#include "superflip/reading/facelets.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

constexpr std::string_view kSolvedFacelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

std::string message(std::string_view facelets) {
  const auto c = parse_facelets(facelets);
  return c ? "a cube" : c.error().message;
}

TEST(Facelets, OfTheSolvedCube) {
  EXPECT_EQ(to_facelets(kSolved), kSolvedFacelets);
  EXPECT_EQ(parse_facelets(kSolvedFacelets), kSolved);
}

TEST(Facelets, OfThePatterns) {
  for (const KnownPattern& p : kPatterns) {
    const auto algorithm = parse_algorithm(p.moves);
    ASSERT_TRUE(algorithm) << p.name;
    EXPECT_EQ(to_facelets(to_cube(*algorithm)), p.facelets) << p.name;
    EXPECT_EQ(parse_facelets(p.facelets), to_cube(*algorithm)) << p.name;
  }
}

TEST(Facelets, EachBelongsToOnePlace) {
  std::set<int> seen;
  for (const auto& corner : kCornerFacelets) seen.insert(corner.begin(), corner.end());
  for (const auto& edge : kEdgeFacelets) seen.insert(edge.begin(), edge.end());
  for (int f = 0; f < kFaces; ++f) seen.insert(centre_of(f));
  EXPECT_EQ(seen.size(), std::size_t{kFacelets});
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), kFacelets - 1);
  EXPECT_EQ(facelet_name(0), "U1");
  EXPECT_EQ(facelet_name(20), "F3");
  EXPECT_EQ(facelet_name(53), "B9");
}

RC_GTEST_PROP(Facelets, RoundTrip, (std::uint64_t seed)) {
  const Cube c = Random(seed).cube();
  const std::string facelets = to_facelets(c);
  RC_ASSERT(parse_facelets(facelets) == c);
  std::string spaced;
  for (std::size_t i = 0; i < facelets.size(); i += 3) spaced += facelets.substr(i, 3) + (i % 9 == 6 ? "\n" : " ");
  RC_ASSERT(parse_facelets(spaced) == c);
}

// To hold a cube another way is to rename its colours: the stickers of S^-1 c S.
TEST(Facelets, RotateLikeTheCube) {
  Random random(5);
  for (const Symmetry s : kAllRotations) {
    const Cube c = random.cube();
    Stickers turned = rotate(to_stickers(c), s);
    for (std::uint8_t& colour : turned) colour = kFaceImages[s][colour];
    EXPECT_EQ(turned, to_stickers(conjugate(c, s))) << int{s};
  }
}

// The fast reader takes exactly the plain texts that the other one takes, whatever stickers are changed or exchanged.
RC_GTEST_PROP(Facelets, PlainTextsAreReadAsByTheDoctor, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::string text = to_facelets(random.cube());
  RC_ASSERT(plain_facelets(text).has_value());
  const auto changes = random.below(4);
  for (std::uint64_t i = 0; i < changes; ++i)
    if (random.below(2) == 0)
      text[random.below(54)] = "URFDLBx"[random.below(7)];
    else
      std::swap(text[random.below(54)], text[random.below(54)]);
  const auto careful = parse_facelets(text);
  const auto plain = plain_facelets(text);
  RC_ASSERT(careful.has_value() == plain.has_value());
  if (plain) RC_ASSERT(*plain == *careful);
  RC_ASSERT(!plain_facelets(text + " "));
  RC_ASSERT(!plain_facelets(text.substr(1)));
  Cube wrong = random.cube();
  wrong.set_flip(0, 1 - wrong.flip_at(0));
  RC_ASSERT(!plain_facelets(to_facelets(wrong)));
  wrong = random.cube();
  wrong.set_twist(3, (wrong.twist_at(3) + 1) % 3);
  RC_ASSERT(!plain_facelets(to_facelets(wrong)));
}

TEST(Facelets, RefusesWhatIsNoCube) {
  EXPECT_EQ(message(""), "there are 0 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(message(kSolvedFacelets.substr(1)), "there are 53 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(message(std::string(kSolvedFacelets).append("B")),
            "there are 55 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(message(std::string(10'000'000, 'U')), "there are 10000000 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(message("UUUUUUUUUrRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
            "facelet 10: 'r' is not one of U R F D L B");
  EXPECT_EQ(message(std::string_view("U\0", 2)), "facelet 2: byte 0x00 is not one of U R F D L B");
  EXPECT_EQ(parse_facelets("UU x").error().position, 3u);
  EXPECT_EQ(message("UUUUUUUUULLLLLLLLLFFFFFFFFFDDDDDDDDDRRRRRRRRRBBBBBBBBB"),
            "the centre R5 is L; expected the centres U R F D L B in the order of the faces");
  EXPECT_EQ(message("UUUUUUUURRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
            "this cube is impossible: the corner at URF shows R, R and F: no piece has the colour R twice; "
            "the corner URF is missing");
  EXPECT_EQ(message("UUUUURUUURURRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
            "this cube is impossible: one edge is flipped");
}

}  // namespace
}  // namespace superflip
