// superflip coord distribution: the number of values of a coordinate at each distance from the goal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  GraphOptions graph;
  std::size_t antipodes = 0;
  std::optional<int> depth;
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
  const auto marks = std::lround(static_cast<double>(count) / static_cast<double>(most) * kWidth);
  return std::string(static_cast<std::size_t>(std::max(marks, count > 0 ? 1L : 0L)), '#');
}

struct Sums {
  std::uint64_t entries = 0;
  std::uint64_t values = 0;
  std::uint64_t classes = 0;
  double mean_distance = 0;
};

Sums sums_of(const Distribution& found) {
  Sums sums;
  long double distances = 0;
  for (std::size_t d = 0; d < found.values.size(); ++d) {
    sums.entries += found.entries[d];
    sums.values += found.values[d];
    sums.classes += found.classes[d];
    distances += static_cast<long double>(d) * static_cast<long double>(found.values[d]);
  }
  sums.mean_distance = static_cast<double>(distances / static_cast<long double>(sums.values));
  return sums;
}

void print_csv(const Distribution& found) {
  print("distance,values,entries,classes\n");
  for (std::size_t d = 0; d < found.values.size(); ++d)
    print(fmt::format("{},{},{},{}\n", d, found.values[d], found.entries[d], found.classes[d]));
}

void print_text(const Distribution& found, const Sums& sums, std::uint64_t values) {
  const auto line = [](const auto& distance, const auto& value, const auto& cls, const auto& entry) {
    return fmt::format("{:>8}{:>16}{:>14}{:>14}", distance, value, cls, entry);
  };
  print("\n" + line("distance", "values", "classes", "entries") + "\n");
  const std::uint64_t most = *std::max_element(found.values.begin(), found.values.end());
  for (std::size_t d = 0; d < found.values.size(); ++d)
    print(fmt::format("{}  {}\n", line(d, found.values[d], found.classes[d], found.entries[d]),
                      bar(found.values[d], most)));
  print(line("sum", sums.values, sums.classes, sums.entries) + "\n");
  print(fmt::format("\nmean distance {:.4f}{}\n", sums.mean_distance,
                    sums.values == values ? "" : fmt::format("; {} values cannot be reached", values - sums.values)));
}

std::string line_of(const Level& level) {
  return fmt::format("{:>8}{:>22}{:>14}{:>14}{:>24}\n", level.distance, level.values, level.classes, level.symmetric,
                     to_decimal(level.words));
}

// Why the count ended before the depth that was asked for; empty if it did not.
std::string why_ended(const Levels& found, const Options& options) {
  const std::size_t next = found.levels.size();
  switch (found.end) {
    case LevelsEnd::depth:
      return {};
    case LevelsEnd::complete:
      return "there are no values farther away";
    case LevelsEnd::memory:
      return fmt::format("the values at distance {} do not fit into the memory that {}", next,
                         options.graph.memory != 0 ? "is allowed (--memory)" : "is free");
    case LevelsEnd::stopped:
      return fmt::format("interrupted while the values at distance {} were counted", next);
  }
  return {};
}

Json json_of(const Levels& found, const LevelsSpec& spec, const Options& options) {
  Json json{{"coordinate", spec.coordinate.name()},
            {"values", json_count(spec.coordinate.size())},
            {"moves_allowed", text_of_moves(*spec.moves, options.graph)},
            {"steps", spec.moves->size()},
            {"goal_values", spec.goals.size()},
            {"group", to_string(found.group)},
            {"group_order", found.group.order()},
            {"inversion", found.inversion}};
  add_unit(json, options.graph.metric, spec.moves.get());
  for (const char* list :
       {"distribution", "distribution_of_classes", "distribution_of_symmetric_values", "canonical_words"})
    json[list] = Json::array();
  for (const Level& level : found.levels) {
    json["distribution"].push_back(level.values);
    json["distribution_of_classes"].push_back(level.classes);
    json["distribution_of_symmetric_values"].push_back(level.symmetric);
    json["canonical_words"].push_back(level.words >> 64 == 0 ? Json(static_cast<std::uint64_t>(level.words)) : Json());
  }
  json["complete"] = found.end == LevelsEnd::complete;
  return json;
}

// Counts level by level, without a table.
ExitCode levels(const Options& options) {
  auto goal = read_goal(options.coordinate, options.graph);
  if (!goal) return kBadInput;
  const auto moves = read_moves_of_table(options.graph, goal->coordinate.within, centres_of(goal->coordinate));
  if (!moves) return kBadInput;
  const std::uint64_t memory = options.graph.memory != 0 ? options.graph.memory : available_memory() / 10 * 9;
  const LevelsSpec spec{goal->coordinate,      moves,          goal->goals, goal->group,
                        options.graph.inverse, *options.depth, memory};
  const bool is_text = !options.json && !options.csv;
  if (is_text) {
    print(lines_of({{"coordinate", spec.coordinate.name()},
                    {"values", count_of(spec.coordinate.size())},
                    {"moves", fmt::format("{}, {} steps, {}", text_of_moves(*moves, options.graph), moves->size(),
                                          moves->is_priced() ? "costs" : name(options.graph.metric))}}));
    print(fmt::format("\n{:>8}{:>22}{:>14}{:>14}{:>24}\n", "distance", "values", "classes", "symmetric",
                      "canonical words"));
  }
  if (options.csv) print("distance,values,classes,symmetric,canonical_words\n");
  catch_interrupts();
  ProgressBar bar;
  const auto begin = Clock::now();
  const auto found = count_levels(
      spec, options.graph.threads,
      [&](const Level& level) {
        bar.wipe();
        if (is_text) print(line_of(level));
        if (options.csv)
          print(fmt::format("{},{},{},{},{}\n", level.distance, level.values, level.classes, level.symmetric,
                            to_decimal(level.words)));
        flush();
      },
      bar.callback(), &interrupted());
  bar.wipe();
  if (!found) {
    say(found.error().message);
    return exit_code(found.error());
  }
  if (options.json) {
    Json json = json_of(*found, spec, options);
    json["seconds"] = in_seconds(Clock::now() - begin);
    json["peak_bytes"] = peak_memory();
    print_json(json);
  }
  if (is_text)
    print(
        fmt::format("\nA class is the values that {} symmetries ({}){} carry to each other. A symmetric value is one\n"
                    "that a symmetry other than the identity carries to itself.\n",
                    found->group.order(), to_string(found->group), found->inversion ? " and inversion" : ""));
  if (const std::string why = why_ended(*found, options); !why.empty()) say(why);
  return found->end == LevelsEnd::stopped ? kInterrupted : kOk;
}

ExitCode distribution(const Options& options) {
  if (options.depth) return levels(options);
  const Purpose purpose = options.antipodes > 0 ? Purpose::table : Purpose::counts;
  auto planned = make_plan(options.coordinate, options.graph, purpose);
  if (!planned) return kBadInput;
  const std::vector<Fact> facts = facts_of(*planned, options.graph);
  Json json = json_of(*planned, options.graph);
  const std::uint64_t values = planned->values();
  constexpr std::uint64_t kMuch = 100'000'000;
  if (const std::uint64_t bytes =
          purpose == Purpose::table ? planned->estimated_bytes() : planned->estimated_bytes_to_count();
      bytes > kMuch)
    say(fmt::format("the table has about {} entries, which need {} of memory", planned->estimated_entries(),
                    human_bytes(bytes)));
  const std::optional<TablePacking> packing =
      purpose == Purpose::table ? std::optional(TablePacking::bytes) : std::nullopt;
  const auto made = make_table(std::move(*planned), packing, options.graph.threads);
  if (!made) {
    say(made.error().message);
    return exit_code(made.error());
  }
  const Distribution& found = made->distribution;
  const Sums sums = sums_of(found);
  const std::vector<std::string> words =
      made->table ? antipodes_of(*made->table, options.antipodes) : std::vector<std::string>();
  if (options.json) {
    json["reached"] = sums.values;
    json["classes"] = sums.classes;
    json["entries"] = sums.entries;
    json["mean_distance"] = rounded(sums.mean_distance, 6);
    json["distribution"] = found.values;
    json["distribution_of_classes"] = found.classes;
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
  add_number(
      arguments, "--depth", options->depth, 0, kMaxLevels,
      "Count only up to this distance, without a table: for coordinates with too\nmany values for one. Each count "
      "is printed when it is complete.")
      .excludes("--antipodes")
      .excludes("--fold");
  const Option json = arguments.add_flag("--json", options->json, "A line of JSON.");
  arguments.add_flag("--csv", options->csv, "Lines of distance,values,entries,classes.")
      .excludes(json)
      .excludes("--antipodes");
  static const std::string footer =
      R"(Each value is counted. A class is all the values that the symmetries of the table (--symmetry) carry to
each other. Entries are those of the table: a class of the folded part with a value of the rest, so that
some classes have several. With --depth there is no table and so there are no entries. Instead it prints how
many values have a symmetry, and how many canonical words of each length there are: words in which commuting
moves are in order and no neighbours could be fewer or cheaper moves. With --inverse classes are also up to
inversion.

)" + std::string(kDescriptions) +
      kMoveSets + kSymmetryGroups +
      R"(
Examples:
  superflip coord distribution DominoReduction           phase 1: 2,217,093,120 values
  superflip coord distribution Corners --moves "U R F"   the 2x2x2
  superflip coord distribution Cube --moves squares      the square group
  superflip coord distribution Cross --antipodes 3
  superflip coord distribution Cube --depth 7            1, 18, 243, 3240, 43239, 574908, ...
  superflip coord distribution Cube --depth 7 --inverse  classes under symmetry and inversion
  superflip coord distribution "CornerPermutation * edges: slice" --moves G1 --goal squares)";
  arguments.footer(footer);
  return [options] { return distribution(*options); };
}

const Registration registered{{555, "coord distribution", "The number of values at each distance from the goal", add}};

}  // namespace

}  // namespace superflip::cli::coord
