// The commands' ways with --puzzle 2x2x2. A table of all positions is made at each start, so that nothing is
// searched and nothing limited: every answer is the shortest there is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "superflip/cube/formats.h"
#include "superflip/cube/move.h"

namespace superflip::cli {

// As of superflip solve, which explains them.
struct PocketSolving {
  std::vector<std::string> cubes;
  ReadOptions read;
  Metric metric;
  int max_length;  // 0: any
  int solutions;
  std::optional<std::string> to;
  bool keep_going;
  bool verbose;
  bool json;
};

ExitCode solve_pocket(const PocketSolving& options);

// That many scrambles, one a line.
ExitCode scramble_pocket(std::uint64_t count, std::optional<std::uint64_t> seed);

}  // namespace superflip::cli
