// superflip coord show: one coordinate: its parts, its symmetries, and its values for cubes.
#include <fmt/format.h>

#include <bit>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  std::vector<std::string> cubes;
  ReadOptions read;
  bool json = false;
};

ExitCode show(const Options& options) {
  const auto coordinate = read_coordinate(options.coordinate);
  if (!coordinate) return kBadInput;
  const Expected<Product> product = coordinate->product();
  std::vector<Fact> facts;
  if (const CatalogueEntry* entry = find_in_catalogue(options.coordinate)) {
    facts.push_back({"name", std::string(entry->name)});
    facts.push_back({"summary", std::string(entry->summary)});
    if (!entry->source.empty()) facts.push_back({"source", std::string(entry->source)});
  }
  facts.push_back({"coordinate", coordinate->name()});
  facts.push_back({"values", count_of(coordinate->size())});
  if (coordinate->parts.size() > 1)
    for (const AnyCoordinate& part : coordinate->parts)
      facts.push_back({"part", fmt::format("{:<40} {:>12}", part.name(), part.size())});
  if (product) {
    const SymmetryGroup group(admitted(*product));
    facts.push_back({"symmetries", fmt::format("{} ({})", to_string(group), group.order())});
    facts.push_back({"inversion", admits_inversion(AnyCoordinate(*product)) ? "acts on the values" : "does not act"});
  }

  Json json;
  for (const auto& [name, value] : facts)
    if (name != "part" && name != "values") json[name] = value;
  if (product)
    json["values"] = product->size();
  else
    json["values"] = static_cast<double>(coordinate->size());
  json["cubes"] = Json::array();
  if (!product && !options.cubes.empty()) {
    say(product.error().message);
    return kBadInput;
  }
  if (!options.json) print(lines_of(facts));
  if (options.cubes.empty()) {
    if (options.json) print(json.dump() + "\n");
    return kOk;
  }
  const ExitCode code = for_each_cube(options.cubes, options.read, [&](const Cube& cube, const auto&) {
    const Index value = product->index(cube);
    if (options.json)
      json["cubes"].push_back(value);
    else
      print(fmt::format("{:<12}{}{}\n", "value", value, is_solved(*product, value) ? "  (solved)" : ""));
  });
  if (options.json) print(json.dump() + "\n");
  return code;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  arguments.add_option("CUBE", options->cubes, "Cubes whose values are wanted; - reads them, one a line.")
      .option_text("...");
  arguments.add_flag("--json", options->json, "One JSON object.");
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
