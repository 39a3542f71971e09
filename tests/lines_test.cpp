// Lines: what belongs together is joined, and everything else stays a line.
#include "superflip/reading/lines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<JoinedLines> joined(const std::string& text, std::optional<Format> from = {}, bool more_follows = true) {
  LineJoiner joiner(from);
  std::vector<JoinedLines> all;
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    joiner.push(lines[i], more_follows && i + 1 < lines.size());
    while (auto next = joiner.next()) all.push_back(*std::move(next));
  }
  joiner.finish();
  while (auto next = joiner.next()) all.push_back(*std::move(next));
  return all;
}

// Every text is given back, line by line.
std::string together(const std::vector<JoinedLines>& all) {
  std::string text;
  for (const JoinedLines& one : all) text += one.text + "\n";
  return text;
}

RC_GTEST_PROP(Lines, FacesAndNetsAreOneCube, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  const std::string facelets = to_facelets(c);
  std::string faces;
  std::string rows;
  for (std::size_t i = 0; i < 54; ++i) {
    faces += facelets[i];
    rows += facelets[i];
    if (i % 9 == 8) faces += "\n";
    if (i % 3 == 2) rows += "\n";
  }
  std::string net;
  std::size_t n = 0;
  for (const std::uint8_t facelet : nets().front().facelet_of) {
    const bool is_narrow = n < 9 || n >= 45;
    const std::size_t column = is_narrow ? n % 3 : (n - 9) % 12;
    if (column == 0) net += is_narrow ? "         " : "  ";
    net += std::string(1, facelets[facelet]) + (column % 3 == 2 ? "  " : " ");
    if (column == (is_narrow ? 2U : 11U)) net += "\n";
    ++n;
  }
  for (const std::string& text : {faces, rows, net, "\n" + net + "\n"}) {
    std::vector<JoinedLines> all = joined(text + "R U F'\n");
    std::erase_if(all, [](const JoinedLines& one) { return text::trimmed(one.text).empty(); });
    RC_ASSERT(all.size() == 2u);
    RC_ASSERT(!all[0].error);
    RC_ASSERT(read(all[0].text)->cube == c);
    RC_ASSERT(all[1].text == "R U F'");
  }
}

TEST(Lines, JsonOverSeveralLinesIsOneCube) {
  const auto all = joined("{\n  \"facelets\": \"UUU}\",\n  \"x\": [1,\n 2]\n}\nR U\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].lines, 5u);
  EXPECT_EQ(all[1].text, "R U");
  EXPECT_EQ(joined("{\"a\": 1}\n{\"b\": 2}\n").size(), 2u);
  EXPECT_EQ(joined("{\"a\": [\nR U\n").size(), 1u);  // never closed: an error with all of it
  EXPECT_EQ(joined("{a comment} R\nU\n").size(), 2u);
}

TEST(Lines, MovesStayLines) {
  for (const char* text :
       {"R U F\nR U F\n", "RUF\nR2\n", "R U R' U'\nF\n\nL\n", "RUFDLBRUF\nR U2\n", "UUU\n", "(R U)3\nR\n"})
    EXPECT_EQ(joined(text).size(), lines_of(text).size()) << text;
  // Eighteen words of three moves are too few of some letters to be stickers.
  std::string words;
  for (int i = 0; i < 18; ++i) words += "RUF\n";
  const auto all = joined(words);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_TRUE(all[0].error);
  EXPECT_NE(all[0].error->message.find("--from facelets, or --from moves"), std::string::npos);
  EXPECT_EQ(joined(words, Format::moves).size(), 18u);
  EXPECT_FALSE(joined(words, Format::facelets).at(0).error);
}

// A program that waits for the answer to its line gets it.
TEST(Lines, ASingleLineIsGivenAtOnce) {
  for (const char* line : {"RUF", "R U F", "R U R' U'", "", "hello", "something", "R2 U F D L B R U F"}) {
    LineJoiner joiner;
    joiner.push(line, false);
    EXPECT_TRUE(joiner.next()) << line;
  }
}

RC_GTEST_PROP(Lines, NothingIsLost, (std::uint64_t seed)) {
  Random random(seed);
  constexpr std::string_view kParts[] = {"RUF", "UUURRRFFF", "wwwooo", "\n",  "{", "\"", "}",
                                         " ",   "R2 U'",     "   ",    "WYO", "'", "["};
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += kParts[random.below(std::size(kParts))];
    if (random.below(3) == 0) text += "\n";
  }
  text += "x\n";
  RC_ASSERT(together(joined(text)) == text);
  std::size_t lines = 0;
  for (const JoinedLines& one : joined(text)) lines += one.lines;
  RC_ASSERT(lines == lines_of(text).size());
}

TEST(Lines, AreBounded) {
  std::string text = "{\"a\":\n";
  for (int i = 0; i < 3000; ++i) text += std::string(100, 'x') + "\n";
  for (const JoinedLines& one : joined(text)) EXPECT_LE(one.text.size(), LineJoiner::kMaxBytes);
  EXPECT_EQ(together(joined(text)), text);
}

}  // namespace
}  // namespace superflip
