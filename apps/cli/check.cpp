// superflip check: the cube doctor at the command line. Its purpose is wrong input, so its diagnosis is the answer and
// goes to standard output.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  bool json = false;
};

std::string text_of(const Diagnosis& d, const Input& input) {
  std::string text = prefix(input) + (d.cube         ? "This cube can be solved.\n"
                                      : d.readable() ? "This cube cannot be solved.\n"
                                                     : "This text cannot be read as a cube: ");
  if (!d.readable()) text += printable(to_error(d).message, 1000) + "\n";
  for (const std::string& note : d.notes) text += fmt::format("  note: {}\n", printable(note, 1000));
  if (d.readable())
    for (const std::string& problem : d.problems) text += fmt::format("  problem: {}\n", printable(problem, 1000));
  if (!d.repair.empty()) text += fmt::format("  repair: {}\n", printable(d.repair, 1000));
  if (d.repaired) {
    text += fmt::format("  repaired: {}{}\n", to_facelets(*d.repaired),
                        d.ways > 1 ? fmt::format(" (one of {} cubes)", d.ways) : "");
  }
  if (d.cube && !d.notes.empty()) text += fmt::format("  facelets: {}\n", to_facelets(*d.cube));
  return text;
}

ExitCode check(const Options& options) {
  InputSource source(options.cubes, options.read);
  hint_if_interactive(source);
  ExitCode code = kOk;
  bool is_any_cube = false;
  while (const auto input = source.next([] { return false; })) {
    const Diagnosis diagnosis = examine(*input, options.read);
    if (!diagnosis.cube) code = kBadInput;
    is_any_cube |= diagnosis.cube.has_value();
    if (options.json)
      print_json(to_json(diagnosis));
    else
      print(text_of(diagnosis, *input));
    flush();
  }
  if (!is_any_cube) hint_at_one_cube(source, options.read);
  return code;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  arguments.add_flag("--json", options->json, "A line of JSON for each cube.");
  add_read_options(arguments, options->read);
  arguments.footer(
      R"(CUBE is 54 facelets, faces U R F D L B, each row by row, or any other format (see superflip convert --help).
Any six letters and any holding will do: the centres tell which colour belongs where. Everything that is wrong
is named, and the smallest repair is proposed. If several repairs are equally small, the first one is shown;
--json gives their number as "ways". A text that describes no cube at all, not even an impossible one, is
unreadable, and so are facelets with unknown stickers (?) that several cubes fit; it says how many.
The "state" in --json is "possible", "impossible" or "unreadable".
The exit code is 0 if all cubes can be solved, else 2.

Examples:
  superflip check UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  superflip check UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB)");
  return [options] { return check(*options); };
}

const Registration registered{{40, "check", "Whether a cube can be solved, and what is wrong if not", add}};

}  // namespace

}  // namespace superflip::cli
