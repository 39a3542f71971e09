// Layouts: faces in every order and holding, and nets, lead to the cube that somebody held; where they may mean several
// cubes, all are named.
#include "superflip/reading/layout.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/facelets.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Layouts.RandomCubesAreReadInAnyOrderAndHolding"},
                     {"long", "Layouts.NearCubesAreReadInAnyOrderAndHolding"},
                     {"long", "Layouts.NetsAreReadRowByRow"},
                     {"long", "Layouts.TheUsualOrderCounts"},
                     {"long", "Layouts.TurnedFacesAreRead"},
                     {"long", "Layouts.AnOrderOrAHoldingSettlesIt"},
                     {"long", "Layouts.FacesSideBySide"}};

using Sentences = std::vector<std::string>;

// What somebody writes who holds the cube so, and lists its stickers in that layout.
std::string written(const Cube& c, Symmetry held, const Layout& layout, std::string_view colours = "URFDLB") {
  const Stickers stickers = rotate(to_stickers(c), held);
  std::string text;
  for (const std::uint8_t f : layout.facelet_of) text += colours[stickers[f]];
  return text;
}

// All cubes of up to two moves: face turns and slices. Slices turn the centres, and are given as holdings.
std::vector<Cube> near_cubes() {
  std::set<std::string> seen;
  std::vector<Cube> cubes;
  std::vector<std::string> moves{""};
  for (const char* move : {"U", "R", "F", "D", "L", "B", "M", "E", "S"})
    for (const char* turn : {"", "2", "'"}) moves.push_back(std::string(move) + turn);
  for (const std::string& first : moves)
    for (const std::string& second : moves) {
      const Cube c = to_cube(parse_algorithm(first + " " + second).value());
      if (seen.insert(to_facelets(c)).second) cubes.push_back(c);
    }
  return cubes;
}

// Whether the diagnosis has the cube as it was held: as the answer, or among the others.
bool is_found(const Diagnosis& d, const Cube& c, Symmetry held) {
  if (!d.cube) return false;
  if (conjugate(*d.cube, d.held) == conjugate(c, held)) return true;
  return std::any_of(d.others.begin(), d.others.end(), [&](const OtherReading& other) {
    return conjugate(other.cube, other.held) == conjugate(c, held);
  });
}

TEST(Layouts, NamesAreRead) {
  EXPECT_EQ(parse_layout("ul frbd").value().code, "ULFRBD");
  EXPECT_EQ(parse_layout("u, lfrb, d2M").value().code, "U,LFRB,D2m");
  EXPECT_EQ(parse_layout("WRGYOB").value(), orders_in_use().front());
  EXPECT_EQ(parse_layout("w,ogrb,y").value(), nets().front());
  for (const char* text : {"WRGYOU", "", "ULFRB", "ULFRBB", "ULFRBX", "ULFRBDU", "2ULFRBD", "U4LFRBD", "U22LFRBD",
                           "ULFRBDmm", "ULFRBDm2", ",ULFRBD", "U,,LFRB,D", "U,LFRB,D,"})
    EXPECT_FALSE(parse_layout(text)) << text;
  for (const Symmetry s : kAllRotations) {
    const std::string words = describe_holding(s);  // "F up and R in front"
    EXPECT_EQ(parse_holding(std::string{words[0], words[9]}).value(), s) << words;
    EXPECT_EQ(parse_holding(holding_name(s)), s);
  }
  EXPECT_EQ(parse_holding("wR"), parse_holding("UR"));
  EXPECT_EQ(parse_holding("YG"), parse_holding("DF"));
  for (const char* text : {"", "U", "UD", "UW", "UU", "UX", "URF"}) EXPECT_FALSE(parse_holding(text)) << text;
}

TEST(Layouts, ListEverySticker) {
  for (const auto* layouts : {&orders_in_use(), &nets()})
    for (const Layout& layout : *layouts) {
      std::set<int> facelets(layout.facelet_of.begin(), layout.facelet_of.end());
      EXPECT_EQ(facelets.size(), 54u) << layout.code;
      EXPECT_EQ(layout.code.find(',') == std::string::npos, layouts == &orders_in_use());
      EXPECT_EQ(parse_layout(layout.code).value(), layout);
      EXPECT_EQ(with_sides(layout, sides_of(layout)), layout);
    }
}

// So a text in the standard letters with its centres U R F D L B needs no search for other orders.
TEST(Layouts, NoOrderInUseIsARotationOfTheUsualOne) {
  for (const Layout& layout : orders_in_use()) {
    const bool is_rotation = std::any_of(kAllRotations.begin(), kAllRotations.end(), [&](Symmetry s) {
      FaceOrder order{};
      for (std::size_t i = 0; i < kFaces; ++i) order[i] = static_cast<Face>(kFaceImages[s][i]);
      return listed_in(order) == layout;
    });
    EXPECT_EQ(is_rotation, layout == listed_in(kUsualOrder)) << layout.code;
  }
}

void expect_random_cubes_are_read(int cubes) {
  Random random(30);
  for (int n = 0; n < cubes; ++n) {
    const Cube c = random.cube();
    FaceOrder order = kUsualOrder;
    for (std::size_t i = kFaces; i > 1; --i)
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    std::vector<Layout> layouts = orders_in_use();
    layouts.push_back(listed_in(order));
    for (const Layout& layout : layouts)
      for (const Symmetry held : kAllRotations) {
        const Diagnosis d = diagnose(written(c, held, layout, random.below(2) == 0 ? "URFDLB" : "wrgyob"));
        ASSERT_TRUE(is_found(d, c, held)) << to_facelets(c) << " " << layout.code << " " << describe_holding(held);
        if (!d.others.empty()) continue;
        ASSERT_EQ(d.cube, c);
        ASSERT_EQ(d.held, held);
      }
  }
}

#ifdef SUPERFLIP_SANITIZED
constexpr int kCubes = 1000;
#else
constexpr int kCubes = 200;
#endif

TEST(Layouts, RandomCubesAreReadInAnyOrderAndHolding) { expect_random_cubes_are_read(kCubes); }
TEST(SlowLayouts, RandomCubesAreReadInAnyOrderAndHolding) { expect_random_cubes_are_read(1000); }

// The colours tell nothing of the holding; orders in use are found all the same, and any other, too.
RC_GTEST_PROP(Layouts, AnyColoursAreReadInAnyOrder, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  std::vector<Layout> layouts = orders_in_use();
  layouts.push_back(listed_in({B, U, L, D, R, F}));
  for (const Layout& layout : layouts)
    RC_ASSERT(is_found(diagnose(written(c, Symmetry{}, layout, "123456")), c, Symmetry{}));
}

// Colours of another scheme: left-handed ones, the Japanese one, and one of no maker.
RC_GTEST_PROP(Layouts, OtherColourSchemesAreReadInOrdersInUse, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const Layout& layout : orders_in_use())
    for (const char* colours : {"WOGYRB", "WRBYOG", "WRGBOY", "OYWGBR"}) {
      const Diagnosis d = diagnose(written(c, Symmetry{}, layout, colours));
      RC_ASSERT(d.cube == c);
      RC_ASSERT(d.others.empty());
    }
}

TEST(Layouts, NearCubesAreReadInAnyOrderAndHolding) {
  for (const Cube& c : near_cubes())
    for (const Layout& layout : orders_in_use())
      for (const Symmetry held : kAllRotations) {
        const Diagnosis d = diagnose(written(c, held, layout));
        ASSERT_TRUE(is_found(d, c, held)) << to_facelets(c) << " " << layout.code << " " << describe_holding(held);
      }
}

// The usual order is what it always was: other readings only add a note.
TEST(Layouts, TheUsualOrderCounts) {
  for (const Cube& c : near_cubes())
    for (const Symmetry held : kAllRotations) {
      const Diagnosis d = diagnose(written(c, held, orders_in_use().front()));
      ASSERT_EQ(d.cube, c);
      ASSERT_EQ(d.held, held);
      ASSERT_TRUE(held != Symmetry{} || (d.notes.empty() && d.others.empty()));
      ASSERT_EQ(d.others.empty(), d.notes.size() <= 1);
    }
}

RC_GTEST_PROP(Layouts, NetsAreReadRowByRow, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const Layout& net : nets())
    for (const Symmetry held : kAllRotations) {
      const Diagnosis d = diagnose(written(c, held, net));
      RC_ASSERT(is_found(d, c, held));
      if (!d.others.empty()) continue;  // a face may look alike when it is turned by half a turn
      RC_ASSERT(d.cube == c);
      RC_ASSERT(d.held == held);
      RC_ASSERT(d.notes.front() == "the stickers are read as " + describe(net) + ", row by row");
      RC_ASSERT(diagnose(written(c, held, net, "abcdef")).cube == conjugate(c, held));
    }
}

TEST(Layouts, InputsOfOthers) {
  // The cube after R, yellow up and red in front, faces in the order U L F R B D: what a package of Python prints.
  const Diagnosis listed = diagnose("yyryyryyrbbbbbbbbbrrwrrwrrwgggggggggyooyooyoowwowwowwo");
  ASSERT_TRUE(listed.cube);
  EXPECT_EQ(listed.held, parse_holding("DR").value());
  // A scanner's, which has lost a sticker.
  EXPECT_EQ(diagnose("oyorywwggwgrwbybwoborbrobobwgygyobrgrggorybrwwybwryog").problems,
            Sentences{"there are 53 facelets; a cube has 54, nine for each face"});
  const Diagnosis net = diagnose("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR");
  EXPECT_EQ(net.cube, kSolved);
}

TEST(Layouts, AnOrderOrAHoldingSettlesIt) {
  const Layout& usual = orders_in_use()[0];
  const Layout& other = orders_in_use()[1];
  int several = 0;
  for (const Cube& c : near_cubes())
    for (const Symmetry held : kAllRotations) {
      const std::string text = written(c, held, other);
      const Diagnosis by_order = diagnose(text, {.order = other});
      ASSERT_EQ(by_order.cube, c);
      ASSERT_EQ(by_order.held, held);
      ASSERT_TRUE(by_order.others.empty());
      const Diagnosis by_holding = diagnose(text, {.held = held});
      ASSERT_EQ(by_holding.cube, c);
      ASSERT_EQ(by_holding.held, held);
      several += diagnose(text).others.empty() ? 0 : 1;
    }
  EXPECT_GT(several, 0);
  const std::string standard = written(kSolved, Symmetry{}, usual);
  EXPECT_FALSE(diagnose(standard, {.order = usual, .held = parse_holding("FR").value()}).cube);
  EXPECT_FALSE(diagnose(written(kSolved, Symmetry{}, usual, "123456"), {.held = Symmetry{}}).cube);
}

// A net in one line is found, or named among the others. In lines, its shape tells that it is one.
TEST(Layouts, NearCubesAreReadInAnyNet) {
  const std::vector<Cube> cubes = near_cubes();
  const Symmetry holdings[]{Symmetry{}, parse_holding("FR").value(), parse_holding("LD").value()};
  for (const Layout& net : nets())
    for (std::size_t i = 0; i < cubes.size(); i += 7)
      for (const Symmetry held : holdings)
        ASSERT_TRUE(is_found(diagnose(written(cubes[i], held, net)), cubes[i], held)) << net.code << " " << i;
  const std::vector<std::size_t> cross{3, 3, 3, 12, 12, 12, 3, 3, 3};
  const Layout& usual = nets().front();
  for (const Cube& c : cubes) {
    std::string lines = written(c, Symmetry{}, usual);
    std::size_t at = lines.size();
    for (std::size_t row = cross.size(); row-- > 1;) lines.insert(at -= cross[row], "\n");
    const Diagnosis d = diagnose(lines);
    ASSERT_TRUE(d.cube);
    ASSERT_EQ(conjugate(*d.cube, d.held), c) << lines;
  }
}

// Six lines of nine stickers are faces, or the rows of three faces above three; nine lines of six, of two above two.
TEST(Layouts, FacesSideBySide) {
  Random random(5);
  std::vector<Cube> cubes = near_cubes();
  for (int n = 0; n < 20; ++n) cubes.push_back(random.cube());
  for (const std::size_t faces : {2, 3}) {
    const auto in_lines = [&](std::string text) {
      for (std::size_t at = 54 - 3 * faces; at > 0; at -= 3 * faces) text.insert(at, "\n");
      return text;
    };
    const auto in_use = blocks_of_rows(std::vector<std::size_t>(18 / faces, 3 * faces));
    ASSERT_EQ(in_use.size(), orders_in_use().size());
    for (std::size_t i = 0; i < cubes.size(); i += i + 20 < cubes.size() ? 9 : 1)
      for (const Layout& blocks : in_use)
        for (const Symmetry held : {Symmetry{}, parse_holding("FR").value()})
          ASSERT_TRUE(is_found(diagnose(in_lines(written(cubes[i], held, blocks))), cubes[i], held)) << blocks.code;
    const Layout other = parse_layout(faces == 3 ? "UFR,DLB" : "UF,RD,LB").value();
    for (const Symmetry held : {Symmetry{}, parse_holding("FR").value()}) {
      const Diagnosis d = diagnose(in_lines(written(cubes.back(), held, other)));
      ASSERT_TRUE(d.cube);
      EXPECT_EQ(conjugate(*d.cube, d.held), conjugate(cubes.back(), held));
    }
    const Diagnosis d = diagnose(in_lines(written(cubes.back(), Symmetry{}, in_use.front())));
    EXPECT_EQ(d.cube, cubes.back());
    EXPECT_EQ(d.notes.back(), faces == 3 ? "the stickers are read as the faces U R F above D L B, row by row"
                                         : "the stickers are read as the faces U R above F D above L B, row by row");
  }
}

TEST(Layouts, ASolvedCubeWithoutKnownColours) {
  const Diagnosis d = diagnose("111111111\n333444222555\n333444222555\n333444222555\n666666666");
  ASSERT_TRUE(d.cube);
  EXPECT_TRUE(is_found(d, kSolved, Symmetry{}));
}

// Near to the solved cube many layouts show most pieces: the one that shows more is meant.
TEST(Layouts, ATwistedCornerInAnotherOrder) {
  const Diagnosis d = diagnose("WWWWWWWWROOOOOOOOOGGWGGGGGGGRRRRRRRRBBBBBBBBBYYYYYYYYY");
  EXPECT_EQ(d.notes.front(), "the faces were listed in another order than URFDLB: ULFRBD");
  EXPECT_EQ(d.problems, Sentences{"one corner is twisted anticlockwise"});
  EXPECT_EQ(d.repaired, kSolved);
}

// Somebody copies each face as it happens to lie in the hand, or one of them from behind. Faces that nearly look alike
// when they are turned may make several cubes; so it is found nearly always, and always if the layout is named.
TEST(Layouts, TurnedFacesAreRead) {
  Random random(7);
  int found = 0;
  int all = 0;
  for (int n = 0; n < 60; ++n) {
    const Cube c = random.cube();
    std::array<Side, kFaces> sides{};
    for (int f = 0; f < kFaces; ++f) sides[f] = {static_cast<Face>(f), static_cast<int>(random.below(4))};
    if (random.below(2) == 1) sides[random.below(kFaces)].is_mirrored = true;
    for (const Layout& order : orders_in_use()) {
      const Layout layout = with_sides(order, sides);
      for (const Symmetry held : {Symmetry{}, parse_holding("FR").value()}) {
        const std::string text = written(c, held, layout);
        ++all;
        found += diagnose(text).cube == c ? 1 : 0;
        const Diagnosis named = diagnose(text, {.order = layout});
        ASSERT_EQ(named.cube, c);
        ASSERT_EQ(named.held, held);
      }
      ASSERT_EQ(diagnose(written(c, Symmetry{}, layout, "123456"), {.order = layout}).cube, c);
    }
    ++all;
    found += diagnose(written(c, Symmetry{}, with_sides(orders_in_use().front(), sides), "123456")).cube == c ? 1 : 0;
  }
  EXPECT_GT(100 * found, 95 * all) << found << " of " << all;
}

TEST(Layouts, TurnedFacesThatMayBeSeveralCubes) {
  const Cube c = to_cube(parse_algorithm("R U").value());
  std::array<Side, kFaces> sides = sides_of(orders_in_use().front());
  sides[D].quarters = 2;
  sides[B].is_mirrored = true;
  const Layout layout = with_sides(orders_in_use().front(), sides);
  EXPECT_EQ(layout.code, "URFD2LBm");
  EXPECT_EQ(describe(layout), "URFDLB with D turned by half a turn and B seen in a mirror");
  const std::string text = written(c, Symmetry{}, layout);
  EXPECT_EQ(diagnose(text, {.order = layout}).cube, c);
  // In an order that is wrong, the repair names one that is not.
  const Diagnosis d = diagnose(text, {.order = orders_in_use().front()});
  EXPECT_FALSE(d.cube);
  EXPECT_EQ(d.repair.find("read the stickers as URFDLB with "), 0u) << d.repair;
  EXPECT_TRUE(d.repaired);
}

// Only an order that nobody uses shows a cube, and one in use shows all pieces, one of them wrong: the fault is told,
// and the order in which there is none.
TEST(Layouts, FaultsBeforeOrdersThatNobodyUses) {
  // E with two stickers exchanged; S' in the order RUBLDF; F2 with a flipped edge in the order ULFRBD.
  for (const auto& [text, order] : {std::pair{"WWWWWWWWWBBBRRRBBBRRRGGGRORYYYYYYYYYGGGOOOGGGOROBBBOOO", "URFDLB"},
                                    std::pair{"LULLULLULDDDLLLDDDBBBBBBBBBRDRRDRRDRUUURRRUUUFFFFFFFFF", "URFDLB"},
                                    std::pair{"WWWWWRYYYOOROOROORGGGGGGGGGOWRORRORRBBBBBBBBBWWWYYYYYY", "ULFRBD"}}) {
    const Diagnosis d = diagnose(text);
    EXPECT_FALSE(d.cube) << text;
    EXPECT_EQ(d.problems, diagnose(text, {.order = parse_layout(order).value()}).problems) << text;
    ASSERT_FALSE(d.others.empty()) << text;
    for (const OtherReading& other : d.others) {
      const Diagnosis named = diagnose(text, {.order = parse_layout(other.layout).value()});
      EXPECT_EQ(named.cube, other.cube);
      EXPECT_EQ(named.held, other.held);
    }
  }
}

// One turned face in an order in use: of all orders in use the one with the fewest turned faces.
TEST(Layouts, AsFewFacesAreTurnedAsPossible) {
  const Cube c = to_cube(parse_algorithm("R U2 F' L D B2 R' U L2 F").value());
  for (const Layout& order : orders_in_use())
    for (const Symmetry held : kAllRotations) {
      auto sides = sides_of(order);
      sides[F].quarters = 3;
      const Diagnosis d = diagnose(written(c, held, with_sides(order, sides)));
      ASSERT_EQ(d.cube, c);
      ASSERT_EQ(d.held, held) << order.code;
    }
}

// Wrong stickers are a smaller mistake than turned faces.
TEST(Layouts, TwoExchangedStickersAreNoTurnedFace) {
  std::string text =
      written(to_cube(parse_algorithm("R U2 F' L D B2 R' U L2 F").value()), Symmetry{}, orders_in_use().front());
  std::swap(text[0], text[10]);
  ASSERT_NE(text[0], text[10]);
  EXPECT_EQ(diagnose(text).repair.find("exchange the stickers U1 and R2"), 0u) << diagnose(text).repair;
}

// A net's own order of lines and stickers, and the number of a sticker in another order.
TEST(Layouts, FaultsNameThePlaceInTheText) {
  const Cube c = to_cube(parse_algorithm("R U2 F' L D B2 R' U L2 F").value());
  std::string net = written(c, Symmetry{}, nets().front());
  net[9 + 4] = '?';  // the second row of stickers of the sides begins 12 later
  std::string lines;
  std::size_t at = 0;
  for (const std::size_t row : {3, 3, 3, 12, 12, 12, 3, 3, 3}) {
    lines += net.substr(at, row) + "\n";
    at += row;
  }
  EXPECT_EQ(diagnose(lines).problems.front().substr(0, 34), "'?' at F2 (line 4, sticker 5) is n") << lines;
  std::string listed = written(c, Symmetry{}, orders_in_use()[1]);
  listed[10] = 'X';  // the face L, its second sticker
  EXPECT_EQ(diagnose(listed).problems.front().substr(0, 36), "'X' at L2 (the sticker number 11) is") << listed;
}

// A wrong sticker in another order is named there, and repaired.
TEST(Layouts, FaultsAreThoseOfTheLayoutWithTheMostPieces) {
  const Cube c = to_cube(parse_algorithm("R U2 F' L D B2 R' U L2 F").value());
  std::string text = written(c, Symmetry{}, orders_in_use()[1]);
  text[0] = text[0] == 'U' ? 'R' : 'U';
  const Diagnosis d = diagnose(text);
  EXPECT_FALSE(d.cube);
  EXPECT_EQ(d.notes, Sentences{"the faces were listed in another order than URFDLB: ULFRBD"});
  EXPECT_EQ(d.repaired, c);
}

}  // namespace
}  // namespace superflip
