// superflip convert: the same cube in another notation.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "superflip/cube/formats.h"
#include "superflip/solver/two_phase/scramble.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  ReadOptions read;
  Format to = Format::facelets;
  Profile profile = Profile::standard;
};

ExitCode convert(const Options& options) {
  std::optional<TwoPhaseSolver> solver;  // only moves need one
  return for_each_cube(options.cubes, options.read, [&](const Cube& cube, const std::vector<std::string>& notes) {
    if (options.to == Format::moves && !solver) solver.emplace(open_tables({options.profile, Metric::htm}));
    std::string line = solver ? to_string(scramble_for(*solver, cube)) : format_cube(cube, options.to);
    if (options.to == Format::json && !notes.empty())  // as the last member of the object
      line.replace(line.size() - 1, 1, ",\"notes\":" + Json(notes).dump() + "}");
    print(line + "\n");
  });
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
      "json             the same in numbers, and the facelets; \"notes\" say how the cube was understood, if that is\n"
      "                 worth a word\n"
      "packed69         one number, by bits: corners 28, edges 29, flips 12\n"
      "packed71         one number, by bits, as a layer-by-layer solve goes: down corners 18, down and middle\n"
      "                 edges 25, their flips 8, up corners 11, up edges 5, their flips 4\n"
      "rank             its number among the reachable cubes, from 0 (solved) to 43252003274489855999\n"
      "The cube is written with U up and F in front, however it was held.\n"
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
