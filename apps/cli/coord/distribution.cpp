// superflip coord distribution: how many values of a coordinate are how far from the goal.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/cube/algorithm.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  GraphOptions graph;
  std::size_t antipodes = 0;
  bool json = false;
  bool csv = false;
};

// Words that bring the solved cube to the deepest positions, the first of them.
std::vector<std::string> antipodes_of(const DistanceTable& table, std::size_t most) {
  std::vector<std::string> words;
  const MoveSet& moves = table.graph().move_set();
  for (const GraphEntry& entry : table.deepest(most)) {
    const auto word = table.word(table.graph().to_cube(entry));
    std::string text;
    for (auto step = word->rbegin(); step != word->rend(); ++step)
      text += (text.empty() ? "" : " ") + moves[moves.inverse(*step)].name;
    words.push_back(text);
  }
  return words;
}

std::string bar(std::uint64_t count, std::uint64_t most) {
  constexpr int kWidth = 40;
  const auto marks = static_cast<int>(static_cast<double>(count) / static_cast<double>(most) * kWidth + 0.5);
  return std::string(static_cast<std::size_t>(std::max(marks, count > 0 ? 1 : 0)), '#');
}

ExitCode distribution(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  auto planned = make_plan(*coordinate, options.graph);
  if (!planned) return kBadInput;
  const std::vector<Fact> facts = facts_of(*planned, options.graph);
  Json json = json_of(*planned, options.graph);
  const std::uint64_t values = planned->values();
  if (const std::uint64_t bytes = planned->estimated_bytes(); bytes > 100'000'000)
    say(fmt::format("about {} entries, {} of memory", planned->estimated_entries(), human_bytes(bytes)));
  const auto begun = std::chrono::steady_clock::now();
  std::shared_ptr<const SchreierGraph> graph;
  std::optional<DistanceTable> table;
  std::chrono::duration<double> search{};
  {
    ProgressBar progress;
    const Progress tell = progress.callback();
    if (tell) tell("classes", 0);
    graph = std::make_shared<const SchreierGraph>(std::move(*planned), options.graph.threads);
    const auto folded = std::chrono::steady_clock::now();
    table = DistanceTable::make(graph, TablePacking::bytes, options.graph.threads, tell);
    search = std::chrono::steady_clock::now() - folded;
  }
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begun;
  const Distribution& found = table->distribution();
  std::uint64_t entries = 0;
  std::uint64_t reached = 0;
  long double sum = 0;
  for (std::size_t d = 0; d < found.values.size(); ++d) {
    entries += found.entries[d];
    reached += found.values[d];
    sum += static_cast<long double>(d) * static_cast<long double>(found.values[d]);
  }
  const double mean = static_cast<double>(sum / static_cast<long double>(reached));
  const double rate = static_cast<double>(entries) / search.count() / options.graph.threads;
  const std::vector<std::string> words = antipodes_of(*table, options.antipodes);

  if (options.json) {
    json["reached"] = reached;
    json["entries"] = entries;
    json["mean"] = mean;
    json["distribution"] = found.values;
    json["distribution_of_entries"] = found.entries;
    if (options.antipodes > 0) json["antipodes"] = words;
    json["seconds"] = all.count();
    json["entries_per_second_and_core"] = rate;
    json["peak_bytes"] = peak_memory();
    print(json.dump() + "\n");
    return kOk;
  }
  if (options.csv) {
    print("distance,values,entries\n");
    for (std::size_t d = 0; d < found.values.size(); ++d)
      print(fmt::format("{},{},{}\n", d, found.values[d], found.entries[d]));
    return kOk;
  }
  print(lines_of(facts));
  print(fmt::format("\n{:>8}{:>16}{:>14}\n", "distance", "values", "entries"));
  const std::uint64_t most = *std::max_element(found.values.begin(), found.values.end());
  for (std::size_t d = 0; d < found.values.size(); ++d)
    print(fmt::format("{:>8}{:>16}{:>14}  {}\n", d, found.values[d], found.entries[d], bar(found.values[d], most)));
  print(fmt::format("{:>8}{:>16}{:>14}\n", "sum", reached, entries));
  print(fmt::format("\nmean distance {:.4f}{}\n", mean,
                    reached == values ? "" : fmt::format("; {} values cannot be reached", values - reached)));
  for (const std::string& word : words) print(fmt::format("{} away: {}\n", found.values.size() - 1, word));
  tell(fmt::format("{:.2f} s; {:.1f} million entries a second and core; {} of memory, {:.2f} bytes an entry",
                   all.count(), rate / 1e6, human_bytes(peak_memory()),
                   static_cast<double>(peak_memory()) / static_cast<double>(entries)));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_graph_options(arguments, options->graph);
  add_number(arguments, "--antipodes", options->antipodes, 0, 1'000'000,
             "Show N of the deepest positions, as words that lead there.");
  const Option json = arguments.add_flag("--json", options->json, "One JSON object.");
  arguments.add_flag("--csv", options->csv, "Lines of distance,values,entries.").excludes(json).excludes("--antipodes");
  static const std::string footer =
      "Values are counted one by one; entries are those of the table, up to symmetry.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord distribution DominoReduction           phase 1: 2,217,093,120 values\n"
      "  superflip coord distribution Corners --moves \"U R F\"   the 2x2x2\n"
      "  superflip coord distribution Cube --moves squares      the square group\n"
      "  superflip coord distribution Cross --antipodes 3\n"
      "  superflip coord distribution \"CornerPermutation * edges: slice\" --moves G1 --goal squares";
  arguments.footer(footer);
  return [options] { return distribution(*options); };
}

const Registration registered{{554, "coord distribution", "How many values are how far from the goal", add}};

}  // namespace

}  // namespace superflip::cli::coord
