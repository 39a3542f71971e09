// superflip coord table: a pruning table over a coordinate, kept in a file.
#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  GraphOptions graph;
  TablePacking packing = TablePacking::nibbles;
  bool json = false;
};

Expected<TablePacking> parse_bits(std::string_view text) {
  for (const TablePacking packing : {TablePacking::bytes, TablePacking::nibbles, TablePacking::mod3})
    if (text == std::to_string(bits(packing))) return packing;
  return fail(fmt::format("'{}' is not a number of bits per entry: expected 8, 4 or 2 (distances mod 3)", text));
}

ExitCode table(const Options& options) {
  auto planned = make_plan(options.coordinate, options.graph);
  if (!planned) return kBadInput;
  const auto& steps = planned->moves->steps();
  if (options.packing == TablePacking::mod3 &&
      std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.cost != 1; })) {
    say("--bits 2 stores distances mod 3, which cannot be used with moves that count as two: use 4 or 8");
    return kBadInput;
  }
  const auto store = find_store();
  if (!store) {
    say(store.error().message);
    return kSystemFailed;
  }
  std::vector<Fact> facts = facts_of(*planned, options.graph);
  Json json = json_of(*planned, options.graph);
  const auto made = make_table(std::move(*planned), options.packing, options.graph.threads, &*store);
  if (!made) {
    say(made.error().message);
    return exit_code(made.error());
  }
  const TableIdentity identity = DistanceTable::identity(*made->graph, options.packing);
  if (!store->has(identity)) {
    say(
        fmt::format("the table could not be saved in {}; set SUPERFLIP_CACHE to a folder of yours on a disk with "
                    "more space",
                    text::escaped(store->folder().string(), 4096)));
    return kSystemFailed;
  }
  const std::uint64_t entries = made->graph->entries();
  const std::size_t deepest = made->distribution.entries.size() - 1;
  const std::string file = (store->folder() / (identity.name + ".table")).string();
  if (options.json) {
    json["entries"] = entries;
    json["bits"] = bits(options.packing);
    json["bytes"] = made->table->bytes();
    json["deepest"] = deepest;
    json["file"] = file;
    json["made"] = !made->was_there;
    if (!made->was_there) json["seconds"] = in_seconds(made->all);
    print_json(json);
    return kOk;
  }
  facts.push_back({"entries", std::to_string(entries)});
  facts.push_back({"bits", std::to_string(bits(options.packing))});
  facts.push_back({"bytes", std::to_string(made->table->bytes())});
  facts.push_back({"deepest", std::to_string(deepest)});
  facts.push_back({"file", text::escaped(file, 4096)});
  print(lines_of(facts));
  tell(made->was_there ? "the table was there already"
                       : "made in " + costs_of(entries, made->search, made->all, options.graph.threads));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_graph_options(arguments, options->graph);
  add_parsed(arguments, "--bits", options->packing, parse_bits,
             "The bits of an entry: 8 (exact distances), 4 (14 means 14 or more;\ndefault) or 2 (distances mod 3).")
      .type_name("8|4|2");
  arguments.add_flag("--json", options->json, "A line of JSON.");
  static const std::string footer =
      "The file is kept with the other tables (superflip tables). coord solve uses it only if it has 4 bits an entry.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord table DominoReduction\n"
      "  superflip coord table Corners --bits 2";
  arguments.footer(footer);
  return [options] { return table(*options); };
}

const Registration registered{{556, "coord table", "Make a table of distances and keep it in a file", add}};

}  // namespace

}  // namespace superflip::cli::coord
