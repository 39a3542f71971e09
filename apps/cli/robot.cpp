#include "apps/cli/robot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/options.h"

namespace superflip::cli {
namespace {

// The robot of that name, or of that file.
Expected<Robot> robot_from(const std::string& text) {
  const auto named = named_robots();
  if (std::any_of(named.begin(), named.end(), [&](const NamedRobot& r) { return r.name == text; }))
    return robot_of(text);
  if (text.find('{') != std::string::npos) return Robot::parse(text);
  const bool is_file = text.find('/') != std::string::npos || text.ends_with(".json");
  std::ifstream file(text, std::ios::binary);
  if (!file.is_open() && is_file) return fail(ErrorKind::bad_option, text + ": this file cannot be opened");
  std::string json;
  constexpr std::size_t kLongest = 1 << 16;
  for (char c = 0; json.size() <= kLongest && file.get(c);) json += c;
  if (file.is_open())
    return Robot::parse(json).map_error([&](Error e) {
      e.message = text + ": " + e.message;
      return e;
    });
  return robot_of(text);
}

std::string names_of_robots() {
  std::vector<std::string> names;
  for (const NamedRobot& robot : named_robots()) names.emplace_back(robot.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Option add_robot(Arguments& arguments, std::shared_ptr<const Robot>& robot, const std::string& what) {
  return add_parsed(
             arguments, "--robot", robot,
             [](std::string_view text) -> Expected<std::shared_ptr<const Robot>> {
               return robot_from(std::string(text)).map([](Robot read) {
                 return std::make_shared<const Robot>(std::move(read));
               });
             },
             what + " a name, or a file of JSON that\ndescribes one (docs/robots.md). Names: " + names_of_robots() +
                 ".")
      .type_name("NAME|FILE");
}

std::string lines_of(const RobotSchedule& schedule) {
  const auto seconds = [](Microseconds time) { return static_cast<double>(time.count()) / 1e6; };
  std::string lines;
  for (const RobotAction& action : schedule.actions)
    lines += fmt::format("{:8.3f}  {}\n", seconds(action.begin), to_string(action));
  return lines + fmt::format("{:8.3f}  end\n", seconds(schedule.takes));
}

}  // namespace superflip::cli
