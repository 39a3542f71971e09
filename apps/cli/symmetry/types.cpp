// superflip symmetry types: the 33 types of symmetry, and how many cubes have them.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "superflip/superflip.h"

namespace superflip::cli::symmetry {

namespace {

ExitCode run(bool json) {
  Json list = Json::array();
  if (!json)
    print(fmt::format("{:<10} {:>5} {:>5} {:>21} {:>21} {:>21}  {}\n", "type", "order", "alike", "at least", "exactly",
                      "of the type", "symmetries"));
  Uint128 symmetric = 0;
  for (int i = 0; i < kSymmetryTypes; ++i) {
    const SymmetryType& type = symmetry_types()[static_cast<std::size_t>(i)];
    const SymmetryCount& count = symmetry_counts()[static_cast<std::size_t>(i)];
    if (type.group.order() > 1) symmetric += count.of_type;
    if (json)
      list.push_back({{"type", std::string(type.name)},
                      {"description", std::string(type.description)},
                      {"order", type.group.order()},
                      {"conjugates", type.conjugates},
                      {"at_least", to_decimal(count.at_least)},
                      {"exactly", to_decimal(count.exactly)},
                      {"of_type", to_decimal(count.of_type)}});
    else
      print(fmt::format("{:<10} {:>5} {:>5} {:>21} {:>21} {:>21}  {}\n", type.name, type.group.order(), type.conjugates,
                        to_decimal(count.at_least), to_decimal(count.exactly), to_decimal(count.of_type),
                        type.description));
  }
  if (json)
    print_json({{"types", list}, {"symmetric", to_decimal(symmetric)}});
  else
    print(fmt::format("{} cubes have a symmetry\n", to_decimal(symmetric)));
  return kOk;
}

Run add(Arguments& arguments) {
  auto json = std::make_shared<bool>(false);
  arguments.add_flag("--json", *json, "The list as a line of JSON; numbers of cubes are texts, as some exceed 2^64.");
  arguments.footer(
      R"(type         a Schoenflies symbol
order        the number of symmetries
alike        the sets of symmetries that are of this type, seen from elsewhere or in a mirror
at least     cubes with all symmetries of one such set, and perhaps more
exactly      cubes with these and no others
of the type  exactly those of any such set

Example:
  superflip symmetry types)");
  return [json] { return run(*json); };
}

const Registration registered{{322, "symmetry types", "The 33 types, and how many cubes have them", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
