// Notation: what each form means, and what is refused and how.
#include "superflip/cube/algorithm.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "tests/support/patterns.h"

namespace superflip {
namespace {

Algorithm parse(std::string_view text, Niss niss = Niss::off) {
  const auto a = parse_algorithm(text, niss);
  EXPECT_TRUE(a) << text << ": " << a.error().message;
  return a.value_or(Algorithm{});
}

std::string moves(std::string_view text) { return to_string(parse(text).moves); }

// The position that the error names, after checking that the message contains the words expected.
std::size_t error_at(std::string_view text, std::string_view words, Niss niss = Niss::off) {
  const auto a = parse_algorithm(text, niss);
  if (a) return std::string::npos;
  EXPECT_NE(a.error().message.find(words), std::string::npos) << a.error().message;
  return a.error().position.value_or(std::string::npos);
}

// Both do the same to the pieces and leave the cube standing in the same way.
void expect_same(std::string_view a, std::string_view b) {
  EXPECT_EQ(to_cube(parse(a)), to_cube(parse(b))) << a << " and " << b;
  EXPECT_EQ(parse(a).rotation, parse(b).rotation) << a << " and " << b;
}

TEST(Algorithm, ReadsFaceTurns) {
  EXPECT_EQ(moves("U R F D L B"), "U R F D L B");
  EXPECT_EQ(moves("R U2 F'"), "R U2 F'");
  EXPECT_EQ(moves("R1 R2 R3"), "R R2 R'");
  EXPECT_EQ(moves("R1' R2' R3'"), "R' R2 R");
  EXPECT_EQ(moves("R'2"), "R2");
  EXPECT_EQ(moves("RUR'U'"), "R U R' U'");
  EXPECT_EQ(moves("R1U2F3"), "R U2 F'");
  EXPECT_EQ(moves("\tR\r\nU\v R\u00A0F "), "R U R F");
  EXPECT_EQ(moves(""), "");
  EXPECT_EQ(moves(" \n"), "");
}

TEST(Algorithm, ReadsAllPrimes) {
  for (const std::string prime : {"'", "’", "‘", "′", "´", "`", "ʹ", "ʼ"}) EXPECT_EQ(moves("R" + prime), "R'") << prime;
}

TEST(Algorithm, SkipsCommentsAndLengths) {
  EXPECT_EQ(moves("R U // first\nF // last"), "R U F");
  EXPECT_EQ(moves("R1 U2 (2f)"), "R U2");
  EXPECT_EQ(moves("R U (18f*) F (20q)"), "R U F");
  EXPECT_EQ(moves("R U (2 HTM) // (20 moves)"), "R U");
  EXPECT_EQ(moves("(0f)"), "");
  EXPECT_EQ(moves("(2r) U"), moves("U"));  // a length
  expect_same("(2RUF)", "2R U F");
  // No length, but a repetition that does not stand behind its bracket.
  for (const char* times :
       {"(R U R' U') (6 times)", "(R U R' U') (2x)", "R U (3x)", "R U (2 times)", "R U 2 times", "(R U) (x2)",
        "(R U)(x3)", "(R U) (6 Times)", "R U (3 reps)", "(R U) ( x3 ) // six", "R U (x2);"})
    EXPECT_NE(parse_algorithm(times).error().message.find("repetition"), std::string::npos) << times;
  for (const char* open : {"(R U) (x", "(R U) (x2", "(R U) ("}) EXPECT_FALSE(parse_algorithm(open)) << open;
  EXPECT_EQ(moves("R U;"), "R U");
  EXPECT_EQ(moves("['R', 'U', 'F2'];"), "R U F2");
  EXPECT_EQ(moves("'R U R\\' U\\''"), "R U R' U'");  // as in a program
  EXPECT_FALSE(parse_algorithm("R; U"));
  EXPECT_FALSE(parse_algorithm(";"));
  expect_same("(2R)", "R' L x");
  for (const char* none : {"// nothing", "{nothing}", "\"\"", "[,]", "Scramble: ", "@2024-05-01"})
    EXPECT_EQ(parse_algorithm(none).error().message.substr(0, 18), "there are no moves") << none;
}

// When a move or a solve was done. The moves behind it count.
TEST(Algorithm, SkipsTimesOfMoves) {
  EXPECT_EQ(moves("R @0.5s U @1.25s F @2s"), "R U F");
  EXPECT_EQ(moves("R U F @2024-05-01 12:30:22"), "R U F");
  EXPECT_EQ(moves("R U @2024-05-01 F2"), "R U F2");
  EXPECT_EQ(moves("R U @2024-05-01 12:30\nF2"), "R U F2");
}

// One turn after another, each in the cube's place of the moment, and the rotations by the faces they carry.
TEST(Algorithm, TranslatesRotations) {
  EXPECT_EQ(moves("x U"), "F");  // x carries F up
  EXPECT_EQ(moves("y F"), "R");
  EXPECT_EQ(moves("z U"), "L");
  EXPECT_EQ(moves("x y U R"), "F U");
  EXPECT_EQ(moves("x x' U y2 F"), "U B");
  EXPECT_EQ(parse("R U").rotation, 0);
  const auto images = [](std::string_view text) { return kFaceImages[parse(text).rotation]; };
  EXPECT_EQ(images("x"), (detail::FaceMap{B, R, U, F, L, D}));
  EXPECT_EQ(images("y"), (detail::FaceMap{U, F, L, D, B, R}));
  EXPECT_EQ(images("z"), (detail::FaceMap{R, D, F, L, U, B}));
  EXPECT_EQ(images("x y"), (detail::FaceMap{R, F, U, L, B, D}));
  for (const std::string r : {"x", "y", "z"}) EXPECT_EQ(parse("(" + r + ")4").rotation, 0);
}

TEST(Algorithm, TranslatesWideMovesAndSlices) {
  const std::string faces = "URFDLB";
  const std::string rotations[] = {"y", "x", "z", "y'", "x'", "z'"};
  for (int f = 0; f < 6; ++f) {
    const std::string face(1, faces[f]);
    const std::string opposite(1, faces[(f + 3) % 6]);
    const std::string wide = face + "w";
    const std::string lower(1, static_cast<char>(faces[f] - 'A' + 'a'));
    expect_same(wide, rotations[f] + " " + opposite);
    for (const std::string turns : {"", "2", "'", "2'", "3"}) expect_same(wide + turns, lower + turns);
    expect_same(wide + " " + wide, wide + "2");
    expect_same(wide + " " + wide + "'", "");
  }
  expect_same("M", "x' R L'");
  expect_same("E", "y' U D'");
  expect_same("S", "z F' B");
  expect_same("r", "R M'");
  expect_same("u", "U E'");
  expect_same("f", "F S");
  expect_same("M2 E2 S2", "x2 y2 z2 R2 L2 U2 D2 F2 B2");
  expect_same("x", "R M' L'");
  expect_same("(M E M' E')3", "");  // three centres go round
  // Of the fixed centres' view, half turns of the three slices are the checkerboard, and a commutator of two the six
  // spots.
  EXPECT_EQ(to_facelets(to_cube(parse("M2 E2 S2"))), kPatterns[0].facelets);
  const Cube six_spot = to_cube(parse("U D' R L' F B' U D'"));
  const Cube spots = to_cube(parse("M E M' E'"));
  bool same = false;
  for (const Symmetry s : kAllSymmetries) same |= conjugate(six_spot, s) == spots;
  EXPECT_TRUE(same);
}

TEST(Algorithm, RepeatsAndInverts) {
  EXPECT_EQ(moves("(R U)3"), "R U R U R U");
  EXPECT_EQ(moves("(R U)'"), "U' R'");
  EXPECT_EQ(moves("(R U2)2'"), "U2 R' U2 R'");
  EXPECT_EQ(moves("(R U)'2"), "U' R' U' R'");
  EXPECT_EQ(moves("(R U)"), "R U");
  EXPECT_EQ(moves("(R U)0"), "");
  EXPECT_EQ(moves("((R)2 U)2"), "R R U R R U");
  EXPECT_EQ(moves("[R, U]"), "R U R' U'");
  EXPECT_EQ(moves("[R U: F]"), "R U F U' R'");
  EXPECT_EQ(moves("[F: R U R' U']"), "F R U R' U' F'");
  EXPECT_EQ(moves("[F: [R, U]]2"), "F R U R' U' F' F R U R' U' F'");
  EXPECT_EQ(moves("[[R, U], F]'"), "F R U R' U' F' U R U' R'");
  EXPECT_EQ(moves("[R:]"), "R R'");
  EXPECT_EQ(moves("[r: U]"), moves("r U r'"));
  EXPECT_EQ(moves("(x U)2"), moves("x U x U"));
  expect_same("(R U R' U')6", "");
  expect_same("[x, R U]", "x R U x' U' R'");
}

TEST(Algorithm, KeepsMovesOnTheInverseApart) {
  const Algorithm a = parse("R (F' L) U (B)", Niss::on);
  EXPECT_EQ(to_string(a.moves), "R U");
  EXPECT_EQ(to_string(a.on_inverse), "F' L B");
  EXPECT_EQ(to_cube(a), to_cube(parse("B' L' F R U")));
  EXPECT_EQ(to_string(parse("(R U)2", Niss::on).moves), "R U R U");
  EXPECT_EQ(to_string(parse("(R U)1", Niss::on).moves), "R U");
  EXPECT_EQ(to_string(parse("((R U)2 F)", Niss::on).on_inverse), "R U R U F");
  EXPECT_EQ(to_string(parse("R (x U) F (2f)", Niss::on).moves), "R D");
  EXPECT_TRUE(parse("R (F' L)").on_inverse.empty());
  EXPECT_EQ(error_at("[R: (U)]", "moves on the inverse", Niss::on), 4u);
  EXPECT_EQ(error_at("R ((U))", "moves on the inverse", Niss::on), 3u);
}

// NISS is what it is for: a solution found partly on the inverse, the scramble's own moves first.
RC_GTEST_PROP(Algorithm, NissMovesUndoTheInverse, (std::uint64_t seed)) {
  Random random(seed);
  const auto word = [&] {
    Moves m(random.below(12));
    for (Move& x : m) x = Move(random.below(kMoves));
    return m;
  };
  const Moves normal = word();
  const Moves inverted = word();
  const auto a = parse_algorithm(to_string(normal) + " (" + to_string(inverted) + ")", Niss::on);
  RC_ASSERT(a.has_value());
  const Cube c = apply(kSolved, normal);
  RC_ASSERT(to_cube(*a) == inverse(apply(inverse(c), inverted)));
}

RC_GTEST_PROP(Algorithm, IsReadBack, (std::uint64_t seed)) {
  Random random(seed);
  Moves word(random.below(60));
  for (Move& m : word) m = Move(random.below(kMoves));
  const auto a = parse_algorithm(to_string(word));
  RC_ASSERT(a.has_value());
  RC_ASSERT(a->moves == word);
  RC_ASSERT(a->rotation == 0);
  RC_ASSERT(to_cube(*a) == apply(kSolved, word));
}

// Random steps of every kind: a word and its inverse cancel, pieces and rotation alike.
RC_GTEST_PROP(Algorithm, InverseCancels, (std::uint64_t seed)) {
  Random random(seed);
  constexpr std::string_view kAll = "URFDLBurfdlbMESxyz";
  std::string word;
  for (int i = 0; i < 20; ++i) {
    word += kAll[random.below(kAll.size())];
    word += std::array<std::string_view, 3>{"", "2", "'"}[random.below(3)];
  }
  const auto a = parse_algorithm(word + "(" + word + ")'");
  RC_ASSERT(a.has_value());
  RC_ASSERT(to_cube(*a) == kSolved);
  RC_ASSERT(a->rotation == 0);
}

TEST(Algorithm, RefusesWhatItCannotRead) {
  EXPECT_EQ(error_at("R Q U", "character 3: 'Q' found; expected a face turn"), 2u);
  EXPECT_EQ(error_at("Ru2k", "'k' found"), 3u);
  EXPECT_EQ(error_at("R4", "R4 does not say how far to turn"), 0u);
  EXPECT_EQ(error_at("U R0", "R0"), 2u);
  EXPECT_EQ(error_at("U 99999999999999999999999", "'9' found"), 2u);
  EXPECT_EQ(error_at("U99999999999999999999999", "1, 2 or 3 quarter turns"), 0u);
  EXPECT_EQ(error_at("R''", "'''"), 2u);
  EXPECT_EQ(error_at("'R", "expected the ' that closes a quotation"), 2u);
  EXPECT_EQ(error_at("['R, U, F]", "closes"), 10u);
  EXPECT_EQ(error_at("4Rw", "three layers"), 0u);
  EXPECT_EQ(error_at("R 0R", "three layers"), 2u);
  EXPECT_EQ(error_at("3-2R", "three layers"), 0u);
  EXPECT_EQ(error_at("2M", "a face or a wide move alone"), 0u);
  EXPECT_EQ(error_at("R {words", "does not end"), 2u);
  EXPECT_EQ(error_at("xw", "'w' found"), 1u);
  EXPECT_EQ(error_at("R / U", "'/' found"), 2u);
  EXPECT_EQ(error_at(std::string_view("R\0U", 3), "byte 0x00 found"), 1u);
  EXPECT_EQ(error_at("R\xFFU", "byte 0xFF found"), 1u);
  EXPECT_EQ(error_at("R é", "'é' found"), 2u);
  EXPECT_EQ(error_at("(R U", "the text ends; expected a move or the ')' that closes the bracket opened at character 1"),
            4u);
  EXPECT_EQ(error_at("[R, U", "']'"), 5u);
  EXPECT_EQ(error_at("[R U]", "the ',' of a commutator"), 4u);
  EXPECT_EQ(error_at("(R U]", "']' found; expected a move or the ')'"), 4u);
  EXPECT_EQ(error_at("R)", "no bracket is open"), 1u);
}

// Positions are counted in characters, as people count them.
TEST(Algorithm, CountsCharacters) {
  EXPECT_EQ(error_at("R’ U’ F’ Q", "character 10: 'Q' found"), 9u);
  EXPECT_EQ(error_at("R\u2003U\u00A0Q", "character 5: 'Q' found"), 4u);
  EXPECT_EQ(error_at("(R’ U", "opened at character 1"), 5u);
  EXPECT_EQ(error_at("U’ R4", "R4 does not say"), 3u);
}

TEST(Algorithm, SkipsWhatCannotBeSeen) {
  EXPECT_EQ(moves("\uFEFFR U\u2003F\u200B L"), "R U F L");
  EXPECT_EQ(moves("R\u200B' U\u200B2"), "R' U2");
  EXPECT_EQ(moves("R\u2028U\u3000F"), "R U F");
  EXPECT_EQ(moves("\u200B"), "");
}

// As in the notes on packing a cube: { R, U, L, D, F, B } and inverses { Ri, Ui, Li, Di, Fi, Bi }.
TEST(Algorithm, ReadsInversesWithAnI) {
  EXPECT_EQ(moves("Ri Ui Li Di Fi Bi"), "R' U' L' D' F' B'");
  EXPECT_EQ(moves("RUiR2iU"), "R U' R2 U");
  expect_same("(R U)i Mi ri", "(R U)' M' r'");
  EXPECT_EQ(error_at("Rii", "'i' found"), 2u);
  EXPECT_EQ(error_at("i", "'i' found"), 0u);
}

TEST(Algorithm, ReadsPowers) {
  EXPECT_EQ(moves("R^2 U^-1 F^3"), "R2 U' F'");
  EXPECT_EQ(moves("(R U)^2"), "R U R U");
  EXPECT_EQ(moves("(R U)^-2"), "U' R' U' R'");
  EXPECT_EQ(error_at("R^4", "does not say how far"), 0u);
  EXPECT_EQ(error_at("R^", "a power is a number"), 1u);
  EXPECT_EQ(error_at("R^x", "a power is a number"), 1u);
}

TEST(Algorithm, HintsAtWhatIsMeant) {
  EXPECT_EQ(error_at("R’ U’ F’ X", "character 10: 'X' found; the rotations of the whole cube are written in lower"),
            9u);
  EXPECT_EQ(error_at("Z", "lower case"), 0u);
  EXPECT_EQ(error_at("R 2", "write the number directly after its move, as in R2"), 2u);
  EXPECT_EQ(error_at("R U # words", "a comment begins with //"), 4u);
  EXPECT_EQ(error_at("(R U) * 3", "to repeat a bracket, write the number directly after it"), 6u);
  EXPECT_EQ(error_at("(R U) ×3", "to repeat a bracket, write the number directly after it"), 6u);
  EXPECT_EQ(error_at("R U | F", "one a line"), 4u);
  EXPECT_EQ(error_at("R '", "directly after its move"), 2u);
  EXPECT_EQ(error_at("^(R U)", "with NISS alone"), 0u);
  EXPECT_EQ(error_at("R U F; cross", "a remark begins with //"), 5u);
  EXPECT_EQ(error_at("R/U/F", "a remark begins with //"), 1u);
  EXPECT_EQ(error_at("<R, U>", "<R, U> is a set of allowed moves; here moves that are done are expected"), 0u);
  EXPECT_EQ(error_at("R U F (3)", "a remark begins with //"), 7u);
  EXPECT_EQ(error_at("/tmp/R", "is not opened"), 0u);
  EXPECT_EQ(error_at("R+U", "a sign between moves is not needed"), 1u);
  EXPECT_EQ(error_at("R++ U", "of another puzzle"), 1u);
  EXPECT_EQ(error_at("R U 12.34", "a time or a date"), 4u);
  EXPECT_EQ(error_at("(R, U)", "a commutator is written [R, U]"), 2u);
  EXPECT_EQ(error_at("inverse R U", "the inverse of moves is written behind them, as in (R U)'"), 0u);
  EXPECT_EQ(error_at("3(R U)", "a repetition stands directly behind its bracket, as in (R U)3"), 0u);
  EXPECT_EQ(error_at("F 3x(R U)", "a repetition stands directly behind its bracket, as in (R U)3"), 2u);
  EXPECT_EQ(error_at("2*(R U)", "a repetition stands directly behind its bracket, as in (R U)3"), 0u);
  EXPECT_EQ(error_at("scrambles.txt", "looks like the name of a file"), 0u);
  EXPECT_EQ(error_at("./my/R.csv", "(in a shell: < ./my/R.csv)"), 0u);
  EXPECT_EQ(error_at("cube.png", "looks like the name of a picture"), 0u);
  EXPECT_EQ(error_at("README.md", "looks like the name of a file"), 0u);
  EXPECT_EQ(error_at("./cube", "looks like the name of a file"), 0u);
  EXPECT_EQ(error_at("R2 U В2", "a letter of another alphabet"), 5u);
  EXPECT_EQ(error_at("2x (R U)", "a repetition stands directly behind its bracket"), 0u);
  EXPECT_EQ(error_at("3 x (R U)", "a repetition stands directly behind its bracket"), 0u);
  EXPECT_EQ(error_at("R U x6", "a repetition stands directly behind its bracket"), 4u);
  EXPECT_EQ(error_at("scramble R U F", "a word before the moves ends with a colon"), 0u);
  EXPECT_EQ(error_at("Scramble R U F", "a word before the moves ends with a colon"), 1u);
  EXPECT_EQ(error_at("R U solved", "a remark behind them begins with //"), 4u);
  EXPECT_EQ(error_at("hello", "expected a face turn"), 0u);
  EXPECT_EQ(error_at("Undo R", "the inverse of moves is written behind them"), 1u);
  EXPECT_EQ(error_at("inverse: R U", "or their inverse"), 0u);
  EXPECT_EQ(error_at("**R U F**", "without the marks of a list or of a formatted text"), 0u);
  EXPECT_EQ(error_at("- R U F", "without the marks of a list or of a formatted text"), 0u);
  EXPECT_EQ(error_at("`R U F`", "no quotation marks"), 0u);
  EXPECT_EQ(error_at("“R U F”", "no quotation marks"), 0u);
  EXPECT_EQ(error_at("R→U", "leave out the arrows between moves"), 1u);
  EXPECT_EQ(error_at("R -> U", "leave out the arrows between moves"), 2u);
  EXPECT_EQ(error_at("R @home", "a time or a date"), 2u);
  EXPECT_EQ(error_at("R 2 x", "write the number directly after its move"), 2u);
  EXPECT_EQ(error_at("R^{-1}", "the inverse of R is R' or R^-1"), 1u);
  EXPECT_EQ(error_at("R⁻¹", "the inverse of R is R' or R^-1"), 1u);
  EXPECT_EQ(error_at("'R U' F'", "leave the quotation marks out"), 4u);
  EXPECT_EQ(error_at("'R' U F'", "leave the quotation marks out"), 2u);
  EXPECT_EQ(error_at("[\"R2 U'\", \"F2 R\"]", "the list has several cubes"), 0u);
  EXPECT_EQ(error_at("R2 U' F2,D' F2", "in columns; several cubes are written one a line"), 0u);
  EXPECT_EQ(error_at("R2 U' F2\tD' F2", "in columns; several cubes are written one a line"), 0u);
}

// Three times R U, and never R U and a rotation.
TEST(Algorithm, TakesNoRepetitionForARotation) {
  EXPECT_EQ(moves("(R U)x3"), "R U R U R U");
  EXPECT_EQ(moves("(R U)x2"), "R U R U");
  EXPECT_EQ(error_at("[R, U] x3", "a repetition stands directly behind its bracket"), 7u);
  EXPECT_EQ(error_at("(R U) x20", "a repetition stands directly behind its bracket"), 6u);
  expect_same("(R U) x2", "R U x2");
  expect_same("(R U) x'", "R U x'");
  expect_same("(R U)x", "R U x");
}

TEST(Algorithm, NotesWhatMayBeMeantOtherwise) {
  std::vector<std::string> notes;
  EXPECT_TRUE(parse_algorithm("R U (R U)2 x2", Niss::off, &notes));
  EXPECT_TRUE(parse_algorithm("(R U)x2 // ) x2", Niss::off, &notes));
  EXPECT_TRUE(notes.empty());
  EXPECT_TRUE(parse_algorithm("Mine: [R, U]  x2", Niss::off, &notes));
  EXPECT_EQ(notes,
            (std::vector<std::string>{"the word before the moves is left out: Mine",
                                      "x2 behind a bracket is the rotation of the cube; the bracket twice is (R U)2"}));
}

TEST(Algorithm, LeavesLabelsOut) {
  for (const char* label : {"my scramble:", "T perm:", "Scramble A:", "Scramble (3x3):", "Scramble1:", "Scramble :",
                            "Today's scramble:", "Round 1, Scramble 2:", "Zauberwürfel:", "打乱:", "3x3:", "scramble =",
                            "U perm:", "F perm:", "const moves ="}) {
    std::vector<std::string> notes;
    const auto read = parse_algorithm(std::string(label) + " R U'", Niss::off, &notes);
    ASSERT_TRUE(read) << label << ": " << read.error().message;
    EXPECT_EQ(to_string(read->moves), "R U'") << label;
    EXPECT_EQ(notes.size(), 1u) << label;
  }
  EXPECT_EQ(moves("solve: \"R U F'\""), "R U F'");
  EXPECT_EQ(moves("moves = [\"R\", \"U\", \"F'\"]"), "R U F'");
  EXPECT_EQ(moves("[F: R U]"), "F R U F'");
  // Scrambles beyond the fifth of an official sheet.
  for (const char* number : {"E1. ", "E2) ", "E1: "}) EXPECT_EQ(moves(std::string(number) + "R U"), "R U") << number;
  for (const char* name : {"E1 ", "E2 ", "E2\t"}) {
    std::vector<std::string> notes;
    EXPECT_TRUE(parse_algorithm(std::string(name) + "R U F2 D' L B", Niss::off, &notes)) << name;
    ASSERT_EQ(notes.size(), 1u) << name;
    EXPECT_NE(notes[0].find("leave it out if it is the name of a scramble"), std::string::npos);
  }
  // What may be moves as well, or is of another puzzle.
  EXPECT_EQ(moves("444. 1:02.34 R U"), "R U");
  EXPECT_EQ(moves("222. 9.87 R U F2 @2024-05-01 10:00:00"), "R U F2");
  EXPECT_EQ(moves("#444: R U"), "R U");
  for (const char* label : {"F2L: R", "LL: R", "F: R", "R’ U: F", "R² U: F", "RW U: F", "Up: F", "Scramble 4x4: R",
                            "Setup R U: F", "scramble R U F solution: L", "rev: R U"})
    EXPECT_FALSE(parse_algorithm(label)) << label;
  EXPECT_EQ(error_at("F2L: R U", "what stands before a colon may be a name, or moves"), 3u);
  for (const char* label :
       {"Pyraminx", "Skewb", "444", "4x4x4", "5x5", "pyram", "Square-1", "Megaminx scramble", "777bf"})
    EXPECT_EQ(error_at(std::string(label) + ": R U", "of another puzzle"), 0u) << label;
}

TEST(Algorithm, TakesNoDegreesForTurns) {
  EXPECT_EQ(moves("R5 U9"), "R U");
  for (const char* degrees : {"R90", "R180", "U270", "R10"}) EXPECT_EQ(error_at(degrees, "how far to turn"), 0u);
  EXPECT_EQ(moves("(R)10 U"), "R R R R R R R R R R U");
}

TEST(Algorithm, NotesWhatMayBeANameOfMoves) {
  std::vector<std::string> notes;
  EXPECT_TRUE(parse_algorithm("E1 R2 U F'", Niss::off, &notes));
  EXPECT_TRUE(parse_algorithm("F\tR' U' F' R U", Niss::off, &notes));
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_NE(notes[0].find("the first move is read, too"), std::string::npos);
  EXPECT_NE(notes[1].find("the first move is read, too"), std::string::npos);
  for (const char* plain :
       {"E R2 U F'", "F\tR'\tU'\tF'\tR\tU", "R, U", "U R1 E1", "x2 // inspection\nR U F D L", "y\tR U F D L"})
    EXPECT_TRUE(parse_algorithm(plain, Niss::off, &notes)) << plain;
  EXPECT_EQ(notes.size(), 2u);
  for (const char* column : {"B2\tR' U' F' R U", "F\t\tR' U' F' R U", "F\tR' U' F' R U\t", "F, R' U' F' R U"})
    EXPECT_TRUE(parse_algorithm(column, Niss::off, &notes)) << column;
  EXPECT_EQ(notes.size(), 6u);
}

// The letter of a line in a list.
TEST(Algorithm, TakesNoLetterOfALineForAMove) {
  for (const char* line :
       {"B. R2 U", "A. R2 U", "d. R2 U", "  F. R", "D) R2 U", "Scramble: B. R2 U", "B.\tR U", "B. R U // try 1. good"})
    EXPECT_FALSE(parse_algorithm(line)) << line;
  EXPECT_EQ(error_at("B. R2 U", "may be the name of the moves, or a move"), 0u);
  EXPECT_EQ(moves("R U. F"), "R U F");
  EXPECT_EQ(moves("B. R2 U. F2"), "B R2 U F2");  // pauses
  EXPECT_EQ(moves("B.R2 U"), "B R2 U");
  EXPECT_EQ(moves("R ."), "R");
  EXPECT_EQ(moves("R. U."), "R U");
  EXPECT_TRUE(parse_algorithm("x. R U F"));  // a rotation
}

TEST(Algorithm, TakesNoDashBetweenMovesForAPrime) {
  for (const char* dashes : {"R-U-F-D", "R-U", "R2-U2-F"}) EXPECT_FALSE(parse_algorithm(dashes)) << dashes;
  EXPECT_EQ(error_at("R-U-F-D", "it may be a prime, or stand between two moves"), 1u);
  EXPECT_EQ(error_at("R2-U-F", "it may be a prime, or stand between two moves"), 2u);
  EXPECT_FALSE(parse_algorithm("R-U-F // F2L- done"));
  for (const char* primes : {"\"R-U-F-\"", "'R-U-F-'", "R-U-F-;", "R-U-F-// x", "(R-U-F-)"})
    EXPECT_EQ(moves(primes), "R' U' F'") << primes;
  EXPECT_EQ(moves("R- U- (F-D-)"), "R' U' F' D'");
}

// What other programs, pages and people write.
TEST(Algorithm, ReadsWhatOthersWrite) {
  EXPECT_EQ(moves("R^-1 * U^-1"), "R' U'");  // GAP and Sage
  EXPECT_EQ(moves("R*U2*F"), "R U2 F");
  EXPECT_EQ(moves("R_U_R-_U-"), "R U R' U'");  // addresses of alg.cubing.net
  EXPECT_EQ(moves("R-U2-"), "R' U2");
  EXPECT_EQ(moves("R-U-F-_D"), "R' U' F' D");
  EXPECT_EQ(moves("R² U³ F¹"), "R2 U' F");
  EXPECT_EQ(moves("R&#39; U&apos; F&#x27;"), "R' U' F'");
  EXPECT_EQ(moves("R2&nbsp;U&nbsp; F&nbsp;"), "R2 U F");
  EXPECT_EQ(moves("1. R U F"), "R U F");
  EXPECT_EQ(moves(" 12) R U F"), "R U F");
  EXPECT_EQ(moves("#12: R U F"), "R U F");
  EXPECT_EQ(moves("3. DNF(12.34)   R U F   @2024-05-01 10:00:00"), "R U F");  // csTimer
  EXPECT_EQ(moves("3. (12.34)   R U F"), "R U F");
  EXPECT_EQ(moves("3. 12,34[my best, U F]   R U F"), "R U F");
  EXPECT_EQ(moves("#3 R U F"), "R U F");
  EXPECT_EQ(moves("3. 1:02.34+   R U F   @2024-05-01 10:00:00"), "R U F");
  EXPECT_EQ(moves("Scramble:R U F"), "R U F");
  EXPECT_EQ(moves("Scramble 12: R U F"), "R U F");
  EXPECT_EQ(moves("Scramble #1: R U F"), "R U F");
  EXPECT_EQ(moves("Scramble: 1. R U F"), "R U F");
  EXPECT_EQ(moves("R U\t// one\nF2 D\t// two\n[R,\tU]"), "R U F2 D R U R' U'");
  EXPECT_EQ(moves("\"R U\""), "R U");
  EXPECT_FALSE(parse_algorithm("RUR: F"));  // no word
  EXPECT_EQ(moves("[L', F, B2, R']"), "L' F B2 R'");
  EXPECT_EQ(moves("[\"L'\", \"F\"]"), "L' F");
  EXPECT_EQ(moves("['R', \"U'\", 'F2']"), "R U' F2");
  EXPECT_EQ(moves("['R']"), "R");
  EXPECT_EQ(moves("('R', \"U'\")"), "R U'");
  EXPECT_EQ(moves("(R, U, F2)"), "R U F2");
  EXPECT_EQ(moves("('R',)"), "R");
  EXPECT_EQ(moves("1. 12.34   R2 U'"), "R2 U'");
  EXPECT_EQ(moves("3) 1:02.34+ R2 U'"), "R2 U'");
  EXPECT_EQ(moves("\"R U R' U'\""), "R U R' U'");
  EXPECT_EQ(moves("'R U2'"), "R U2");
  EXPECT_EQ(moves("R, U, F2"), "R U F2");
  EXPECT_EQ(moves("R5 U6 F7"), "R U2 F'");
  EXPECT_EQ(moves("U . U"), "U U");
  EXPECT_EQ(moves("R U ."), "R U");
  EXPECT_EQ(moves("{a setup} R {and more} U"), "R U");
  expect_same("Dw {comment} R", "Dw R");
  expect_same("FW2", "Fw2");
  EXPECT_EQ(moves("(R U)*2"), "R U R U");
  EXPECT_EQ(moves("(R U)×2 F"), "R U R U F");
  EXPECT_EQ(to_string(parse("^(B L' U F2)", Niss::on).on_inverse), "B L' U F2");
}

TEST(Algorithm, ReadsLayersByNumber) {
  for (const std::string face : {"U", "R", "F", "D", "L", "B"}) {
    const std::string lower(1, static_cast<char>(face[0] - 'A' + 'a'));
    for (const std::string turns : {"", "2", "'"}) {
      expect_same("1" + face + turns, face + turns);
      expect_same("2" + face + "w" + turns, face + "w" + turns);
      expect_same("2" + lower + turns, lower + turns);
      expect_same("3" + face + "w" + turns, "1-3" + lower + turns);
      expect_same("1" + face + turns + " 2" + face + turns, "2" + lower + turns);
      expect_same("1" + face + turns + " 2-3" + lower + turns, "3" + lower + turns);
      expect_same("2-3" + face + turns, "2" + face + turns + " 3" + face + turns);
    }
  }
  expect_same("3Rw", "x");
  expect_same("3u'", "y'");
  expect_same("2R", "M'");
  expect_same("2L", "M");
  expect_same("2D", "E");
  expect_same("2F2", "S2");
  expect_same("3R", "L'");
}

TEST(Algorithm, ReadsRotationsAsTheyWereOnceWritten) {
  expect_same("R U [r] F", "R U x F");
  expect_same("[f2] [u'] [l] [d3]", "z2 y' x' y");
  EXPECT_EQ(moves("[r: U]"), moves("r U r'"));
  EXPECT_EQ(moves("[r, U]"), moves("r U r' U'"));
}

TEST(Algorithm, IsBounded) {
  EXPECT_EQ(parse("((((R)10)10)10)10").moves.size(), std::size_t{kMaxMoves});
  EXPECT_EQ(error_at("((((R)1000)1000)1000)1000", "expands to more than 10000 moves"), 2u);
  EXPECT_EQ(error_at("(R)10001", "more than 10000"), 0u);
  EXPECT_EQ(error_at("(R)99999999999999999999", "more than 10000"), 0u);
  EXPECT_EQ(parse("(((())1000)1000)99999999999").moves.size(), 0u);
  std::string commutators = "R";
  for (int i = 0; i < 20; ++i) commutators = "[" + commutators + ", U]";
  EXPECT_NE(error_at(commutators, "more than 10000"), std::string::npos);
  const auto nested = [](int depth) { return std::string(depth, '(') + "R" + std::string(depth, ')'); };
  EXPECT_EQ(moves(nested(kMaxDepth)), "R");
  EXPECT_EQ(error_at(nested(kMaxDepth + 1), "brackets are nested more than"), std::size_t{kMaxDepth});
  EXPECT_EQ(error_at(std::string(10'000'000, '['), "brackets"), std::size_t{kMaxDepth});
  EXPECT_EQ(error_at(std::string(10'000'000, 'R'), "more than 10000 moves"), 10'000u);
  EXPECT_TRUE(parse_algorithm(std::string(10'000'000, ' ')).has_value());
}

}  // namespace
}  // namespace superflip
