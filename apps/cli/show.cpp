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
  ReadOptions read;
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

// A symmetry in words, by its order and by what it preserves. Without a reflection it is a rotation about an axis
// through faces, corners or edges; with one it is such a rotation followed by the point reflection.
std::string describe(Symmetry s) {
  auto to = kFaceImages[s];
  const bool reflection = is_reflection(s);
  if (reflection)
    for (Face& f : to) f = opposite(f);
  int turn_order = 1;  // of the rotation
  for (auto power = to; power != kFaceImages[0]; ++turn_order)
    for (Face& f : power) f = to[f];
  if (turn_order == 1) return reflection ? "the point reflection" : "the identity";
  if (reflection && turn_order == 2) {
    int moved = 0;
    while (kFaceImages[s][moved] == moved) ++moved;
    return fmt::format("the reflection that exchanges {} and {}", kFaceLetters[moved],
                       kFaceLetters[kFaceImages[s][moved]]);
  }
  const auto keeps = [&](const auto& faces) {
    return std::all_of(faces.begin(), faces.end(),
                       [&](Face f) { return std::find(faces.begin(), faces.end(), to[f]) != faces.end(); });
  };
  std::string_view axis;
  if (turn_order == 3) {
    for (int c = kCorners - 1; c >= 0; --c)
      if (keeps(kCornerFaces[c])) axis = kCornerNames[c];
  } else {
    for (int e = kEdges - 1; e >= 0; --e)
      if (keeps(kEdgeFaces[e])) axis = kEdgeNames[e];
    for (int f = kFaces - 1; f >= 0; --f)
      if (to[f] == f) axis = kFaceLetters.substr(f, 1);
  }
  constexpr std::array<const char*, 5> kPart{"", "", "half a turn", "a third of a turn", "a quarter of a turn"};
  return fmt::format("{} about {}{}", reflection && turn_order == 3 ? "a sixth of a turn" : kPart[turn_order], axis,
                     reflection ? " with a reflection" : "");
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
  for (const NamedValue& v : values(cube))
    line(v.name, fmt::format("{:>9}{}", v.value ? std::to_string(*v.value) : "-",
                             v.value ? fmt::format("  of {}", v.size) : "  not defined outside G1"));
  for (const SymValue& v : sym_values(cube))
    line(v.name + " sym", fmt::format("{:>9}  class {} of {}, symmetry {}", v.sym, v.cls, v.classes, v.symmetry));
  return text;
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
  }
  for (const SymValue& v : sym_values(cube))
    json["sym_coordinates"][v.name] = {
        {"class", v.cls}, {"symmetry", v.symmetry.index}, {"sym", v.sym}, {"classes", v.classes}};
  return json;
}

ExitCode show(const Options& options) {
  bool first = true;
  return for_each_cube(
      options.cubes, options.read,
      [&](const Cube& cube, const std::vector<std::string>& notes) {
        if (!first && !options.json) print("\n");
        first = false;
        if (options.json)
          print_json(json_of(cube, notes));
        else
          print(text_of(cube));
        flush();
      },
      options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  arguments.add_flag("--json", options->json, "A line of JSON for each cube.");
  add_read_options(arguments, options->read);
  arguments.footer(
      "facelets        54 letters, faces U R F D L B, each row by row\n"
      "parity          of the permutation of the corners, which is that of the edges too\n"
      "order           how many times the moves that make this cube must be repeated to return to the solved cube\n"
      "symmetries      how many of the 48 rotations and reflections of the cube leave the pattern as it is, and\n"
      "                some that generate them\n"
      "antisymmetries  how many turn the cube into its inverse\n"
      "in G1           whether U, D, R2, L2, F2 and B2 alone can solve it\n"
      "The other lines are coordinates that solvers use, with the number of their values. For three of them there is\n"
      "the sym-coordinate 16*class + symmetry too. A class is the values that the 16 symmetries of the UD axis carry\n"
      "to each other; the symmetry carries the smallest of them to the value of the cube.\n"
      "The cube is shown with U up and F in front, whatever way it was held.\n"
      "Colours appear on a terminal, unless NO_COLOR is set.\n"
      "\n"
      "Examples:\n"
      "  superflip show \"R L' U2\"\n"
      "  superflip scramble | superflip show --json");
  return [options] { return show(*options); };
}

const Registration registered{{30, "show", "The net, coordinates and symmetries of a cube", add}};

}  // namespace

}  // namespace superflip::cli
