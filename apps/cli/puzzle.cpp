#include "apps/cli/puzzle.h"

#include <fmt/format.h>

#include "apps/cli/options.h"

namespace superflip::cli {

void add_puzzle(Arguments& arguments, Puzzle& puzzle, const std::vector<std::string>& only_for_3x3x3) {
  add_parsed(
      arguments, "--puzzle", puzzle, [](std::string_view text) { return kPuzzleNames.parse(text); },
      "3x3x3 (default) or 2x2x2, the corners alone.")
      .type_name(fmt::format("{}", fmt::join(kPuzzleNames.names, "|")));
  arguments.refuse_if([&puzzle] { return puzzle != Puzzle::cube; }, only_for_3x3x3,
                      "this option is only for the 3x3x3 and cannot be used with --puzzle 2x2x2");
}

}  // namespace superflip::cli
