// Written forms: recognised, read, written, and refused in words that say what is wrong.
#include "superflip/reading/formats.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "superflip/cube/random.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/examination.h"
#include "superflip/reading/detail/one_line.h"
#include "superflip/reading/detail/plain_moves.h"
#include "superflip/reading/detail/reid.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/incomplete.h"
#include "superflip/reading/pocket.h"
#include "superflip/reading/read.h"
#include "tests/support/labels.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Formats.RefuseFacelets"}};

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
      "'Moves' is not a format: expected moves, facelets, reid, kociemba-cubies, json, packed69, packed71 or rank");
}

// What is read at once is what everything else that reads makes of it; and it is no row, remark or object of a list.
RC_GTEST_PROP(Formats, PlainMovesAreReadAsAllOthers, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::string text;
  // Few faces and few marks are nearer to stickers.
  const std::string letters = std::string("URFDLB").substr(random.below(5));
  const std::uint64_t one_in = 1 + random.below(9);
  const auto turns = random.below(38);
  for (std::uint64_t i = 0; i < turns; ++i) {
    text += text.empty() ? "" : " ";
    text += letters[random.below(letters.size())];
    if (random.below(one_in) == 0) text += "2'"[random.below(2)];
  }
  for (auto changes = random.below(3); changes > 0 && !text.empty(); --changes)
    text[random.below(text.size())] = "URFDLB2' '2Uxw(3"[random.below(16)];
  const auto plain = PlainMoves::of(text);
  RC_CLASSIFY(plain.has_value());
  if (!plain) return;
  const Examined examined = examine(text, Formats::all(), {});
  const Diagnosis& d = examined.diagnosis;
  const auto reading = read(text, {});
  RC_ASSERT(reading.has_value());
  RC_ASSERT(examined.format == Format::moves && reading->format == Format::moves);
  RC_ASSERT(d.cube == reading->cube && d.in_space == reading->in_space && d.held == reading->held);
  RC_ASSERT(d.cube == apply(kSolved, plain->moves()));
  RC_ASSERT(d.notes.empty() && d.others.empty() && reading->notes.empty());
  RC_ASSERT(!is_incomplete(text) && !begins_json(text) && !has_remark(text));
  RC_ASSERT(!row_of(text, kFacelets) && !row_of(text, kPocketFacelets));
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
  for (const KnownPattern& p : kPatterns) {
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

// Letters that stand alone between blanks are moves, but not about as many letters of six kinds as a cube has stickers.
TEST(Formats, TellScrambledMovesFromFacelets) {
  const auto times = [](int n, const std::string& text) {
    std::string all;
    for (int i = 0; i < n; ++i) all += text;
    return all;
  };
  for (const int n : {10, 20, 26, 27, 28, 100}) {
    EXPECT_EQ(recognise(times(n, "R U ")), Format::moves) << n;
    EXPECT_EQ(parse_cube(times(n, "R U ")), parse_cube("(R U)" + std::to_string(n))) << n;
  }
  EXPECT_EQ(recognise(times(30, "x\tM\n")), Format::moves);
  EXPECT_EQ(recognise(times(9, "U R F D L B ")), Format::facelets);  // 54, nine of each
  EXPECT_EQ(recognise(times(9, "W R G Y O B ")), Format::facelets);
  EXPECT_EQ(recognise(times(7, "W R G Y O B ")), Format::facelets);  // no moves
  EXPECT_EQ(recognise(times(9, "U,R,F,D,L,B,")), Format::facelets);
  EXPECT_EQ(recognise(times(9, "U, R, F, D, L, B, ")), Format::facelets);
  EXPECT_EQ(recognise("[R, U]"), Format::moves);
  EXPECT_EQ(recognise("R, U, F"), Format::moves);
  EXPECT_TRUE(examine(times(27, "R U ")).notes.empty());
  EXPECT_TRUE(examine(times(9, "R U F D' L B ")).notes.empty());
  // Whatever is wrong with the stickers, they are not taken for moves.
  std::string spaced;
  for (const char c : kPatterns[10].facelets) spaced += std::string(1, c) + " ";
  const std::string wrong = (spaced[0] == 'B' ? 'F' : 'B') + spaced.substr(1);
  for (const std::string& damaged : {wrong, spaced.substr(2), spaced.substr(8), spaced + "U", spaced + "U R F D"}) {
    EXPECT_EQ(recognise(damaged), Format::facelets) << damaged;
    EXPECT_FALSE(parse_cube(damaged)) << damaged;
  }
  EXPECT_EQ(
      examine(times(7, "U R F D L B ")).notes,
      std::vector<std::string>{"these 42 letters are read as moves (if they are stickers, name the format: facelets)"});
  EXPECT_EQ(
      examine(times(4, "URFDLB")).notes,
      std::vector<std::string>{"these 24 letters are read as moves (if they are stickers, name the puzzle: 2x2x2)"});
  EXPECT_TRUE(examine(times(3, "URFDLB")).notes.empty());
  expect_error("RRRR",
               "there are 4 facelets; a cube has 54, nine for each face; if these are moves, name the format: moves");
  expect_error("UUUUX", "nine for each face");
}

TEST(Formats, NoteWhatCannotBeSeen) {
  for (const std::string& text : {"\uFEFF" + kSolvedFacelets, "\uFEFF" + kSolvedReid, "\uFEFF" + kSolvedCubies,
                                  "\uFEFF" + format_cube(kSolved, Format::json), std::string("\uFEFF")}) {
    const Diagnosis d = examine(text);
    EXPECT_EQ(d.cube, kSolved) << text;
    EXPECT_EQ(d.notes, std::vector<std::string>{"invisible characters are ignored: U+FEFF"}) << text;
  }
  EXPECT_EQ(parse_cube("\uFEFF 0 \u200B", {.from = Format::rank}), kSolved);
  expect_error("R\uFFFE", "'");
  expect_error("1\u200B2", "an invisible character (U+200B) found", {.from = Format::rank}, 1);
}

TEST(Formats, HaveKindsOfErrors) {
  const auto kind = [](const std::string& text) { return parse_cube(text).error().kind; };
  EXPECT_EQ(kind("R Q"), ErrorKind::unreadable);
  EXPECT_EQ(kind(kSolvedFacelets.substr(1)), ErrorKind::unreadable);
  EXPECT_EQ(kind(replaced(kSolvedReid, "UF UR", "UR UF")), ErrorKind::impossible);
  std::string twisted = kSolvedFacelets;
  twisted[8] = 'R', twisted[9] = 'F', twisted[20] = 'U';
  EXPECT_EQ(kind(twisted), ErrorKind::impossible);
  EXPECT_EQ(parse_facelets(twisted).error().kind, ErrorKind::impossible);
  EXPECT_EQ(parse_facelets("U").error().kind, ErrorKind::unreadable);
}

// The counts of moves are digits, and so may be colours.
TEST(Formats, OneColourMayBeADigit) {
  const std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  EXPECT_EQ(recognise("R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3"), Format::moves);
  for (const char digit : {'0', '1', '2', '3', '7'}) {
    std::string written = facelets;
    std::replace(written.begin(), written.end(), 'U', digit);
    EXPECT_EQ(recognise(written), Format::facelets);
    EXPECT_EQ(to_facelets(parse_cube(written).value()), facelets) << written;
  }
}

// Letters that were taken for digits: the count of the colours is said, and not that these are no moves.
TEST(Formats, DigitsAmongStickers) {
  const Diagnosis d = examine("OO8RWROORWYOYRYO8GWBBGGORWYGRGGYYYWYYBGBORBWWWGBGBWROR");
  EXPECT_NE(d.problems.front().find("'8'"), std::string::npos) << d.problems.front();
  EXPECT_TRUE(examine("R5U2F2D2L2B2R2U2F2D2L2B2R2U2F2D2L2B2R2U2F2D2L2B2R2U2F2").cube);
}

TEST(Formats, ColoursOfATerminalAlone) {
  EXPECT_NE(examine("\033[43m  \033[0m").problems.front().find("a letter for each sticker"), std::string::npos);
}

TEST(Formats, ReadAfterRemarks) {
  for (const char* text : {"// mine\n{\"scramble\": \"R U\"}", "# mine\n\n# and\nR U", "// mine\n[\"R\", \"U\"]"})
    EXPECT_EQ(parse_cube(text), parse_cube("R U")) << text;
}

TEST(Formats, ReadMoves) {
  EXPECT_EQ(parse_cube(""), kSolved);
  expect_error(" // solved\n", "there are no moves: a comment is all there is", {}, 0);
  EXPECT_EQ(parse_cube("R U2 F'"), kMoveCubes[3] * kMoveCubes[1] * kMoveCubes[8]);
  EXPECT_EQ(parse_cube("R (F' L)", {.niss = Niss::on}), kMoveCubes[14] * kMoveCubes[6] * kMoveCubes[3]);
  EXPECT_EQ(parse_cube("UUUU", {.from = Format::moves}), kSolved);
  for (const KnownPattern& p : kPatterns) EXPECT_EQ(parse_cube(p.moves), parse_cube(p.facelets)) << p.name;
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
  for (const Format f : kWritten)
    EXPECT_EQ(examine(format_cube(c, f)).repair, "flip any one edge; there are 12 ways to do so");
  for (const std::string& text : {replaced(kSolvedReid, "UR ", "UF "), replaced(kSolvedReid, "UR ", "UD "),
                                  replaced(kSolvedCubies, "(UR,", "(UF,")}) {
    const Diagnosis d = examine(text);
    EXPECT_TRUE(d.readable());
    EXPECT_EQ(d.repair, "put the edge UR at UR, so that it shows UR there");
    EXPECT_EQ(d.repaired, kSolved);
  }
  for (const std::string& text : {std::string("hello"), std::string("{}"), std::string("(URF,0"), kSolvedReid + " UF"})
    EXPECT_FALSE(examine(text).readable()) << text;
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
  expect_error("{}", "the object is empty; a cube needs");
  expect_error("[1]", "there is 1 facelet", {.from = Format::json});
  expect_error("1", "expected a JSON object", {.from = Format::json});
  expect_error("", "not valid JSON", {.from = Format::json});
  expect_error(R"({"facelets": 1})", "\"facelets\": expected a string, or a list of 54");
  expect_error(R"({"facelets": "U"})", "\"facelets\": there is 1 facelet");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,8]"),
               "corners.permutation: expected an array of 8 whole numbers 0..7");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,-7]"), "corners.permutation");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6,7.0]"), "corners.permutation");
  expect_error(replaced(solved, "[0,1,2,3,4,5,6,7]", "[0,1,2,3,4,5,6]"), "corners.permutation");
  expect_error(replaced(solved, "[0,0,0,0,0,0,0,0]", "[0,0,0,0,0,0,0,99999999999999999999]"), "corners.orientation");
  expect_error(replaced(solved, "UUUUUUUUU", "DDDDDDDDD"), "\"facelets\"");
  expect_error(replaced(solved, kSolvedFacelets, std::string(kPatterns[0].facelets)), "show different cubes");
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
  EXPECT_EQ(parse_cube("7216", {.from = Format::packed71}), kMoveCubes[0]);
  EXPECT_EQ(examine("1", {.from = Format::packed69}).repair, "flip the edge at DL");
  expect_error("1", "one edge is flipped", {.from = Format::packed71});
  expect_error("400", "'up edges' is 25; expected 0..23", {.from = Format::packed71});
  EXPECT_TRUE(parse_cube("43252003274489855999", {.from = Format::rank}));
  expect_error("43252003274489856000", "at most 43252003274489855999", {.from = Format::rank});
  for (const char* alone : {"0", "43252003274489855999", " 1111\n", "2361183241434822606847"})
    expect_error(alone, "a plain number may be packed69, packed71 or rank; name the format");
}

TEST(Read, GivesTheCubeAndHowItIsHeld) {
  const auto reading = read("R x");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->cube, kMoveCubes[3]);
  EXPECT_EQ(reading->held, parse_algorithm("x")->rotation);
  EXPECT_EQ(reading->format, Format::moves);
  EXPECT_EQ(reading->notes, (std::vector<std::string>{"the moves leave the cube held with F up and D in front",
                                                      "it is turned to U up and F in front"}));
  EXPECT_EQ(read("R x", {.if_held = "so be it"})->notes.back(), "so be it");
  EXPECT_EQ(read(kSolvedReid)->format, Format::reid);
  EXPECT_TRUE(read(kSolvedReid)->notes.empty());
}

// A door that takes web forms or a protocol's fields says what may stand there.
TEST(Read, TakesOnlyWhatADoorAccepts) {
  const auto problem = [](const std::string& text, Formats formats) {
    const auto reading = read(text, {.formats = formats});
    EXPECT_FALSE(reading) << text;
    return reading ? "" : reading.error().problems.front();
  };
  EXPECT_EQ(problem("UUU", {Format::facelets}), "there are 3 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(problem("UFR", {Format::facelets, Format::json}),
            "there are 3 facelets; a cube has 54, nine for each face");
  EXPECT_EQ(problem(kSolvedReid, {Format::facelets, Format::json}),
            "this looks like reid, which is not accepted here; expected facelets and json");
  EXPECT_EQ(problem("0", {Format::rank, Format::packed69}), "a plain number may be packed69 or rank; name the format");
  EXPECT_EQ(read("0", {.formats = {Format::rank, Format::facelets}})->format, Format::rank);
  EXPECT_EQ(read("UUUU", {.formats = {Format::moves}})->cube, kSolved);
}

TEST(Read, TakesNoTextForAMistake) {
  for (const std::string text : {"", " \t", "\u2003"}) {
    const auto reading = read(text);
    ASSERT_FALSE(reading);
    EXPECT_EQ(reading.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(reading.error().problems.front().find("there is no cube: the text is empty"), 0u);
    EXPECT_EQ(read(text, {.formats = {Format::moves}})->cube, kSolved);
  }
}

TEST(Read, GivesTheWholeDiagnosis) {
  const auto reading = read(replaced(kSolvedReid, "UF UR", "UR UF"));
  ASSERT_FALSE(reading);
  const Diagnosis& d = reading.error();
  EXPECT_EQ(d.kind, ErrorKind::impossible);
  EXPECT_EQ(d.problems.size(), 1u);
  EXPECT_EQ(d.ways, 1);
  EXPECT_EQ(d.repaired, kSolved);
  EXPECT_EQ(to_error(d).message.find("this cube is impossible: "), 0u);
  EXPECT_EQ(read("R Q").error().position, 2u);
  EXPECT_EQ(read(std::string(70'000, ' ')).error().problems.front(),
            "the text is longer than 65536 bytes, which no cube needs");
  EXPECT_TRUE(read("R U F", {.max_bytes = 5}));
  EXPECT_FALSE(read("R U F ", {.max_bytes = 5}));
}

// The cube of a question that concerns the centres: as it is held, with what the text tells of them.
TEST(Read, PutsACubeInSpace) {
  Reading reading = *read("R x");
  put_in_space(reading, Centres::fixed);
  EXPECT_EQ(reading.cube, kMoveCubes[3]);
  EXPECT_EQ(reading.notes.size(), 2u);
  put_in_space(reading, Centres::moved);
  EXPECT_EQ(reading.cube, to_cube(*parse_algorithm("R x"), Centres::moved));
  EXPECT_EQ(reading.held, Symmetry{});
  Reading turned = *read("R x");
  put_in_space(turned, Centres::turned);
  EXPECT_EQ(turned.cube, to_cube(*parse_algorithm("R x"), Centres::turned));
  EXPECT_EQ(turned.notes.size(), 2u);
  Reading stickers = *read(to_facelets(kMoveCubes[3]));
  put_in_space(stickers, Centres::turned);
  EXPECT_EQ(stickers.cube, kMoveCubes[3]);
  EXPECT_EQ(stickers.notes.back(), "this does not show how the centres are turned; they are taken as not turned");
}

TEST(Formats, RefuseOtherText) {
  expect_error("hello", "'h' found; expected a face turn", {}, 0);
  expect_error(std::string("R\0", 2), "byte 0x00", {}, 1);
  expect_error("DXF", "'X'", {}, 1);
  expect_error("R (U", "the text ends");
  expect_error("10 10", "'1' found");
}

// The doctor uses the names of the text: Reid writes UFR for URF.
TEST(Formats, FaultsInReidsNames) {
  std::string twisted = format_reid(kSolved);
  twisted.replace(twisted.find("UFR"), 3, "FRU");
  const Diagnosis d = examine(twisted);
  ASSERT_EQ(d.problems.size(), 1u);
  EXPECT_NE(d.repair.find("UFR"), std::string::npos) << d.repair;
  EXPECT_EQ(d.repair.find("URF"), std::string::npos) << d.repair;
  std::string doubled = format_reid(kSolved);
  doubled.replace(doubled.find("ULF"), 3, "UFR");
  EXPECT_EQ(examine(doubled).problems.front(), "the corner UFR appears twice, at UFR and ULF");
}

void expect_same(const Reading& a, const Reading& b, const std::string& text) {
  EXPECT_EQ(a.cube, b.cube) << text;
  EXPECT_EQ(a.held, b.held) << text;
  EXPECT_EQ(a.format, b.format) << text;
  EXPECT_EQ(a.notes, b.notes) << text;
  EXPECT_EQ(a.in_space, b.in_space) << text;
  EXPECT_EQ(a.others, b.others) << text;
}

// What a page reads without the doctor is what everybody reads.
TEST(Formats, UsualTextsAreReadAlike) {
  const std::string_view colours = "WRGYOB";
  for (const KnownPattern& pattern : kPatterns) {
    const std::string facelets(pattern.facelets);
    std::string coloured;
    std::string small;
    std::string in_lines;
    for (std::size_t i = 0; i < facelets.size(); ++i) {
      coloured += colours[kFaceLetters.find(facelets[i])];
      small += static_cast<char>(facelets[i] - 'A' + 'a');
      in_lines += std::string(i % 9 == 0 && i > 0 ? "\n" : "") + facelets[i];
    }
    const std::string moves(pattern.moves);
    for (const std::string& text : {facelets, coloured, small, in_lines, moves, moves + " x", "(" + moves + ")2"}) {
      const auto usual = read_usual(text, {});
      ASSERT_TRUE(usual) << text;
      expect_same(*usual, *read(text), text);
    }
    // Other forms, and faults: all of them for the full examination.
    std::string wrong = facelets;
    wrong[0] = wrong[0] == 'U' ? 'R' : 'U';
    for (const std::string& text : {wrong, facelets.substr(1), "[" + facelets + "]", moves + " Q", std::string("12"),
                                    to_json(*parse_facelets(facelets)).dump(), format_reid(*parse_facelets(facelets)),
                                    "https://alg.cubing.net/?alg=" + moves, std::string()}) {
      EXPECT_FALSE(read_usual(text, {})) << text;
    }
  }
  EXPECT_FALSE(read_usual(std::string(kPatterns[1].facelets), {.formats = {Format::reid}}));
  EXPECT_FALSE(read_usual(std::string(kPatterns[1].facelets), {.listed = {.order = listed_in({F, U, R, D, L, B})}}));
}

// As Python prints a list or a tuple of them. A list of so many letters without a mark is facelets.
TEST(Formats, ListsOfManyMovesAreMoves) {
  std::string moves;
  std::string quoted;
  std::string plain;
  for (int i = 0; i < 45; ++i) {
    moves += i % 2 == 0 ? "R2 " : "L' ";
    quoted += std::string(i == 0 ? "" : ", ") + (i % 2 == 0 ? "'R2'" : "\"L'\"");
    plain += std::string(i == 0 ? "" : ", ") + (i % 2 == 0 ? "R2" : "L'");
  }
  const Cube cube = parse_cube(moves).value();
  for (const std::string& list : {"[" + quoted + "]", "[" + plain + "]", "(" + quoted + ")", "(" + plain + ")"}) {
    const auto reading = read(list);
    ASSERT_TRUE(reading) << list << reading.error().problems.front();
    EXPECT_EQ(reading->format, Format::moves) << list;
    EXPECT_EQ(reading->cube, cube) << list;
  }
  EXPECT_NE(read("(URF,0)").error().problems.front().find("corner 2 of 8"), std::string::npos);
}

// The sides of a net begin at any of the four, which the holding tells: U up, and F, R, B or L in front.
TEST(Formats, AHoldingChoosesAmongNets) {
  std::string cross;
  const std::string facelets = to_facelets(parse_cube("R L' U").value());
  const auto row = [&](int face, int n) { return facelets.substr(static_cast<std::size_t>(9 * face + 3 * n), 3); };
  for (int n = 0; n < 3; ++n) cross += "   " + row(0, n) + "\n";
  for (int n = 0; n < 3; ++n) cross += row(4, n) + row(2, n) + row(1, n) + row(5, n) + "\n";
  for (int n = 0; n < 3; ++n) cross += "   " + row(3, n) + "\n";
  const auto usual = read(cross);
  ASSERT_TRUE(usual);
  EXPECT_EQ(to_facelets(usual->cube), facelets);
  ASSERT_FALSE(usual->others.empty());
  const auto& other = usual->others.front();
  EXPECT_NE(other.held, usual->held);
  const auto chosen = read(cross, {.listed = {{}, other.held}});
  ASSERT_TRUE(chosen) << chosen.error().problems.front();
  EXPECT_EQ(chosen->held, other.held);
  EXPECT_EQ(chosen->cube, other.cube);
  EXPECT_TRUE(chosen->others.empty());
  // The same cube, held otherwise, is no other cube.
  const auto note = std::find_if(usual->notes.begin(), usual->notes.end(),
                                 [](const std::string& n) { return n.find("if they were listed") != n.npos; });
  ASSERT_NE(note, usual->notes.end());
  EXPECT_NE(note->find(other.cube == usual->cube ? "the same cube, held in another way" : "another cube"),
            std::string::npos);
}

}  // namespace
}  // namespace superflip
