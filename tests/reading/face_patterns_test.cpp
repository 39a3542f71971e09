// Patterns of faces in abstract colours: against their definition, read from the facelets alone; all cubes of some of
// them against lists of cubes made otherwise; and as goals.
#include "superflip/reading/face_patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/coordinate/symmetric_cubes.h"
#include "superflip/coordinate/symmetry_type.h"
#include "superflip/cube/move.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"
#include "tests/support/labels.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "FacePatterns.AllCubesAreVisitedOnce"}, {"long", "FacePatterns.AsGoals"}};

FacePatterns patterns(std::string_view text) { return FacePatterns::parse(text).value(); }

std::vector<Cube> cubes_of(std::string_view text) {
  std::vector<Cube> cubes;
  patterns(text).visit([&](const Cube& cube) {
    cubes.push_back(cube);
    return true;
  });
  return cubes;
}

// What is asked, once more: rows of letters for each face, and the words.
struct Asked {
  std::array<std::vector<std::string>, kFaces> of_face;
  bool is_upright = false;
  bool has_mirrored = false;
  bool is_continuous = false;
};

std::string turned_clockwise(const std::string& f) { return {f[6], f[3], f[0], f[7], f[4], f[1], f[8], f[5], f[2]}; }
std::string in_a_mirror(const std::string& f) { return {f[2], f[1], f[0], f[5], f[4], f[3], f[8], f[7], f[6]}; }

std::vector<std::string> images(const Asked& asked, int face) {
  std::vector<std::string> all;
  for (std::string pattern : asked.of_face[face])
    for (int mirror = 0; mirror < (asked.has_mirrored ? 2 : 1); ++mirror) {
      std::string image = mirror == 0 ? pattern : in_a_mirror(pattern);
      for (int turn = 0; turn < (asked.is_upright ? 1 : 4); ++turn, image = turned_clockwise(image))
        all.push_back(image);
    }
  if (all.empty()) all.emplace_back("?????????");
  return all;
}

bool is_like(const std::string& colours, const std::string& letters) {
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      if (letters[i] != '?' && letters[j] != '?' && (letters[i] == letters[j]) != (colours[i] == colours[j]))
        return false;
  return true;
}

// By the definition: the facelets, an image for each face, and for continuous ones the letters at the cube's edges.
bool shows(const std::string& facelets, const Asked& asked, std::string letters = {}) {
  const auto face = static_cast<int>(letters.size() / 9);
  if (face == kFaces) {
    if (!asked.is_continuous) return true;
    const auto agree = [&](int a, int b) { return letters[a] == letters[b] || letters[a] == '?' || letters[b] == '?'; };
    return std::all_of(kEdgeFacelets.begin(), kEdgeFacelets.end(), [&](auto e) { return agree(e[0], e[1]); }) &&
           std::all_of(kCornerFacelets.begin(), kCornerFacelets.end(),
                       [&](auto c) { return agree(c[0], c[1]) && agree(c[1], c[2]) && agree(c[0], c[2]); });
  }
  const std::vector<std::string> all = images(asked, face);
  return std::any_of(all.begin(), all.end(), [&](const std::string& image) {
    return is_like(facelets.substr(9 * static_cast<std::size_t>(face), 9), image) &&
           shows(facelets, asked, letters + image);
  });
}

Asked on_all(const std::vector<std::string>& pictures) {
  Asked asked;
  asked.of_face.fill(pictures);
  return asked;
}

struct Case {
  std::string text;
  Asked asked;
};

std::vector<Case> cases() {
  std::vector<Case> all{
      {"dot", on_all({"xxxxoxxxx"})},         {"checkerboard", on_all({"xoxoxoxox"})},
      {"xxo/xxo/ooo", on_all({"xxoxxoooo"})}, {"H dot", on_all({"xoxxxxxox", "xxxxoxxxx"})},
      {"ABA/ABA/ABA", on_all({"xoxxoxxox"})}, {"x?x/o?o/xox", on_all({"x?xo?oxox"})},
  };
  Case c{"xxo/xxo/ooo continuous", on_all({"xxoxxoooo"})};
  c.asked.is_continuous = true;
  all.push_back(c);
  c = {"upright xxo/xxo/xxo", on_all({"xxoxxoxxo"})};
  c.asked.is_upright = true;
  all.push_back(c);
  c = {"mirrored, xoo/xxo/xxx", on_all({"xooxxoxxx"})};
  c.asked.has_mirrored = true;
  all.push_back(c);
  c = {"xox/oxo/xox@UD stripe@RLFB", {}};
  for (const int face : {U, D}) c.asked.of_face[face] = {"xoxoxoxox"};
  for (const int face : {R, F, L, B}) c.asked.of_face[face] = {"xoxxoxxox"};
  all.push_back(c);
  c = {"aab/acb/abb mirrored continuous", on_all({"aabacbabb"})};
  c.asked.has_mirrored = c.asked.is_continuous = true;
  all.push_back(c);
  c = {"xxx/xxx/???@UF xxx/xxx/xxx@D", {}};
  for (const int face : {U, F}) c.asked.of_face[face] = {"xxxxxx???"};
  c.asked.of_face[D] = {"xxxxxxxxx"};
  all.push_back(c);
  return all;
}

// Cubes with much order: pretty patterns, cubes of half turns and of slices, and their neighbours.
std::vector<Cube> orderly_cubes() {
  Random random(5);
  std::vector<Cube> cubes{kSolved};
  for (const KnownPattern& known : kPatterns) cubes.push_back(read(known.moves).value().cube);
  const std::vector<Cube> slices{read("R L'").value().cube, read("U D'").value().cube, read("F B'").value().cube};
  for (int i = 0; i < 3000; ++i) {
    Cube cube;
    for (auto n = random.below(12); n > 0; --n)
      cube = i % 2 == 0 ? cube * kMoveCubes[make_move(static_cast<Face>(random.below(kFaces)), 2)]
                        : cube * slices[random.below(slices.size())];
    if (i % 8 > 5) cube = cube * kMoveCubes[random.below(kMoveCubes.size())];
    cubes.push_back(cube);
  }
  return cubes;
}

TEST(FacePatterns, AreWhatTheFaceletsShow) {
  const std::vector<Cube> cubes = orderly_cubes();
  for (const Case& c : cases()) {
    const FacePatterns asked = patterns(c.text);
    for (const Cube& cube : cubes) ASSERT_EQ(asked.hold(cube), shows(to_facelets(cube), c.asked)) << c.text;
  }
}

TEST(FacePatterns, KnownPatternsShowTheirFaces) {
  // The picture of U on all faces, where that is so; and every pattern with its six pictures.
  int same = 0;
  for (const KnownPattern& known : kPatterns) {
    const std::string facelets{known.facelets};
    std::string six;
    for (int face = 0; face < kFaces; ++face) {
      std::string picture = facelets.substr(9 * static_cast<std::size_t>(face), 9);
      picture.insert(6, "/").insert(3, "/");
      six += picture + "@" + kFaceLetters[face] + " ";
    }
    const Cube cube = read(known.moves).value().cube;
    EXPECT_TRUE(patterns(six + "upright").hold(cube)) << known.name;
    std::string top = facelets.substr(0, 9);
    Asked asked = on_all({top});
    asked.has_mirrored = true;
    top.insert(6, "/").insert(3, "/");
    const bool is_same = shows(facelets, asked);
    same += is_same ? 1 : 0;
    EXPECT_EQ(patterns(top + " mirrored").hold(cube), is_same) << known.name;
  }
  EXPECT_GE(same, 15);
}

// All cubes of a pattern are reachable, different, and look so; and those with many symmetries are all there.
TEST(FacePatterns, AllCubesAreVisitedOnce) {
  std::vector<Cube> symmetric;
  for (const std::string_view type : {"T", "D3", "C4", "D2(face)"})
    SymmetricCubes(find_symmetry_type(type).value()->group).visit([&](const Cube& cube) {
      symmetric.push_back(cube);
      return symmetric.size() < 300'000;
    });
  ASSERT_GT(symmetric.size(), 1000U);
  for (const Case& c : cases()) {
    if (c.text.find('?') != std::string::npos) continue;  // more cubes than can be listed
    std::set<std::string> seen;
    for (const Cube& cube : cubes_of(c.text)) {
      ASSERT_TRUE(is_reachable(cube));
      ASSERT_TRUE(shows(to_facelets(cube), c.asked)) << c.text;
      ASSERT_TRUE(seen.insert(to_facelets(cube)).second) << c.text;
    }
    for (const Cube& cube : symmetric)
      if (shows(to_facelets(cube), c.asked)) {
        ASSERT_EQ(seen.count(to_facelets(cube)), 1U) << c.text;
      }
  }
}

// Where several choices of faces show the same cube, it comes once. All cubes whose edges, and whose corners but those
// of U, are solved: 8 * 81 / 3 / 2 of each parity.
TEST(FacePatterns, CubesThatLookSoInSeveralWaysComeOnce) {
  const std::string text = "?x?/xxx/?x?@U ?x?/xxx/xxx@RLFB ?xx/xxx/xxx@RLFB xx?/xxx/xxx@RLFB xxx/xxx/xxx@D upright";
  Pattern edges_and_lower_corners = Pattern::of(kSolved);
  for (const int place : {URF, UFL, ULB, UBR}) edges_and_lower_corners.corner[place] = Pattern::kAnyCorner;
  Asked asked;
  asked.is_upright = true;
  asked.of_face[U] = {"?x?xxx?x?"};
  for (const int face : {R, F, L, B}) asked.of_face[face] = {"?x?xxxxxx", "?xxxxxxxx", "xx?xxxxxx"};
  asked.of_face[D] = {"xxxxxxxxx"};
  std::set<std::string> expected;
  for (const Cube& cube : Completions(edges_and_lower_corners).list())
    if (shows(to_facelets(cube), asked)) expected.insert(to_facelets(cube));
  EXPECT_EQ(expected.size(), 12U * 27);
  std::set<std::string> seen;
  for (const Cube& cube : cubes_of(text)) ASSERT_TRUE(seen.insert(to_facelets(cube)).second);
  EXPECT_EQ(seen, expected);
}

// Faces of one colour but for the centre: corners and edges are a solved cube that is held another way, by one of the
// 12 rotations that are even. No face is in its place after the 8 about a corner alone.
TEST(FacePatterns, CountsThatCanBeDerived) {
  EXPECT_EQ(cubes_of("xxx/xxx/xxx").size(), 1U);
  EXPECT_EQ(cubes_of("dot").size(), 8U);
  EXPECT_EQ(cubes_of("xxx/xxx/xxx dot").size(), 12U);
}

// Without listing them. Of a face without other colours than its own, four corners and four edges are free in their
// places, and the others as on any cube.
TEST(FacePatterns, AreCounted) {
  const auto count = [](std::string_view text) { return patterns(text).count(); };
  for (const std::string_view text :
       {"dot", "xxx/xxx/xxx dot", "checkerboard", "xox/oxo/xox@UD stripe@RLFB", "aab/acb/abb mirrored continuous"}) {
    const FacePatterns::Count counted = count(text);
    const std::size_t listed = cubes_of(text).size();
    EXPECT_LE(counted.cubes, listed) << text;
    if (text.find("continuous") != std::string_view::npos) continue;
    EXPECT_TRUE(counted.is_exact) << text;
    EXPECT_EQ(counted.cubes, listed) << text;
  }
  EXPECT_EQ(to_decimal(count("\?\?\?/\?\?\?/\?\?\?").cubes), "43252003274489856000");
  EXPECT_TRUE(count("\?\?\?/\?\?\?/\?\?\?").is_exact);
  EXPECT_EQ(to_decimal(count("xxx/xxx/xxx@U").cubes), "963158999040");  // 4!^2 * 3^3 * 4! * 8! * 2^7 / 2
  EXPECT_TRUE(count("xxx/xxx/xxx@U").is_exact);
  // The solved cube shows both looks.
  EXPECT_FALSE(count("xx?/?x?/\?\?\?@U").is_exact);
  EXPECT_GE(count("xx?/?x?/\?\?\?@U").cubes, 1U);
  const StopFlag stop{true};
  EXPECT_FALSE(patterns("dot").count(&stop).is_exact);
  EXPECT_FALSE(patterns("dot").count(nullptr, 10).is_exact);
}

TEST(FacePatterns, TheSearchEndsWhenItIsTold) {
  int calls = 0;
  EXPECT_FALSE(patterns("dot").visit([&](const Cube&) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
  std::atomic<bool> stop{true};
  EXPECT_FALSE(patterns("dot").visit([](const Cube&) { return true; }, &stop));
  double done = 0;
  double later = 0;
  EXPECT_TRUE(patterns("dot").visit([](const Cube&) { return true; }, nullptr, FacePatterns::kNoMost,
                                    [&](double part) {
                                      EXPECT_GE(part, done);
                                      EXPECT_LE(part, 1);
                                      if (done < 0.5 && part >= 0.5) later = part;
                                      done = part;
                                    }));
  EXPECT_GE(later, 0.5);
  EXPECT_FALSE(patterns("x?x/?\?\?/x?x").visit([&](const Cube&) { return ++calls < 1000; }));
  EXPECT_EQ(calls, 1000);
}

// Also where most of what is found was visited before: the work is bounded, and every visit comes soon.
TEST(FacePatterns, LargeSetsDoNotHideEachOther) {
  for (const std::string_view text : {"b\?\?/\?\?\?/\?\?a continuous mirrored", "\?\?\?/\?\?x/\?\?\?@U ?x?/x?x/?x?",
                                      "x\?\?/\?\?\?/\?\?\?", "\?ba/a\?\?/ac? continuous"}) {
    int calls = 0;
    patterns(text).visit([&](const Cube&) { return ++calls < 100; }, nullptr, 10'000'000);
    EXPECT_LE(calls, 100) << text;
  }
  int calls = 0;
  EXPECT_FALSE(patterns("x\?\?/\?\?\?/\?\?\?").visit([&](const Cube&) { return ++calls < 100; }));
  EXPECT_EQ(calls, 100);
  EXPECT_TRUE(patterns("dot").visit([](const Cube&) { return true; }, nullptr, 1'000'000));
  EXPECT_FALSE(patterns("dot").visit([](const Cube&) { return true; }, nullptr, 100));
}

// The least limit of work, up to two million, with which the call comes to its end.
template <class Call>
std::uint64_t least_work(const Call& ends_with) {
  std::uint64_t less = 0;
  for (std::uint64_t step = 1U << 20; step > 0; step /= 2)
    if (!ends_with(less + step)) less += step;
  return less + 1;
}

// Each of the 8 cubes is looked at once more. On a face it shows one of five colours around the centre's, in the order
// URFDLB, but never the opposite one, and each of the others on two of the cubes.
TEST(FacePatterns, EachLookThatIsComparedIsPaidFor) {
  const FacePatterns dot = patterns("dot");
  const std::uint64_t of_sets = least_work(
      [&](std::uint64_t most) { return dot.visit_sets([](const Pattern&) { return true; }, nullptr, most); });
  const std::uint64_t of_cubes =
      least_work([&](std::uint64_t most) { return dot.visit([](const Cube&) { return true; }, nullptr, most); });
  std::uint64_t compared = 0;
  for (int face = 0; face < kFaces; ++face)
    for (int colour = 0; colour < kFaces; ++colour)
      if (colour % 3 != face % 3) compared += 2 * static_cast<std::uint64_t>(colour < face ? colour + 1 : colour);
  EXPECT_EQ(of_cubes - of_sets, compared);
}

// The solved cube shows each of 128 patterns on five faces, in all their choices, before the last face shows that none
// of them is right: there the letters differ, or no pattern fits.
TEST(FacePatterns, ManyPatternsThatFitDoNotTakeForEver) {
  std::string many = "upright";
  for (unsigned stickers = 0; stickers < 128; ++stickers) {
    std::string picture = "?x?/?x?/\?\?\?@URFDL";
    constexpr std::array<std::size_t, 7> kOthers{0, 2, 4, 6, 8, 9, 10};
    for (std::size_t i = 0; i < kOthers.size(); ++i)
      if ((stickers >> i & 1) != 0) picture[kOthers[i]] = 'x';
    many += ' ' + picture;
  }
  const std::string unlike = " abc/def/abc@B abc/def/bca@B";  // more looks than the other faces have
  EXPECT_FALSE(patterns(many + unlike).hold(kSolved));
  const std::string other_letter = many + unlike + " yyy/yyy/yyy@B";
  EXPECT_TRUE(patterns(other_letter).hold(kSolved));
  const StopFlag stop{true};
  EXPECT_FALSE(patterns(other_letter + " continuous").hold(kSolved, &stop));
}

TEST(FacePatterns, TextsThatAreNone) {
  const std::map<std::string, std::string> expected{
      {"", "no pattern is given"},
      {"upright", "no pattern is given"},
      {"xoxoxoxox", "expected three rows of three letters"},
      {"xox/oxo/xo", "expected three rows of three letters"},
      {"xo/xox/xoxo", "expected three rows of three letters"},
      {"xox/o!o/xox", "a sticker is a letter or digit"},
      {"xox/oxo/xox@", "no face stands after @"},
      {"xox/oxo/xox@UX", "after @ stand faces"},
      {"abc/def/gab", "a cube has six colours"},
      {"dots", "'dots' is not a pattern of a face"},
      {"xox/oxo/xox @UD", "stands before @"},
      {std::string(100'000, 'a'), "is not a pattern of a face"},
  };
  for (const auto& [text, sentence] : expected) {
    const auto parsed = FacePatterns::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::bad_option);
    EXPECT_LT(parsed.error().message.size(), 400U);
    EXPECT_NE(parsed.error().message.find(sentence), std::string::npos) << parsed.error().message;
  }
  EXPECT_TRUE(FacePatterns::parse("  CheckerBoard@ud,dot@RLFB  Continuous "));
}

TEST(FacePatterns, AsGoals) {
  Wider wider;
  ASSERT_TRUE(parse_show("dot", wider));
  EXPECT_EQ(goal_patterns({{}}, wider, {})->size(), 8U);
  EXPECT_FALSE(goal_patterns({{read("R").value().cube, {}}}, wider, {}));
  Wider turned = wider;
  turned.holdings = turned.last_turn = true;
  EXPECT_EQ(goal_patterns({{}}, turned, {})->size(), 8U * 19);  // each also before a turn of any face
  ASSERT_TRUE(parse_show("abc/abc/abc", wider));
  wider.holdings = wider.last_turn = true;
  EXPECT_FALSE(goal_patterns({{}}, wider, {}));  // 126 and their images are too many
  wider.holdings = wider.last_turn = false;
  const auto none = parse_show("aab/bcb/bbb@U xxx/xxx/xxx@RFDLB", wider);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::impossible);
  const auto many = parse_show("x?x/?\?\?/x?x aab/?\?\?/?\?\?", wider);
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().kind, ErrorKind::bad_option);
  const StopFlag stop{true};
  for (const char* const text : {"dot", "x?x/?\?\?/x?x aab/?\?\?/?\?\?"})
    EXPECT_EQ(parse_show(text, wider, &stop).error().kind, ErrorKind::stopped);
}

// 41 patterns in 500 bytes would have 236,160 looks on each face.
TEST(FacePatterns, ManyPatternsOfManyColoursAreRefused) {
  const std::string one = "abc/d?e/fab";  // 720 colourings, turned
  EXPECT_TRUE(FacePatterns::parse(one));
  EXPECT_TRUE(FacePatterns::parse(one + " mirrored"));
  std::string all = "mirrored";
  for (int i = 0; i < 40; ++i) all += ' ' + one;
  const auto refused = FacePatterns::parse(all);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_option);
  // Those of some faces count there alone.
  EXPECT_TRUE(FacePatterns::parse("mirrored abc/d?e/fab@U abc/d?e/fba@R abc/d?e/faa@F bac/d?e/fab@D"));
  // The same twice has no more looks.
  std::vector<Pattern> once;
  std::vector<Pattern> twice;
  const auto into = [](std::vector<Pattern>& sets) {
    return [&sets](const Pattern& pattern) {
      sets.push_back(pattern);
      return true;
    };
  };
  EXPECT_TRUE(FacePatterns::parse("checkerboard").value().visit_sets(into(once)));
  EXPECT_TRUE(FacePatterns::parse("checkerboard checkerboard").value().visit_sets(into(twice)));
  EXPECT_EQ(once, twice);
  EXPECT_FALSE(once.empty());
}

}  // namespace
}  // namespace superflip
