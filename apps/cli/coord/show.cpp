// superflip coord show: one coordinate: its parts, its symmetries, and its values for cubes.
#include <fmt/format.h>

#include <functional>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  std::vector<std::string> cubes;
  ReadOptions read;
  bool json = false;
};

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
  if (coordinate.parts.size() > 1) {
    json["parts"] = Json::array();
    for (const AnyCoordinate& part : coordinate.parts)
      json["parts"].push_back({{"coordinate", part.name()}, {"values", part.size()}});
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
  facts.push_back({"values", count_of(coordinate.size())});
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

ExitCode show(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  const Expected<Product> product = coordinate->product();
  if (!product && !options.cubes.empty()) {
    say(product.error().message);
    return kBadInput;
  }
  ExitCode code = kOk;
  const auto for_each_value = [&](const std::function<void(Index)>& use) {
    if (options.cubes.empty()) return;
    code =
        for_each_cube(options.cubes, options.read, [&](const Cube& cube, const auto&) { use(product->index(cube)); });
  };
  if (options.json) {
    Json json = json_of(options, *coordinate, product);
    Json values = Json::array();
    for_each_value([&](Index value) { values.push_back(value); });
    json["cubes"] = values;
    print_json(json);
    return code;
  }
  print(lines_of(facts_of(options, *coordinate, product)));
  for_each_value([&](Index value) {
    print(fmt::format("{:<12}{}{}\n", "value", value, is_solved(*product, value) ? "  (solved)" : ""));
  });
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
  arguments.add_flag("--json", options->json, "A line of JSON; \"cubes\" are the values of the cubes.");
  add_read_options(arguments, options->read);
  static const std::string footer = std::string(kDescriptions) +
                                    "\n"
                                    "Examples:\n"
                                    "  superflip coord show UDSlice\n"
                                    "  superflip coord show \"edges UF UR: place orientation\" \"R U\"";
  arguments.footer(footer);
  return [options] { return show(*options); };
}

const Registration registered{
    {552, "coord show", "A coordinate's parts and symmetries, and its value for a cube", add}};

}  // namespace

}  // namespace superflip::cli::coord
