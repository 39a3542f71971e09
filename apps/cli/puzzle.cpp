#include "apps/cli/puzzle.h"

#include <fmt/format.h>

#include "apps/cli/options.h"

namespace superflip::cli {

namespace {

Expected<Puzzle> parse_puzzle(std::string_view text) {
  if (text == "3x3x3") return Puzzle::cube;
  if (text == "2x2x2") return Puzzle::pocket;
  return fail(fmt::format("'{}' is not a puzzle: expected 3x3x3 or 2x2x2", text));
}

}  // namespace

void add_puzzle(Arguments& arguments, Puzzle& puzzle, const std::vector<std::string>& only_for_3x3x3) {
  add_parsed(arguments, "--puzzle", puzzle, parse_puzzle, "3x3x3 (default) or 2x2x2, the corners alone.")
      .type_name("3x3x3|2x2x2");
  arguments.refuse_if([&puzzle] { return puzzle != Puzzle::cube; }, only_for_3x3x3,
                      "this option is only for the 3x3x3 and cannot be used with --puzzle 2x2x2");
}

}  // namespace superflip::cli
