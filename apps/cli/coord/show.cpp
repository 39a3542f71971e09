// superflip coord show: one coordinate: its parts, its symmetries, and its values for cubes. For each cube it shows the
// value and those of its parts, its place in its class under the symmetries (Kociemba's sym-coordinate; Tronto's class
// and transformation), and what the moves make of it. Of a coordinate with more than 2^63 values, such as the whole
// cube, it shows the values alone.
#include <fmt/format.h>

#include <bit>
#include <utility>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

// Classes of coordinates with more values are numbered only with --classes, because that takes seconds.
constexpr Index kQuickly = Index{1} << 24;

struct Options {
  std::string coordinate;
  std::vector<std::string> cubes;
  TextOptions read;
  std::optional<SymmetryGroup> symmetry;
  bool classes = false;
  bool transitions = false;
  bool json = false;
};

int bits_of(const Description& coordinate) { return bits_for(coordinate.values()); }

std::vector<Fact> facts_of(const Options& options, const Description& coordinate, const Expected<Product>& product) {
  std::vector<Fact> facts;
  if (const CatalogueEntry* entry = find_in_catalogue(options.coordinate)) {
    facts.push_back({"name", std::string(entry->name)});
    facts.push_back({"summary", std::string(entry->summary)});
    if (!entry->source.empty()) facts.push_back({"source", std::string(entry->source)});
  }
  facts.push_back({"coordinate", coordinate.name()});
  facts.push_back({"values", fmt::format("{}, {} bits", to_decimal(coordinate.values()), bits_of(coordinate))});
  if (coordinate.parts.size() > 1)
    for (const AnyCoordinate& part : coordinate.parts)
      facts.push_back({"part", fmt::format("{:<40} {:>12}", part.name(), part.size())});
  if (product) {
    const SymmetryGroup group(admitted(*product));
    facts.push_back({"symmetries", fmt::format("{} ({})", to_string(group), group.order())});
    facts.push_back({"inversion", admits_inversion(AnyCoordinate(*product)) ? "acts on the values" : "does not act"});
  }
  return facts;
}

// The values of cubes for a person.
class Viewer : public CoordinateView {
 public:
  using CoordinateView::CoordinateView;

  std::string text(const Cube& cube, bool with_transitions) const {
    if (!coordinate().defined(cube)) return lines_of({{"value", "-, not defined for this cube"}});
    std::vector<Fact> facts{
        {"value", fmt::format("{}{}", to_decimal(coordinate().value_of(cube)), is_solved(cube) ? "  (solved)" : "")}};
    if (coordinate().parts.size() > 1) facts.push_back({"parts", values_of_parts(cube)});
    if (folding() && folding()->group.order() > 1) add_class(orbit_at(cube), facts);
    return lines_of(facts) + (with_transitions ? transitions(cube) : "");
  }

 private:
  // "550 33"
  std::string values_of_parts(const Cube& cube) const {
    std::string values;
    for (const AnyCoordinate& part : coordinate().parts)
      values += fmt::format("{}{}", values.empty() ? "" : " ", part.index(cube));
    return values;
  }

  void add_class(const Orbit& orbit, std::vector<Fact>& facts) const {
    facts.push_back({"class", fmt::format("{}representative {}, of {}", class_and_size(orbit), orbit.representative,
                                          text::counted(static_cast<std::size_t>(orbit.size), "value"))});
    facts.push_back({"symmetry", fmt::format("S{}, {}: from the representative to the value", int{orbit.symmetry},
                                             describe(orbit.symmetry))});
    if (folding()->classes) facts.push_back({"sym value", sym_value(orbit)});
    std::string own;
    for (const Symmetry s : kAllSymmetries)
      if ((orbit.self_symmetries >> s & 1) != 0) own += fmt::format("{}S{}", own.empty() ? "" : " ", int{s});
    facts.push_back(
        {"self-sym", fmt::format("{} of {}: {}", std::popcount(orbit.self_symmetries), folding()->group.order(), own)});
  }

  // "3 of 64430, "; nothing where the classes are not numbered.
  std::string class_and_size(const Orbit& orbit) const {
    const auto& classes = folding()->classes;
    return classes ? fmt::format("{} of {}, ", classes->class_of(orbit.value), classes->classes()) : "";
  }

  std::string sym_value(const Orbit& orbit) const {
    const Symmetric<AnyCoordinate>& classes = *folding()->classes;
    return fmt::format("{} = {} * {} + {}; class {} with transformation S{}", classes.index_of_raw(orbit.value),
                       folding()->group.order(), classes.class_of(orbit.value),
                       folding()->group.position(orbit.symmetry), classes.class_of(orbit.value),
                       int{inverse(orbit.symmetry)});
  }

  std::string transitions(const Cube& cube) const {
    std::string lines = fmt::format("\n{:<6}{:>20}", "move", "value");
    lines += folding() ? fmt::format("{:>20}{:>12}{:>12}\n", "representative", "class", "symmetry") : "\n";
    for (const Step& step : moves().steps()) {
      const Cube after = cube * step.cube;
      const bool is_defined = coordinate().defined(after);
      lines += fmt::format("{:<6}{:>20}", step.name,
                           is_defined ? to_decimal(coordinate().value_of(after)) : std::string("-"));
      if (is_defined && folding()) {
        const Orbit orbit = orbit_at(after);
        const auto& classes = folding()->classes;
        lines += fmt::format("{:>20}{:>12}{:>12}", orbit.representative,
                             classes ? std::to_string(classes->class_of(orbit.value)) : "-",
                             fmt::format("S{}", int{orbit.symmetry}));
      }
      lines += "\n";
    }
    return lines;
  }
};

// Empty if the wanted symmetries do not act or the classes cannot be numbered; then the reason has been printed.
std::optional<Viewer> viewer_of(const Options& options, const Description& coordinate,
                                const Expected<Product>& product) {
  if (!product) {
    if (!options.symmetry && !options.classes) return Viewer(coordinate, std::nullopt);
    say(product.error().message);
    return std::nullopt;
  }
  Folding folding{AnyCoordinate(*product), SymmetryGroup(1)};
  const auto group = read_group(folding.coordinate, options.symmetry);
  if (!group) return std::nullopt;
  folding.group = *group;
  if (group->order() > 1 && (options.classes || folding.coordinate.size() <= kQuickly)) {
    auto found = find_classes(folding.coordinate, *group);
    if (!found) {
      say(found.error().message);
      return std::nullopt;
    }
    folding.classes = std::move(*found);
  }
  return Viewer(coordinate, std::move(folding));
}

ExitCode show(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  const Expected<Product> product = coordinate->product();
  std::optional<Viewer> viewer;
  if (!options.cubes.empty()) {
    viewer = viewer_of(options, *coordinate, product);
    if (!viewer) return kBadInput;
  }
  Json cubes = Json::array();
  if (!options.json) print(lines_of(facts_of(options, *coordinate, product)));
  ExitCode code = kOk;
  if (viewer)
    code = for_each_cube(
        options.cubes, options.read,
        [&](const Cube& cube, const auto&) {
          if (options.json)
            cubes.push_back(viewer->report(cube, options.transitions));
          else
            print("\n" + viewer->text(cube, options.transitions));
          return kOk;
        },
        false, viewer->centres());
  if (!options.json) return code;
  Json json = coordinate_report(options.coordinate, *coordinate);
  json["cubes"] = std::move(cubes);
  print_json(json);
  return code;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  arguments
      .add_option(
          "CUBE", options->cubes,
          "Cubes whose values are wanted, each in quotes; for - they are read from\nstandard input, one in each line.")
      .option_text("...");
  add_parsed(arguments, "--symmetry", options->symmetry, parse_symmetry_group,
             "The symmetries that make a class. Default: all that the coordinate\nadmits.")
      .type_name("GROUP");
  arguments.add_flag(
      "--classes", options->classes,
      "Number the classes of a coordinate with more than 2^24 values, too: a\nmatter of seconds to minutes.");
  arguments.add_flag("--transitions", options->transitions,
                     "Also print the value after each of the 18 moves; for a coordinate that depends\non the centres, "
                     "also after each slice and rotation.");
  arguments.add_flag("--json", options->json, "A line of JSON; \"cubes\" has an object for each cube.");
  add_read_options(arguments, options->read);
  static const std::string footer =
      R"(parts           the values of the parts a, b, ...: value = a + |A| * (b + |B| * ...)
bits            ceil(log2(values)): what a number of that size takes
class           the values that the symmetries carry to each other; the smallest is its representative,
                and classes are numbered by their representatives in increasing order
symmetry        the first symmetry S with value = S^-1 * representative * S
sym value       order * class + position of S in the group: Kociemba's sym-coordinate; then Tronto's
                transformation, which brings the value to the representative
self-sym        the symmetries that carry the representative to itself
For a coordinate with more than 2^63 values, such as the whole cube, only the values are shown.
`superflip coord cube` goes back from the number to a cube.

)" + std::string(kDescriptions) +
      kSymmetryGroups +
      R"(
Examples:
  superflip coord show UDSlice
  superflip coord show FlipUDSlice "R U F" --transitions
  superflip coord show "edges UF UR: place orientation" "R U"
  superflip coord show Cube R)";
  arguments.footer(footer);
  return [options] { return show(*options); };
}

const Registration registered{
    {552, "coord show", "A coordinate's parts and symmetries, and its value for a cube", add}};

}  // namespace

}  // namespace superflip::cli::coord
