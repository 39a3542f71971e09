// superflip coord list: the coordinates that have names.
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "superflip/coordinate/catalogue.h"

namespace superflip::cli::coord {

namespace {

ExitCode list(bool json) {
  Json all = Json::array();
  for (const CatalogueEntry& entry : catalogue()) {
    const auto coordinate = parse_description(entry.description);
    if (!coordinate) continue;  // a test reads them all
    const std::string size = count_of(coordinate->size());
    if (json)
      all.push_back({{"name", entry.name},
                     {"description", entry.description},
                     {"values", static_cast<double>(coordinate->size())},
                     {"summary", entry.summary}});
    else
      print(fmt::format("{:<26}{:>13}  {}\n", entry.name, size, entry.summary));
  }
  if (json) print(all.dump() + "\n");
  return kOk;
}

Run add(Arguments& arguments) {
  auto json = std::make_shared<bool>(false);
  arguments.add_flag("--json", *json, "The list as JSON, with descriptions.");
  arguments.footer(
      "Each with the number of its values. A name may be used wherever a description is.\n"
      "\n"
      "Examples:\n"
      "  superflip coord list\n"
      "  superflip coord show UDSlice");
  return [json] { return list(*json); };
}

const Registration registered{{551, "coord list", "The coordinates that have names", add}};

}  // namespace

}  // namespace superflip::cli::coord
