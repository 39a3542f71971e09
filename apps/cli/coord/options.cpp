#include "apps/cli/coord/options.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>

#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

// "0,17,34": values of a coordinate.
Expected<std::vector<std::uint64_t>> parse_values(std::string_view text) {
  std::vector<std::uint64_t> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const auto value = parse_number(text.substr(at, end - at), 0, std::numeric_limits<std::int64_t>::max());
    if (!value) return tl::unexpected<Error>(value.error());
    values.push_back(*value);
    at = end + 1;
  }
  return values;
}

}  // namespace

std::optional<Description> read_coordinate(const std::string& text) {
  Expected<Description> parsed = parse_description(text);
  if (parsed) return std::move(*parsed);
  complain("coordinate", parsed.error(), text);
  return std::nullopt;
}

void add_coordinate(Arguments& arguments, std::string& text) {
  arguments.add_option("COORDINATE", text, "A name or a description in quotes; see below.").required().option_text(" ");
}

std::optional<AnyCoordinate> read_product(const std::string& text) {
  const auto described = read_coordinate(text);
  if (!described) return std::nullopt;
  Expected<Product> product = described->product();
  if (product) return AnyCoordinate(std::move(*product));
  say(product.error().message);
  return std::nullopt;
}

std::optional<SymmetryGroup> read_group(const AnyCoordinate& coordinate, const std::optional<SymmetryGroup>& wanted) {
  const SymmetryGroup largest(admitted(coordinate));
  if (!wanted) return largest;
  if ((wanted->bits() & ~largest.bits()) == 0) return wanted;
  say(fmt::format("{} does not admit all of the symmetries {}; it does admit {} (--symmetry)", coordinate.name(),
                  to_string(*wanted), to_string(largest)));
  return std::nullopt;
}

Expected<Symmetric<AnyCoordinate>> find_classes(const AnyCoordinate& coordinate, const SymmetryGroup& group) {
  constexpr std::uint64_t kBytesAValue = 5;  // 4, and 12 for each class
  if (const std::uint64_t most = available_memory() / 10 * 9; coordinate.size() > most / kBytesAValue)
    return fail(ErrorKind::bad_option,
                fmt::format("{} has {} values: numbering their classes needs about {} of memory, and {} are available",
                            coordinate.name(), coordinate.size(), human_bytes(kBytesAValue * coordinate.size()),
                            human_bytes(most)));
  return Symmetric<AnyCoordinate>::make_lawful(coordinate, group);
}

std::string count_of(long double values) {
  return values < 1e19L ? fmt::format("{}", static_cast<std::uint64_t>(values)) : fmt::format("{:.4g}", values);
}

GraphOptions::GraphOptions() : threads(hardware_threads()) {}

void add_graph_options(Arguments& arguments, GraphOptions& options, bool with_threads) {
  add_moves(arguments, options.moves);
  add_metric(arguments, options.metric);
  arguments
      .add_option("--goal", options.goal,
                  "The values at distance 0: those of all cubes that these moves make from\n"
                  "the solved one. Default: the solved value.")
      .option_text("MOVES");
  add_parsed(arguments, "--goal-values", options.goal_values, parse_values,
             "The values at distance 0 as a list: 0,17,34.")
      .type_name("VALUES")
      .excludes("--goal");
  add_parsed(arguments, "--symmetry", options.symmetry, parse_symmetry_group,
             "The symmetries by which the table is folded. Default: those with which\nthe table is made fastest.")
      .type_name("GROUP");
  arguments.add_flag("--inverse", options.inverse,
                     "Fold the table by inversion, too: a cube and its inverse share an entry.\nFor coordinates on "
                     "which it acts (coord show), such as permutations. Parts are\nthen folded together, which may "
                     "take more time and memory than it saves.");
  arguments
      .add_option("--fold", options.fold,
                  "The part of the coordinate that is folded into classes. Default: the\n"
                  "part with which the table is made fastest.")
      .option_text("COORDINATE");
  add_parsed(arguments, "--memory", options.memory, parse_size,
             "Refuse a table that needs more memory than this, such as 500M or 4G.\n"
             "Default: 90 % of the available memory.")
      .type_name("SIZE");
  if (with_threads)
    add_number(arguments, "--threads", options.threads, 1, 1024, "How many threads work. Default: all cores.");
}

std::shared_ptr<const MoveSet> read_moves(const GraphOptions& options, const std::string& within, Centres seen) {
  const std::string text = options.moves.value_or(within.empty() ? "all" : within);
  const bool is_all = text == "all";
  if (!counts_face_turns(options.metric)) {
    if (is_all) return std::make_shared<const MoveSet>(moves_of(options.metric, seen));
    say(fmt::format("--metric {} allows no --moves; without --metric each step of --moves \"{}\" counts as one move",
                    name(options.metric), printable(text)));
    return nullptr;
  }
  auto moves = allowed_moves(text, options.metric, std::max(seen, Centres::moved));
  if (moves) return *std::move(moves);
  complain("--moves", moves.error(), text);
  return nullptr;
}

std::shared_ptr<const MoveSet> read_moves_of_table(const GraphOptions& options, const std::string& within,
                                                   Centres seen) {
  auto moves = read_moves(options, within, seen);
  if (!moves) return nullptr;
  const auto plain = check_no_follow_costs(*moves);
  if (plain) return moves;
  complain("--moves", plain.error(), moves->text());
  return nullptr;
}

std::uint64_t peak_memory() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::optional<std::uint64_t> entries_per_second(std::uint64_t entries, Clock::duration time, unsigned threads) {
  constexpr std::uint64_t kEnough = 100'000;
  const double seconds = in_seconds(time);
  if (entries < kEnough || seconds <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(static_cast<double>(entries) / seconds / threads);
}

std::string costs_of(std::uint64_t entries, Clock::duration time, Clock::duration all, unsigned threads) {
  const double seconds = in_seconds(all);
  std::string text = seconds < 0.005 ? "less than 0.01 s" : fmt::format("{:.2f} s", seconds);
  const auto rate = entries_per_second(entries, time, threads);
  if (!rate) return text;
  text += fmt::format("; {:.1f} million entries per second and thread", static_cast<double>(*rate) / 1e6);
  // The program itself takes some megabytes.
  constexpr std::uint64_t kMany = 100'000'000;
  const std::uint64_t bytes = peak_memory();
  text += fmt::format("; {} of memory", human_bytes(bytes));
  if (entries < kMany) return text;
  return text + fmt::format(", {:.2f} bytes an entry", static_cast<double>(bytes) / static_cast<double>(entries));
}

std::optional<CoordinateGoal> read_goal(const std::string& text, const GraphOptions& options) {
  auto coordinate = read_coordinate(text);
  if (!coordinate) return std::nullopt;
  CoordinateGoal goal{*std::move(coordinate)};
  goal.group = options.symmetry;
  goal.inversion = options.inverse;
  if (options.fold) {
    goal.fold = read_coordinate(*options.fold);
    if (!goal.fold) return std::nullopt;
  }
  Expected<std::vector<Cube>> goals(std::vector<Cube>{kSolved});
  if (options.goal) {
    const Expected<MoveSet> subgroup =
        parse_generators(*options.goal, std::max(centres_of(goal.coordinate), Centres::moved));
    if (!subgroup) {
      complain("--goal", subgroup.error(), *options.goal);
      return std::nullopt;
    }
    goals = goals_of(goal.coordinate, *subgroup);
  }
  if (!options.goal_values.empty()) goals = goals_at(goal.coordinate, options.goal_values);
  if (!goals) {
    say(goals.error().message);
    return std::nullopt;
  }
  goal.goals = *std::move(goals);
  return goal;
}

std::optional<SchreierPlan> make_plan(const std::string& coordinate, const GraphOptions& options, Purpose purpose) {
  auto goal = read_goal(coordinate, options);
  if (!goal) return std::nullopt;
  const auto moves = read_moves_of_table(options, goal->coordinate.within, centres_of(goal->coordinate));
  if (!moves) return std::nullopt;
  const std::uint64_t most = options.memory != 0 ? options.memory : available_memory() / 10 * 9;
  const SchreierSpec spec{goal->coordinate, moves, goal->goals, goal->group, goal->fold, most, goal->inversion};
  Expected<SchreierPlan> made = plan(spec);
  if (!made) {
    say(made.error().message);
    return std::nullopt;
  }
  const std::uint64_t needed = purpose == Purpose::table ? made->estimated_bytes() : made->estimated_bytes_to_count();
  if (needed > most) {
    const long double fitting =
        static_cast<long double>(made->values()) * static_cast<long double>(most) / static_cast<long double>(needed);
    say(fmt::format(
        "{} has {}; folded by {} {} about {}, and {} {} {}. {} fewer pieces, less about each piece, or "
        "fewer moves",
        made->name(), text::counted(made->values(), "value"),
        made->maps() == 1 ? "1 symmetry" : fmt::format("{} symmetries", made->maps()),
        purpose == Purpose::table ? "its table needs" : "counting them needs", human_bytes(needed), human_bytes(most),
        most == 1 ? "is" : "are", options.memory != 0 ? "allowed (--memory)" : "free (--memory allows more)",
        fitting < 1 ? "Choose" : fmt::format("A table of about {} values fits: choose", count_of(fitting))));
    return std::nullopt;
  }
  return std::move(*made);
}

Expected<MadeTable> make_table(SchreierPlan plan, std::optional<TablePacking> packing, unsigned threads,
                               const TableStore* store) {
  const auto begun = Clock::now();
  ProgressBar bar;
  const Progress progress = bar.callback();
  if (progress) progress("classes", 0);
  const auto graph = SchreierGraph::make(std::move(plan), threads);
  if (!graph) return tl::unexpected<Error>(graph.error());
  const auto folded = Clock::now();
  if (!packing) {
    Expected<Distribution> counted = count_distances(**graph, threads, progress);
    if (!counted) return tl::unexpected<Error>(std::move(counted.error()));
    const auto end = Clock::now();
    return MadeTable{*graph, std::nullopt, std::move(*counted), false, end - folded, end - begun};
  }
  const bool was_there = store != nullptr && store->has(DistanceTable::identity(**graph, *packing));
  auto table = DistanceTable::make(*graph, *packing, threads, progress, store);
  if (!table) return tl::unexpected<Error>(std::move(table.error()));
  const auto end = Clock::now();
  Distribution distribution = table->distribution();
  return MadeTable{*graph, std::move(*table), std::move(distribution), was_there, end - folded, end - begun};
}

std::string text_of_moves(const MoveSet& moves, const GraphOptions& options) {
  return counts_face_turns(options.metric) ? moves.text() : "all";
}

std::vector<Fact> facts_of(const SchreierPlan& plan, const GraphOptions& options) {
  std::vector<Fact> facts{{"coordinate", plan.name()}, {"values", std::to_string(plan.values())}};
  facts.push_back({"moves", fmt::format("{}, {} steps, {}", text_of_moves(*plan.moves, options), plan.moves->size(),
                                        plan.moves->is_priced() ? "costs" : name(options.metric))});
  if (options.goal) facts.push_back({"goal", fmt::format("{}, {} values", *options.goal, plan.goals.size())});
  if (!options.goal_values.empty()) facts.push_back({"goal", fmt::format("{}", fmt::join(options.goal_values, ","))});
  facts.push_back({"symmetries", fmt::format("{} ({})", plan.folded_by(), plan.maps())});
  return facts;
}

Json json_of(const SchreierPlan& plan, const GraphOptions& options) {
  Json json{{"coordinate", plan.name()},
            {"values", plan.values()},
            {"moves_allowed", text_of_moves(*plan.moves, options)},
            {"steps", plan.moves->size()},
            {"goal_values", plan.goals.size()},
            {"group", to_string(plan.group)},
            {"group_order", plan.group.order()},
            {"inversion", plan.inversion}};
  add_unit(json, options.metric, plan.moves.get());
  return json;
}

std::optional<Product> reached_by(const Description& coordinate, const GraphOptions& options) {
  const auto moves = read_moves_of_table(options, coordinate.within, centres_of(coordinate));
  if (!moves) return std::nullopt;
  const bool is_restricted = options.moves || !coordinate.within.empty();
  Description reached;
  for (const AnyCoordinate& part : coordinate.parts) {
    if (!is_restricted) {
      reached.parts.push_back(part);
      continue;
    }
    Expected<AnyCoordinate> values =
        Reached::make(part, moves, std::vector<Cube>{kSolved}, available_memory() / 10 * 9);
    if (!values) {
      say(values.error().message);
      return std::nullopt;
    }
    reached.parts.push_back(std::move(*values));
  }
  Expected<Product> product = reached.product();
  if (product) return std::move(*product);
  say(product.error().message);
  return std::nullopt;
}

std::string lines_of(const std::vector<Fact>& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += fmt::format("{:<12}{}\n", name, value);
  return text;
}

}  // namespace superflip::cli::coord
