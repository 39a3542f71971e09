// The page on what is read as a cube, docs/input.md: the examples in its tables and lists come out as it says. (The
// examples with a prompt are run by readme.sh.)
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "superflip/cube/space.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

std::string page() {
  std::ostringstream text;
  text << std::ifstream(SUPERFLIP_INPUT_PAGE).rdbuf();
  return text.str();
}

// What stands between `begin` and `end`.
std::string part(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

// What stands between backticks. An example with "..." is cut short, and one that begins with "--" is an option.
std::vector<std::string> examples_of(const std::string& text) {
  std::vector<std::string> examples;
  for (std::size_t begin = text.find('`'); begin != std::string::npos; begin = text.find('`', begin)) {
    const std::size_t end = std::min(text.find('`', begin + 1), text.size());
    std::string example = text.substr(begin + 1, end - begin - 1);
    if (example.find("...") == std::string::npos && !example.starts_with("--")) examples.push_back(std::move(example));
    begin = std::min(end + 1, text.size());
  }
  return examples;
}

// The cells of the rows of the table that follows.
std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ")) continue;
    std::vector<std::string> cells(1);
    bool is_example = false;
    for (const char c : line.substr(2)) {
      is_example ^= c == '`';
      if (c == '|' && !is_example)
        cells.emplace_back();
      else
        cells.back() += c;
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

Cube in_space(const std::string& text, Niss niss = Niss::off) {
  const auto reading = read(text, {.niss = niss});
  EXPECT_TRUE(reading) << text << ": " << reading.error().problems.front();
  return reading ? position_of(*reading, Centres::turned) : kSolved;
}

TEST(InputPage, MovesMeanWhatItSays) {
  int compared = 0;
  for (const auto& row : rows_of(part(page(), "| written | read as | by whom |", "```"))) {
    const auto written = examples_of(row[0]);
    const auto meant = examples_of(row[1]);
    const Niss niss = row[0].find("`--niss`") != std::string::npos ? Niss::on : Niss::off;
    for (std::size_t i = 0; i < written.size(); ++i) {
      const Cube cube = in_space(written[i], niss);
      if (meant.empty() || niss == Niss::on) continue;  // it is said in words
      ASSERT_TRUE(meant.size() == 1 || meant.size() == written.size()) << row[0];
      EXPECT_EQ(cube, in_space(meant[meant.size() == 1 ? 0 : i])) << written[i];
      ++compared;
    }
  }
  EXPECT_GT(compared, 30);
}

TEST(InputPage, WhatIsRefused) {
  const std::string text = page();
  std::vector<std::string> refused = examples_of(part(text, "Refused with a hint", "In a file"));
  EXPECT_GT(refused.size(), 5u);
  for (const auto& row : rows_of(part(text, "## What may mean two things", "## Other formats")))
    if (row[1].starts_with(" refused"))
      for (const std::string& example : examples_of(row[0])) refused.push_back(example);
  for (const std::string& example : refused) EXPECT_FALSE(read(example)) << example;
}

TEST(InputPage, OtherFormatsAreRead) {
  int count = 0;
  for (const auto& row : rows_of(part(page(), "| format | example |", "```")))
    for (const std::string& example : examples_of(row[1])) {
      EXPECT_TRUE(read(example)) << example;
      ++count;
    }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace superflip
