// JSON that is read: the same values as nlohmann's library reads, and what is wrong with all else.
#include "superflip/base/json_value.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

using Kind = JsonValue::Kind;
using Theirs = nlohmann::json;

bool is_same(const JsonValue& ours, const Theirs& theirs) {
  if (theirs.is_null()) return ours.kind() == Kind::null && ours.text() == "null";
  if (theirs.is_boolean()) return ours.kind() == Kind::boolean && ours.text() == theirs.dump();
  if (theirs.is_string()) return ours.kind() == Kind::text && ours.text() == theirs.get<std::string>();
  if (theirs.is_number()) {
    const bool is_whole = theirs.is_number_unsigned();
    return ours.kind() == Kind::number && ours.whole().has_value() == is_whole &&
           (!is_whole || ours.whole().value() == theirs.get<std::uint64_t>()) && ours.number() == theirs.get<double>();
  }
  if (ours.kind() != (theirs.is_array() ? Kind::array : Kind::object) || ours.size() != theirs.size()) return false;
  auto value = ours.begin();
  for (const auto& [key, their] : theirs.items()) {
    if (value->key() != (theirs.is_object() ? key : "") || !is_same(*value, their)) return false;
    ++value;
  }
  return value == ours.end();
}

bool both_read_the_same(const std::string& text) {
  const auto ours = JsonDocument::parse(text, "it");
  const Theirs theirs = Theirs::parse(text, nullptr, false);
  // A name that is given twice ends our reading. For nlohmann's library the last one counts, and it reads on.
  if (!ours) return theirs.is_discarded() || !ours.error().position;
  return !theirs.is_discarded() && is_same(ours->value(), theirs);
}

std::string random_json(Random& random, int depth) {
  constexpr std::array kBlanks{"", "", " ", "\n", "\t\r "};
  constexpr std::array kNames{"b", "a", "\xC3\xA9", "c"};
  constexpr std::array kScalars{"null",
                                "true",
                                "false",
                                "0",
                                "-0",
                                "12",
                                "-7",
                                "1.5",
                                "0.1",
                                "2E-3",
                                "-0.25e-10",
                                "18446744073709551615",
                                "18446744073709551616",
                                "123456789.123456789123456789",
                                R"("")",
                                R"("a")",
                                R"("\u00e9\ud83d\ude00\n\"\\\/\b")",
                                "\"\xF0\x9F\x98\x80\x7F\""};
  const std::string blank = kBlanks[random.below(kBlanks.size())];
  if (depth == 0 || random.below(4) == 0) return blank + kScalars[random.below(kScalars.size())] + blank;
  const bool is_object = random.below(2) == 0;
  std::string json = is_object ? "{" : "[";
  const auto count = random.below(kNames.size() + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) json += ",";
    if (is_object) json.append(blank).append("\"").append(kNames[i]).append("\"").append(blank).append(":");
    json += random_json(random, depth - 1);
  }
  return blank + json + blank + (is_object ? "}" : "]") + blank;
}

TEST(JsonValues, AreThoseOfNlohmannsLibrary) {
  // No letter of an exponent: there, a number beyond all doubles is not JSON.
  const std::string put = "{}[]:,\"\\ 01-.+/utn\x1F\x7F\xC3\xA9\xED\xA0\xF4\x90\x80";
  Random random(17);
  for (int n = 0; n < 300; ++n) {
    const std::string json = random_json(random, 4);
    ASSERT_TRUE(JsonDocument::parse(json, "it")) << json;
    ASSERT_TRUE(both_read_the_same(json)) << json;
    for (int i = 0; i < 40; ++i) {
      std::string changed = json;
      const std::size_t at = random.below(json.size());
      const char c = put[random.below(put.size())];
      switch (random.below(3)) {
        case 0:
          changed.erase(at, 1);
          break;
        case 1:
          changed[at] = c;
          break;
        default:
          changed.insert(at, 1, c);
      }
      ASSERT_TRUE(both_read_the_same(changed)) << changed;
    }
  }
}

TEST(JsonValues, AreFoundByName) {
  const auto json = JsonDocument::parse(R"({"b": [1, "x"], "a": {}, "B": 1e+2, "": null})", "it");
  ASSERT_TRUE(json);
  const JsonValue& object = json->value();
  std::string names;
  for (const JsonValue& member : object) names.append(member.key()).append(",");
  EXPECT_EQ(names, ",B,a,b,");
  EXPECT_EQ(object.find("b")->text(), R"([1, "x"])");
  EXPECT_EQ(object.find("b")->front().whole(), 1U);
  EXPECT_TRUE(object.find("a")->empty());
  EXPECT_EQ(object.find("B")->number(), 100);
  EXPECT_FALSE(object.find("B")->whole());
  EXPECT_TRUE(object.contains(""));
  EXPECT_FALSE(object.contains("c"));
  EXPECT_FALSE(object.find("b")->contains(""));
  EXPECT_TRUE(std::isinf(JsonDocument::parse("-1e400", "it")->value().number()));
}

TEST(JsonValues, StayWhenTheirDocumentIsMoved) {
  auto json = JsonDocument::parse("[\"a\"]", "it");
  ASSERT_TRUE(json);
  const JsonValue& text = json->value().front();
  const JsonDocument moved = *std::move(json);
  EXPECT_EQ(&moved.value().front(), &text);
  EXPECT_EQ(text.text(), "a");
}

TEST(JsonValues, NestAsDeepAsTheyWill) {
  constexpr std::size_t kDepth = 200'000;
  const std::string open(kDepth, '[');
  std::size_t depth = 0;
  const auto json = JsonDocument::parse(open + std::string(kDepth, ']'), "it");
  ASSERT_TRUE(json);
  for (const JsonValue* value = &json->value(); !value->empty(); value = &value->front()) ++depth;
  EXPECT_EQ(depth, kDepth - 1);
  EXPECT_FALSE(JsonDocument::parse(open, "it"));
}

TEST(JsonValues, ErrorsHaveAPlaceAndWhatWasExpected) {
  const std::string no_character = "UTF-8 without control characters, or '\"'";
  const std::string no_half = "a character in halves to be \\uD800 to \\uDBFF, and then \\uDC00 to \\uDFFF";
  const std::vector<std::pair<std::string, std::string>> known{
      {"", "character 1: the text ends; expected a value"},
      {"[", "character 2: the text ends; expected a value or ']'"},
      {"[1, 2", "character 6: the text ends; expected ',' or ']'"},
      {"[1,]", "character 4: ']' found; expected a value"},
      {"{", "character 2: the text ends; expected a name in double quotation marks or '}'"},
      {"{a: 1}", "character 2: 'a' found; expected a name in double quotation marks or '}'"},
      {"{\"a\" 1}", "character 6: '1' found; expected ':'"},
      {"{\"a\":}", "character 6: '}' found; expected a value"},
      {"{\"a\": 1]", "character 8: ']' found; expected ',' or '}'"},
      {"{\"a\": 1,}", "character 9: '}' found; expected a name in double quotation marks"},
      {"1 2", "character 3: '2' found; expected the end"},
      {"nul", "character 1: 'n' found; expected a value"},
      {"01", "character 2: '1' found; expected the end"},
      {"-", "character 2: the text ends; expected a digit"},
      {"1.e5", "character 3: 'e' found; expected a digit"},
      {"\"a", "character 3: the text ends; expected '\"'"},
      {"\"a\nb\"", "line 1, character 3: byte 0x0A found; expected " + no_character},
      {"\"\xFF\"", "character 2: byte 0xFF found; expected " + no_character},
      {"\"\xED\xA0\x80\"", "character 2: byte 0xED found; expected " + no_character},
      {R"("\x")", "character 3: 'x' found; expected one of \" \\ / b f n r t u"},
      {R"("\u00g0")", "character 6: 'g' found; expected a hexadecimal digit"},
      {R"("\udc00")", "character 8: '\"' found; expected " + no_half},
      {R"("\ud83dx")", "character 8: 'x' found; expected " + no_half},
      {"{\n  \"\xC3\xA9\": 1,\n  \"b\" 2\n}", "line 3, character 7: '2' found; expected ':'"},
  };
  for (const auto& [text, what] : known) {
    const auto json = JsonDocument::parse(text, "it");
    ASSERT_FALSE(json) << text;
    EXPECT_EQ(json.error().message, "it is not valid JSON: " + what);
    EXPECT_EQ(json.error().kind, ErrorKind::unreadable);
  }
  EXPECT_EQ(JsonDocument::parse(known.back().first, "it").error().position, 18U);
  const auto twice = JsonDocument::parse(R"({"b": 1, "a": {"c": 1, "d": 2, "c": 3}})", "it");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "it has 'c' twice");
  EXPECT_FALSE(twice.error().position);
}

TEST(JsonValues, AreThoseOfTheStandardAlone) {
  using namespace std::string_view_literals;
  for (const char* const json :
       {"-0", "0e0", "1E+05", "-1.0e-5", "1e99999", "\t\r\n 1 ", R"("\u0000")", R"("\uABcd\uD834\uDD1E")",
        R"({"": {}})", "\"\x7F\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF\""})
    EXPECT_TRUE(JsonDocument::parse(json, "it")) << json;
  for (const char* const json : {"+1",
                                 ".5",
                                 "1.",
                                 "1e",
                                 "1e+",
                                 "--1",
                                 "-01",
                                 "0x1",
                                 "1_0",
                                 "NaN",
                                 "-Infinity",
                                 "True",
                                 "nullx",
                                 "'a'",
                                 "\f1",
                                 "\u00A01",
                                 "1 // one",
                                 "[,]",
                                 "[1,,2]",
                                 "[1 2]",
                                 "[]]",
                                 "[[]",
                                 "[}",
                                 "{,}",
                                 "{1: 2}",
                                 R"({"a"})",
                                 R"({"a": 1,, "b": 2})",
                                 R"(["a": 1])",
                                 "\"\t\"",
                                 "\"\\",
                                 R"("\u12")",
                                 R"("\U0041")",
                                 R"("\ud834")",
                                 R"("\ud834\u0041")",
                                 R"("\ud834\ud834")",
                                 R"("\udd1e\ud834")",
                                 "\"\xC0\x80\"",
                                 "\"\xE0\x80\x80\"",
                                 "\"\xED\xA0\x80\"",
                                 "\"\xF4\x90\x80\x80\"",
                                 "\"\xE2\x82\"",
                                 "\"\xE2\x82",
                                 "\xEF\xBB",
                                 "\xEF\xBB\xBF"})
    EXPECT_FALSE(JsonDocument::parse(json, "it")) << text::escaped(json);
  for (const std::string_view json : {"\0"sv, "1\0"sv, "\"\0\""sv}) EXPECT_FALSE(JsonDocument::parse(json, "it"));
  EXPECT_EQ(JsonDocument::parse("\"\\u0000\"", "it")->value().text(), "\0"sv);
  EXPECT_EQ(JsonDocument::parse(R"("\u07ff\u0800\uffff\udbff\udfff")", "it")->value().text(),
            "\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF");
}

TEST(JsonValues, StandBehindAByteOrderMark) {
  EXPECT_TRUE(JsonDocument::parse("\xEF\xBB\xBF {}", "it"));
  EXPECT_FALSE(JsonDocument::parse(" \xEF\xBB\xBF{}", "it"));
}

}  // namespace
}  // namespace superflip
