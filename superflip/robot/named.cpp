// Robots that many people have built, as examples. The times are those of common parts: stepping motors of a home-made
// robot, servos with grippers, and the turntable of a robot of bricks. Everyone measures their own.
#include <array>

#include "superflip/base/text.h"
#include "superflip/robot/robot.h"

namespace superflip {
namespace {

constexpr std::array<NamedRobot, 4> kRobots{{
    {"six-motors", R"({
  "name": "six-motors",
  "about": "a stepping motor at the centre of each face; opposite faces turn together",
  "seconds": {"90": 0.06, "180": 0.1},
  "motors": {"U": {}, "R": {}, "F": {}, "D": {}, "L": {}, "B": {}},
  "together": ["UD", "RL", "FB"],
  "change": 0.01
})"},
    {"five-motors", R"({
  "name": "five-motors",
  "about": "as six-motors, but open above: the cube is laid in from there",
  "seconds": {"90": 0.06, "180": 0.1},
  "motors": {"R": {}, "F": {}, "D": {}, "L": {}, "B": {}},
  "together": ["RL", "FB"],
  "change": 0.01
})"},
    {"four-grippers", R"({
  "name": "four-grippers",
  "about": "servos with grippers on four sides; two opposite ones can carry the cube round",
  "seconds": {"90": 0.2, "180": 0.35},
  "motors": {"R": {}, "F": {}, "L": {}, "B": {}},
  "together": ["RL", "FB"],
  "rotations": {"x": 0.5, "x'": 0.5, "x2": 0.65, "z": 0.5, "z'": 0.5, "z2": 0.65},
  "regrip": 0.3
})"},
    {"turntable", R"({
  "name": "turntable",
  "about": "a turntable under the cube turns it, or D while an arm holds the rest; the arm also tips it over",
  "motors": {"D": {"90": 0.5, "180": 0.8}},
  "rotations": {"x'": 0.7, "y": 0.4, "y'": 0.4, "y2": 0.7}
})"},
}};

}  // namespace

std::span<const NamedRobot> named_robots() { return kRobots; }

Expected<Robot> robot_of(std::string_view text) {
  for (const NamedRobot& robot : kRobots)
    if (robot.name == text) return Robot::parse(robot.json);
  if (text.find('{') != std::string_view::npos) return Robot::parse(text);
  std::vector<std::string> names;
  names.reserve(kRobots.size());
  for (const NamedRobot& robot : kRobots) names.emplace_back(robot.name);
  return fail(ErrorKind::bad_option, "there is no robot '" + text::escaped(text, 40) + "'; there are " +
                                         text::listed(names) + ", and descriptions in JSON");
}

}  // namespace superflip
