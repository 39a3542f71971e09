// Names: each enum has one list, and what the bindings declare is that list.
#include "superflip/base/names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "superflip/cube/names.h"
#include "superflip/engine/coset.h"
#include "superflip/reading/names.h"
#include "superflip/solver/names.h"

namespace superflip {
namespace {

std::string content_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The words in double quotation marks from `begin` to `end`.
std::vector<std::string> words_between(const std::string& text, const std::string& begin, const std::string& end) {
  std::vector<std::string> words;
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return words;
  const std::string part = text.substr(from, text.find(end, from) - from);
  for (std::size_t at = part.find('"'); at != std::string::npos; at = part.find('"', at + 1)) {
    const std::size_t close = part.find('"', at + 1);
    words.push_back(part.substr(at + 1, close - at - 1));
    at = close;
  }
  return words;
}

// What stands behind each `begin`, up to the end of its line.
std::vector<std::string> rests_of_lines(const std::string& text, const std::string& begin) {
  std::vector<std::string> rests;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    rests.push_back(text.substr(at, text.find('\n', at) - at));
  }
  return rests;
}

template <class Enum, std::size_t kCount>
void expect_names(const Names<Enum, kCount>& names) {
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_EQ(names.parse(names[value]).value(), value);
    EXPECT_TRUE(names.has(names[value]));
    EXPECT_TRUE(names.has(value));
    EXPECT_EQ(names.values()[i], value);
  }
  EXPECT_FALSE(names.has(static_cast<Enum>(kCount)));
  EXPECT_FALSE(names.has(static_cast<Enum>(255)));
  EXPECT_FALSE(names.has("x"));
  EXPECT_EQ(names.parse("x").error().kind, ErrorKind::bad_option);
  EXPECT_FALSE(names.parse(""));
}

TEST(Names, EachValueHasOne) {
  constexpr auto kLetters = per_value<char>(kMetricNames, 'h', 'q', 's', 'a');
  for (const Metric metric : kMetricNames.values()) EXPECT_EQ(kLetters[metric], kMetricNames[metric][0]);
  static_assert(kLetters.values.size() == kMetricNames.names.size());
  auto counts = per_value<int>(kPuzzleNames, 0, 0);
  counts[Puzzle::pocket] = 2;
  EXPECT_EQ(counts.values, (std::array{0, 2}));
}

TEST(Names, AreValuesAndBack) {
  expect_names(kMetricNames);
  expect_names(kCentresNames);
  expect_names(kFormatNames);
  expect_names(kPuzzleNames);
  expect_names(kStartsNames);
  expect_names(kWantNames);
  expect_names(kSolverNames);
  expect_names(kProfileNames);
  expect_names(kEndedNames);
  expect_names(kEventNames);
  EXPECT_EQ(name(Metric::atm), "atm");
  EXPECT_EQ(name(Format::rank), "rank");
  EXPECT_EQ(name(SolverKind::pocket), "pocket");
  EXPECT_EQ(name(Profile::large), "large");
  EXPECT_EQ(name(Ended::unsolvable), "unsolvable");
  EXPECT_EQ(name(Event::Kind::poll), "poll");
  EXPECT_EQ(kPuzzleNames[Puzzle::pocket], "2x2x2");
  EXPECT_EQ(kWantNames[Want::all], "all");
  EXPECT_EQ(kCentresNames[Centres::turned], "turned");
}

TEST(Names, AnUnknownOneIsToldWithAllOthers) {
  EXPECT_EQ(kPuzzleNames.parse("4x4x4\n").error().message, "'4x4x4\\x0a' is not a puzzle: expected 3x3x3 or 2x2x2");
  EXPECT_EQ(kWantNames.parse("best").error().message, "'best' is not a kind of answer: expected good, shortest or all");
  EXPECT_EQ(
      parse_metric("ftm").error().message,
      "'ftm' is not a metric: expected htm (any turn of a face), qtm (a quarter turn of a face), stm (any turn of a "
      "face or a slice) or atm (any turn of a face, or of two opposite faces together)");
}

// What _names.py and types.ts declare.
TEST(Names, OfTheBindings) {
  const std::string python = content_of(SUPERFLIP_NAMES_PY);
  const std::string typescript = content_of(SUPERFLIP_TYPES_TS);
  const auto expect_declared = [&](const auto& names, const std::string& type, bool in_typescript) {
    const std::vector<std::string> expected(names.names.begin(), names.names.end());
    EXPECT_EQ(words_between(python, fmt::format("\n{} = Literal[", type), "]"), expected) << type;
    if (in_typescript) {
      EXPECT_EQ(words_between(typescript, fmt::format("export type {} =", type), ";"), expected) << type;
    }
  };
  expect_declared(kMetricNames, "Metric", true);
  expect_declared(kCosetMetricNames, "CosetMetric", false);
  for (const Metric metric : kCosetMetricNames.values()) EXPECT_EQ(kCosetMetricNames[metric], name(metric));
  expect_declared(kCentresNames, "Centres", true);
  expect_declared(kFormatNames, "Format", true);
  expect_declared(kPuzzleNames, "Puzzle", true);
  expect_declared(kStartsNames, "Starts", true);
  expect_declared(kSolverNames, "SolverName", true);
  expect_declared(kEndedNames, "Ended", true);
  expect_declared(kWantNames, "Want", false);
  expect_declared(kProfileNames, "Profile", false);
  expect_declared(kEventNames, "EventKind", false);
}

TEST(Names, OfErrors) {
  EXPECT_EQ(name(ErrorKind::unreadable), "unreadable");
  EXPECT_EQ(name(ErrorKind::out_of_memory), "out of memory");
  EXPECT_EQ(name(ErrorKind::internal), "internal");
  EXPECT_EQ(name(ErrorKind{0}), "internal");
  EXPECT_EQ(name(ErrorKind{kErrorNames.size() + 1}), "internal");
}

// What _errors.py, types.ts and errors.ts declare: the same names in the same order, which is that of the numbers.
TEST(Names, OfErrorsInTheBindings) {
  const std::vector<std::string> expected(kErrorNames.begin(), kErrorNames.end());
  EXPECT_EQ(words_between(content_of(SUPERFLIP_TYPES_TS), "export type ErrorKind =", ";"), expected);
  EXPECT_EQ(words_between(content_of(SUPERFLIP_ERRORS_TS), "const KINDS: readonly ErrorKind[] = [", "];"), expected);
  std::vector<std::string> quoted;
  std::vector<std::string> codes;
  for (const std::string& kind : expected) {
    quoted.push_back(fmt::format("\"{}\"", kind));
    codes.push_back(std::to_string(quoted.size()));
  }
  const std::string python = content_of(SUPERFLIP_ERRORS_PY);
  EXPECT_EQ(rests_of_lines(python, "\n    kind = "), quoted);
  EXPECT_EQ(rests_of_lines(python, "\n    code = "), codes);
}

}  // namespace
}  // namespace superflip
