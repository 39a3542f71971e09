// superflip show: everything that is known about a cube without searching.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  bool axes = false;
  bool json = false;
};

// White above, green in front: the WCA colours, from the terminal's 256. The letter stays on the sticker, for people
// who cannot tell the colours apart.
std::string sticker(char letter, bool colour) {
  constexpr std::array<int, kFaces> kColour{231, 160, 34, 226, 208, 27};
  if (!colour) return fmt::format("{} ", letter);
  return fmt::format("\033[48;5;{}m\033[38;5;16m{} \033[0m", kColour[kFaceLetters.find(letter)], letter);
}

//       U
//     L F R B
//       D
std::string net(const std::string& facelets, bool colour) {
  std::string text;
  const auto rows = [&](const std::vector<Face>& faces, int indent) {
    for (int row = 0; row < 3; ++row) {
      text += std::string(indent, ' ');
      for (std::size_t i = 0; i < faces.size(); ++i) {
        if (i > 0) text += ' ';
        for (int column = 0; column < 3; ++column) text += sticker(facelets[9 * faces[i] + 3 * row + column], colour);
      }
      while (text.back() == ' ') text.pop_back();
      text += '\n';
    }
  };
  rows({U}, 9);
  rows({L, F, R, B}, 2);
  rows({D}, 9);
  return text;
}

std::vector<Symmetry> members(std::uint64_t set) {
  std::vector<Symmetry> list;
  for (const Symmetry s : kAllSymmetries)
    if (set >> s & 1) list.push_back(s);
  return list;
}

// A small set of generators of a group of symmetries: each element that the ones before it do not generate.
std::vector<Symmetry> generators(std::uint64_t group) {
  std::vector<Symmetry> chosen;
  std::uint64_t closure = 1;
  for (const Symmetry s : members(group)) {
    if (closure >> s & 1) continue;
    chosen.push_back(s);
    for (std::uint64_t before = 0; before != closure;) {
      before = closure;
      for (const Symmetry a : members(before))
        for (const Symmetry g : chosen) closure |= std::uint64_t{1} << a * g;
    }
  }
  return chosen;
}

const char* parity_name(int parity) { return parity == 0 ? "even" : "odd"; }

std::string text_of(const Cube& cube) {
  const std::string facelets = to_facelets(cube);
  std::string text = net(facelets, has_colour(stdout)) + "\n";
  const auto line = [&](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<22}  {}\n", label, value);
  };
  line("facelets", facelets);
  line("parity", parity_name(corner_parity(cube)));
  line("order", std::to_string(order(cube)));
  const std::uint64_t group = symmetries_of(cube);
  line("symmetries", std::to_string(std::popcount(group)));
  for (const Symmetry s : generators(group)) line("", describe(s));
  line("antisymmetries", std::to_string(std::popcount(antisymmetries_of(cube))));
  line("in G1", in_g1(cube) ? "yes" : "no");
  const std::vector<NamedValue> named = values(cube);
  for (const NamedValue& v : named)
    line(v.name, fmt::format("{:>9}{}", v.value ? std::to_string(*v.value) : "-",
                             v.value ? fmt::format("  of {}", v.size) : "  not defined outside G1"));
  for (const NamedValue& v : named)
    if (const auto& r = v.reduced)
      line(v.name + " sym", fmt::format("{:>9}  class {} of {}, symmetry {}", r->sym, r->cls, r->classes, r->symmetry));
  return text;
}

// For each place its piece and state, as in the notes on packing a cube. The state of a corner is the axis of its U or
// D sticker; that of an edge is its flip.
std::string axes_of(const Cube& cube) {
  const AxisCube axes = to_axes(cube);
  std::string text = "  corner  piece  state     edge  piece  state\n";
  for (int x = 0; x < kEdges; ++x) {
    const std::string corner = x < kCorners
                                   ? fmt::format("{:<6}  {:<5}  {:>5}", kCornerNames[x], kCornerNames[axes.corner[x]],
                                                 static_cast<int>(axes.corner_axis[x]))
                                   : std::string(20, ' ');
    text +=
        fmt::format("  {}     {:<4}  {:<5}  {:>5}\n", corner, kEdgeNames[x], kEdgeNames[axes.edge[x]], cube.flip_at(x));
  }
  return text;
}

Json json_of_axes(const Cube& cube) {
  const AxisCube axes = to_axes(cube);
  Json json;
  for (int x = 0; x < kCorners; ++x)
    json["corners"][std::string(kCornerNames[x])] = {{"piece", kCornerNames[axes.corner[x]]},
                                                     {"state", static_cast<int>(axes.corner_axis[x])}};
  for (int x = 0; x < kEdges; ++x)
    json["edges"][std::string(kEdgeNames[x])] = {{"piece", kEdgeNames[axes.edge[x]]}, {"state", cube.flip_at(x)}};
  return json;
}

Json json_of(const Cube& cube, const std::vector<std::string>& notes) {
  Json json;
  json["facelets"] = to_facelets(cube);
  json["notes"] = notes;
  json["parity"] = parity_name(corner_parity(cube));
  json["order"] = order(cube);
  const auto indices = [](const std::vector<Symmetry>& set) { return std::vector<int>(set.begin(), set.end()); };
  json["symmetries"] = indices(members(symmetries_of(cube)));
  json["antisymmetries"] = indices(members(antisymmetries_of(cube)));
  json["in_g1"] = in_g1(cube);
  json["coordinates"] = Json::object();
  for (const NamedValue& v : values(cube)) {
    Json& entry = json["coordinates"][std::string(v.name)];
    if (v.value) entry["value"] = *v.value;
    entry["values"] = v.size;
    if (const auto& r = v.reduced)
      json["sym_coordinates"][v.name] = {
          {"class", r->cls}, {"symmetry", r->symmetry.index}, {"sym", r->sym}, {"classes", r->classes}};
  }
  return json;
}

ExitCode show(const Options& options) {
  bool first = true;
  return for_each_cube(
      options.cubes, options.read,
      [&](const Cube& cube, const std::vector<std::string>& notes) {
        if (!first && !options.json) print("\n");
        first = false;
        if (options.json) {
          Json json = json_of(cube, notes);
          if (options.axes) json["axes"] = json_of_axes(cube);
          print_json(json);
        } else {
          print(text_of(cube) + (options.axes ? "\n" + axes_of(cube) : ""));
        }
        flush();
        return kOk;
      },
      options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  arguments.add_flag(
      "--axes", options->axes,
      "Also show the piece at each place and its state. For a corner, the state is the\naxis of its U or D sticker (0 "
      "up/down, 1 front/back, 2 right/left); for an edge\nit is 0 or 1, and quarter turns of F and B change it.");
  arguments.add_flag("--json", options->json, "A line of JSON for each cube.");
  add_read_options(arguments, options->read);
  arguments.footer(
      R"(facelets        54 letters, faces U R F D L B, each row by row
parity          even or odd: that of the corner permutation, which equals that of the edge permutation
order           how many times the moves that make this cube must be repeated to return to the solved cube
symmetries      how many of the 48 rotations and reflections of the cube leave the pattern as it is, and
                a set of generators
antisymmetries  how many turn the cube into its inverse
in G1           whether U, D, R2, L2, F2 and B2 alone can solve it
The other lines are coordinates that solvers use, with the number of their values. For three of them there is
the sym-coordinate 16*class + symmetry too. A class is the values that the 16 symmetries of the UD axis carry
to each other; the symmetry carries the smallest of them to the value of the cube.
The cube is shown with U up and F in front, whatever way it was held.
Colours appear on a terminal, unless NO_COLOR is set.

Examples:
  superflip show "R L' U2"
  superflip show --axes "R U"
  superflip scramble | superflip show --json)");
  return [options] { return show(*options); };
}

const Registration registered{{30, "show", "The net, coordinates and symmetries of a cube", add}};

}  // namespace

}  // namespace superflip::cli
