// Written forms: recognised, read, written, and refused in words that say what is wrong.
#include "superflip/cube/formats.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "patterns.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

constexpr std::array kWritten{Format::facelets, Format::reid, Format::kociemba_cubies, Format::json};
constexpr std::array kNumbers{Format::packed69, Format::packed71, Format::rank};
const std::string kSolvedFacelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const std::string kSolvedReid = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
const std::string kSolvedCubies =
    "(URF,0)(UFL,0)(ULB,0)(UBR,0)(DFR,0)(DLF,0)(DBL,0)(DRB,0) "
    "(UR,0)(UF,0)(UL,0)(UB,0)(DR,0)(DF,0)(DL,0)(DB,0)(FR,0)(FL,0)(BL,0)(BR,0)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
  return text;
}

// The message, which must contain the words.
void expect_error(const std::string& text, const std::string& words, ReadOptions options = {},
                  std::optional<std::size_t> position = {}) {
  const auto c = parse_cube(text, options);
  ASSERT_FALSE(c) << text.substr(0, 200);
  EXPECT_NE(c.error().message.find(words), std::string::npos) << c.error().message;
  if (position) {
    EXPECT_EQ(c.error().position, position) << c.error().message;
  }
}

TEST(Formats, HaveNames) {
  for (const char* word : {"moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"})
    EXPECT_EQ(name(parse_format(word).value()), word);
  EXPECT_EQ(
      parse_format("Moves").error().message,
      "'Moves' is no format; expected one of moves, facelets, reid, kociemba-cubies, json, packed69, packed71, rank");
}

TEST(Formats, OfTheSolvedCube) {
  EXPECT_EQ(format_cube(kSolved, Format::facelets), kSolvedFacelets);
  EXPECT_EQ(format_cube(kSolved, Format::reid), kSolvedReid);
  EXPECT_EQ(format_cube(kSolved, Format::kociemba_cubies), kSolvedCubies);
  EXPECT_EQ(format_cube(kSolved, Format::json),
            R"({"corners":{"permutation":[0,1,2,3,4,5,6,7],"orientation":[0,0,0,0,0,0,0,0]},)"
            R"("edges":{"permutation":[0,1,2,3,4,5,6,7,8,9,10,11],"orientation":[0,0,0,0,0,0,0,0,0,0,0,0]},)"
            R"("facelets":")" +
                kSolvedFacelets + R"("})");
}

// After F the place UF holds the edge of FL, its L sticker up; URF holds UFL turned clockwise.
TEST(Formats, OfOneMove) {
  const Cube f = kMoveCubes[6];
  EXPECT_EQ(format_cube(f, Format::reid), "LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR");
  EXPECT_EQ(format_cube(f, Format::kociemba_cubies),
            "(UFL,1)(DLF,2)(ULB,0)(UBR,0)(URF,2)(DFR,1)(DBL,0)(DRB,0) "
            "(UR,0)(FL,1)(UL,0)(UB,0)(DR,0)(FR,1)(DL,0)(DB,0)(UF,1)(DF,1)(BL,0)(BR,0)");
}

RC_GTEST_PROP(Formats, RoundTrip, (std::uint64_t seed)) {
  const Cube c = Random(seed).cube();
  for (const Format f : kWritten) {
    const std::string text = format_cube(c, f);
    RC_ASSERT(recognise(text) == f);
    RC_ASSERT(text.find('\n') == std::string::npos);
    RC_ASSERT(parse_cube(text) == c);
    RC_ASSERT(parse_cube(" " + text + " \n", {.from = f}) == c);
  }
  for (const Format f : kNumbers) RC_ASSERT(parse_cube(" " + format_cube(c, f) + " \n", {.from = f}) == c);
}

TEST(Formats, AreRecognised) {
  EXPECT_EQ(recognise(""), Format::moves);
  EXPECT_EQ(recognise("R U R' U'"), Format::moves);
  EXPECT_EQ(recognise("RUFDLB"), Format::moves);
  EXPECT_EQ(recognise("UF UR UB"), Format::moves);
  EXPECT_EQ(recognise("R U F D L B R U F D L B R U F D L B R U F D L B"), Format::moves);
  EXPECT_EQ(recognise("R R R R R"), Format::moves);
  EXPECT_EQ(recognise("(R U R' U')3 (2f)"), Format::moves);
  EXPECT_EQ(recognise("[F: [R, U]]"), Format::moves);
  EXPECT_EQ(recognise("(F' L) R"), Format::moves);
  EXPECT_EQ(recognise("RwUwFwRwUwFwRwUwFwRwUwFwRwUwFwRwUwFwRwUwFwRwUwFw"), Format::moves);
  EXPECT_EQ(recognise("R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3"), Format::moves);
  for (const Pattern& p : kPatterns) {
    EXPECT_EQ(recognise(p.moves), Format::moves) << p.name;
    EXPECT_EQ(recognise(p.facelets), Format::facelets) << p.name;
  }
  EXPECT_EQ(recognise("UUUUUUUUU"), Format::facelets);
  EXPECT_EQ(recognise(kSolvedFacelets.substr(1)), Format::facelets);
  EXPECT_EQ(recognise(kSolvedFacelets + "B"), Format::facelets);
  EXPECT_EQ(recognise("111111111222222222333333333444444444555555555666666666"), Format::facelets);
  EXPECT_EQ(recognise("uuuuuuuuurrrrrrrrr"), Format::facelets);
  EXPECT_EQ(recognise("wwwwwwwwwrrrrrrrrrgggggggggyyyyyyyyyooooooooobbbbbbbbb"), Format::facelets);
  EXPECT_EQ(recognise("rwgyobrwgyobrwgyobrwgyobrwgyobrwgyobrwgyobrwgyobrwgyob"), Format::facelets);
  std::string spaced;
  for (const char c : kPatterns[10].facelets) spaced += std::string(1, c) + " ";
  EXPECT_EQ(recognise(spaced), Format::facelets);
  EXPECT_EQ(parse_cube(spaced), parse_facelets(kPatterns[10].facelets));
  EXPECT_EQ(recognise(kSolvedReid), Format::reid);
  EXPECT_EQ(recognise("UF UR UB UL DF DR DB DL FR FL BR BL UFR"), Format::reid);
  EXPECT_EQ(recognise(kSolvedCubies), Format::kociemba_cubies);
  EXPECT_EQ(recognise("(URF,0"), Format::kociemba_cubies);
  EXPECT_EQ(recognise("  {"), Format::json);
}

TEST(Formats, ReadMoves) {
  EXPECT_EQ(parse_cube(""), kSolved);
  EXPECT_EQ(parse_cube(" // solved\n"), kSolved);
  EXPECT_EQ(parse_cube("R U2 F'"), kMoveCubes[3] * kMoveCubes[1] * kMoveCubes[8]);
  EXPECT_EQ(parse_cube("R (F' L)", {.niss = Niss::on}), kMoveCubes[14] * kMoveCubes[6] * kMoveCubes[3]);
  EXPECT_EQ(parse_cube("UUUU", {.from = Format::moves}), kSolved);
  for (const Pattern& p : kPatterns) EXPECT_EQ(parse_cube(p.moves), parse_cube(p.facelets)) << p.name;
}

TEST(Formats, ReadFaceletsOfAnyHoldingAndColour) {
  EXPECT_EQ(parse_cube("WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB"), kSolved);
  EXPECT_EQ(parse_cube("FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU"), kSolved);
}

// Where a cube is held: by its centres, or by the rotations among its moves.
TEST(Formats, TellTheHolding) {
  const auto held = [](const std::string& text) { return examine(text).held; };
  const Symmetry x = parse_algorithm("x")->rotation;
  EXPECT_EQ(held("x"), x);
  EXPECT_EQ(held("R U M x y2 z R' F"), parse_algorithm("M x y2 z")->rotation);
  EXPECT_EQ(held("FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU"), x);
  EXPECT_EQ(held("GGGGGGGGGRRRRRRRRRYYYYYYYYYBBBBBBBBBOOOOOOOOOWWWWWWWWW"), x);
  EXPECT_EQ(held(R"({"facelets": "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU"})"), x);
  EXPECT_EQ(held(kSolvedReid), 0);
  EXPECT_EQ(examine("x").notes, std::vector<std::string>{"the moves leave the cube held with F up and D in front"});
  EXPECT_TRUE(examine("x x' R").notes.empty());
}

TEST(Formats, DiagnosePieces) {
  Cube c = parse_cube(kPatterns[10].facelets).value();
  c.set_flip(1, 1 - c.flip_at(1));
  for (const Format f : kWritten) EXPECT_EQ(examine(format_cube(c, f)).repair, "flip any one edge");
  for (const std::string& text : {replaced(kSolvedReid, "UR ", "UF "), replaced(kSolvedReid, "UR ", "UD "),
                                  replaced(kSolvedCubies, "(UR,", "(UF,")}) {
    const Diagnosis d = examine(text);
    EXPECT_TRUE(d.readable);
    EXPECT_EQ(d.repair, "put the edge UR at UR, so that it shows UR there");
    EXPECT_EQ(d.repaired, kSolved);
  }
  for (const std::string& text : {std::string("hello"), std::string("{}"), std::string("(URF,0"), kSolvedReid + " UF"})
    EXPECT_FALSE(examine(text).readable) << text;
}

TEST(Formats, AllSayTheSameOfAnImpossibleCube) {
  const auto say = [](const Cube& c, const std::string& words) {
    for (const Format f : kWritten) expect_error(format_cube(c, f), words);
  };
  Cube c = parse_cube(kPatterns[10].facelets).value();
  c.set_twist(1, (c.twist_at(1) + 1) % 3);
  say(c, "one corner is twisted clockwise");
  c.set_flip(1, 1 - c.flip_at(1));
  std::swap(c.corner[0], c.corner[1]);
  say(c,
      "one corner is twisted clockwise; one edge is flipped; two corners or two edges are exchanged (the parities of "
      "corners and edges differ)");
  const std::string twice = "the edge UF appears twice, at UR and UF; the edge UR is missing";
  expect_error(replaced(kSolvedReid, "UR", "UF"), twice);
  expect_error(replaced(kSolvedCubies, "(UR,", "(UF,"), twice);
  expect_error(
      replaced(format_cube(kSolved, Format::json), R"("edges":{"permutation":[0,)", R"("edges":{"permutation":[1,)"),
      twice);
}

TEST(Formats, RefuseFacelets) {
  expect_error("", "the text is empty; expected 54 facelets", {.from = Format::facelets});
  expect_error(kSolvedFacelets.substr(1), "there are 53 facelets");
  expect_error(kSolvedFacelets + "B", "there are 55 facelets");
  expect_error("RUR", "there are 3 facelets", {.from = Format::facelets});
  expect_error(std::string(10'000'000, 'U'), "there are 10000000 facelets");
}

TEST(Formats, RefuseReid) {
  expect_error(kSolvedReid.substr(0, 63), "there are only 19 pieces; expected 20");
  expect_error(kSolvedReid + " UF", "more than 20 pieces", {}, kSolvedReid.size() + 1);
  expect_error(replaced(kSolvedReid, "UR ", "URF "), "piece 2, at UR: expected 2 of the letters U R F D L B", {}, 3);
  expect_error(replaced(kSolvedReid, "UR ", "UX "), "piece 2, at UR", {.from = Format::reid}, 3);
  expect_error(replaced(kSolvedReid, "UR ", "UD "), "the edge at UR shows U and D: U and D are opposite");
  expect_error(replaced(kSolvedReid, "UFR", "URF"), "mirror image");
  expect_error("", "there are only 0 pieces", {.from = Format::reid});
}

TEST(Formats, RefuseCubies) {
  expect_error(replaced(kSolvedCubies, "(URF,0)", "(URF,3)"), "character 6, corner 1 of 8: expected a twist 0, 1 or 2",
               {}, 5);
  expect_error(replaced(kSolvedCubies, "(UF,0)", "(UF,2)"), "edge 2 of 12: expected a flip 0 or 1");
  expect_error(replaced(kSolvedCubies, "(UFL,", "(ULF,"), "corner 2 of 8: expected one of URF UFL ULB");
  expect_error(replaced(kSolvedCubies, "(UFL,", "(UFL;"), "expected ','");
  expect_error(kSolvedCubies.substr(0, 30), "corner 5 of 8");
  expect_error(kSolvedCubies + "(", "expected nothing after the 12th edge");
  expect_error("", "corner 1 of 8: expected a piece", {.from = Format::kociemba_cubies}, 0);
}

TEST(Formats, RefuseJson) {
  const std::string solved = format_cube(kSolved, Format::json);
  EXPECT_EQ(parse_cube(R"({"facelets": ")" + kSolvedFacelets + R"("})"), kSolved);
  EXPECT_EQ(parse_cube(solved.substr(0, solved.find(",\"facelets\"")) + "}"), kSolved);
  expect_error("{", "not valid JSON");
  expect_error("{}", "\"corners\": expected an object");
  expect_error("[1]", "expected a JSON object", {.from = Format::json});
  expect_error("", "not valid JSON", {.from = Format::json});
  expect_error(R"({"facelets": 1})", "\"facelets\": expected a string");
  expect_error(R"({"facelets": "U"})", "\"facelets\": there is 1 facelet");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,8]"),
               "corners.permutation: expected an array of 8 whole numbers 0..7");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,-7]"), "corners.permutation");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,7.0]"), "corners.permutation");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6]"), "corners.permutation");
  expect_error(replaced(solved, "[0,0,0,0,0,0,0,0]", "[0,0,0,0,0,0,0,99999999999999999999]"), "corners.orientation");
  expect_error(replaced(solved, "UUUUUUUUU", "DDDDDDDDD"), "\"facelets\"");
  expect_error(replaced(solved, kSolvedFacelets, std::string(kPatterns[0].facelets)), "show another cube");
  expect_error("{\"a\":" + std::string(10'000'000, '['), "longer than");
}

// Numbers are told apart by the format alone. The two packed ones hold impossible cubes too, which are examined.
TEST(Formats, ReadNumbers) {
  for (const Format f : kNumbers) {
    EXPECT_EQ(format_cube(kSolved, f), "0");
    EXPECT_EQ(parse_cube("0x0", {.from = f}), kSolved);
    expect_error("R U", "character 1: 'R' found; expected a decimal digit", {.from = f}, 0);
    expect_error("", "expected a whole number", {.from = f}, 0);
  }
  EXPECT_EQ(parse_cube("4752", {.from = Format::packed71}), kMoveCubes[0]);
  EXPECT_EQ(examine("1", {.from = Format::packed69}).repair, "flip the edge at UB");
  expect_error("1", "one edge is flipped", {.from = Format::packed71});
  expect_error("400", "'up edges' is 25; expected 0..23", {.from = Format::packed71});
  EXPECT_TRUE(parse_cube("43252003274489855999", {.from = Format::rank}));
  expect_error("43252003274489856000", "at most 43252003274489855999", {.from = Format::rank});
  for (const char* alone : {"0", "43252003274489855999", " 1111\n", "2361183241434822606847"})
    expect_error(alone, "a number alone may be packed69, packed71 or rank; it must be said which");
}

TEST(Formats, RefuseOtherText) {
  expect_error("hello", "'h' found; expected a face turn", {}, 0);
  expect_error(std::string("R\0", 2), "byte 0x00", {}, 1);
  expect_error("DXF", "'X'", {}, 1);
  expect_error("R (U", "the text ends");
  expect_error("10 10", "'1' found");
}

}  // namespace
}  // namespace superflip
