// superflip coord classes: how many classes the values of a coordinate have under symmetries.
#include "superflip/coordinate/classes.h"

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/table/memory.h"

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

ExitCode classes(const Options& options) {
  const auto described = read_coordinate(options.coordinate);
  if (!described) return kBadInput;
  const auto coordinate = reached_by(*described, options.graph);
  if (!coordinate) return kBadInput;
  const SymmetryGroup largest(admitted(*coordinate));
  const SymmetryGroup group = options.symmetry.value_or(largest);
  if ((group.bits() & ~largest.bits()) != 0) {
    say(fmt::format("{} does not admit all of the symmetries {}; it does admit {}", coordinate->name(),
                    to_string(group), to_string(largest)));
    return kBadInput;
  }
  if (options.inverse && !admits_inversion(*coordinate)) {
    say(fmt::format("inversion does not act on {}: the value of a cube does not tell that of its inverse",
                    coordinate->name()));
    return kBadInput;
  }
  const std::uint64_t bytes = coordinate->size() / 8;
  if (const std::uint64_t most = available_memory() / 10 * 9; bytes > most) {
    say(fmt::format(
        "{} has {} values: counting their classes needs {}, and {} can be had. What fits has at most {} values",
        coordinate->name(), coordinate->size(), human_bytes(bytes), human_bytes(most), 8 * most));
    return kBadInput;
  }
  ClassCount count;
  {
    ProgressBar bar;
    const Progress progress = bar.callback();
    count = count_classes(*coordinate, group, options.inverse, options.representatives, [&progress](double done) {
      if (progress) progress("classes", done);
    });
  }
  const auto order = static_cast<std::uint64_t>(group.order());
  if (options.json) {
    Json json{{"coordinate", coordinate->name()}, {"values", coordinate->size()},
              {"symmetries", to_string(group)},   {"order", order},
              {"inversion", options.inverse},     {"classes", count.classes}};
    for (const auto& [size, classes_of_size] : count.of_size) json["sizes"][std::to_string(size)] = classes_of_size;
    if (options.representatives > 0) json["representatives"] = count.representatives;
    print(json.dump() + "\n");
    return kOk;
  }
  if (options.csv) {
    print("size,classes,values\n");
    for (const auto& [size, classes_of_size] : count.of_size)
      print(fmt::format("{},{},{}\n", size, classes_of_size, size * classes_of_size));
    return kOk;
  }
  std::vector<Fact> facts{
      {"coordinate", coordinate->name()},
      {"values", std::to_string(coordinate->size())},
      {"symmetries", fmt::format("{} ({}){}", to_string(group), order, options.inverse ? " and inversion" : "")},
      {"classes", std::to_string(count.classes)}};
  if (!options.inverse)
    facts.push_back({"sym values", fmt::format("{} = {} * {}", order * count.classes, order, count.classes)});
  print(lines_of(facts));
  print(fmt::format("\n{:>8}{:>14}{:>14}\n", "size", "classes", "values"));
  for (const auto& [size, classes_of_size] : count.of_size)
    print(fmt::format("{:>8}{:>14}{:>14}\n", size, classes_of_size, size * classes_of_size));
  if (!count.representatives.empty())
    print(fmt::format("\nrepresentatives {}\n", fmt::join(count.representatives, " ")));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_parsed(arguments, "--symmetry", options->symmetry, parse_symmetry_group,
             "Default: all that the coordinate admits.")
      .type_name("GROUP");
  arguments.add_flag("--inverse", options->inverse, "A cube and its inverse are one class, too.");
  arguments.add_option("--moves", options->graph.moves, "Only values that these moves reach. Default: all.")
      .option_text("MOVES");
  add_number(arguments, "--representatives", options->representatives, 0, 1'000'000,
             "List the smallest value of the first N classes.");
  const Option json = arguments.add_flag("--json", options->json, "One JSON object.");
  arguments.add_flag("--csv", options->csv, "Lines of size,classes,values.")
      .excludes(json)
      .excludes("--representatives");
  static const std::string footer =
      "Values that a symmetry S carries to each other, S^-1 * c * S, are a class; a class of\n"
      "fewer values than symmetries is self-symmetric. A sym value is order * class + symmetry.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord classes FlipUDSlice --symmetry UD16\n"
      "  superflip coord classes CornerPermutation --inverse\n"
      "  superflip coord classes \"corners: orientation tetrad\"";
  arguments.footer(footer);
  return [options] { return classes(*options); };
}

const Registration registered{{553, "coord classes", "How many classes the values have under symmetries", add}};

}  // namespace

}  // namespace superflip::cli::coord
