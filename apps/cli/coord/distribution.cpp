// superflip coord distribution: the number of values of a coordinate at each distance from the goal.
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
  std::size_t antipodes = 0;
  bool json = false;
  bool csv = false;
};

// Words that bring the solved cube to the first of the deepest positions.
std::vector<std::string> antipodes_of(const DistanceTable& table, std::size_t most) {
  std::vector<std::string> words;
  const MoveSet& moves = table.graph().move_set();
  for (const GraphEntry& entry : table.deepest(most)) {
    const auto word = table.word(table.graph().to_cube(entry));
    if (!word) continue;  // cannot happen: the entry has a distance
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

struct Sums {
  std::uint64_t entries = 0;
  std::uint64_t values = 0;
  double mean_distance = 0;
};

Sums sums_of(const Distribution& found) {
  Sums sums;
  long double distances = 0;
  for (std::size_t d = 0; d < found.values.size(); ++d) {
    sums.entries += found.entries[d];
    sums.values += found.values[d];
    distances += static_cast<long double>(d) * static_cast<long double>(found.values[d]);
  }
  sums.mean_distance = static_cast<double>(distances / static_cast<long double>(sums.values));
  return sums;
}

void print_csv(const Distribution& found) {
  print("distance,values,entries\n");
  for (std::size_t d = 0; d < found.values.size(); ++d)
    print(fmt::format("{},{},{}\n", d, found.values[d], found.entries[d]));
}

void print_text(const Distribution& found, const Sums& sums, std::uint64_t values) {
  print(fmt::format("\n{:>8}{:>16}{:>14}\n", "distance", "values", "entries"));
  const std::uint64_t most = *std::max_element(found.values.begin(), found.values.end());
  for (std::size_t d = 0; d < found.values.size(); ++d)
    print(fmt::format("{:>8}{:>16}{:>14}  {}\n", d, found.values[d], found.entries[d], bar(found.values[d], most)));
  print(fmt::format("{:>8}{:>16}{:>14}\n", "sum", sums.values, sums.entries));
  print(fmt::format("\nmean distance {:.4f}{}\n", sums.mean_distance,
                    sums.values == values ? "" : fmt::format("; {} values cannot be reached", values - sums.values)));
}

ExitCode distribution(const Options& options) {
  auto planned = make_plan(options.coordinate, options.graph);
  if (!planned) return kBadInput;
  const std::vector<Fact> facts = facts_of(*planned, options.graph);
  Json json = json_of(*planned, options.graph);
  const std::uint64_t values = planned->values();
  if (const std::uint64_t bytes = planned->estimated_bytes(); bytes > 100'000'000)
    say(fmt::format("the table has about {} entries and takes {} of memory", planned->estimated_entries(),
                    human_bytes(bytes)));
  const auto made = make_table(std::move(*planned), TablePacking::bytes, options.graph.threads);
  if (!made) {
    say(made.error().message);
    return exit_code(made.error());
  }
  const Distribution& found = made->table.distribution();
  const Sums sums = sums_of(found);
  const std::vector<std::string> words = antipodes_of(made->table, options.antipodes);
  if (options.json) {
    json["reached"] = sums.values;
    json["entries"] = sums.entries;
    json["mean_distance"] = rounded(sums.mean_distance, 6);
    json["distribution"] = found.values;
    json["distribution_of_entries"] = found.entries;
    if (options.antipodes > 0) json["antipodes"] = words;
    json["seconds"] = in_seconds(made->all);
    if (const auto rate = entries_per_second(sums.entries, made->search, options.graph.threads))
      json["entries_per_second_and_thread"] = *rate;
    json["peak_bytes"] = peak_memory();
    print_json(json);
    return kOk;
  }
  if (options.csv) {
    print_csv(found);
    return kOk;
  }
  print(lines_of(facts));
  print_text(found, sums, values);
  for (const std::string& word : words) print(fmt::format("{} away: {}\n", found.values.size() - 1, word));
  tell(costs_of(sums.entries, made->search, made->all, options.graph.threads));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_graph_options(arguments, options->graph);
  add_number(arguments, "--antipodes", options->antipodes, 0, 1'000'000,
             "Show N of the values that are farthest from the goal, each as a word\nthat leads there.");
  const Option json = arguments.add_flag("--json", options->json, "A line of JSON.");
  arguments.add_flag("--csv", options->csv, "Lines of distance,values,entries.").excludes(json).excludes("--antipodes");
  static const std::string footer =
      "Each value is counted. Entries are those of the table; an entry stands for all values that\n"
      "symmetries carry to each other.\n"
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

const Registration registered{{555, "coord distribution", "The number of values at each distance from the goal", add}};

}  // namespace

}  // namespace superflip::cli::coord
