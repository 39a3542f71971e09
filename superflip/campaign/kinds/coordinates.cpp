// Campaigns of coordinates: each task is a coordinate, by its name in the catalogue or in words; its result is the
// number of its values at each distance, of all distances or of the first ones, or the figures of its pruning table.
//
// The check counts the values again by a plain search from the goal: a set of the values that were met, cubes that are
// multiplied by the moves, and no symmetries, no tables and no packing. Where there are more values than kMostMet, only
// the first distances are counted again.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_set>

#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/base/text.h"
#include "superflip/campaign/detail/found_result.h"
#include "superflip/campaign/detail/option_reader.h"
#include "superflip/campaign/kind.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/cube/names.h"
#include "superflip/engine/coordinate_report.h"
#include "superflip/engine/report.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/levels.h"
#include "superflip/table/schreier_graph.h"

namespace superflip::kinds {
namespace {

using Document = nlohmann::json;

constexpr std::size_t kMostMet = 2'000'000;  // values that the check keeps

struct Options {
  bool is_catalogue = false;
  Metric metric = Metric::htm;
  std::optional<std::string> moves{};
  std::optional<std::string> goal{};
  std::optional<SymmetryGroup> group{};
  std::optional<int> depth{};
  bool is_table = false;
};

struct Hash {
  std::size_t operator()(Uint128 value) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(value >> 64)) *
                                    0x9E3779B97F4A7C15);
  }
};

// How many values are at each distance, as far as kMostMet values and so many distances reach.
struct Count {
  std::vector<std::uint64_t> values;
  bool is_complete = false;
};

Expected<Count> count_plainly(const Description& coordinate, const std::vector<Cube>& goals, const MoveSet& moves,
                              std::size_t distances, const StopFlag* stop) {
  std::unordered_set<Uint128, Hash> met;
  std::vector<std::vector<Cube>> levels(1);
  for (const Cube& goal : goals)
    if (met.insert(coordinate.value_of(goal)).second) levels[0].push_back(goal);
  Count count;
  std::size_t most = 1;  // that a step costs
  for (const Step& step : moves.steps()) most = std::max(most, static_cast<std::size_t>(step.cost));
  std::size_t barren = 0;  // distances without a value since the last one that has some
  while (true) {
    count.values.push_back(levels.back().size());
    if (count.values.size() == distances) return count;
    std::vector<Cube> next;
    const std::size_t distance = levels.size();
    for (const Step& step : moves.steps()) {
      if (distance < static_cast<std::size_t>(step.cost)) continue;
      for (const Cube& cube : levels[distance - static_cast<std::size_t>(step.cost)]) {
        if (is_set(stop)) return fail(ErrorKind::stopped, "the check was stopped");
        const Cube after = cube * step.cube;
        if (!met.insert(coordinate.value_of(after)).second) continue;
        if (met.size() > kMostMet) return count;
        next.push_back(after);
      }
    }
    // What a step of the greatest cost leads to can be that far away.
    barren = next.empty() ? barren + 1 : 0;
    if (barren == most) break;
    levels.push_back(std::move(next));
    if (distance >= most) levels[distance - most] = {};
  }
  while (!count.values.empty() && count.values.back() == 0) count.values.pop_back();
  count.is_complete = true;
  return count;
}

void drop_zeros_at_end(std::vector<std::uint64_t>& counts) {
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
}

class Coordinates final : public Work {
 public:
  explicit Coordinates(Options asked) : asked_(std::move(asked)) {}

  std::optional<std::uint64_t> generated() const override {
    if (!asked_.is_catalogue) return std::nullopt;
    return catalogue().size();
  }

  std::string task(std::uint64_t i) const override { return std::string(catalogue()[i].name); }

  Expected<std::string> read(std::string_view line) const override {
    const auto coordinate = parse_description(line);
    if (!coordinate) return tl::unexpected<Error>(coordinate.error());
    return std::string(line);
  }

  Expected<std::vector<TableIdentity>> prepare(Engine&, const Budget&, const Listener&) const override {
    return std::vector<TableIdentity>{};
  }

  // Tables are made by all threads together.
  Expected<unsigned> at_once(const Engine&, unsigned) const override { return 1; }

  Expected<Json> execute(std::string_view task, Engine& engine, const Budget& budget, const OnPart&,
                         const std::filesystem::path&) const override {
    const auto spec = spec_of(task, budget.stop);
    if (!spec) return tl::unexpected<Error>(spec.error());
    const unsigned threads = budget.threads != 0 ? budget.threads : hardware_threads();
    if (asked_.depth) return levels_of(*spec, threads, budget.stop);
    auto planned = plan(*spec, budget.stop);
    if (!planned) return tl::unexpected<Error>(planned.error());
    const std::uint64_t needed = asked_.is_table ? planned->estimated_bytes() : planned->estimated_bytes_to_count();
    if (needed > spec->memory)
      return fail(ErrorKind::out_of_memory,
                  fmt::format("{} has {} values, which need about {}, and {} are free", planned->name(),
                              planned->values(), human_bytes(needed), human_bytes(spec->memory)));
    Json json = begin(*spec);
    json["group"] = to_string(planned->group);
    json["group_order"] = planned->group.order();
    const auto graph = SchreierGraph::make(*std::move(planned), threads, budget.stop);
    if (!graph) return tl::unexpected<Error>(graph.error());
    if (asked_.is_table) {
      const auto table =
          DistanceTable::make(*graph, TablePacking::nibbles, threads, {}, engine.options().tables.get(), budget.stop);
      if (!table) return tl::unexpected<Error>(table.error());
      add_distribution(json, table->distribution());
      json["bits"] = bits(table->packing());
      json["bytes"] = table->bytes();
      return json;
    }
    const auto counted = count_distances(**graph, threads, {}, budget.stop);
    if (!counted) return tl::unexpected<Error>(counted.error());
    add_distribution(json, *counted);
    return json;
  }

  // A large coordinate needs more than a small one.
  bool needs_differ() const override { return true; }

  Expected<Verdict> verify(std::string_view task, std::string_view result, Engine&,
                           const Budget& budget) const override {
    Verdict verdict;
    const Document found = detail::found_result(result);
    const auto is_count = [](const Document& value) { return value.is_number_unsigned(); };
    const auto list = found.is_object() ? found.value("distribution", Document()) : Document();
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_count)) {
      verdict.wrong = "the result is not the JSON of a distribution";
      return verdict;
    }
    const auto theirs = list.get<std::vector<std::uint64_t>>();
    const auto spec = spec_of(task, budget.stop);
    if (!spec) return tl::unexpected<Error>(spec.error());
    verdict.wrong = check_figures(*spec, found, theirs);
    if (verdict.wrong) return verdict;
    const auto counted = count_plainly(spec->coordinate, spec->goals, *spec->moves,
                                       asked_.depth ? static_cast<std::size_t>(*asked_.depth) + 1 : 0, budget.stop);
    if (!counted) return tl::unexpected<Error>(counted.error());
    verdict.wrong = compare(theirs, *counted, verdict);
    const bool is_whole = counted->is_complete && !asked_.depth;
    verdict.checked.emplace_back(is_whole ? "coordinates counted completely" : "coordinates counted in part", 1);
    return verdict;
  }

  std::vector<Column> columns() const override {
    std::vector<Column> columns{
        {"coordinate", "/coordinate", "text"}, {"values", "/values", "text"}, {"group", "/group", "text"}};
    if (!asked_.depth) {
      for (const char* name : {"reached", "classes", "entries", "deepest"})
        columns.push_back({name, std::string("/") + name, "integer"});
      columns.push_back({"mean_distance", "/mean_distance", "real"});
    }
    if (asked_.is_table) columns.push_back({"bytes", "/bytes", "integer"});
    columns.push_back({"distribution", "/distribution", "integers"});
    return columns;
  }

 private:
  // Whether the figures of a result follow from the task and from its distribution.
  std::optional<std::string> check_figures(const SchreierSpec& spec, const Document& found,
                                           const std::vector<std::uint64_t>& theirs) const {
    const Document asked = Document::parse(begin(spec).dump());
    for (const auto& [key, value] : asked.items())
      if (found.value(key, Document()) != value)
        return fmt::format("\"{}\" is {}, not {}", key, value.dump(), found.value(key, Document()).dump());
    Uint128 sum = 0;
    long double distances = 0;
    for (std::size_t d = 0; d < theirs.size(); ++d) {
      sum += theirs[d];
      distances += static_cast<long double>(d) * static_cast<long double>(theirs[d]);
    }
    if (sum == 0 || sum > spec.coordinate.values()) return "its distribution has more values than there are, or none";
    if (asked_.depth) {
      const auto most = static_cast<std::size_t>(*asked_.depth) + 1;
      if (theirs.size() > most || (theirs.size() < most && found.value("complete", Document()) != true))
        return fmt::format("{} distances were asked for, and it has {}", most, theirs.size());
      return std::nullopt;
    }
    if (found.value("reached", Document()) != static_cast<std::uint64_t>(sum))
      return fmt::format("its distribution adds up to {}, not to {}", static_cast<std::uint64_t>(sum),
                         found.value("reached", Document()).dump());
    if (theirs.back() == 0 || found.value("deepest", Document()) != theirs.size() - 1)
      return "\"deepest\" is not the last distance";
    const auto mean = static_cast<double>(distances / static_cast<long double>(sum));
    if (!(std::abs(found.value("mean_distance", -1.0) - mean) < 1e-5))
      return fmt::format("its mean distance is {:.6f}, not {}", mean, found.value("mean_distance", Document()).dump());
    return std::nullopt;
  }

  // Whether a distribution is the one that was counted, as far as that reaches.
  std::optional<std::string> compare(std::vector<std::uint64_t> theirs, const Count& counted, Verdict& verdict) const {
    std::vector<std::uint64_t> ours = counted.values;
    const bool is_all = counted.is_complete || (asked_.depth && ours.size() > static_cast<std::size_t>(*asked_.depth));
    drop_zeros_at_end(ours);
    drop_zeros_at_end(theirs);
    const std::size_t both = std::min(theirs.size(), ours.size());
    for (std::size_t d = 0; d < both; ++d)
      if (theirs[d] != ours[d]) return fmt::format("{} values are at distance {}, not {}", ours[d], d, theirs[d]);
    verdict.checked.emplace_back("distances counted by a plain search", both);
    if (is_all && theirs.size() != ours.size())
      return fmt::format("there are {} distances, not {}", ours.size(), theirs.size());
    if (!is_all && theirs.size() <= ours.size())
      return fmt::format("there are more than {} distances, not {}", ours.size(), theirs.size());
    return std::nullopt;
  }

  Expected<SchreierSpec> spec_of(std::string_view task, const StopFlag* stop) const {
    auto coordinate = parse_description(task, stop);
    if (!coordinate) return tl::unexpected<Error>(coordinate.error());
    const Centres seen = std::max(centres_of(*coordinate), Centres::moved);
    SchreierSpec spec{*std::move(coordinate), nullptr};
    const std::string moves = asked_.moves.value_or(spec.coordinate.within.empty() ? "all" : spec.coordinate.within);
    if (counts_face_turns(asked_.metric)) {
      auto parsed = parse_move_set(moves, asked_.metric, seen);
      if (!parsed) return tl::unexpected<Error>(as_bad_option(parsed.error()));
      spec.moves = std::make_shared<const MoveSet>(*std::move(parsed));
    } else {
      spec.moves = std::make_shared<const MoveSet>(moves_of(asked_.metric, centres_of(spec.coordinate)));
    }
    if (asked_.goal) {
      const auto subgroup = parse_generators(*asked_.goal, seen);
      if (!subgroup) return tl::unexpected<Error>(as_bad_option(subgroup.error()));
      auto goals = goals_of(spec.coordinate, *subgroup, stop);
      if (!goals) return tl::unexpected<Error>(goals.error());
      spec.goals = *std::move(goals);
    }
    spec.group = asked_.group;
    spec.memory = available_memory() / 10 * 9;
    return spec;
  }

  Json begin(const SchreierSpec& spec) const {
    Json json{{"coordinate", spec.coordinate.name()},
              {"values", json_count(spec.coordinate.size())},
              {"moves_allowed", counts_face_turns(asked_.metric) ? spec.moves->text() : "all"},
              {"steps", spec.moves->size()},
              {"goal_values", spec.goals.size()}};
    add_unit(json, asked_.metric, spec.moves.get());
    return json;
  }

  static void add_distribution(Json& json, const Distribution& found) {
    const auto sum = [](const std::vector<std::uint64_t>& counts) {
      return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    long double distances = 0;
    for (std::size_t d = 0; d < found.values.size(); ++d)
      distances += static_cast<long double>(d) * static_cast<long double>(found.values[d]);
    json["reached"] = sum(found.values);
    json["classes"] = sum(found.classes);
    json["entries"] = sum(found.entries);
    json["deepest"] = found.values.size() - 1;
    json["mean_distance"] = rounded(static_cast<double>(distances / static_cast<long double>(sum(found.values))), 6);
    json["distribution"] = found.values;
    json["distribution_of_classes"] = found.classes;
    json["distribution_of_entries"] = found.entries;
  }

  Expected<Json> levels_of(const SchreierSpec& spec, unsigned threads, const StopFlag* stop) const {
    const auto found =
        count_levels({spec.coordinate, spec.moves, spec.goals, spec.group, false, *asked_.depth, spec.memory}, threads,
                     {}, {}, stop);
    if (!found) return tl::unexpected<Error>(found.error());
    if (found->end == LevelsEnd::stopped) return fail(ErrorKind::stopped, "the count was stopped");
    if (found->end == LevelsEnd::memory)
      return fail(ErrorKind::out_of_memory,
                  fmt::format("there is memory for {} distances of {}, not for {}", found->levels.size(),
                              spec.coordinate.name(), *asked_.depth + 1));
    Json json = begin(spec);
    json["group"] = to_string(found->group);
    json["group_order"] = found->group.order();
    for (const char* list : {"distribution", "distribution_of_classes"}) json[list] = Json::array();
    for (const Level& level : found->levels) {
      json["distribution"].push_back(level.values);
      json["distribution_of_classes"].push_back(level.classes);
    }
    json["complete"] = found->end == LevelsEnd::complete;
    return json;
  }

  const Options asked_;
};

Expected<std::shared_ptr<const Work>> open(const KindOptions& options) {
  detail::OptionReader reader(options);
  Options asked;
  asked.is_catalogue = reader.has("catalogue");
  asked.is_table = reader.has("table");
  reader.parsed("metric", parse_metric, asked.metric);
  if (reader.has("moves")) asked.moves = options.at("moves");
  if (asked.moves && !counts_face_turns(asked.metric))
    reader.refuse("moves", fmt::format("the metric {} allows only all moves", name(asked.metric)));
  if (reader.has("goal")) asked.goal = options.at("goal");
  reader.parsed("symmetry", parse_symmetry_group, asked.group);
  if (reader.has("depth")) asked.depth = static_cast<int>(reader.number("depth", 0, kMaxLevels, 0));
  if (asked.depth && asked.is_table) reader.refuse("depth", "a table has all distances");
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  return std::make_shared<const Coordinates>(std::move(asked));
}

}  // namespace

Kind coordinates() {
  return {"coordinates",
          "Coordinates: the number of values at each distance",
          "names or descriptions of coordinates",
          {{"catalogue", "", "All coordinates of the catalogue (superflip coord list)."},
           {"metric", fmt::format("{}", fmt::join(kMetricNames.names, "|")), "What counts as one move. Default: htm."},
           {"moves", "MOVES", "The moves that may be made. Default: all."},
           {"goal", "MOVES", "Distance 0: what these moves make of the solved cube."},
           {"symmetry", "GROUP", "The symmetries to fold by. Default: those that are fastest."},
           {"depth", "N", "Only distances up to N, without a table."},
           {"table", "", "Make a pruning table, keep it with the others, and give its size."}},
          "Descriptions, moves and symmetries are those of superflip coord distribution.",
          open};
}

}  // namespace superflip::kinds
