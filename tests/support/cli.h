// What the tests of the program share: cubes as texts, and checks of its output.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/reading/formats.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "tests/support/program.h"

namespace superflip {

using Json = nlohmann::json;

inline constexpr const char* kSolvedFacelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
// The corner URF twisted in its place.
inline constexpr const char* kTwistedCorner = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
// This cube is 20 moves from solved. With the smallest table the proof takes minutes, so a test can rely on the search
// running until it is stopped.
inline constexpr const char* kSuperflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

// An environment that names no folder for tables.
inline const Program::Environment kNowhere{{"SUPERFLIP_CACHE", ""}, {"XDG_CACHE_HOME", ""}, {"HOME", ""}};

// Links the tests' tables of the profile standard into another cache folder; they must exist.
inline void link_standard_tables(const TemporaryFolder& cache) {
  for (const TableIdentity& file : TwoPhaseTables::files(Profile::standard, Metric::htm))
    for (const std::string ending : {".table", ".table.checked"})
      std::filesystem::create_symlink(TableStore::default_folder().value() / (file.name + ending),
                                      cache / (file.name + ending));
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline Cube cube_of(const std::string& text) {
  const auto cube = parse_cube(text);
  EXPECT_TRUE(cube) << text;
  return cube.value_or(kSolved);
}

inline testing::AssertionResult solves(const std::string& solution, const Cube& cube, const Cube& target = kSolved) {
  const auto moves = parse_algorithm(solution);
  if (!moves) return testing::AssertionFailure() << "not moves: " << solution;
  if (normalise(moves->moves) != moves->moves) return testing::AssertionFailure() << "not normal: " << solution;
  if (superflip::apply(cube, moves->moves) != target) return testing::AssertionFailure() << "no solution: " << solution;
  return testing::AssertionSuccess();
}

// Whether the program ended with that exit code and wrote that text as part of its standard error.
inline testing::AssertionResult says(const Ran& ran, int code, const std::string& part) {
  if (ran.code != code) return testing::AssertionFailure() << "exit code " << ran.code << ": " << ran.err;
  if (ran.err.find(part) == std::string::npos) return testing::AssertionFailure() << "says: " << ran.err;
  return testing::AssertionSuccess();
}

}  // namespace superflip
