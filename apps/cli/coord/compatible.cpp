// superflip coord compatible: which symmetries act on which coordinates (kociemba.org/symmetric.htm).
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

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
    if (text == "Phase2EdgePermutation" && !of.moves) of.moves = "G1";  // where it is defined
    const auto coordinate = reached_by(*described, of);
    if (!coordinate) return kBadInput;
    coordinates.push_back(*coordinate);
  }
  Json rows = Json::array();
  const auto yes = [](bool is) { return is ? "yes" : "no"; };
  if (!options.json)
    print(fmt::format("{:<28}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}  {}\n", "coordinate", "all", "UD16", "URF3", "F2", "U4",
                      "LR2", "largest group"));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string& text = options.coordinates[i];
    const std::uint64_t set = admitted(coordinates[i]);
    const SymmetryGroup group(set);
    const auto has = [&](std::uint64_t bits) { return (bits & ~set) == 0; };
    const auto is = [&](int s) { return yes(group.contains(Symmetry(s))); };
    if (options.json)
      rows.push_back({{"coordinate", text},
                      {"all", has(kAll48.bits())},
                      {"UD16", has(kUd16.bits())},
                      {"group", to_string(group)},
                      {"group_order", group.order()}});
    else
      print(fmt::format("{:<28}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}  {} ({})\n", text, yes(has(kAll48.bits())),
                        yes(has(kUd16.bits())), is(16), is(8), is(2), is(1), to_string(group), group.order()));
  }
  if (options.json) print_json({{"coordinates", rows}});
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments
      .add_option("COORDINATE", options->coordinates,
                  "Names or descriptions in quotes. Default: the eight of the table on\nkociemba.org/symmetric.htm.")
      .option_text("...");
  add_moves(arguments, options->graph.moves);
  arguments.add_flag("--json", options->json, "The table as a line of JSON.");
  static const std::string footer =
      "A symmetry S acts on a coordinate, the cosets of H, when S^-1 * H * S = H. This is computed, not\n"
      "assumed. The columns say whether these act: all 48 symmetries, the 16 that keep the UD axis, and each\n"
      "of the generators URF3, F2, U4 and LR2 of the 48. Only the values that --moves reach count. For\n"
      "Phase2EdgePermutation the default is G1, because it is not defined elsewhere.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets +
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
