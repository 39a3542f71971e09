// superflip coord classes: how many classes the values of a coordinate have under symmetries.

#include <fmt/format.h>

#include <algorithm>

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
  std::optional<SymmetryGroup> symmetry;
  bool inverse = false;
  std::size_t representatives = 0;
  bool json = false;
  bool csv = false;
};

Json json_of(const ClassCount& count, const Product& coordinate, const SymmetryGroup& group, const Options& options) {
  Json json{{"coordinate", coordinate.name()}, {"values", coordinate.size()},  {"group", to_string(group)},
            {"group_order", group.order()},    {"inversion", options.inverse}, {"classes", count.classes}};
  for (const auto& [size, classes] : count.of_size) json["sizes"][std::to_string(size)] = classes;
  if (options.representatives > 0) json["representatives"] = count.representatives;
  return json;
}

void print_csv(const ClassCount& count) {
  print("size,classes,values\n");
  for (const auto& [size, classes] : count.of_size) print(fmt::format("{},{},{}\n", size, classes, size * classes));
}

void print_text(const ClassCount& count, const Product& coordinate, const SymmetryGroup& group,
                const Options& options) {
  const auto order = static_cast<std::uint64_t>(group.order());
  std::vector<Fact> facts{
      {"coordinate", coordinate.name()},
      {"values", std::to_string(coordinate.size())},
      {"symmetries", fmt::format("{} ({}){}", to_string(group), order, options.inverse ? " and inversion" : "")},
      {"classes", std::to_string(count.classes)}};
  if (!options.inverse)
    facts.push_back({"sym values", fmt::format("{} = {} * {}", order * count.classes, order, count.classes)});
  print(lines_of(facts));
  print(fmt::format("\n{:>8}{:>14}{:>14}\n", "size", "classes", "values"));
  for (const auto& [size, classes] : count.of_size)
    print(fmt::format("{:>8}{:>14}{:>14}\n", size, classes, size * classes));
  if (!count.representatives.empty())
    print(fmt::format("\nrepresentatives {}\n", fmt::join(count.representatives, " ")));
}

// The classes of all cubes, which are too many to list.
ExitCode classes_of_cubes(const Options& options) {
  const SymmetryGroup group = options.symmetry.value_or(kAll48);
  const CubeClasses count = count_cube_classes(group, options.inverse);
  if (options.json) {
    Json json{{"coordinate", "Cube"},
              {"values", json_value(count.cubes)},
              {"group", to_string(group)},
              {"group_order", group.order()},
              {"inversion", options.inverse},
              {"classes", json_value(count.classes)},
              {"symmetric_values", json_value(count.symmetric)}};
    for (const auto& [size, classes] : count.of_size) json["sizes"][std::to_string(size)] = json_value(classes);
    print_json(json);
    return kOk;
  }
  if (options.csv) {
    print("size,classes,values\n");
  } else {
    print(lines_of({{"coordinate", "Cube"},
                    {"values", fmt::format("{}, all reachable cubes", to_decimal(count.cubes))},
                    {"symmetries", fmt::format("{} ({}){}", to_string(group), group.order(),
                                               options.inverse ? " and inversion" : "")},
                    {"classes", to_decimal(count.classes)},
                    {"symmetric", fmt::format("{} values", to_decimal(count.symmetric))}}));
    print(fmt::format("\n{:>8}{:>22}{:>22}\n", "size", "classes", "values"));
  }
  for (const auto& [size, classes] : count.of_size) {
    const std::string values = to_decimal(classes * static_cast<unsigned>(size));
    print(options.csv ? fmt::format("{},{},{}\n", size, to_decimal(classes), values)
                      : fmt::format("{:>8}{:>22}{:>22}\n", size, to_decimal(classes), values));
  }
  return kOk;
}

ExitCode classes(const Options& options) {
  const auto described = read_coordinate(options.coordinate);
  if (!described) return kBadInput;
  if (is_whole_cube(*described) && !options.graph.moves) {
    if (options.representatives > 0) {
      say("the classes of the whole cube are counted without listing them, so --representatives cannot be given");
      return kBadInput;
    }
    return classes_of_cubes(options);
  }
  const auto coordinate = reached_by(*described, options.graph);
  if (!coordinate) return kBadInput;
  const auto wanted = read_group(AnyCoordinate(*coordinate), options.symmetry);
  if (!wanted) return kBadInput;
  const SymmetryGroup& group = *wanted;
  if (options.inverse && !admits_inversion(AnyCoordinate(*coordinate))) {
    say(fmt::format("inversion does not act on {}: the value of a cube does not determine the value of its inverse",
                    coordinate->name()));
    return kBadInput;
  }
  // The memory is for the largest group of parts that is listed at once (split_for_classes).
  std::uint64_t values = 0;
  for (const Product& part : split_for_classes(*coordinate, group, options.inverse))
    values = std::max(values, part.size());
  if (const std::uint64_t most = available_memory() / 10 * 9; values / 8 > most) {
    say(fmt::format(
        "{} has {} values: counting their classes needs {} of memory, and {} are available, for at most {} values",
        coordinate->name(), values, human_bytes(values / 8), human_bytes(most), 8 * most));
    return kBadInput;
  }
  ProgressBar bar;
  const Progress progress = bar.callback();
  catch_interrupts();
  const auto counted = count_classes(
      *coordinate, group, options.inverse, options.representatives,
      [&progress](double done) {
        if (progress) progress("classes", done);
      },
      &interrupted());
  bar.wipe();
  if (!counted) {
    say(counted.error().message);
    return exit_code(counted.error());
  }
  const ClassCount& count = *counted;
  if (options.json)
    print_json(json_of(count, *coordinate, group, options));
  else if (options.csv)
    print_csv(count);
  else
    print_text(count, *coordinate, group, options);
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_parsed(arguments, "--symmetry", options->symmetry, parse_symmetry_group,
             "The symmetries that make a class. Default: all that the coordinate\nadmits.")
      .type_name("GROUP");
  arguments.add_flag("--inverse", options->inverse, "Count a cube and its inverse as one class, too.");
  add_moves(arguments, options->graph.moves);
  add_number(arguments, "--representatives", options->representatives, 0, 1'000'000,
             "List the smallest value of each of the first N classes.")
      .type_name("N");
  const Option json = arguments.add_flag("--json", options->json, "A line of JSON.");
  arguments.add_flag("--csv", options->csv, "Lines of size,classes,values.")
      .excludes(json)
      .excludes("--representatives");
  static const std::string footer =
      R"(A class consists of the values that symmetries S carry to each other: S^-1 * c * S. A class that has
fewer values than there are symmetries is self-symmetric. A sym value is order * class + symmetry,
where order is the number of symmetries. With --moves, only the values that the moves reach are counted, for
each part separately. For the whole cube the values are the reachable cubes; the number of cubes with a
symmetry is printed, too.

)" + std::string(kDescriptions) +
      kMoveSets + kSymmetryGroups +
      R"(
Examples:
  superflip coord classes FlipUDSlice --symmetry UD16
  superflip coord classes CornerPermutation --inverse
  superflip coord classes Cube                           901083404981813616
  superflip coord classes "corners: orientation tetrad")";
  arguments.footer(footer);
  return [options] { return classes(*options); };
}

const Registration registered{{554, "coord classes", "How many classes the values have under symmetries", add}};

}  // namespace

}  // namespace superflip::cli::coord
