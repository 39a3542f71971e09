// superflip symmetry cubes: the cubes with a type of symmetry, all of them or random ones.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::symmetry {

namespace {

// A coordinate and the value that it must have.
struct Where {
  Description coordinate;
  Uint128 value;
};

struct Options {
  const SymmetryType* type = nullptr;
  bool at_least = false;
  bool unique = false;
  bool inversion = false;
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> seed;
  std::optional<int> parity;
  std::optional<int> order;
  std::optional<int> max_colours;
  std::vector<std::string> where_texts;
  std::vector<Where> where;  // these, read
  bool json = false;
};

Expected<int> parse_parity(std::string_view text) {
  if (text == "even" || text == "odd") return text == "odd" ? 1 : 0;
  return fail(ErrorKind::bad_option, "expected even or odd");
}

// "UDSlice=494".
Expected<Where> parse_where(std::string_view text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string_view::npos) return fail(ErrorKind::bad_option, "expected a coordinate, = and its value");
  auto described = parse_description(text.substr(0, at));
  if (!described) return tl::unexpected<Error>(std::move(described.error()));
  if (centres_of(*described) != Centres::fixed)
    return fail(ErrorKind::bad_option, "the coordinate depends on the centres, which are fixed here");
  const auto value = parse_uint128(text.substr(at + 1));
  if (!value) return tl::unexpected<Error>(value.error());
  if (*value >= described->values())
    return fail(ErrorKind::bad_option,
                fmt::format("the values of this coordinate are 0 to {}", to_decimal(described->values() - 1)));
  return Where{*std::move(described), *value};
}

// The most colours that a face shows.
int most_colours(const Cube& cube) {
  const std::string facelets = to_facelets(cube);
  int most = 0;
  for (std::size_t face = 0; face < kFaces; ++face) {
    std::string colours = facelets.substr(9 * face, 9);
    std::sort(colours.begin(), colours.end());
    most = std::max(most, static_cast<int>(std::unique(colours.begin(), colours.end()) - colours.begin()));
  }
  return most;
}

bool has_properties(const Cube& cube, const Options& options) {
  const std::uint64_t symmetries = symmetries_of(cube);
  const std::uint64_t group = options.type->group.bits();
  return (options.at_least ? (symmetries & group) == group : symmetries == group) &&
         (!options.parity || corner_parity(cube) == *options.parity) &&
         (!options.order || order(cube) == *options.order) &&
         (!options.max_colours || most_colours(cube) <= *options.max_colours) &&
         std::all_of(options.where.begin(), options.where.end(), [&](const Where& w) {
           return w.coordinate.defined(cube) && w.coordinate.value_of(cube) == w.value;
         });
}

bool is_wanted(const Cube& cube, const Options& options) {
  const auto has = [&](const Cube& c) { return has_properties(c, options); };
  return has(cube) && (!options.unique || is_first_of_alike(cube, options.inversion, has));
}

// False when enough are printed.
class Printer {
 public:
  explicit Printer(const Options& options) : options_(options) {}

  bool operator()(const Cube& cube) {
    print_found(cube, options_.json);
    ++printed;
    return printed != options_.count && printed != options_.random;
  }

  std::uint64_t printed = 0;

 private:
  const Options& options_;
};

// Random ones: of few cubes from the list of those that are wanted; among very many an unlucky search ends.
void draw(const SymmetricCubes& cubes, const Options& options, Printer& print) {
  constexpr int kFew = 100'000;
  constexpr int kTries = 50'000'000;
  Random random(options.seed.value_or(1));
  if (cubes.count() <= kFew) {
    std::vector<Cube> wanted;
    cubes.visit([&](const Cube& cube) {
      if (is_wanted(cube, options)) wanted.push_back(cube);
      return true;
    });
    while (!wanted.empty() && !is_set(&interrupted()) && print(wanted[random.below(wanted.size())])) {
    }
    return;
  }
  for (int tries = 0; tries < kTries && !is_set(&interrupted()); ++tries) {
    const Cube cube = cubes.random(random);
    if (!is_wanted(cube, options)) continue;
    if (!print(cube)) return;
    tries = 0;
  }
}

ExitCode run(Options& options) {
  for (const std::string& text : options.where_texts) {
    auto where = parse_where(text);
    if (!where) {
      say("--where: " + where.error().message);
      return kBadInput;
    }
    options.where.push_back(*std::move(where));
  }
  const auto number = static_cast<std::size_t>(options.type - symmetry_types().data());
  if (!options.at_least && symmetry_counts()[number].exactly == 0) {
    say(fmt::format("no cube has exactly the symmetries {}: those that have them have more (--at-least)",
                    options.type->name));
    return kNoSolution;
  }
  if (options.count == 0U) return kOk;
  catch_interrupts();
  const SymmetricCubes cubes(options.type->group);
  Printer print(options);
  if (options.random)
    draw(cubes, options, print);
  else
    cubes.visit(
        [&](const Cube& cube) { return !is_set(&interrupted()) && (!is_wanted(cube, options) || print(cube)); });
  flush();
  if (is_set(&interrupted())) return kInterrupted;
  if (options.random && print.printed != 0 && print.printed < *options.random) {
    say(fmt::format("{} of {} found: hardly any cube of this symmetry is as wanted", print.printed, *options.random));
    return kNoSolution;
  }
  if (print.printed == 0) say("no cube of this symmetry is as wanted");
  return print.printed == 0 ? kNoSolution : kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_parsed(arguments, "TYPE", options->type, find_symmetry_type, "A type of symmetry, such as D3d.").required();
  arguments.add_flag("--at-least", options->at_least, "Cubes with more symmetries, too.");
  arguments.add_flag("--unique", options->unique, "Of cubes that are alike only the first.");
  arguments.add_flag("--inversion", options->inversion, "With --unique: the inverse of a cube is like it, too.");
  arguments.refuse_if([options = options.get()] { return options->inversion && !options->unique; }, {"--inversion"},
                      "it is for --unique");
  add_number(arguments, "-n,--count", options->count, 0, ~std::uint64_t{0}, "At most so many. Default: all.");
  add_number(arguments, "--random", options->random, 1, ~std::uint64_t{0},
             "So many, drawn uniformly from those that are wanted; one may come twice.")
      .excludes("--count");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0}, "Which random ones. Default: 1.");
  arguments.refuse_if([options = options.get()] { return options->seed && !options->random; }, {"--seed"},
                      "it is for --random");
  add_parsed(arguments, "--parity", options->parity, parse_parity, "Of the permutation of the corners.")
      .type_name("even|odd");
  add_number(arguments, "--order", options->order, 1, 1260, "As elements of the group: solved after N repetitions.");
  add_number(arguments, "--max-colours", options->max_colours, 1, 6, "No face shows more than N colours.");
  arguments
      .add_option("--where", options->where_texts,
                  "A coordinate has this value: UDSlice=0. May be given several times.")
      .type_name("COORD=N")
      .one_at_a_time();
  arguments.add_flag("--json", options->json, "A line of JSON for each cube.");
  arguments.footer(
      R"help(Prints facelets, one cube in each line, for one of the sets of symmetries that are of the type. A cube has these
symmetries and no others, unless --at-least is given. Lists are long for small sets of symmetries: Ci has
45,862,360,944 cubes, and they are printed as they are found.

Examples:
  superflip symmetry cubes Th --unique | superflip optimal
  superflip symmetry cubes C3 --max-colours 2 --unique
  superflip symmetry cubes "Cs(a)" --random 10 --parity even --where UDSlice=0)help");
  return [options] { return run(*options); };
}

const Registration registered{{324, "symmetry cubes", "The cubes with a type of symmetry", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
