// superflip coord compatible: which symmetries act on which coordinates (kociemba.org/symmetric.htm).
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "superflip/coordinate/admissible.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::vector<std::string> coordinates;
  GraphOptions graph;
  bool json = false;
};

ExitCode compatible(Options options) {
  if (options.coordinates.empty())
    options.coordinates = {"CornerOrientation", "EdgeOrientation", "CornerPermutation",     "UDSlice",
                           "UDSliceSorted",     "FlipUDSlice",     "Phase2EdgePermutation", "EdgeOrientationSymmetric"};
  std::vector<AnyCoordinate> coordinates;
  for (const std::string& text : options.coordinates) {
    const auto described = read_coordinate(text);
    if (!described) return kBadInput;
    GraphOptions of = options.graph;
    if (text == "Phase2EdgePermutation" && of.moves == "all") of.moves = "G1";  // where it is defined
    const auto coordinate = reached_by(*described, of);
    if (!coordinate) return kBadInput;
    coordinates.push_back(*coordinate);
  }
  Json json = Json::array();
  const auto yes = [](bool is) { return is ? "yes" : "no"; };
  if (!options.json)
    print(fmt::format("{:<28}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}  {}\n", "coordinate", "all", "UD16", "URF3", "F2", "U4",
                      "LR2", "largest group"));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string& text = options.coordinates[i];
    const std::uint64_t set = admitted(coordinates[i]);
    const SymmetryGroup group(set);
    const auto has = [&](std::uint64_t bits) { return (bits & ~set) == 0; };
    const auto is = [&](Symmetry s) { return yes(group.contains(s)); };
    if (options.json)
      json.push_back({{"coordinate", text},
                      {"all", has(kAll48.bits())},
                      {"UD16", has(kUd16.bits())},
                      {"order", group.order()},
                      {"group", to_string(group)}});
    else
      print(fmt::format("{:<28}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}  {} ({})\n", text, yes(has(kAll48.bits())),
                        yes(has(kUd16.bits())), is(16), is(8), is(2), is(1), to_string(group), group.order()));
  }
  if (options.json) print(json.dump() + "\n");
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments.add_option("COORDINATE", options->coordinates, "Names or descriptions. Default: the source's.")
      .option_text("...");
  arguments
      .add_option("--moves", options->graph.moves,
                  "Inside the group that these generate. Default: all; G1 for phase 2.")
      .option_text("MOVES");
  arguments.add_flag("--json", options->json, "The table as JSON.");
  static const std::string footer =
      "A symmetry S acts on a coordinate, the cosets of H, when S^-1 * H * S = H: computed, not\n"
      "assumed. Asked are all 48, the 16 that keep the UD axis, and the four generators.\n"
      "\n" +
      std::string(kDescriptions) +
      "\n"
      "Examples:\n"
      "  superflip coord compatible\n"
      "  superflip coord compatible \"edges: slice\" Cross";
  arguments.footer(footer);
  return [options] { return compatible(*options); };
}

const Registration registered{{557, "coord compatible", "Which symmetries act on which coordinates", add}};

}  // namespace

}  // namespace superflip::cli::coord
