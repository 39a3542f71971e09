// superflip convert: the same cube in another notation.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  ReadOptions read;
  Format to = Format::facelets;
  Profile profile = Profile::standard;
};

// A report whose other members are those of the format.
std::string json_line(const Cube& cube, const std::vector<std::string>& notes) {
  std::string line = to_line({{"notes", notes}});
  line.replace(line.rfind('}'), 1, "," + format_cube(cube, Format::json).substr(1));
  return line;
}

ExitCode convert(const Options& options) {
  std::optional<Engine> engine;  // needed only for moves
  ExitCode failed = kOk;
  const ExitCode read = for_each_cube(options.cubes, options.read, [&](const Cube& cube, const auto& notes) {
    if (failed != kOk) return;
    if (options.to == Format::json) return print(json_line(cube, notes));
    if (options.to != Format::moves) return print(format_cube(cube, options.to) + "\n");
    if (!engine) engine.emplace(engine_options({.profile = options.profile}));
    ProgressBar bar;
    const auto word = engine->word_to(cube, [&bar](const Event& event) {
      bar.show(event);
      return true;
    });
    if (word) return print(to_string(*word) + "\n");
    say(word.error().message);
    failed = exit_code(word.error());
  });
  return failed != kOk ? failed : read;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  add_parsed(arguments, "--to", options->to, parse_format,
             "moves, facelets, reid, kociemba-cubies, json, packed69,\npacked71 or rank.")
      .type_name("FORMAT")
      .required();
  add_read_options(arguments, options->read);
  add_profile(arguments, options->profile);
  arguments.footer(
      "moves            moves that make the cube from the solved one: R U2 F'\n"
      "facelets         54 letters, faces U R F D L B, each row by row\n"
      "reid             the piece in each place: UF UR UB UL DF ... DLB DBR\n"
      "kociemba-cubies  the piece that replaces each, and its orientation: (DFR,2)(UFL,0)... (UR,0)...\n"
      "json             the same in numbers, and the facelets; \"notes\" say how the text was understood\n"
      "packed69         one number of 69 bits: corners 28, edges 29, flips 12\n"
      "packed71         one number of 71 bits, in the order of a layer-by-layer solution: down corners 18, down\n"
      "                 and middle edges 25, their flips 8, up corners 11, up edges 5, their flips 4\n"
      "rank             the number of the cube among the reachable ones, from 0 (solved) to 43252003274489855999\n"
      "The cube is written with U up and F in front, whatever way it was held. Only --to moves uses --profile: the\n"
      "moves come from a search.\n"
      "\n"
      "Examples:\n"
      "  superflip convert --to facelets \"R U2 F'\"\n"
      "  superflip convert --to moves < facelets.txt > moves.txt\n"
      "  superflip convert --to facelets --from rank 43252003274489855999");
  return [options] { return convert(*options); };
}

const Registration registered{{50, "convert", "A cube in another notation", add}};

}  // namespace

}  // namespace superflip::cli
