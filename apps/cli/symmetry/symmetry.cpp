// superflip symmetry: the symmetries of cubes, and the cubes that have them. Its commands are the other files of this
// folder.
#include "apps/cli/command.h"

namespace superflip::cli::symmetry {

namespace {

Run add(Arguments& arguments) {
  arguments.require_at_most_one_command();
  arguments.footer(
      R"(A symmetry of a cube is one of the 48 rotations and reflections of the cube as a body that carries it to itself,
with places and colours renamed. Up to such a renaming there are 33 sets of symmetries that a cube may have: its
type. Cubes that are alike (images of each other, or also inverses of these) have solutions of the same length.

Examples:
  superflip symmetry of "R2 L2 U2 D2 F2 B2"
  superflip symmetry types
  superflip symmetry cubes T --unique | superflip optimal
  superflip symmetry unique --inversion < cubes.txt)");
  return {};
}

const Registration registered{{32, "symmetry", "Symmetries of cubes, and cubes with symmetries", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
