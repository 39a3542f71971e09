// Lines: what belongs together is joined, and everything else stays a line.
#include "superflip/reading/lines.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/pocket.h"
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

std::vector<JoinedLines> joined(const std::string& text, LineJoiner joiner = LineJoiner(), bool more_follows = true) {
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
  std::string counts;
  for (int i = 0; i < 18; ++i) counts += "R2U\n";
  EXPECT_EQ(joined(counts).size(), 18u);
  // Eighteen words of three moves are too few of some letters to be stickers.
  std::string words;
  for (int i = 0; i < 18; ++i) words += "RUF\n";
  const auto all = joined(words);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_TRUE(all[0].error);
  EXPECT_NE(all[0].error->message.find("--one, or --lines"), std::string::npos);
  EXPECT_EQ(joined(words, LineJoiner(Format::moves)).size(), 18u);
  EXPECT_FALSE(joined(words, LineJoiner(Format::facelets)).at(0).error);
  EXPECT_EQ(joined(words, LineJoiner({}, Lines::one_each)).size(), 18u);
  const auto one = joined(words + "R2", LineJoiner({}, Lines::one_cube));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].lines, 19u);
  EXPECT_FALSE(one[0].error);
}

// How a net is written: each row with `before` and its stickers, which `between` divides.
std::string net_of(const std::string& facelets, const std::string& narrow, const std::string& between) {
  std::string net;
  std::size_t n = 0;
  for (const std::uint8_t facelet : nets().front().facelet_of) {
    const bool is_narrow = n < 9 || n >= 45;
    const std::size_t column = is_narrow ? n % 3 : (n - 9) % 12;
    if (column == 0 && is_narrow) net += narrow;
    net += std::string(1, facelets[facelet]) + (column == (is_narrow ? 2U : 11U) ? "\n" : between);
    ++n;
  }
  return net;
}

TEST(Lines, NetsAtTheLeftEdge) {
  for (const char* moves : {"", "U", "R U2 F' L D B2 R' U L2 F"}) {
    const std::string facelets = to_facelets(parse_cube(moves, {.from = Format::moves}).value());
    for (const char* narrow : {"", "      "})
      for (const char* between : {"", " "}) {
        const auto all = joined(net_of(facelets, narrow, between));
        ASSERT_EQ(all.size(), 1u) << facelets;
        EXPECT_FALSE(all[0].error);
        EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets);
      }
  }
}

// The faults of stickers are told, and not whether they are stickers.
TEST(Lines, WrongStickersAreStickers) {
  const auto faces = joined("UUUUUUUUF\nRRRRRRRRR\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB\n");
  ASSERT_EQ(faces.size(), 1u);
  EXPECT_FALSE(faces[0].error);
  EXPECT_FALSE(read(faces[0].text));
  std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  facelets[0] = facelets[0] == 'U' ? 'R' : 'U';
  const auto net = joined(net_of(facelets, "", " "));
  ASSERT_EQ(net.size(), 1u);
  EXPECT_FALSE(net[0].error);
  const auto reading = read(net[0].text);
  ASSERT_FALSE(reading);
  EXPECT_EQ(to_facelets(reading.error().repaired.value()).substr(1), facelets.substr(1));
}

TEST(Lines, ColoursOfATerminal) {
  std::string net = net_of(to_facelets(parse_cube("R U").value()), "      ", " ");
  std::string coloured;
  for (const char c : net)
    coloured += text::is_letter(c) ? "\033[48;5;231m" + std::string(1, c) + " \033[0m" : std::string(1, c);
  const auto all = joined(coloured);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].error);
  EXPECT_EQ(read(all[0].text)->cube, parse_cube("R U").value());
}

TEST(Lines, WhatShowPrintsIsOneCube) {
  const std::string facelets = to_facelets(parse_cube("R U").value());
  const std::string print = net_of(facelets, "         ", " ") + "\n  facelets                " + facelets +
                            "\n  parity                  even\n  in G1                   no\n";
  auto all = joined(print + print + "  R2 F\n");
  EXPECT_EQ(together(all), print + print + "  R2 F\n");
  std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(read(all[0].text)->cube, parse_cube("R U").value());
  EXPECT_EQ(all[0].text, all[1].text);
  EXPECT_EQ(all[2].text, "  R2 F");
  EXPECT_FALSE(joined(print + "  R2 F  U\n").back().is_skipped);  // no row of the table
}

TEST(Lines, FacesWithTheirNames) {
  const auto all = joined("U: UUUUUUUUU\nR: RRRRRRRRR\nF: FFFFFFFFF\nD: DDDDDDDDD\nL: LLLLLLLLL\nB: BBBBBBBBB\nR\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(read(all[0].text)->cube, kSolved);
  std::string rows;
  for (const auto& [name, colour] :
       {std::pair{"Front", 'G'}, {"Up", 'W'}, {"Back", 'B'}, {"Down", 'Y'}, {"Left", 'O'}, {"Right", 'R'}}) {
    rows += std::string(name) + ":\n";
    for (int row = 0; row < 3; ++row) rows += fmt::format("{0} {0} {0}\n", colour);
  }
  const auto named = joined(rows);
  ASSERT_EQ(named.size(), 1u);
  EXPECT_EQ(read(named[0].text)->cube, kSolved);
  // Letters that can all be moves, with and without a sign behind the name.
  const Cube cube = parse_cube("LLBRURLLRUDLDRDLBFUBBFFLRUDFRFFDDDUDDBFBLRBUUUFBFBURLR").value();
  for (const char* faces : {"U LLBRURLLR\nR UDLDRDLBF\nF UBBFFLRUD\nD FRFFDDDUD\nL DBFBLRBUU\nB UFBFBURLR\n",
                            "U\nLLB\nRUR\nLLR\nR\nUDL\nDRD\nLBF\nF\nUBB\nFFL\nRUD\n"
                            "D\nFRF\nFDD\nDUD\nL\nDBF\nBLR\nBUU\nB\nUFB\nFBU\nRLR\n",
                            "U:\nLLB\nRUR\nLLR\nR:\nUDL\nDRD\nLBF\nF:\nUBB\nFFL\nRUD\n"
                            "D:\nFRF\nFDD\nDUD\nL:\nDBF\nBLR\nBUU\nB:\nUFB\nFBU\nRLR\n"}) {
    const auto one = joined(faces);
    ASSERT_EQ(one.size(), 1u) << faces;
    ASSERT_FALSE(one[0].error) << faces;
    EXPECT_EQ(read(one[0].text)->cube, cube) << faces;
  }
}

// The heading of a table of timers is no cube.
TEST(Lines, HeadingsAreSkipped) {
  const auto all = joined("No.;Time;Comment;Scramble;Date\n1;15.92;;R2 U' F2 D;2024-02-03\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].is_skipped);
  EXPECT_FALSE(all[1].is_skipped);
  EXPECT_TRUE(joined("\"Time\",\"Scramble\"\n")[0].is_skipped);
  for (const char* heading : {"id,facelets\n", "cube;result\n", "scramble\n", "\"Moves\"\tTime\n"})
    EXPECT_TRUE(joined(heading)[0].is_skipped) << heading;
  EXPECT_TRUE(joined("\n\nstate\n")[2].is_skipped);
  EXPECT_FALSE(joined("1;R U F\nTime;Scramble\n")[1].is_skipped);
  // A heading has no cube beside the name.
  for (const char* row : {"Scramble\tR2 U' F2 D\n", "scramble,R U\n", "Moves;R U R' U'\n"})
    EXPECT_FALSE(joined(row)[0].is_skipped) << row;
  EXPECT_FALSE(joined("facelets," + to_facelets(kSolved) + "\n")[0].is_skipped);
}

// Nine letters of a random cube in each line, which may all be moves.
std::string lines_of_faces(const std::string& facelets) {
  std::string faces;
  for (std::size_t f = 0; f < kFaces; ++f) faces += facelets.substr(9 * f, 9) + "\n";
  return faces;
}

TEST(Lines, DamagedStickersAreNoMoves) {
  Random random(30);
  for (int i = 0; i < 50; ++i) {
    const std::string faces = lines_of_faces(to_facelets(random.cube()));
    const std::size_t at = static_cast<std::size_t>(i) % 6 * 10;
    std::string without_letter = faces;
    without_letter.erase(at, 1);
    std::string with_letter = faces;
    with_letter.insert(at, "U");
    std::string without_line = faces;
    without_line.erase(at, 10);
    for (const std::string& damaged : {without_letter, with_letter, without_line})
      for (const char* next : {"", "R2 U\n", "\n"}) {
        const auto all = joined(damaged + next);
        ASSERT_GE(all.size(), 1u);
        EXPECT_EQ(all[0].text + "\n", damaged);
        if (all[0].error)
          EXPECT_NE(all[0].error->message.find("some of which are missing or too many, or moves"), std::string::npos);
        else
          EXPECT_FALSE(read(all[0].text)) << all[0].text;  // four equal ones in a row: stickers
      }
    EXPECT_FALSE(joined(without_letter, LineJoiner(Format::facelets)).at(0).error);
    EXPECT_EQ(joined(without_letter, LineJoiner(Format::moves)).size(), 6u);
  }
  // Colours are no moves: what is missing is told.
  const auto all = joined("WWWWWWWW\nRRRRRRRRR\nGGGGGGGGG\nYYYYYYYYY\nOOOOOOOOO\nBBBBBBBBB\n");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].error);
  EXPECT_EQ(joined("RUFDLBRU\nR U F\n").size(), 2u);  // moves
}

// One cube with a fault leaves those behind it as they are.
TEST(Lines, BlankLinesEndADamagedCube) {
  const std::string first = lines_of_faces(to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value()));
  const std::string second = lines_of_faces(to_facelets(parse_cube("L D2 F' R U B2 L' D R2 B").value()));
  for (const std::size_t missing : {1U, 10U, 11U}) {
    auto all = joined(first.substr(missing) + "\n" + second + "\n" + second);
    std::erase_if(all, [](const JoinedLines& one) { return text::trimmed(one.text).empty(); });
    ASSERT_EQ(all.size(), 3u) << missing;
    EXPECT_TRUE(all[0].error || !read(all[0].text));
    EXPECT_EQ(all[1].text + "\n", second);
    EXPECT_EQ(all[2].text + "\n", second);
  }
  // A gap before the last face ends none, whatever form the cube has.
  const std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  std::string net = net_of(facelets, "         ", " ");
  std::string named;
  std::string alone;
  for (std::size_t f = 0; f < kFaces; ++f) {
    const std::string gap = f == kFaces - 1 ? "\n" : "";
    named += gap + kFaceLetters[f] + ": " + facelets.substr(9 * f, 9) + "\n";
    alone += gap + kFaceLetters[f] + ":\n" + facelets.substr(9 * f, 9) + "\n";
  }
  std::size_t at = 0;
  for (int line = 0; line < 6; ++line) at = net.find('\n', at) + 1;
  for (const char* gap : {"\n", "-----\n"}) {
    std::string cut = net;
    cut.insert(at, gap);
    for (const std::string& text : {cut, named, alone, first.substr(0, 50) + gap + first.substr(50)}) {
      for (const char* behind : {"", "R2 U\n", "\nR2 U\n"}) {
        const auto all = joined(text + behind);
        EXPECT_EQ(text::trimmed(all.at(0).text), text::trimmed(text)) << behind;
        EXPECT_FALSE(all[0].error) << text;
        EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets) << text;
      }
    }
  }
  // A face is missing, and another cube follows.
  for (const std::size_t count : {48U, 49U, 50U}) {
    const auto all = joined(first.substr(0, count) + "\n\n" + second);
    EXPECT_EQ(all.at(0).text, text::trimmed(first.substr(0, count))) << count;
    EXPECT_EQ(all.back().text + "\n", second) << count;
  }
  // Where blank lines stand inside a cube, they end none.
  std::string apart;
  for (const std::string& line : lines_of(first)) apart += line + "\n\n";
  EXPECT_EQ(text::trimmed(joined(apart).at(0).text), text::trimmed(apart));
}

TEST(Lines, RemarksMayBeOneSequence) {
  const auto all = joined("x2 // inspection\nD' R2 F // cross\n\nR U R' // first pair\n");
  ASSERT_EQ(all.size(), 1u);
  ASSERT_TRUE(all[0].error);
  EXPECT_NE(all[0].error->message.find("--one, or --lines"), std::string::npos);
  EXPECT_EQ(joined("R U // one\nF\n").size(), 2u);
  // Remarks in lines of their own.
  for (const char* text :
       {"// scramble\nR U\n// solution\nF2 D\n", "R2 U F2 // cross\nF D2 R\nU2 R // F2L\nR U2 // OLL\n",
        "// easy\nR U\nF\n// hard\nL D\n", "R2 U F2\n// F2L\nF D2 R\nU2 R\n// OLL\nR U2\n"}) {
    auto parts = joined(text);
    std::erase_if(parts, [](const JoinedLines& one) { return one.is_skipped; });
    EXPECT_TRUE(std::any_of(parts.begin(), parts.end(), [](const JoinedLines& one) { return one.error.has_value(); }))
        << text;
  }
  EXPECT_TRUE(joined("// a\nR U F\n// b\nL D B\n").at(1).error);
  // The first line may have as many letters as a row of stickers.
  for (const char* text : {"RUF\n// cross\nR U2 F'\n// F2L\nL D\n", "RUFDLBRUF\n// a\nRUF\n// b\nR U2 F'\n",
                           "R U F\nR2 U // cross\nF D2 R // F2L\n", "R2 U F {cross}\nF D2 R {F2L}\n"}) {
    const auto parts = joined(text);
    EXPECT_EQ(together(parts), text);
    EXPECT_TRUE(std::any_of(parts.begin(), parts.end(), [](const JoinedLines& one) { return one.error.has_value(); }))
        << text;
  }
  for (const char* text : {"R U F\n\n# no cube\nR2 U2\n", "RUF\n// b\nR2 U2\n", "R2 U\n// b\nR2 U2\n"})
    for (const JoinedLines& one : joined(text)) EXPECT_FALSE(one.error) << text;
  EXPECT_EQ(joined("{\"moves\": \"R\"}\n{\"moves\": \"U\"}\n").size(), 2u);
  EXPECT_EQ(joined("https://alg.cubing.net/?alg=R\nhttps://alg.cubing.net/?alg=U\n").size(), 2u);
}

// A remark alone is no cube; what follows a heading are.
TEST(Lines, BordersAndWordsOfColours) {
  const std::string net =
      "+---+\n|WWW|\n|WWW|\n|WWW|\n+---+---+---+---+\n|OOO|GGG|RRR|BBB|\n|OOO|GGG|RRR|BBB|\n|OOO|GGG|RRR|BBB|\n"
      "+---+---+---+---+\n|YYY|\n|YYY|\n|YYY|\n+---+\n";
  std::string words;
  for (const char* colour : {"white", "red", "green", "yellow", "orange", "blue"})
    for (int i = 0; i < 9; ++i) words += std::string(colour) + (i < 8 ? ", " : "\n");
  for (const std::string& cube : {net, words, "=====\n" + words + "-----\n"}) {
    auto all = joined(cube);
    EXPECT_EQ(together(all), cube);
    std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
    ASSERT_EQ(all.size(), 1u) << cube;
    EXPECT_EQ(read(all[0].text)->cube, kSolved) << cube;
  }
}

// Three backticks before and behind, as in a document or a chat.
TEST(Lines, FencesAreSkipped) {
  const std::string facelets = to_facelets(parse_cube("R U2 F").value());
  std::string faces;
  for (std::size_t f = 0; f < kFaces; ++f) faces += facelets.substr(9 * f, 9) + "\n";
  for (const std::string& cube :
       {facelets + "\n", faces, std::string("R U2 F\n"), std::string("{\n\"moves\": \"R U2 F\"\n}\n")})
    for (const char* fence : {"```\n", "```text\n", "  ```\n"}) {
      auto all = joined(fence + cube + fence);
      EXPECT_EQ(together(all), fence + cube + fence);
      std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
      ASSERT_EQ(all.size(), 1u) << fence << cube;
      EXPECT_EQ(read(all[0].text)->cube, parse_cube("R U2 F").value()) << fence << cube;
    }
}

TEST(Lines, RemarksAloneAreSkipped) {
  for (const char* text : {"// mine\nR U\nF\n", "// mine\nR U // one\nF\n", "# mine\nR U\nF\n",
                           "// my\n// cubes\nR U\nF\n", "// easy\nR U\nF\n"}) {
    auto all = joined(text);
    EXPECT_EQ(together(all), text);
    std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
    ASSERT_GE(all.size(), 2u) << text;
    for (const JoinedLines& one : all) EXPECT_TRUE(!one.error && read(one.text)) << text << one.text;
  }
  for (const Lines how : {Lines::recognised, Lines::one_each}) {
    EXPECT_TRUE(joined("// R U\n", LineJoiner({}, how)).at(0).is_skipped);
    EXPECT_TRUE(joined("// a\nR\n// b\nU\n", LineJoiner(Format::facelets, how)).at(2).is_skipped);
  }
  EXPECT_EQ(joined("// a\nR\n// b\nU\n", LineJoiner({}, Lines::one_cube)).size(), 1u);
  // Before and between the lines of one cube, and before a heading.
  const std::string facelets = to_facelets(parse_cube("R U2 F").value());
  std::string faces = "// mine\n";
  for (std::size_t f = 0; f < kFaces; ++f)
    faces += (f % 2 == 0 ? "# top" : "// " + std::string(1, kFaceLetters[f])) + "\n" + facelets.substr(9 * f, 9) + "\n";
  for (const std::string& text :
       {"// mine\n" + net_of(facelets, "   ", ""), faces, "// mine\n{\n\"facelets\":\n\"" + facelets + "\"\n}\n"}) {
    auto all = joined(text);
    std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
    ASSERT_EQ(all.size(), 1u) << text;
    ASSERT_TRUE(!all[0].error && read(all[0].text)) << text;
    EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets) << text;
  }
  EXPECT_TRUE(joined("// a\nscramble\nR U\n").at(1).is_skipped);
  // Who writes two lines and waits is answered.
  LineJoiner joiner;
  joiner.push("// mine", true);
  joiner.push("R U", false);
  EXPECT_TRUE(joiner.next()->is_skipped);
  EXPECT_EQ(joiner.next()->text, "R U");
  // Blank lines between change nothing.
  EXPECT_TRUE(joined("// a\n\nR U\n\n// b\nF2 D\n").at(0).error);
}

TEST(Lines, FacesInQuotationMarks) {
  const std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  for (const auto& [before, between, after] : {std::array{"'", "", "',"}, std::array{"['", "', '", "'],"},
                                               std::array{"('", "', '", "')"}, std::array{"[\"", "\", \"", "\"]"}}) {
    std::string faces;
    for (std::size_t i = 0; i < 54; ++i)
      faces +=
          (i % 9 == 0 ? before : "") + std::string(1, facelets[i]) + (i % 9 == 8 ? std::string(after) + "\n" : between);
    const auto all = joined(faces);
    ASSERT_EQ(all.size(), 1u) << faces;
    EXPECT_FALSE(all[0].error) << faces;
    ASSERT_TRUE(read(all[0].text)) << faces;
    EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets);
  }
}

TEST(Lines, HeadingsBeforeRows) {
  const std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  for (const char* sign : {"# ", "// "}) {
    std::string rows;
    for (std::size_t i = 0; i < 54; ++i) {
      if (i % 9 == 0) rows += sign + std::string(1, kFaceLetters[i / 9]) + "\n";
      rows += std::string(1, facelets[i]) + (i % 3 == 2 ? "\n" : "");
    }
    auto all = joined(rows);
    std::erase_if(all, [](const JoinedLines& one) { return one.is_skipped; });
    ASSERT_EQ(all.size(), 1u) << rows;
    EXPECT_FALSE(all[0].error);
    ASSERT_TRUE(read(all[0].text)) << rows;
    EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets);
  }
}

TEST(Lines, FacesWithNumbers) {
  const std::string facelets = to_facelets(parse_cube("R U2 F' L D B2 R' U L2 F").value());
  for (const char* sign : {".", ")", ":"}) {
    std::string faces;
    for (std::size_t f = 0; f < kFaces; ++f) faces += fmt::format("{}{} {}\n", f + 1, sign, facelets.substr(9 * f, 9));
    const auto all = joined(faces);
    ASSERT_EQ(all.size(), 1u) << faces;
    ASSERT_FALSE(all[0].error) << faces;
    EXPECT_EQ(to_facelets(read(all[0].text)->cube), facelets);
  }
  EXPECT_EQ(joined("1. R U F\n2. R2 U\n3. F\n").size(), 3u);
}

// A net whose empty places are filled; not one of which they are written together.
TEST(Lines, FilledNetsOfThePocketCube) {
  const std::string net =
      "X X U U X X X X\nX X U U X X X X\nL L F F R R B B\nL L F F R R B B\nX X D D X X X X\nX X D D X X X X\n";
  const auto all = joined(net, LineJoiner({}, Lines::recognised, 24));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(examine_pocket(all[0].text).diagnosis.notes.front(), "the empty places of the net are left out: 'X'");
  EXPECT_TRUE(examine_pocket(all[0].text).diagnosis.cube);
}

// A net whose empty places are filled, all of them or those at the left.
RC_GTEST_PROP(Lines, FilledNetsAreOneCube, (std::uint64_t seed)) {
  Random random(seed);
  const Cube c = random.cube();
  for (const std::string filler : {"X", "0", "⬛", "x", "\x01", "\xff", "left: ⬛", "left: X"}) {
    const bool is_left = filler.size() > 5;
    const std::string symbol = is_left ? filler.substr(6) : filler;
    std::string net;
    std::size_t row = 0;
    for (const std::string& line : lines_of(net_of(to_facelets(c), "", ""))) {
      const bool is_narrow = row < 3 || row >= 6;
      for (std::size_t i = 0; i < (is_left && is_narrow ? 6U : 12U); ++i)
        net += (is_narrow && (i < 3 || i >= 6) ? symbol : std::string(1, line[is_narrow ? i - 3 : i])) + " ";
      net += "\n";
      ++row;
    }
    auto all = joined(net + "R U\n");
    RC_ASSERT(all.size() == 2u);
    RC_ASSERT(!all[0].error);
    const auto reading = read(all[0].text);
    RC_ASSERT(reading.has_value());
    RC_ASSERT(reading->cube == c);
    RC_ASSERT(reading->notes.front().find("the empty places of the net are left out") == 0u);
  }
}

TEST(Lines, NetsOfThePocketCube) {
  const LineJoiner pocket({}, Lines::recognised, 24);
  const auto all = joined("W W\nW W\nO O G G R R B B\nO O G G R R B B\nY Y\nY Y\nR U\n", pocket);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(read_pocket(all[0].text));
  EXPECT_EQ(joined("R U\nR U R' U'\n", pocket).size(), 2u);
  std::string turns;
  for (int i = 0; i < 4; ++i) turns += "F2\nR2\nU2\n";
  EXPECT_EQ(joined(turns, pocket).size(), 12u);
  LineJoiner waiting = pocket;
  waiting.push("F2", false);
  EXPECT_TRUE(waiting.next());
}

TEST(Lines, ListsOverSeveralLines) {
  std::string list = "[\n";
  for (int f = 0; f < kFaces; ++f)
    list += fmt::format("  \"{}\"{}\n", std::string(9, kFaceLetters[static_cast<std::size_t>(f)]), f < 5 ? "," : "");
  const auto all = joined(list + "]\nR U\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].lines, 8u);
  EXPECT_EQ(joined("[R, U]\n[F, D]\n").size(), 2u);
  // Assigned, or in a call.
  for (const auto& [begin, end] : {std::pair{"cube = [\n", "]\n"},
                                   {"const cube = [\n", "];\n"},
                                   {"np.array([\n", "], dtype='<U9')\n"},
                                   {"cube: [\n", "]\n"}}) {
    const auto assigned = joined(begin + list.substr(2) + end + "R U\n");
    ASSERT_EQ(assigned.size(), 2u) << begin;
    EXPECT_EQ(assigned[0].lines, 8u) << begin;
    EXPECT_EQ(read(assigned[0].text)->cube, kSolved) << begin;
  }
  // Six of them are the faces of one cube.
  std::string rows;
  std::string calls;
  for (const std::string name : {"up", "right", "front", "down", "left", "back"}) {
    const std::string row = fmt::format("[\"{0}\", \"{0}\", \"{0}\"]", text::to_upper(name[0]));
    rows += fmt::format("const {0} = [{1},\n  {1},\n  {1}];\n", name, row);
    calls += fmt::format("{0} = np.array([{1},{1},{1}])\n", name, row);
  }
  for (const std::string& assigned : {rows, calls}) {
    ASSERT_EQ(joined(assigned).size(), 1u) << assigned;
    EXPECT_EQ(read(joined(assigned)[0].text)->cube, kSolved) << assigned;
  }
  EXPECT_EQ(joined("R = [U: F\nD\n").size(), 2u);
  EXPECT_EQ(joined("R ([U, F\nD\n").size(), 2u);
}

TEST(Lines, ColoursOfTwoLetters) {
  const std::vector<std::string> colours{"wh", "or", "gr", "re", "bl", "ye"};
  const auto rows_of = [&](std::size_t colour) {
    return std::string(9, ' ') + fmt::format("{}", fmt::join(std::vector(3, colours[colour]), " ")) + "\n";
  };
  std::string net;
  for (int row = 0; row < 3; ++row) net += rows_of(0);
  for (int row = 0; row < 3; ++row) {
    for (std::size_t side = 1; side < 5; ++side)
      net += fmt::format("{} {} {} ", colours[side], colours[side], colours[side]);
    net += "\n";
  }
  for (int row = 0; row < 3; ++row) net += rows_of(5);
  const auto all = joined(net + "R U\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(read(all[0].text)->cube, kSolved);
  std::string faces;
  for (const std::string& colour : colours) faces += fmt::format("{}\n", fmt::join(std::vector(9, colour), " "));
  EXPECT_EQ(joined(faces).size(), 1u);
  // Moves of two letters stay moves.
  std::string moves;
  for (int line = 0; line < 6; ++line) moves += "Rw Uw Fw Dw Lw Bw Rw Uw Fw\n";
  EXPECT_EQ(joined(moves).size(), 6u);
}

TEST(Lines, ALabelAloneIsSkipped) {
  std::string faces;
  for (const char face : std::string("URFDLB")) faces += std::string(9, face) + "\n";
  for (const std::string label : {"My cube:", "Net:", "cube 1:", "Scramble:", "my cube:"}) {
    const auto all = joined(label + "\n" + faces + "R U\n");
    ASSERT_EQ(all.size(), 3u) << label;
    EXPECT_TRUE(all[0].is_skipped) << label;
    EXPECT_EQ(read(all[1].text)->cube, kSolved) << label;
  }
  for (const char* kept : {"R U:\nF\n", "RUF:\nF\n", "4x4:\nF\n", "2x2:\nF\n", "Inverse:\nF\n",
                           "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB:\nF\n"})
    EXPECT_FALSE(joined(kept)[0].is_skipped) << kept;
  for (const char* label : {"Scramble (R2UF):\n", "My moves R2UF:\n"})
    EXPECT_FALSE(joined(label).at(0).is_skipped) << label;
  EXPECT_TRUE(joined("My cube (F2L):\n").at(0).is_skipped);
}

TEST(Lines, WhatATimerPrintsAboveItsList) {
  const auto all = joined(
      "Generated By csTimer on 2024-01-02\nsolves/total: 2/2\n\nsingle\n    best: 11.00\n    worst: 12.34\n\n"
      "avg of 5\n    current: 12.34 (σ = 0.50)\n\nAverage: 11.67\nMean: 11.67\n\nTime List:\n"
      "1. 12.34   R U R' U' F2   @2024-01-02 10:00:00\n2. (11.00)   L2 D F'\n");
  std::vector<std::string> kept;
  for (const JoinedLines& line : all)
    if (!line.is_skipped && !line.text.empty()) kept.push_back(line.text);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(read(kept[0])->in_space, read("R U R' U' F2")->in_space);
  // Without the words before its list, the first number or move ends what is left out.
  EXPECT_FALSE(joined("Generated By csTimer on 2024-01-02\nR U F2\n")[1].is_skipped);
  EXPECT_FALSE(joined("Generated By csTimer on 2024-01-02\n1. 12.34   R U\n")[1].is_skipped);
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
