// superflip symmetry: the real program.
#include <algorithm>
#include <set>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetry_type.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CliSymmetry.FiltersAndUniqueGoTogether"}};

TEST(CliSymmetry, OfACubeIsShown) {
  const Ran ran = run({"symmetry", "of", kSuperflip, "R U R' U'", "U D R2"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 23U);
  EXPECT_EQ(lines[1], "type            Oh: all 48 symmetries");
  EXPECT_EQ(lines[3], "antisymmetries  48, and the cube is its own inverse");
  EXPECT_EQ(lines[4], "alike           1, with inverses 1");
  EXPECT_EQ(lines[9], "type            C1: none");
  EXPECT_EQ(lines[12], "alike           48, with inverses 48");
  const Ran json = run({"symmetry", "of", "--json", "R2 L2 U2"});
  ASSERT_EQ(json.code, 0) << json.err;
  const Json report = Json::parse(json.out);
  EXPECT_EQ(report["type"], "C2v(a2)");
  EXPECT_EQ(report["symmetries"].size(), 4U);
  EXPECT_EQ(report["alike"], 12);
  EXPECT_EQ(report["representative"], to_facelets(least_image(cube_of("R2 L2 U2"))));
  EXPECT_EQ(report["self_inverse"], false);
}

TEST(CliSymmetry, TypesAreCounted) {
  const Ran ran = run({"symmetry", "types"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 35U);
  EXPECT_EQ(lines[34], "164604041664 cubes have a symmetry");
  EXPECT_NE(lines[32].find("45864714240           45862360944"), std::string::npos) << lines[32];
  const Json json = Json::parse(run({"symmetry", "types", "--json"}).out);
  EXPECT_EQ(json["types"].size(), 33U);
  EXPECT_EQ(json["types"][32]["exactly"], "43252003109885814336");
}

TEST(CliSymmetry, CubesOfATypeAreListed) {
  const Ran all = run({"symmetry", "cubes", "D3"});
  ASSERT_EQ(all.code, 0) << all.err;
  const auto cubes = lines_of(all.out);
  EXPECT_EQ(cubes.size(), 416U);
  std::set<std::string> classes;
  std::set<std::string> with_inverses;
  for (const std::string& text : cubes) {
    EXPECT_EQ(symmetry_type_of(cube_of(text)).name, "D3");
    classes.insert(to_facelets(least_image(cube_of(text))));
    with_inverses.insert(to_facelets(least_image(cube_of(text), true)));
  }
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--unique"}).out).size(), classes.size());
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--unique", "--inversion"}).out).size(), with_inverses.size());
  EXPECT_LT(with_inverses.size(), classes.size());
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--at-least"}).out).size(), 432U);
  const auto even = lines_of(run({"symmetry", "cubes", "D3", "--parity", "even"}).out);
  const auto odd = lines_of(run({"symmetry", "cubes", "D3", "--parity", "odd"}).out);
  EXPECT_EQ(even.size() + odd.size(), 416U);
  for (const std::string& text : odd) EXPECT_EQ(corner_parity(cube_of(text)), 1);
  // What is filtered is what is left of all.
  const auto count = [&](const auto& is_wanted) {
    return static_cast<std::size_t>(std::count_if(cubes.begin(), cubes.end(), is_wanted));
  };
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--order", "6"}).out).size(),
            count([](const std::string& text) { return order(cube_of(text)) == 6; }));
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--where", "CornerOrientation=0"}).out).size(),
            count([](const std::string& text) { return CornerOrientation::index(cube_of(text)) == 0; }));
  EXPECT_EQ(lines_of(run({"symmetry", "cubes", "D3", "--max-colours", "3"}).out).size(),
            count([](const std::string& text) {
              for (std::size_t f = 0; f < 6; ++f)
                if (std::set<char>(text.begin() + static_cast<std::ptrdiff_t>(9 * f),
                                   text.begin() + static_cast<std::ptrdiff_t>(9 * f + 9))
                        .size() > 3)
                  return false;
              return true;
            }));
}

// Filters that images or inverses do not share: one of each class is left, as with unique after the list.
TEST(CliSymmetry, FiltersAndUniqueGoTogether) {
  const std::vector<std::vector<std::string>> calls{
      {"symmetry", "cubes", "C4", "--where", "UDSlice=494", "--where", "CornerOrientation=0"},
      {"symmetry", "cubes", "D2d(edge)", "--max-colours", "3"},
      {"symmetry", "cubes", "S6", "--at-least", "--where", "EdgeOrientation=0"}};
  for (std::vector<std::string> call : calls) {
    const Ran all = run(call);
    ASSERT_EQ(all.code, 0) << all.err;
    for (const bool inversion : {false, true}) {
      std::vector<std::string> unique{"symmetry", "unique"};
      call.emplace_back(inversion ? "--inversion" : "--unique");
      if (inversion) unique.emplace_back("--inversion");
      EXPECT_EQ(lines_of(run(call).out).size(), lines_of(run(unique, all.out).out).size()) << call[2];
    }
  }
}

TEST(CliSymmetry, RandomCubesRepeat) {
  const Ran ran = run({"symmetry", "cubes", "cs(a)", "--random", "5", "--seed", "3", "--where", "UDSlice=0"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  ASSERT_EQ(lines_of(ran.out).size(), 5U);
  for (const std::string& text : lines_of(ran.out)) {
    EXPECT_EQ(symmetry_type_of(cube_of(text)).name, "Cs(a)");
    EXPECT_EQ(UDSlice::index(cube_of(text)), 0U);
  }
  EXPECT_EQ(run({"symmetry", "cubes", "cs(a)", "--random", "5", "--seed", "3", "--where", "UDSlice=0"}).out, ran.out);
  EXPECT_NE(run({"symmetry", "cubes", "cs(a)", "--random", "5", "--seed", "4", "--where", "UDSlice=0"}).out, ran.out);
}

TEST(CliSymmetry, AlikeCubesAreDropped) {
  const Ran ran = run({"symmetry", "unique", "--json"}, "R\nU\nU2\nR'\nF2\nR U\nU' R'\n");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(Json::parse(lines[1])["input"], "U2");
  EXPECT_EQ(Json::parse(lines[1])["number"], 3);
  EXPECT_EQ(run({"symmetry", "unique"}, "R U2\nU2 R\n").out, "R U2\nU2 R\n");
  EXPECT_EQ(run({"symmetry", "unique", "--inversion"}, "R U2\nU2 R'\n").out, "R U2\n");
}

TEST(CliSymmetry, MistakesAreSentences) {
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--seed", "5"}), 2, "it is for --random"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--random", "1", "--where", "UDSlice=5"}), 1,
                   "no cube of this symmetry is as wanted"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "D5"}), 2, "'D5' is not a type of symmetry: expected Oh"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Td"}), 1, "no cube has exactly the symmetries Td"));
  EXPECT_TRUE(
      says(run({"symmetry", "cubes", "Oh", "--where", "UDSlice=5"}), 1, "no cube of this symmetry is as wanted"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--inversion"}), 2, "it is for --unique"));
  EXPECT_TRUE(
      says(run({"symmetry", "cubes", "Oh", "--where", "UDSlice"}), 2, "expected a coordinate, = and its value"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--where", "UDSlice=495"}), 2, "0 to 494"));
  EXPECT_TRUE(says(run({"symmetry", "cubes", "Oh", "--where", "UDSlize=4"}), 2, "UDSlize"));
  EXPECT_TRUE(says(run({"symmetry", "of", kTwistedCorner}), 2, "twisted"));
  EXPECT_TRUE(says(run({"symmetry", "unique"}, "R\nX\n"), 2, "line 2"));
}

}  // namespace
}  // namespace superflip
