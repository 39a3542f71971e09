// The doctor: every holding and colouring of a real cube is read, every kind of fault is named, and repairs lead back.
#include "superflip/reading/doctor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/facelets.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

using Sentences = std::vector<std::string>;

const std::string kSolvedFacelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const std::string kMamba{kPatterns[10].facelets};  // no symmetry, all faces mixed

std::string letters(const Stickers& stickers) {
  std::string s;
  for (const int c : stickers) s += kFaceLetters[c];
  return s;
}

std::string recoloured(std::string facelets, std::string_view colours) {
  for (char& c : facelets) c = colours[kFaceLetters.find(c)];
  return facelets;
}

std::string with(const std::string& facelets, int facelet, char colour) {
  std::string changed = facelets;
  changed.replace(facelet, 1, 1, colour);
  return changed;
}

std::string all(const Sentences& sentences) {
  std::string text;
  for (const std::string& s : sentences) text += s + "\n";
  return text;
}

// ---- Real cubes ----

TEST(Doctor, ReadsTheStandardFormWithoutAWord) {
  for (const KnownPattern& p : kPatterns) {
    const Diagnosis d = diagnose(p.facelets);
    EXPECT_EQ(d.cube, parse_facelets(p.facelets).value()) << p.name;
    EXPECT_TRUE(d.notes.empty() && d.problems.empty() && d.repair.empty() && !d.repaired) << p.name;
  }
}

RC_GTEST_PROP(Doctor, ReadsEveryHolding, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const Symmetry s : kAllRotations) {
    const Diagnosis d = diagnose(letters(rotate(to_stickers(c), s)));
    RC_ASSERT(d.cube == c);
    RC_ASSERT(d.held == s);
    RC_ASSERT(d.notes.size() == (s == 0 ? 0u : 1u));
    const Diagnosis coloured = diagnose(recoloured(letters(rotate(to_stickers(c), s)), "WRGYOB"));
    RC_ASSERT(coloured.cube == c);
    RC_ASSERT(coloured.held == s);
  }
}

// Colours that are not the usual ones have no up and front of their own: the cube is taken as it was held.
RC_GTEST_PROP(Doctor, ReadsEveryColouring, (std::uint64_t seed)) {
  Random random(seed);
  const std::string facelets = to_facelets(random.cube());
  for (const char* colours : {"WRGYOB", "123456", "abcxyz", "AaBbCc", "!\"#$%&", "FRUBLX"}) {
    const Diagnosis d = diagnose(recoloured(facelets, colours));
    RC_ASSERT(d.cube == parse_facelets(facelets).value());
  }
}

TEST(Doctor, SaysHowItNormalised) {
  const auto notes = [](const std::string& text) {
    const Diagnosis d = diagnose(text);
    EXPECT_TRUE(d.cube) << text << "\n" << all(d.problems);
    return d.notes;
  };
  std::string lower = kMamba;
  for (char& c : lower) c = static_cast<char>(c - 'A' + 'a');
  EXPECT_EQ(notes(lower), Sentences{"lower-case letters are read as upper case"});
  EXPECT_EQ(notes(" " + kMamba + "\n"), Sentences{});
  EXPECT_EQ(notes(kMamba.substr(0, 9) + " " + kMamba.substr(9)),
            Sentences{"white space between the facelets is ignored"});
  EXPECT_EQ(notes(letters(rotate(to_stickers(kSolved), Symmetry{16}))),
            Sentences{"the cube was held with F up and R in front"});
  EXPECT_EQ(
      notes(recoloured(kMamba, "WRGYOB")),
      Sentences{
          "the colours are named after the faces by the centres: W is U, R is R, G is F, Y is D, O is L and B is B"});
  const Sentences mirrored = notes(recoloured(kMamba, "WOGYRB"));
  ASSERT_EQ(mirrored.size(), 2u);
  EXPECT_EQ(mirrored[1], "the colour scheme is left-handed, the mirror image of the usual one");
  ASSERT_EQ(notes(recoloured(kMamba, "ULFDRB")).size(), 2u);
  EXPECT_EQ(notes(recoloured(kMamba, "ULFDRB"))[1], mirrored[1]);
}

TEST(Doctor, ReadsEmoji) {
  const std::array<std::string, 6> squares{"⬜️", "🟥", "🟩",
                                           "🟨",   "🟧", "🟦"};  // the first with a variation selector
  std::string text;
  for (const char c : kMamba) text += squares[kFaceLetters.find(c)];
  EXPECT_EQ(diagnose(text).cube, parse_facelets(kMamba).value());
}

TEST(Doctor, SkipsCommasAndWhatCannotBeSeen) {
  std::string commas;
  for (const char c : kMamba) commas += std::string(commas.empty() ? "" : ",") + c;
  EXPECT_EQ(diagnose(commas).cube, parse_facelets(kMamba).value());
  EXPECT_EQ(diagnose(commas).notes, Sentences{"commas between the facelets are ignored"});
  EXPECT_EQ(diagnose("\uFEFF" + kMamba.substr(0, 9) + "\u200B" + kMamba.substr(9)).cube,
            parse_facelets(kMamba).value());
  EXPECT_EQ(diagnose(kMamba.substr(0, 9) + "\u2003" + kMamba.substr(9)).notes,
            Sentences{"white space between the facelets is ignored"});
}

// Whatever the number of question marks, they are stickers that nobody knows, and no sixth colour.
TEST(Doctor, TakesNoMarkForAColour) {
  for (const std::string mark : {"?", ".", "-", "_", "*", "\uFFFD"}) {
    std::string text = kSolvedFacelets.substr(0, 9);
    for (int i = 0; i < 9; ++i) text += mark;
    text += kSolvedFacelets.substr(18);
    const Diagnosis d = diagnose(text);
    EXPECT_FALSE(d.cube) << mark;
    EXPECT_EQ(d.problems[0],
              "'" + mark +
                  "' at R1, R2, R3, R4, R5, R6, R7, R8 and R9 is not one of the six colours U, R, F, D, L "
                  "and B");
  }
  const Diagnosis d = diagnose(recoloured(kMamba, "123?56"));
  EXPECT_EQ(d.problems, Sentences{"'?' stands for an unknown sticker, and the other symbols show fewer than six "
                                  "colours"});
  EXPECT_EQ(diagnose(recoloured(kMamba, "+-*/.#")).cube, parse_facelets(kMamba).value());  // marks alone are colours
}

// The faces in the order U L F R B D, which other programs use.
TEST(Doctor, ReadsFacesInAnotherOrder) {
  std::string text;
  for (const int f : {U, L, F, R, B, D}) text += kMamba.substr(9 * f, 9);
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.cube, parse_facelets(kMamba).value());
  EXPECT_EQ(d.notes, Sentences{"the faces were listed in another order than URFDLB: ULFRBD"});
}

// ---- Faults ----

TEST(Doctor, NamesFaultsOfTheWhole) {
  const auto problems = [](const std::string& text) {
    const Diagnosis d = diagnose(text);
    EXPECT_FALSE(d.cube);
    return d.problems;
  };
  EXPECT_EQ(problems(""), Sentences{"the text is empty; expected 54 facelets"});
  EXPECT_EQ(problems(" \n"), Sentences{"the text is empty; expected 54 facelets"});
  EXPECT_EQ(problems(std::string(24, 'U')),
            Sentences{"there are 24 facelets; a cube has 54, nine for each face; 24 are "
                      "those of a 2x2x2 cube, which is another puzzle"});
  EXPECT_EQ(problems("U"), Sentences{"there is 1 facelet; a cube has 54, nine for each face"});
  EXPECT_EQ(problems(kMamba.substr(1)), Sentences{"there are 53 facelets; a cube has 54, nine for each face"});
  EXPECT_EQ(problems(kMamba + "U"), Sentences{"there are 55 facelets; a cube has 54, nine for each face"});
  EXPECT_EQ(problems(std::string(10'000'000, 'U')),
            Sentences{"there are 10000000 facelets; a cube has 54, nine for each face"});
  EXPECT_EQ(problems(std::string(54, 'U')),
            (Sentences{"the centres of U, R, F, D, L and B are all 'U'; the six centres must be six different colours",
                       "there are 54 U stickers, no R stickers, no F stickers, no D stickers, no L stickers and no B "
                       "stickers; there must be 9 of each colour"}));
  EXPECT_EQ(problems(std::string(54, '\0')),
            Sentences{"the number of different symbols is 1; expected six, one for each colour"});
  EXPECT_EQ(problems(with(kSolvedFacelets, 3, '?'))[0], "'?' at U4 is not one of the six colours U, R, F, D, L and B");
  EXPECT_EQ(problems(with(kSolvedFacelets, 3, '?'))[1], "there are 8 U stickers; there must be 9 of each colour");
  EXPECT_EQ(problems(with(kSolvedFacelets, 4, 'R'))[0],
            "the centres of U and R are both 'R'; the six centres must be six different colours");
  EXPECT_EQ(problems(with(kSolvedFacelets, 4, 'R'))[1],
            "there are 8 U stickers and 10 R stickers; there must be 9 of each colour");
}

TEST(Doctor, NamesAllImpossiblePieces) {
  std::string text = kSolvedFacelets;
  text[8] = 'D';                 // URF shows D R F: mirrored
  std::swap(text[7], text[28]);  // UF shows D F, DF shows U F
  text[5] = 'R';                 // UR shows R R
  text[3] = 'R';                 // UL shows R L
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.problems,
            (Sentences{"there are 6 U stickers, 11 R stickers and 10 D stickers; there must be 9 of each colour",
                       "the corner at URF shows D, R and F: a real corner has these colours the other way round (this "
                       "one is its mirror image)",
                       "the edge at UR shows R and R: no piece has the colour R twice",
                       "the edge at UL shows R and L: R and L are opposite, and no piece has both",
                       "the corner URF is missing", "the edges UR and UL are missing"}));
  EXPECT_FALSE(d.cube);
}

TEST(Doctor, NamesDuplicatesInThePersonsColours) {
  std::string text = recoloured(kSolvedFacelets, "WRGYOB");
  text[19] = 'O';  // UF shows W O
  EXPECT_EQ(diagnose(text).problems,
            (Sentences{"there are 8 G stickers and 10 O stickers; there must be 9 of each colour",
                       "the edge WO appears twice, at UF and UL", "the edge WG is missing"}));
}

TEST(Doctor, NamesEveryImbalance) {
  Cube c = parse_facelets(kMamba).value();
  const auto problems = [](const Cube& cube) { return diagnose(to_facelets(cube)).problems; };
  Cube twisted = c;
  twisted.set_twist(3, (c.twist_at(3) + 1) % 3);
  EXPECT_EQ(problems(twisted), Sentences{"one corner is twisted clockwise"});
  twisted.set_twist(3, (c.twist_at(3) + 2) % 3);
  EXPECT_EQ(problems(twisted), Sentences{"one corner is twisted anticlockwise"});
  twisted.set_flip(7, 1 - c.flip_at(7));
  std::swap(twisted.corner[2], twisted.corner[6]);
  EXPECT_EQ(problems(twisted),
            (Sentences{"one corner is twisted anticlockwise", "one edge is flipped",
                       "two corners or two edges are exchanged (the parities of corners and edges differ)"}));
}

// With a piece twice and another missing nobody can know how that one would be turned.
TEST(Doctor, JudgesNoSumsWhileAPieceIsMissing) {
  Assembly parts = take_apart(parse_facelets(kMamba).value());
  parts.corner[2] = {parts.corner[5]->piece, (parts.corner[2]->orientation + 1) % 3};
  EXPECT_EQ(diagnose(parts).problems.size(), 2u) << all(diagnose(parts).problems);  // twice, missing
  parts.edge[2] = {parts.edge[5]->piece, 1 - parts.edge[2]->orientation};
  EXPECT_EQ(diagnose(parts).problems.size(), 4u) << all(diagnose(parts).problems);
  Assembly twisted = take_apart(kSolved);  // the edges say nothing about the corners' twists
  twisted.corner[0]->orientation = 1;
  twisted.edge[0]->piece = 1;
  EXPECT_EQ(diagnose(twisted).problems, (Sentences{"the edge UF appears twice, at UR and UF", "the edge UR is missing",
                                                   "one corner is twisted clockwise"}));
}

// Every message in the input's own colours, places by the faces where they are.
TEST(Doctor, NamesPiecesInTheInputsColours) {
  std::string text = recoloured(kSolvedFacelets, "WRGYOB");
  std::swap(text[centre_of(U)], text[centre_of(R)]);
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.problems.back(), "the edges RO and YW are missing");
  EXPECT_EQ(d.problems.front(),
            "the corner at URF shows W, R and G: a real corner has these colours the other way round (this one is its "
            "mirror image)");
  EXPECT_EQ(d.repair, "exchange the stickers U5 and R5");
  text = recoloured(kSolvedFacelets, "WOGYRB");  // left-handed: red is on the left
  text[7] = 'O';                                 // UF shows O G
  EXPECT_EQ(diagnose(text).problems,
            (Sentences{"there are 8 W stickers and 10 O stickers; there must be 9 of each colour",
                       "the edge GO appears twice, at UF and FR", "the edge WG is missing"}));
  EXPECT_EQ(diagnose(text).repair, "change the sticker U8 to W");
}

TEST(Doctor, ReadsNoCubeFromOtherText) {
  for (const std::string& text : {std::string(), std::string("U"), kMamba.substr(1), kMamba + "U", std::string(54, 'x'),
                                  std::string("The_quick_brown_fox_jumps_over_the_lazy_dog,_and_sleeps")}) {
    const Diagnosis d = diagnose(text.substr(0, 55));
    EXPECT_FALSE(d.readable()) << text;
    EXPECT_EQ(d.problems.size(), 1u) << text;
  }
  EXPECT_TRUE(diagnose(with(kMamba, 3, '?')).readable());
}

TEST(Doctor, KnowsAMirroredCube) {
  std::string text = kMamba;
  std::swap(text[centre_of(R)], text[centre_of(L)]);
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.problems, (Sentences{"every corner is the mirror image of a real one (two opposite centres may be "
                                   "exchanged)",
                                   "all 8 corners are missing"}));
  EXPECT_NE(d.repair.find("there are 3 ways to make a real cube by exchanging two stickers"), std::string::npos);
}

// ---- Repairs ----

TEST(Doctor, RepairsWhatTakesOneStep) {
  const auto repair = [](const Cube& impossible) {
    const Diagnosis d = diagnose(to_facelets(impossible));
    EXPECT_EQ(d.repaired, kSolved) << d.repair;
    return d.repair;
  };
  Cube c;
  c.set_twist(DLF, 1);
  EXPECT_EQ(repair(c), "turn the corner at DLF anticlockwise");
  c.set_twist(DLF, 2);
  EXPECT_EQ(repair(c), "turn the corner at DLF clockwise");
  c = kSolved;
  c.set_flip(BR, 1);
  EXPECT_EQ(repair(c), "flip the edge at BR");
  c = kSolved;
  std::swap(c.edge[UF], c.edge[DB]);
  EXPECT_EQ(repair(c), "exchange the edges at UF and DB");
  c = kSolved;
  std::swap(c.corner[UFL], c.corner[DRB]);
  EXPECT_EQ(repair(c), "exchange the corners at UFL and DRB");
}

TEST(Doctor, SaysWhichStepsWhereAnyPieceWillDo) {
  Cube c = parse_facelets(kMamba).value();
  c.set_twist(0, (c.twist_at(0) + 1) % 3);
  const auto repair = [](const Cube& cube, int ways) {
    const Diagnosis d = diagnose(to_facelets(cube));
    EXPECT_EQ(d.ways, ways);
    EXPECT_TRUE(d.repaired && is_reachable(*d.repaired)) << d.repair;
    return d.repair;
  };
  EXPECT_EQ(repair(c, 8), "turn any one corner anticlockwise; there are 8 ways to do so");
  EXPECT_EQ(diagnose(to_facelets(c)).repaired, parse_facelets(kMamba).value());
  c.set_flip(0, 1 - c.flip_at(0));
  EXPECT_EQ(repair(c, 96), "turn any one corner anticlockwise and flip any one edge; there are 96 ways to do so");
  std::swap(c.corner[0], c.corner[5]);
  EXPECT_EQ(repair(c, 96 * 94),
            "turn any one corner anticlockwise, flip any one edge and exchange any two edges (or any two corners); "
            "there are 9024 ways to do so");
}

// One sticker read wrongly is found, whichever it is, the centres too.
TEST(Doctor, FindsTheWrongSticker) {
  const Cube c = parse_facelets(kMamba).value();
  for (int i = 0; i < kFacelets; ++i)
    for (const char colour : std::string("URFDLB?")) {
      if (colour == kMamba[i]) continue;
      const Diagnosis d = diagnose(with(kMamba, i, colour));
      EXPECT_FALSE(d.cube);
      EXPECT_FALSE(d.problems.empty());
      EXPECT_TRUE(d.repaired);
      if (d.ways == 1) {
        EXPECT_EQ(*d.repaired, c) << d.repair;
        EXPECT_EQ(d.repair, "change the sticker " + facelet_name(i) + " to " + kMamba[i]);
      } else {
        EXPECT_NE(d.repair.find("there are 2 ways to make a real cube by changing one sticker"), std::string::npos)
            << d.repair;
      }
    }
}

TEST(Doctor, FindsTwoExchangedStickers) {
  std::string text = kMamba;
  std::swap(text[2], text[34]);
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.repair, "exchange the stickers U3 and D8");
  EXPECT_EQ(d.repaired, parse_facelets(kMamba).value());
}

TEST(Doctor, FindsTwoWrongStickers) {
  const Diagnosis d = diagnose(with(with(kMamba, 5, 'R'), 53, 'D'));
  EXPECT_EQ(d.repair, "change the stickers U6 to U and B9 to U");
  EXPECT_EQ(d.repaired, parse_facelets(kMamba).value());
}

TEST(Doctor, FindsAWrongCorner) {
  std::string text = kMamba;
  text[8] = text[9] = text[20] = '?';
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.repair, "change the stickers U9 to U, R1 to L and F3 to B");
  EXPECT_EQ(d.repaired, parse_facelets(kMamba).value());
}

// A camera may have turned a face, or may show all of them in a mirror.
TEST(Doctor, ReadsATurnedFaceAndAMirroredCamera) {
  constexpr std::array<int, 9> kQuarter{6, 3, 0, 7, 4, 1, 8, 5, 2};
  std::string text = kMamba;
  for (int i = 0; i < 9; ++i) text[9 * L + i] = kMamba[9 * L + kQuarter[i]];
  Diagnosis d = diagnose(text);
  EXPECT_EQ(d.notes, (Sentences{"the stickers are a cube if some faces are turned",
                                "the stickers are read as URFDLB with L turned by a quarter clockwise"}));
  EXPECT_EQ(d.cube, parse_facelets(kMamba).value());
  for (int i = 0; i < kFacelets; ++i) text[i] = kMamba[i - i % 3 + 2 - i % 3];
  d = diagnose(text);
  EXPECT_EQ(d.notes, (Sentences{"the stickers are a cube if some faces are turned",
                                "the stickers are read as URFDLB with all faces seen in a mirror"}));
  EXPECT_EQ(d.cube, parse_facelets(kMamba).value());
}

// Without six centres nothing tells where a face may be turned.
TEST(Doctor, TakesAnyCentresForTurnedFaces) {
  const std::string letters = "UUUUFUUUURRRRRRRRRFFFFUFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
  std::string repeated = letters;
  std::swap(repeated[4], repeated[14]);
  std::swap(repeated[22], repeated[0]);
  for (const std::string& text : {letters, repeated})
    EXPECT_EQ(diagnose(text).cube.has_value(), diagnose(text).problems.empty());
}

TEST(Doctor, FindsMissingAndExtraStickers) {
  const Cube c = parse_facelets(kMamba).value();
  for (int i = 0; i < kFacelets; ++i) {
    std::string text = kMamba;
    text.erase(i, 1);
    Diagnosis d = diagnose(text);
    EXPECT_EQ(d.repaired, c) << d.repair;
    EXPECT_EQ(d.repair.find("add the missing sticker"), 0u) << d.repair;
    text = kMamba;
    text.insert(i, 1, '?');
    d = diagnose(text);
    EXPECT_EQ(d.repaired, c) << d.repair;
    EXPECT_EQ(d.repair.find("leave out the symbol number " + std::to_string(i + 1)), 0u) << d.repair;
  }
}

TEST(Doctor, NamesTheHoldingOfARepair) {
  std::string text = letters(rotate(to_stickers(kSolved), Symmetry{16}));
  std::swap(text[2], text[30]);
  const Diagnosis d = diagnose(text);
  EXPECT_EQ(d.repair.find("with U up and F in front, exchange the stickers "), 0u) << d.repair;
  EXPECT_EQ(d.repaired, kSolved);
}

// The unknown sticker is named where the turned cube has it, as everything else is.
TEST(Doctor, NamesAllPlacesInOneHolding) {
  for (const char* colours : {"URFDLB", "WRGYOB"}) {
    const std::string text = recoloured(letters(rotate(to_stickers(kSolved), Symmetry{16})), colours);
    const Diagnosis d = diagnose(with(text, 2, '?'));
    ASSERT_TRUE(d.repaired == kSolved);
    const std::string at = d.repair.substr(d.repair.find("sticker ") + 8, 2);
    EXPECT_EQ(d.problems[0].substr(0, 9), "'?' at " + at);
    EXPECT_EQ(d.repair.substr(0, 10), std::string("with ") + colours[0] + " up ");
  }
}

// A cube given by its pieces: one wrong piece is found, whichever it is; the parity tells which of two equal ones.
RC_GTEST_PROP(Doctor, FindsTheWrongPiece, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  RC_ASSERT(diagnose(take_apart(c)).cube == c);
  Assembly corners = take_apart(c);
  const auto x = random.below(kCorners);
  const auto y = (x + 1 + random.below(kCorners - 1)) % kCorners;
  corners.corner[x] = {corners.corner[y]->piece, static_cast<int>(random.below(3))};
  Assembly edges = take_apart(c);
  edges.edge[x].reset();
  for (const Assembly& parts : {corners, edges}) {
    const Diagnosis d = diagnose(parts);
    RC_ASSERT(!d.problems.empty() && !d.cube);
    RC_ASSERT(d.repaired == c);
  }
}

TEST(Doctor, SaysWhichPieceIsWrong) {
  Assembly parts = take_apart(kSolved);
  parts.corner[DBL] = {URF, 1};
  EXPECT_EQ(diagnose(parts).repair, "put the corner DBL at DBL, so that it shows DBL there");
  parts = take_apart(kMoveCubes[6]);  // F: UF holds FL, L up
  parts.edge[UF]->piece = BR;
  EXPECT_EQ(diagnose(parts).repair, "put the edge FL at UF, so that it shows LF there");
  parts = take_apart(kSolved);
  parts.edge[BR]->orientation = 1;
  EXPECT_EQ(diagnose(parts).repair, "flip the edge at BR");
}

// Any text at all: there is a cube, or a problem, and never both; whatever is proposed can be solved.
RC_GTEST_PROP(Doctor, NeverContradictsItself, (std::uint64_t seed)) {
  Random random(seed);
  std::string text = to_facelets(random.cube());
  const std::uint64_t changes = random.below(6);
  for (std::uint64_t i = 0; i < changes; ++i) {
    if (random.below(2) == 0)
      text[random.below(text.size())] = "URFDLB?"[random.below(7)];
    else
      std::swap(text[random.below(text.size())], text[random.below(text.size())]);
  }
  const Diagnosis d = diagnose(text);
  RC_ASSERT(d.cube.has_value() == d.problems.empty());
  RC_ASSERT((!d.cube || is_reachable(*d.cube)));  // RapidCheck's own || would always look at both sides
  RC_ASSERT((!d.repaired || (is_reachable(*d.repaired) && !d.repair.empty())));
  RC_ASSERT((!d.cube || d.repair.empty()));
  RC_ASSERT(d.repaired.has_value() == (d.ways > 0));
}

}  // namespace
}  // namespace superflip
