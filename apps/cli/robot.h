// Robots at the command line: which one is meant, and its schedule in lines.
#pragma once

#include <memory>
#include <string>

#include "apps/cli/command.h"
#include "superflip/superflip.h"

namespace superflip::cli {

// --robot NAME|FILE. `what` begins its help: what is wanted of the robot.
Option add_robot(Arguments& arguments, std::shared_ptr<const Robot>& robot, const std::string& what);

// A line for each action, with the seconds at which it begins, and a last line for the end, each with its end of line.
std::string lines_of(const RobotSchedule& schedule);

}  // namespace superflip::cli
