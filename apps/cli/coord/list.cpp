// superflip coord list: the coordinates that have names.
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::coord {

namespace {

ExitCode list(bool json) {
  if (json) {
    print_json({{"coordinates", catalogue_report()}});
    return kOk;
  }
  for (const CatalogueEntry& entry : catalogue()) {
    const auto coordinate = parse_description(entry.description);
    if (!coordinate) continue;  // cannot happen: a test reads them all
    print(fmt::format("{:<26}{:>13}  {}\n", entry.name, count_of(coordinate->size()), entry.summary));
  }
  return kOk;
}

Run add(Arguments& arguments) {
  auto json = std::make_shared<bool>(false);
  arguments.add_flag("--json", *json, "The list as a line of JSON, with descriptions.");
  arguments.footer(
      R"(Each name is listed with the number of its values. A name can be given wherever a description can.

Examples:
  superflip coord list
  superflip coord show UDSlice)");
  return [json] { return list(*json); };
}

const Registration registered{{551, "coord list", "The coordinates that have names", add}};

}  // namespace

}  // namespace superflip::cli::coord
