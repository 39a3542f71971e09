// superflip coord: the laboratory of coordinates. Its commands are the other files of this folder.
#include "apps/cli/command.h"
#include "apps/cli/coord/options.h"

namespace superflip::cli::coord {

namespace {

Run add(Arguments& arguments) {
  arguments.require_at_most_one_command();
  static const std::string footer = std::string(kDescriptions) +
                                    R"(
Examples:
  superflip coord distribution DominoReduction
  superflip coord classes FlipUDSlice --symmetry UD16
  superflip coord distribution Corners --moves "U R F"
  superflip coord solve EdgeOrientation "R U F' L2 D B" --solutions 5)";
  arguments.footer(footer);
  return {};
}

const Registration registered{{55, "coord", "Define, fold, measure and solve coordinates", add}};

}  // namespace

}  // namespace superflip::cli::coord
