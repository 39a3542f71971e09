// superflip symmetry of: the type of a cube's symmetries, and what is like the cube.
#include <fmt/format.h>

#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::symmetry {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  bool json = false;
};

std::string text_of(const Cube& cube, const SymmetryReport& report) {
  std::string text = fmt::format("cube            {}\n", to_facelets(cube));
  text += fmt::format("type            {}: {}\n", report.type->name, report.type->description);
  text += fmt::format("symmetries      {}\n", std::popcount(report.symmetries));
  text += fmt::format("antisymmetries  {}{}\n", std::popcount(report.antisymmetries),
                      report.is_self_inverse ? ", and the cube is its own inverse" : "");
  text += fmt::format("alike           {}, with inverses {}\n", report.alike, report.alike_with_inverses);
  text += fmt::format("representative  {}\n", to_facelets(report.representative));
  text += fmt::format("with inverses   {}\n", to_facelets(report.representative_with_inverses));
  return text;
}

ExitCode run(const Options& options) {
  warn_about_quotes("symmetry of", options.cubes);
  bool is_later = false;
  return for_each_cube(
      options.cubes, options.read,
      [&](const Cube& cube, const std::vector<std::string>&) {
        const SymmetryReport report = symmetry_report(cube);
        if (options.json) {
          print_json(to_json(cube, report));
        } else {
          if (std::exchange(is_later, true)) print("\n");
          print(text_of(cube, report));
        }
        flush();
        return kOk;
      },
      options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  add_read_options(arguments, options->read);
  arguments.add_flag("--json", options->json, "A line of JSON for each cube, with its symmetries by number.");
  arguments.footer(
      R"(type            the set of symmetries, up to the holding: a Schoenflies symbol, and the set in words
antisymmetries  symmetries that carry the cube to its inverse
alike           the cube's images under the 48 symmetries; with inverses: also the images of its inverse
representative  the first of these in the order of pieces, the same for all cubes that are alike

Examples:
  superflip symmetry of "R L' F B' U D' R L'"
  superflip scramble -n 3 | superflip symmetry of --json)");
  return [options] { return run(*options); };
}

const Registration registered{{321, "symmetry of", "A cube's symmetries, and what is like it", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
