// superflip coord cube: a cube that has a given value of a coordinate, the way back from the number.
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  std::vector<std::string> values;
  std::optional<SymmetryGroup> symmetry;
  bool sym = false;
  bool json = false;
};

// The coordinate, and its classes if the values are sym-coordinates.
struct Numbers {
  Description coordinate;
  std::optional<Symmetric<AnyCoordinate>> classes;

  Uint128 size() const { return classes ? classes->size() : coordinate.values(); }
  // The value of the coordinate that the number stands for.
  Uint128 raw(Uint128 number) const {
    return classes ? classes->base().index(superflip::to_cube(*classes, static_cast<Index>(number))) : number;
  }
};

std::optional<Numbers> numbers_of(const Options& options) {
  const auto described = read_coordinate(options.coordinate);
  if (!described) return std::nullopt;
  Numbers numbers{*described, std::nullopt};
  if (!options.sym) return numbers;
  const auto coordinate = read_product(options.coordinate);
  if (!coordinate) return std::nullopt;
  const auto group = read_group(*coordinate, options.symmetry);
  if (!group) return std::nullopt;
  auto classes = find_classes(*coordinate, *group);
  if (!classes) {
    say(classes.error().message);
    return std::nullopt;
  }
  numbers.classes = std::move(*classes);
  return numbers;
}

// "U 1, R 3": the quarter turns of the centres that are turned; empty if none is.
std::string turns_of_centres(const Cube& cube) {
  std::string text;
  for (int f = 0; f < kFaces; ++f)
    if (cube.turn_at(f) != 0)
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", kFaceLetters[static_cast<std::size_t>(f)], cube.turn_at(f));
  return text;
}

void print_cube(const Options& options, const Numbers& numbers, Uint128 number) {
  const Uint128 raw = numbers.raw(number);
  const auto reachable = reachable_cube(numbers.coordinate, raw);
  const Cube cube = reachable.value_or(numbers.coordinate.cube_of(raw));
  const bool is_turned = centres_of(numbers.coordinate) == Centres::turned;
  if (options.json) {
    Json json = cube_report(numbers.coordinate, raw);
    if (numbers.classes) json["sym"] = json_value(number);
    print_json(json);
    return;
  }
  if (!reachable)
    say(fmt::format("no solvable cube of the value {} was found; this one cannot be solved", to_decimal(raw)));
  if (const std::string turns = turns_of_centres(cube); is_turned && !turns.empty())
    say(fmt::format("note: the stickers do not show the quarter turns of the centres: {}", turns));
  print(to_facelets(cube) + "\n");
}

ExitCode cubes(const Options& options) {
  const auto numbers = numbers_of(options);
  if (!numbers) return kBadInput;
  std::vector<Uint128> wanted;
  for (const std::string& text : options.values) {
    const auto number = parse_uint128(text);
    if (!number || *number >= numbers->size()) {
      say(fmt::format("{}: '{}' is not a whole number from 0 to {}", numbers->coordinate.name(), text,
                      to_decimal(numbers->size() - 1)));
      return kBadInput;
    }
    wanted.push_back(*number);
  }
  for (const Uint128 number : wanted) print_cube(options, *numbers, number);
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  arguments.add_option("VALUE", options->values, "Values of the coordinate, from 0 to its number of values - 1.")
      .required()
      .option_text("...");
  arguments.add_flag("--sym", options->sym,
                     "The values are sym-coordinates: order * class + position of the symmetry\nin the group.");
  add_parsed(arguments, "--symmetry", options->symmetry, parse_symmetry_group,
             "The group of --sym. Default: all symmetries that the coordinate admits.")
      .type_name("GROUP");
  arguments.add_flag("--json", options->json, "A line of JSON for each value.");
  static const std::string footer =
      R"(Many cubes have the same value. One of them is written as 54 stickers. It can be solved, unless no
cube of that value can be. `superflip coord show` goes from the cube to its value. If the coordinate
depends on the centres, the cube is one in space, and its stickers show where the centres are. How they are
turned is printed on standard error.

)" + std::string(kDescriptions) +
      kSymmetryGroups +
      R"(
Examples:
  superflip coord cube UDSlice 33
  superflip coord cube FlipUDSlice --sym --symmetry UD16 128 | superflip coord show FlipUDSlice -
  superflip coord cube CornerOrientation 1494 | superflip convert --to moves
  superflip coord cube Cube 78284371312087302534)";
  arguments.footer(footer);
  return [options] { return cubes(*options); };
}

const Registration registered{{553, "coord cube", "A cube that has a given value of a coordinate", add}};

}  // namespace

}  // namespace superflip::cli::coord
