// superflip coord table: a pruning table over a coordinate, kept in a file.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

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
  return fail(fmt::format("'{}' bits an entry are not possible: expected 8, 4 or 2 (distances mod 3)", text));
}

ExitCode table(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  auto planned = make_plan(*coordinate, options.graph);
  if (!planned) return kBadInput;
  const auto& steps = planned->moves->steps();
  if (options.packing == TablePacking::mod3 &&
      std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.cost != 1; })) {
    say("--bits 2 keeps distances mod 3, which tells nothing of moves that cost 2: use 4 or 8");
    return kBadInput;
  }
  const auto store = find_store();
  if (!store) {
    say(store.error().message);
    return kSystemFailed;
  }
  std::vector<Fact> facts = facts_of(*planned, options.graph);
  Json json = json_of(*planned, options.graph);
  std::shared_ptr<const SchreierGraph> graph;
  std::optional<DistanceTable> made;
  std::chrono::duration<double> seconds{};
  bool was_there = false;
  {
    ProgressBar progress;
    const Progress tell = progress.callback();
    if (tell) tell("classes", 0);
    graph = std::make_shared<const SchreierGraph>(std::move(*planned), options.graph.threads);
    was_there = store->load(DistanceTable::identity(*graph, options.packing)).has_value();
    const auto begun = std::chrono::steady_clock::now();
    made = DistanceTable::make(graph, options.packing, options.graph.threads, tell, &*store);
    seconds = std::chrono::steady_clock::now() - begun;
  }
  const std::string file = DistanceTable::identity(*graph, options.packing).name;
  if (!store->load(DistanceTable::identity(*graph, options.packing))) {
    say("the table could not be saved");
    return kSystemFailed;
  }
  const double rate = static_cast<double>(graph->entries()) / seconds.count() / options.graph.threads;
  facts.push_back({"entries", std::to_string(graph->entries())});
  facts.push_back({"bits", std::to_string(bits(options.packing))});
  facts.push_back({"bytes", std::to_string(made->bytes())});
  facts.push_back({"deepest", std::to_string(made->distribution().entries.size() - 1)});
  facts.push_back({"file", (store->folder() / (file + ".table")).string()});
  if (options.json) {
    json["entries"] = graph->entries();
    json["bits"] = bits(options.packing);
    json["bytes"] = made->bytes();
    json["deepest"] = made->distribution().entries.size() - 1;
    json["file"] = (store->folder() / (file + ".table")).string();
    json["made"] = !was_there;
    if (!was_there) json["seconds"] = seconds.count();
    print(json.dump() + "\n");
    return kOk;
  }
  print(lines_of(facts));
  tell(was_there
           ? "it was there"
           : fmt::format("made in {:.2f} s; {:.1f} million entries a second and core; {} of memory, {:.2f} bytes an "
                         "entry",
                         seconds.count(), rate / 1e6, human_bytes(peak_memory()),
                         static_cast<double>(peak_memory()) / static_cast<double>(graph->entries())));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_graph_options(arguments, options->graph);
  add_parsed(arguments, "--bits", options->packing, parse_bits,
             "An entry: 8 (exact), 4 (14 is 14 or more; default), 2 (mod 3).")
      .type_name("8|4|2");
  arguments.add_flag("--json", options->json, "One JSON object.");
  static const std::string footer =
      "The file lies beside the other tables (superflip tables), and coord solve uses it.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord table DominoReduction\n"
      "  superflip coord table Corners --bits 2";
  arguments.footer(footer);
  return [options] { return table(*options); };
}

const Registration registered{{555, "coord table", "Make a table of distances and keep it in a file", add}};

}  // namespace

}  // namespace superflip::cli::coord
