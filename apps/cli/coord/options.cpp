#include "apps/cli/coord/options.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>

#include "apps/cli/console.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "superflip/coordinate/reached.h"
#include "superflip/table/memory.h"

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

std::string count_of(long double values) {
  return values < 1e19L ? fmt::format("{}", static_cast<std::uint64_t>(values)) : fmt::format("{:.4Lg}", values);
}

GraphOptions::GraphOptions() : threads(hardware_threads()) {}

void add_graph_options(Arguments& arguments, GraphOptions& options) {
  arguments.add_option("--moves", options.moves, "What may be turned. Default: all six faces.").option_text("MOVES");
  add_metric(arguments, options.metric);
  arguments
      .add_option("--goal", options.goal,
                  "What is at distance 0: all that these moves make of the solved\ncube. Default: the solved value.")
      .option_text("MOVES");
  add_parsed(arguments, "--goal-values", options.goal_values, parse_values, "The same as a list of values: 0,17,34.")
      .type_name("VALUES")
      .excludes("--goal");
  add_parsed(arguments, "--symmetry", options.symmetry, parse_symmetry_group,
             "Symmetries to fold by. Default: what makes the best table.")
      .type_name("GROUP");
  arguments.add_option("--fold", options.fold, "The parts whose classes number the table. Default: likewise.")
      .option_text("COORDINATE");
  add_parsed(arguments, "--memory", options.memory, parse_size,
             "Refuse what needs more: 500M, 4G. Default: what is available.")
      .type_name("SIZE");
  add_number(arguments, "--threads", options.threads, 1, 1024, "Default: all cores.");
}

std::shared_ptr<const MoveSet> read_moves(const GraphOptions& options) {
  Expected<MoveSet> moves = parse_move_set(options.moves, options.metric);
  if (moves) return std::make_shared<const MoveSet>(std::move(*moves));
  complain("--moves", moves.error(), options.moves);
  return nullptr;
}

std::uint64_t peak_memory() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::optional<SchreierPlan> make_plan(const Description& coordinate, const GraphOptions& options) {
  SchreierSpec spec{coordinate, read_moves(options)};
  if (!spec.moves) return std::nullopt;
  spec.group = options.symmetry;
  const std::uint64_t most = options.memory != 0 ? options.memory : available_memory() / 10 * 9;
  spec.memory = most;
  if (!options.fold.empty()) {
    spec.fold = read_coordinate(options.fold);
    if (!spec.fold) return std::nullopt;
  }
  if (!options.goal.empty()) {
    const Expected<MoveSet> subgroup = parse_move_set(options.goal);
    if (!subgroup) {
      complain("--goal", subgroup.error(), options.goal);
      return std::nullopt;
    }
    Expected<std::vector<Cube>> goals = goals_of(coordinate, *subgroup);
    if (!goals) {
      say(goals.error().message);
      return std::nullopt;
    }
    spec.goals = std::move(*goals);
  }
  if (!options.goal_values.empty()) {
    Expected<std::vector<Cube>> goals = goals_at(coordinate, options.goal_values);
    if (!goals) {
      say(goals.error().message);
      return std::nullopt;
    }
    spec.goals = std::move(*goals);
  }
  Expected<SchreierPlan> made = plan(spec);
  if (!made) {
    say(made.error().message);
    return std::nullopt;
  }
  if (made->estimated_bytes() > most) {
    const long double part = static_cast<long double>(most) / static_cast<long double>(made->estimated_bytes());
    say(fmt::format(
        "{} has {} values; folded by {} symmetries its table needs about {}, and {} {}. What fits has about "
        "{} values: fewer pieces, less told of them, or fewer moves",
        made->name(), made->values(), made->group.order(), human_bytes(made->estimated_bytes()), human_bytes(most),
        options.memory != 0 ? "are allowed (--memory)" : "can be had (--memory allows more)",
        count_of(static_cast<long double>(made->values()) * part)));
    return std::nullopt;
  }
  return std::move(*made);
}

std::vector<Fact> facts_of(const SchreierPlan& plan, const GraphOptions& options) {
  std::vector<Fact> facts{{"coordinate", plan.name()}, {"values", std::to_string(plan.values())}};
  facts.push_back(
      {"moves", fmt::format("{}, {} steps, {}", plan.moves->text(), plan.moves->size(), name(options.metric))});
  if (!options.goal.empty()) facts.push_back({"goal", fmt::format("{}, {} values", options.goal, plan.goals.size())});
  if (!options.goal_values.empty()) facts.push_back({"goal", fmt::format("{}", fmt::join(options.goal_values, ","))});
  facts.push_back({"symmetries", fmt::format("{} ({})", to_string(plan.group), plan.group.order())});
  return facts;
}

Json json_of(const SchreierPlan& plan, const GraphOptions& options) {
  return {{"coordinate", plan.name()},           {"values", plan.values()},        {"moves", plan.moves->text()},
          {"steps", plan.moves->size()},         {"metric", name(options.metric)}, {"goal_values", plan.goals.size()},
          {"symmetries", to_string(plan.group)}, {"order", plan.group.order()}};
}

std::optional<AnyCoordinate> reached_by(const Description& coordinate, const GraphOptions& options) {
  const auto moves = read_moves(options);
  if (!moves) return std::nullopt;
  Description reached;
  for (const AnyCoordinate& part : coordinate.parts) {
    Expected<AnyCoordinate> values =
        Reached::make(part, moves, std::vector<Cube>{kSolved}, available_memory() / 10 * 9);
    if (!values) {
      say(values.error().message);
      return std::nullopt;
    }
    reached.parts.push_back(std::move(*values));
  }
  Expected<Product> product = reached.product();
  if (product) return AnyCoordinate(std::move(*product));
  say(product.error().message);
  return std::nullopt;
}

std::string lines_of(const std::vector<Fact>& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += fmt::format("{:<12}{}\n", name, value);
  return text;
}

}  // namespace superflip::cli::coord
