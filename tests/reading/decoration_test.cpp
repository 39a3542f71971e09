// Decoration: nets with borders, brackets, quotes and colours are facelets, and moves are not.
#include "superflip/reading/detail/decoration.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"
#include "superflip/reading/layout.h"
#include "superflip/reading/pocket.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

// A net, row by row: a cell before each sticker's letter and one after it, and what begins and ends a line.
std::string net_of(const Cube& c, const std::string& before, const std::string& after, const std::string& border,
                   const std::array<std::string, kFaces>& colours) {
  const std::string facelets = to_facelets(c);
  std::string text;
  std::size_t written = 0;
  for (const std::uint8_t facelet : nets().front().facelet_of) {
    const bool is_narrow = written < 9 || written >= 45;
    const std::size_t in_row = is_narrow ? written % 3 : (written - 9) % 12;
    if (in_row == 0) text += border + (is_narrow ? std::string(9, ' ') : "");
    text += before + colours[kFaceLetters.find(facelets[facelet])] + after;
    if (in_row == (is_narrow ? 2U : 11U)) text += border + "\n";
    ++written;
  }
  return text;
}

const std::array<std::string, kFaces> kLetters{"U", "R", "F", "D", "L", "B"};

RC_GTEST_PROP(Decoration, NetsAreReadWithAllThatStandsAround, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const std::array<std::string, kFaces> small{"w", "r", "g", "y", "o", "b"};
  const std::array<std::string, kFaces> pairs{"Wh", "Re", "Gr", "Ye", "Or", "Bl"};
  const std::array<std::string, kFaces> coloured{"\033[48;5;231mU \033[0m", "\033[41mR\033[0m",   "\033[42mF\033[0m",
                                                 "\033[43mD\033[0m",        "\033[1;45mL\033[0m", "\033[44mB\033[0m"};
  const std::array<std::string, kFaces> squares{"⬜", "🟥", "🟩", "🟨", "🟧", "🟦"};
  for (const auto& colours : {kLetters, small, pairs, coloured, squares})
    for (const auto& [before, after, border] :
         std::vector<std::array<std::string, 3>>{{"", " ", ""}, {"[", "]", ""}, {" ", " ", "|"}, {"│ ", " ", "│"}}) {
      const std::string text = net_of(c, before, after, border, colours);
      const auto reading = read(text);
      RC_ASSERT(reading.has_value());
      RC_ASSERT(reading->format == Format::facelets);
      RC_ASSERT(reading->cube == c);
    }
}

RC_GTEST_PROP(Decoration, SeparatorsAndQuotesAreDropped, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const std::string facelets = to_facelets(c);
  std::vector<std::string> texts{"\"" + facelets + "\"", "'" + facelets + "'"};
  for (const char* between : {"|", " - ", "/", "; ", ":", "\n", "_"}) {
    std::string text;
    for (std::size_t f = 0; f < kFaces; ++f) text += (f == 0 ? "" : between) + facelets.substr(9 * f, 9);
    texts.push_back(text);
  }
  for (const std::string& text : texts) {
    const auto reading = read(text);
    RC_ASSERT(reading.has_value());
    RC_ASSERT(reading->cube == c);
    RC_ASSERT(reading->notes.size() == 1u);
  }
}

// Faults do not make moves of stickers.
TEST(Decoration, WrongStickersAreStickers) {
  const std::string right = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  std::string wrong = right;
  wrong[0] = wrong[0] == 'U' ? 'R' : 'U';
  for (const std::string& facelets : {wrong, right.substr(1), right + "U"}) {
    std::vector<std::string> texts{"'" + facelets + "'", "\"" + facelets + "\"", "('" + facelets + "')",
                                   "[" + facelets + "]"};
    for (const char* between : {"|", " - ", "/", "; ", ",", ", ", ")(", "', '", "_", "."}) {
      std::string text;
      for (std::size_t f = 0; f < kFaces; ++f) text += (f == 0 ? "" : between) + facelets.substr(9 * f, f < 5 ? 9 : 11);
      texts.push_back(between[0] == ')' ? "(" + text + ")" : between[0] == '\'' ? "'" + text + "'" : text);
    }
    for (const std::string& text : texts) {
      const auto reading = read(text);
      ASSERT_FALSE(reading) << text;
      const std::string& problem = reading.error().problems.front();
      if (facelets.size() != kFacelets)
        EXPECT_TRUE(problem.starts_with(fmt::format("there are {} facelets", facelets.size()))) << text;
      else
        EXPECT_EQ(reading.error().kind, ErrorKind::impossible) << text;
    }
  }
  // Commas between the faces.
  std::string faces;
  for (std::size_t f = 0; f < kFaces; ++f) faces += (f == 0 ? "" : ",") + right.substr(9 * f, 9);
  EXPECT_EQ(to_facelets(read(faces)->cube), right);
}

// Nets of a 2x2x2, plain and with borders.
RC_GTEST_PROP(Decoration, NetsOfThePocketCubeAreRead, (std::uint64_t seed)) {
  Random random(seed);
  const std::string facelets = to_pocket_facelets(random.cube());
  std::string plain;
  std::string bordered;
  const auto rows = [&](const std::vector<Face>& faces) {
    for (std::size_t row = 0; row < 2; ++row) {
      bordered += "|";
      for (const Face f : faces)
        for (std::size_t column = 0; column < 2; ++column) {
          const char letter = facelets[4 * static_cast<std::size_t>(f) + 2 * row + column];
          plain += letter;
          bordered += std::string(1, letter) + "|";
        }
      plain += " ";
      bordered += "\n";
    }
  };
  rows({U});
  rows({L, F, R, B});
  rows({D});
  for (const std::string& text : {plain, bordered, "[" + facelets + "]"}) {
    const auto reading = read_pocket(text);
    RC_ASSERT(reading.has_value());
    RC_ASSERT(to_pocket_facelets(reading->cube) == facelets);
  }
}

// Words of any kind of moves stay moves.
RC_GTEST_PROP(Decoration, NoMovesAreFacelets, (std::uint64_t seed)) {
  Random random(seed);
  for (int n = 0; n < 20; ++n) {
    Moves word(random.below(80));
    for (Move& m : word) m = Move(random.below(kMoves));
    const std::string text = to_string(word);
    RC_ASSERT(!undecorated(text, kFacelets));
    RC_ASSERT(!undecorated("(" + text + ")2", kFacelets));
    RC_ASSERT(!undecorated(text, 24));
  }
}

TEST(Decoration, AFewWordsAreNoCube) {
  EXPECT_FALSE(undecorated("", 54));
  EXPECT_FALSE(undecorated(std::string(54, '|'), 54));
  EXPECT_FALSE(undecorated(std::string(10'000'000, '['), 54));
  EXPECT_EQ(one_letter_each({"white", "Red", "white", "blue"}), "WRWB");
  EXPECT_EQ(one_letter_each({"blue", "black"}), "blueblack");
  EXPECT_EQ(one_letter_each({"1", "22"}), "122");
}

}  // namespace
}  // namespace superflip
