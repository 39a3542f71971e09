// superflip coord compatible: which symmetries act on which coordinates (kociemba.org/symmetric.htm).
#include <fmt/format.h>

#include <algorithm>

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
    options.coordinates = {"CornerOrientation", "EdgeOrientation",       "UDSlice",       "FlipUDSlice",
                           "CornerPermutation", "Phase2EdgePermutation", "UDSliceSorted", "EdgeOrientationSymmetric"};
  std::vector<Product> coordinates;
  for (const std::string& text : options.coordinates) {
    const auto described = read_coordinate(text);
    if (!described) return kBadInput;
    const auto coordinate = reached_by(*described, options.graph);
    if (!coordinate) return kBadInput;
    coordinates.push_back(*coordinate);
  }
  Json rows = Json::array();
  const auto yes = [](bool is) { return is ? "yes" : "no"; };
  std::size_t width = 26;
  for (const std::string& text : options.coordinates) width = std::max(width, text.size() + 1);
  if (!options.json)
    print(fmt::format("{:<{}}{:>5}{:>6}{:>6}{:>5}{:>5}{:>5}{:>9}  {:<19}{}\n", "coordinate", width, "all", "UD16",
                      "URF3", "F2", "U4", "LR2", "classes", "largest group", "used in"));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string& text = options.coordinates[i];
    const std::uint64_t set = admitted(coordinates[i]);
    const SymmetryGroup group(set);
    const auto has = [&](std::uint64_t bits) { return (bits & ~set) == 0; };
    const auto is = [&](int s) { return yes(group.contains(Symmetry(s))); };
    // For larger coordinates use `coord classes`, which may take longer.
    constexpr Index kQuickly = Index{1} << 24;
    std::optional<std::uint64_t> classes;
    if (has(kUd16.bits()) && coordinates[i].size() <= kQuickly)
      classes = count_classes(coordinates[i], kUd16, false)->classes;
    const CatalogueEntry* const entry = find_in_catalogue(text);
    const std::string_view used_in = entry != nullptr ? entry->used_in : std::string_view();
    if (options.json) {
      Json row{{"coordinate", text},
               {"all", has(kAll48.bits())},
               {"UD16", has(kUd16.bits())},
               {"group", to_string(group)},
               {"group_order", group.order()}};
      if (classes) row["classes"] = *classes;
      if (!used_in.empty()) row["used_in"] = used_in;
      rows.push_back(std::move(row));
    } else {
      print(fmt::format("{:<{}}{:>5}{:>6}{:>6}{:>5}{:>5}{:>5}{:>9}  {:<19}{}\n", text, width, yes(has(kAll48.bits())),
                        yes(has(kUd16.bits())), is(16), is(8), is(2), is(1), classes ? std::to_string(*classes) : "-",
                        fmt::format("{} ({})", to_string(group), group.order()), used_in.empty() ? "-" : used_in));
    }
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
      R"(A symmetry S acts on a coordinate, the cosets of H, when S^-1 * H * S = H. This is computed, not
assumed. The columns say whether all 48 symmetries act, whether the 16 act that keep the UD axis, and which
of the generators URF3, F2, U4 and LR2 act; then the number of classes under the 16, and which solvers of
Cube Explorer use them (kociemba.org/symmetric.htm). Only the values that --moves reach count.

)" + std::string(kDescriptions) +
      kMoveSets +
      "\n"
      "Examples:\n"
      "  superflip coord compatible\n"
      "  superflip coord compatible \"edges: slice\" Cross";
  arguments.footer(footer);
  return [options] { return compatible(*options); };
}

const Registration registered{{558, "coord compatible", "Which symmetries act on which coordinates", add}};

}  // namespace

}  // namespace superflip::cli::coord
