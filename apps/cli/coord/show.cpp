// superflip coord show: one coordinate: its parts, its symmetries, and its values for cubes. For each cube it shows the
// value, its place in its class under the symmetries (Kociemba's sym-coordinate; Tronto's class and transformation),
// and what the moves make of it.
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

// The classes of a coordinate with more values are numbered only when asked for: that takes seconds.
constexpr Index kQuickly = Index{1} << 24;

struct Options {
  std::string coordinate;
  std::vector<std::string> cubes;
  ReadOptions read;
  std::optional<SymmetryGroup> symmetry;
  bool classes = false;
  bool transitions = false;
  bool json = false;
};

int bits_of(const Description& coordinate) { return bits_for(static_cast<Uint128>(coordinate.size())); }

// The description of the coordinate; `product` is its values as one number, where they fit into 63 bits.
Json json_of(const Options& options, const Description& coordinate, const Expected<Product>& product) {
  Json json;
  if (const CatalogueEntry* entry = find_in_catalogue(options.coordinate)) {
    json["name"] = entry->name;
    json["summary"] = entry->summary;
    if (!entry->source.empty()) json["source"] = entry->source;
  }
  json["coordinate"] = coordinate.name();
  json["values"] = json_count(coordinate.size());
  json["bits"] = bits_of(coordinate);
  if (coordinate.parts.size() > 1) {
    json["parts"] = Json::array();
    for (const AnyCoordinate& part : coordinate.parts)
      json["parts"].push_back({{"coordinate", part.name()}, {"values", part.size()}, {"bits", bits_for(part.size())}});
  }
  if (product) {
    const SymmetryGroup group(admitted(*product));
    json["group"] = to_string(group);
    json["group_order"] = group.order();
    json["inversion"] = admits_inversion(AnyCoordinate(*product));
  }
  return json;
}

std::vector<Fact> facts_of(const Options& options, const Description& coordinate, const Expected<Product>& product) {
  std::vector<Fact> facts;
  if (const CatalogueEntry* entry = find_in_catalogue(options.coordinate)) {
    facts.push_back({"name", std::string(entry->name)});
    facts.push_back({"summary", std::string(entry->summary)});
    if (!entry->source.empty()) facts.push_back({"source", std::string(entry->source)});
  }
  facts.push_back({"coordinate", coordinate.name()});
  facts.push_back({"values", fmt::format("{}, {} bits", count_of(coordinate.size()), bits_of(coordinate))});
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

// The values of cubes, with their classes under a group.
class Viewer {
 public:
  Viewer(AnyCoordinate coordinate, const SymmetryGroup& group, std::optional<Symmetric<AnyCoordinate>> classes)
      : coordinate_(std::move(coordinate)),
        group_(group),
        classes_(std::move(classes)),
        centres_(centres_of(coordinate_)),
        moves_(*parse_move_set(centres_ == Centres::fixed ? "all" : "all M E S x y z", Metric::htm, centres_)) {}

  Centres centres() const { return centres_; }

  Json json(const Cube& cube, bool with_transitions) const {
    if (!coordinate_.defined(cube)) return Json::object();
    const Orbit orbit = orbit_of(coordinate_, coordinate_.index(cube), group_);
    Json json = json_of(orbit);
    json["solved"] = is_solved(coordinate_, orbit.value);
    json["self_symmetries"] = Json::array();
    for (const Symmetry s : kAllSymmetries)
      if ((orbit.self_symmetries >> s & 1) != 0) json["self_symmetries"].push_back(s.index);
    json["class_size"] = orbit.size;
    if (!with_transitions) return json;
    for (const Step& step : moves_.steps()) {
      const Cube after = cube * step.cube;
      json["transitions"][step.name] =
          coordinate_.defined(after) ? json_of(orbit_of(coordinate_, coordinate_.index(after), group_)) : Json();
    }
    return json;
  }

  std::string text(const Cube& cube, bool with_transitions) const {
    if (!coordinate_.defined(cube)) return lines_of({{"value", "-, not defined for this cube"}});
    const Orbit orbit = orbit_of(coordinate_, coordinate_.index(cube), group_);
    std::vector<Fact> facts{
        {"value", fmt::format("{}{}", orbit.value, is_solved(coordinate_, orbit.value) ? "  (solved)" : "")}};
    if (group_.order() > 1) {
      facts.push_back({"class", fmt::format("{}representative {}, of {}", class_and_size(orbit), orbit.representative,
                                            text::counted(static_cast<std::size_t>(orbit.size), "value"))});
      facts.push_back({"symmetry", fmt::format("S{}, {}: from the representative to the value", int{orbit.symmetry},
                                               describe(orbit.symmetry))});
      if (classes_) facts.push_back({"sym value", sym_value(orbit)});
      std::string own;
      for (const Symmetry s : kAllSymmetries)
        if ((orbit.self_symmetries >> s & 1) != 0) own += fmt::format("{}S{}", own.empty() ? "" : " ", int{s});
      facts.push_back(
          {"self-sym", fmt::format("{} of {}: {}", std::popcount(orbit.self_symmetries), group_.order(), own)});
    }
    return lines_of(facts) + (with_transitions ? transitions(cube) : "");
  }

 private:
  // "3 of 64430, "; nothing where the classes are not numbered.
  std::string class_and_size(const Orbit& orbit) const {
    return classes_ ? fmt::format("{} of {}, ", classes_->class_of(orbit.value), classes_->classes()) : "";
  }

  std::string sym_value(const Orbit& orbit) const {
    return fmt::format("{} = {} * {} + {}; class {} with transformation S{}", classes_->index_of_raw(orbit.value),
                       group_.order(), classes_->class_of(orbit.value), group_.position(orbit.symmetry),
                       classes_->class_of(orbit.value), int{inverse(orbit.symmetry)});
  }

  std::string transitions(const Cube& cube) const {
    std::string lines =
        fmt::format("\n{:<6}{:>20}{:>20}{:>12}{:>12}\n", "move", "value", "representative", "class", "symmetry");
    for (const Step& step : moves_.steps()) {
      const Cube after = cube * step.cube;
      if (!coordinate_.defined(after)) {
        lines += fmt::format("{:<6}{:>20}\n", step.name, "-");
        continue;
      }
      const Orbit orbit = orbit_of(coordinate_, coordinate_.index(after), group_);
      const std::string cls = classes_ ? std::to_string(classes_->class_of(orbit.value)) : "-";
      lines += fmt::format("{:<6}{:>20}{:>20}{:>12}{:>12}\n", step.name, orbit.value, orbit.representative, cls,
                           fmt::format("S{}", int{orbit.symmetry}));
    }
    return lines;
  }

  Json json_of(const Orbit& orbit) const {
    Json json{{"value", orbit.value}, {"representative", orbit.representative}};
    if (classes_) {
      json["class"] = classes_->class_of(orbit.value);
      json["sym"] = classes_->index_of_raw(orbit.value);
    }
    json["symmetry"] = orbit.symmetry.index;
    json["transformation"] = inverse(orbit.symmetry).index;
    return json;
  }

  AnyCoordinate coordinate_;
  SymmetryGroup group_;
  std::optional<Symmetric<AnyCoordinate>> classes_;
  Centres centres_;  // what the coordinate sees of them
  MoveSet moves_;    // those of the transitions
};

std::optional<Viewer> viewer_of(const Options& options, const AnyCoordinate& coordinate) {
  const auto group = read_group(coordinate, options.symmetry);
  if (!group) return std::nullopt;
  std::optional<Symmetric<AnyCoordinate>> classes;
  if (group->order() > 1 && (options.classes || coordinate.size() <= kQuickly)) {
    auto found = find_classes(coordinate, *group);
    if (!found) {
      say(found.error().message);
      return std::nullopt;
    }
    classes = std::move(*found);
  }
  return Viewer(coordinate, *group, std::move(classes));
}

ExitCode show(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  const Expected<Product> product = coordinate->product();
  if (!product && !options.cubes.empty()) {
    say(product.error().message);
    return kBadInput;
  }
  std::optional<Viewer> viewer;
  if (!options.cubes.empty()) {
    viewer = viewer_of(options, AnyCoordinate(*product));
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
            cubes.push_back(viewer->json(cube, options.transitions));
          else
            print("\n" + viewer->text(cube, options.transitions));
          return kOk;
        },
        false, viewer->centres());
  if (!options.json) return code;
  Json json = json_of(options, *coordinate, product);
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
  arguments.add_flag(
      "--transitions", options->transitions,
      "What each of the 18 moves makes of the value; of a coordinate of centres,\nalso each slice and rotation.");
  arguments.add_flag("--json", options->json, "A line of JSON; \"cubes\" has an object for each cube.");
  add_read_options(arguments, options->read);
  static const std::string footer =
      "bits            ceil(log2(values)): what a number of that size takes\n"
      "class           the values that the symmetries carry to each other; the smallest is its representative,\n"
      "                and classes are numbered by their representatives in increasing order\n"
      "symmetry        the first symmetry S with value = S^-1 * representative * S\n"
      "sym value       order * class + position of S in the group: Kociemba's sym-coordinate; then Tronto's\n"
      "                transformation, which brings the value to the representative\n"
      "self-sym        the symmetries that carry the representative to itself\n"
      "`superflip coord cube` goes back from the number to a cube.\n"
      "\n" +
      std::string(kDescriptions) + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord show UDSlice\n"
      "  superflip coord show FlipUDSlice \"R U F\" --transitions\n"
      "  superflip coord show \"edges UF UR: place orientation\" \"R U\"";
  arguments.footer(footer);
  return [options] { return show(*options); };
}

const Registration registered{
    {552, "coord show", "A coordinate's parts and symmetries, and its value for a cube", add}};

}  // namespace

}  // namespace superflip::cli::coord
