// The JSON of all commands, as a program meets it: one vocabulary (superflip/engine/report.h), one object in each line.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "superflip/reading/facelets.h"
#include "tests/support/cli.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CliJson.EveryCommandHasTheSchema"}};

// As in superflip/engine/report.h, which has another type Json.
constexpr int kSchema = 1;

// The commands that a help text lists; "superflip" itself is the empty command.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  bool is_in_list = false;
  for (const std::string& line : lines_of(help)) {
    if (line == "Commands:") is_in_list = true;
    if (line.empty()) is_in_list = false;
    if (is_in_list && line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

// All commands whose help knows the option. Commands that come after an argument (campaign create FILE cubes) are left
// out: in its place they print the help of the command above.
void find_with(const std::string& option, const std::vector<std::string>& words, std::set<std::string>& found,
               const std::string& above = "") {
  std::vector<std::string> arguments = words;
  arguments.emplace_back("--help");
  const std::string help = run(arguments).out;
  if (help == above) return;
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  if (help.find("\n  " + option + " ") != std::string::npos) found.insert(name);
  for (const std::string& sub : commands_in(help)) {
    std::vector<std::string> longer = words;
    longer.push_back(sub);
    find_with(option, longer, found, help);
  }
}

// Bytes and counts are whole numbers; times are rounded, so that no digits of noise are printed.
void check_values(const Json& value, const std::string& key, double unit) {
  if (value.is_array() || value.is_object())
    for (const auto& [inner, member] : value.items()) check_values(member, value.is_object() ? inner : key, unit);
  EXPECT_FALSE(value.is_null()) << key;
  EXPECT_FALSE(key.ends_with("_ms") || key.find("milli") != std::string::npos) << key;
  const bool is_count = key.ends_with("bytes") || key == "nodes" || key == "count" || key == "values";
  const bool is_beyond = key == "values" && value.is_number_float() && value.get<double>() > 1e19;
  EXPECT_TRUE(!is_count || is_beyond || value.is_number_unsigned()) << key << " " << value;
  if (key.ends_with("seconds")) {
    ASSERT_TRUE(value.is_number()) << key;
    EXPECT_EQ(value.get<double>(), std::round(value.get<double>() * unit) / unit) << key;
  }
}

TEST(CliJson, EveryCommandHasTheSchema) {
  // The arguments with which each command writes JSON. A command that is missing here fails the test below.
  const TemporaryFolder cache;
  link_standard_tables(cache);
  const Program::Environment here{{"SUPERFLIP_CACHE", cache.path().string()}};
  const std::string campaign = (cache.path() / "c.db").string();
  const std::vector<std::vector<std::string>> calls{
      {"solve", "R U F", "R"},
      {"optimal", "--moves", "U R", "R U"},
      {"schedule", "--robot", "turntable", "R"},
      {"sheet", "--time", "1", "R"},
      {"patterns", "dot"},
      {"show", "R"},
      {"check", "R"},
      {"order", "R U"},
      {"tables"},
      {"tables", "list"},
      {"tables", "verify", "two-phase-fold"},
      {"bench", "-n", "1"},
      {"coord", "list"},
      {"coord", "show", "UDSlice"},
      {"coord", "cube", "UDSlice", "33"},
      {"coord", "classes", "UDSlice"},
      {"coord", "distribution", "UDSlice"},
      {"coord", "table", "UDSlice"},
      {"coord", "solve", "UDSlice", "R U"},
      {"coord", "compatible"},
      {"coset", "--search-depth", "2", "--max-depth", "2", "--memory", "3500M", "--threads", "1", "R"},
      {"symmetry", "of", "R"},
      {"symmetry", "types"},
      {"symmetry", "cubes", "Oh"},
      {"symmetry", "unique", "R"},
      {"campaign", "create", campaign, "cubes", "R U F"},
      {"campaign", "run", campaign},
      {"campaign", "status", campaign},
      {"campaign", "verify", campaign},
  };
  std::set<std::string> expected;
  find_with("--json", {}, expected);
  std::set<std::string> called;
  for (std::vector<std::string> arguments : calls) {
    std::string name = arguments[0];
    constexpr std::array kGroups{"coord", "tables", "campaign", "symmetry"};
    if (arguments.size() > 1 && std::find(kGroups.begin(), kGroups.end(), name) != kGroups.end())
      name += " " + arguments[1];
    called.insert(name);
    arguments.emplace_back("--json");
    const Ran ran = run(arguments, "", here);
    EXPECT_EQ(ran.code, 0) << name << ran.err;
    EXPECT_EQ(ran.err.find("with fewer than 100 cubes the figures mean nothing") != std::string::npos, name == "bench");
    EXPECT_FALSE(ran.out.empty()) << name;
    for (const std::string& line : lines_of(ran.out)) {
      EXPECT_TRUE(line.starts_with("{\"schema\":" + std::to_string(kSchema) + ",")) << name << ": " << line;
      EXPECT_EQ(line.find("\"schema\"", 2), std::string::npos) << name << ": " << line;
      check_values(Json::parse(line), "", name == "bench" ? 1e9 : 1e6);
    }
  }
  EXPECT_EQ(called, expected);
}

TEST(CliJson, WhatIsUnreadableHasALineToo) {
  for (const char* command : {"order", "show", "check", "solve"}) {
    const Ran ran = run({command, "--json", "R", "R X"});
    EXPECT_EQ(ran.code, 2) << command;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 2u) << command;
    if (std::string(command) == "check") continue;  // tells the state
    const Json last = Json::parse(lines[1]);
    EXPECT_EQ(last["input"], "R X") << command;
    EXPECT_EQ(last["kind"], "unreadable") << command;
    EXPECT_EQ(last["position"], 2) << command;
  }
}

TEST(CliJson, ACubeAsJsonIsReadAgain) {
  const Ran ran = run({"convert", "--to", "json", "R U2"});
  EXPECT_EQ(Json::parse(ran.out)["schema"], kSchema);
  EXPECT_EQ(Json::parse(run({"show", "--json"}, ran.out).out)["facelets"], to_facelets(cube_of("R U2")));
}

// What means the same has the same name and the same words in all commands, apart from what it excludes there.
TEST(CliHelp, SharedOptionsAreTheSame) {
  const auto text_of = [](const std::string& help, const std::string& option) {
    const std::size_t at = help.find("\n  " + option + " ");
    if (at == std::string::npos) return std::string();
    std::size_t end = help.find('\n', at + 1);
    while (end != std::string::npos && help.compare(end, 20, "\n" + std::string(19, ' ')) == 0)
      end = help.find('\n', end + 1);
    end = std::min(end, help.find("\n" + std::string(26, ' ') + "Not with ", at));
    return help.substr(at, end - at);
  };
  const std::string solve = run({"solve", "--help"}).out;
  const std::string optimal = run({"optimal", "--help"}).out;
  const std::string coord = run({"coord", "solve", "--help"}).out;
  for (const std::string option : {"--to", "--json", "--keep-going", "--from", "--niss", "--time", "--metric"}) {
    EXPECT_NE(text_of(solve, option), "") << option;
    EXPECT_EQ(text_of(solve, option), text_of(optimal, option)) << option;
    EXPECT_EQ(text_of(solve, option), text_of(coord, option)) << option;
  }
  for (const std::string option : {"--within", "--moves", "--threads"}) {
    EXPECT_NE(text_of(optimal, option), "") << option;
    EXPECT_EQ(text_of(optimal, option), text_of(coord, option)) << option;
  }
  EXPECT_EQ(text_of(solve, "--solutions"), text_of(coord, "--solutions"));
  for (const std::string& help : {solve, optimal, coord, run({"coord", "classes", "--help"}).out})
    EXPECT_EQ(help.find("Excludes"), std::string::npos) << help;
}

}  // namespace
}  // namespace superflip
