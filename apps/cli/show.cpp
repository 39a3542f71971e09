// superflip show: what there is to know about a cube without searching.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/named.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/symmetry.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  ReadOptions read;
  bool json = false;
};

// White above, green in front: the colours of the WCA, of the terminal's 256. The letter stays on the sticker, for
// those who cannot tell the colours apart.
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

// A symmetry in words, by its order and by what it keeps. Without a reflection it is a rotation about an axis through
// faces, corners or edges; with one it is such a rotation followed by the point reflection.
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

std::vector<int> members(std::uint64_t set) {
  std::vector<int> list;
  for (int s = 0; s < kSymmetries; ++s)
    if (set >> s & 1) list.push_back(s);
  return list;
}

// Few elements that generate a group of symmetries: each one that those before it do not.
std::vector<Symmetry> generators(std::uint64_t group) {
  std::vector<Symmetry> chosen;
  std::uint64_t closure = 1;
  for (const int s : members(group)) {
    if (closure >> s & 1) continue;
    chosen.push_back(static_cast<Symmetry>(s));
    for (std::uint64_t before = 0; before != closure;) {
      before = closure;
      for (const int a : members(before))
        for (const Symmetry g : chosen) closure |= std::uint64_t{1} << symmetry_product(static_cast<Symmetry>(a), g);
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

std::string json_of(const Cube& cube, const std::vector<std::string>& notes) {
  Json json;
  json["facelets"] = to_facelets(cube);
  json["notes"] = notes;
  json["parity"] = parity_name(corner_parity(cube));
  json["order"] = order(cube);
  json["symmetries"] = members(symmetries_of(cube));
  json["antisymmetries"] = members(antisymmetries_of(cube));
  json["in_g1"] = in_g1(cube);
  json["coordinates"] = Json::object();
  for (const NamedValue& v : values(cube)) {
    Json& entry = json["coordinates"][std::string(v.name)];
    entry["value"] = v.value ? Json(*v.value) : Json(nullptr);
    entry["size"] = v.size;
  }
  for (const SymValue& v : sym_values(cube))
    json["sym_coordinates"][v.name] = {
        {"class", v.cls}, {"symmetry", v.symmetry}, {"sym", v.sym}, {"classes", v.classes}};
  return json.dump() + "\n";
}

ExitCode show(const Options& options) {
  bool first = true;
  return for_each_cube(options.cubes, options.read, [&](const Cube& cube, const std::vector<std::string>& notes) {
    if (!first && !options.json) print("\n");
    first = false;
    print(options.json ? json_of(cube, notes) : text_of(cube));
    flush();
  });
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  arguments.add_flag("--json", options->json, "One JSON object a cube.");
  add_read_options(arguments, options->read);
  arguments.footer(
      "facelets        54 letters, faces U R F D L B, each row by row\n"
      "parity          of the corners' permutation, which is the edges' too\n"
      "order           how often the same moves must be done until the cube is solved\n"
      "symmetries      the rotations and reflections of the cube's body that leave the pattern as it is, of 48,\n"
      "                and some that generate them\n"
      "antisymmetries  those that make it its own inverse\n"
      "in G1           whether U, D, R2, L2, F2 and B2 alone can solve it\n"
      "The rest are the coordinates that solvers use, with the number of their values. Of three of them the\n"
      "sym-coordinate 16*class + symmetry too: values that the 16 symmetries of the UD axis carry to each other are\n"
      "a class, and the symmetry is the one that carries the smallest of them to the cube's.\n"
      "The cube is shown with U up and F in front, however it was held.\n"
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
