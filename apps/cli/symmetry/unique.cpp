// superflip symmetry unique: cubes without those that are like one before.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::symmetry {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  bool inversion = false;
  bool json = false;
};

ExitCode run(const Options& options) {
  warn_about_quotes("symmetry unique", options.cubes);
  InputSource source(options.cubes, options.read);
  hint_if_interactive(source);
  std::unordered_set<Cube> met;
  std::size_t cubes = 0;
  while (const auto input = source.next([] { return false; })) {
    const auto reading = read_cube(*input, options.read);
    if (!reading) {
      report_unreadable(*input, reading.error(), options.json);
      return kBadInput;
    }
    say_notes(*input, reading->notes);
    ++cubes;
    if (!met.insert(least_image(reading->cube, options.inversion)).second) continue;
    if (options.json)
      print_json({{"input", input->text}, {"facelets", to_facelets(reading->cube)}, {"number", cubes}});
    else
      print(input->text + "\n");
    if (source.interactive()) flush();
  }
  flush();
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  arguments.add_flag("--inversion", options->inversion, "The inverse of a cube is like it, too.");
  add_read_options(arguments, options->read);
  arguments.add_flag("--json", options->json, "A line of JSON for each cube that is printed, with its number from 1.");
  arguments.footer(
      R"(Prints, as they were given, the cubes that no rotation or reflection carries to one before.

Examples:
  superflip symmetry unique R U L                              R: the others are like it
  superflip symmetry unique --inversion < cubes.txt > fewer.txt)");
  return [options] { return run(*options); };
}

const Registration registered{{323, "symmetry unique", "Cubes without those that are alike", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
