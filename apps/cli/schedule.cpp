// superflip schedule: what a robot does for moves that are given, and when.
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/robot.h"
#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> words;
  std::shared_ptr<const Robot> robot;
  bool json = false;
};

ExitCode run(const Options& options) {
  const auto show = [&](const std::string& moves) {
    return schedule_of(*options.robot, moves).map([&](const RobotSchedule& schedule) {
      if (options.json)
        print_json(schedule_report(moves, schedule, *options.robot));
      else
        print(lines_of(schedule));
    });
  };
  return for_each_sequence("schedule", options.words, "the moves of one schedule", show, options.json);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  arguments
      .add_option("MOVES", options->words,
                  "Each argument has the moves of one schedule, so quote it: \"R U\". Without\n"
                  "arguments, or for -, they are read from standard input, one in each line.")
      .option_text("...");
  add_robot(arguments, options->robot, "The robot that does the moves:").required();
  arguments.add_flag("--json", options->json, "A line of JSON for each schedule.");
  arguments.footer(
      R"(Each action has a line, with the seconds at which it begins:
     0.000  R L'     the robot turns its sides R and L, at the same time
     0.200  regrip   the grippers that stand across now let go, turn back, and grip again
     0.500  x        the robot carries the whole cube round, as R turns
     1.000  F2       the robot turns its side F
     1.350  end      all is done
The letters U, R, F, D, L and B are the sides of the robot, at which its motors are. At first the U of the moves
lies up and their F in front; after x, y or z other faces of the cube lie there.

The moves are any algorithm: from superflip solve, from another program, or your own. The schedule is the fastest
for these moves. superflip solve --robot finds other moves for the same cube that the robot does faster. Slices,
wide moves and rotations are done as the turns of faces that they come to. A face that no motor reaches is turned
by a detour of 13 turns. At most 500 turns are taken.

With --json each line is {"schema": 1, "moves": ..., "schedule": {"robot": ..., "seconds": ..., "actions": [...]}}.
"seconds" is the time of all. Each action has "at", when it begins, its "seconds", and what it is: "turn": "R L'",
"rotate": "x" or "regrip": true.

Examples:
  superflip schedule --robot turntable "R U R' U'"
  superflip schedule --robot my-robot.json "F2 R2 U2 F2 R2 U2"
  superflip scramble -n 10 | superflip solve | superflip schedule --robot six-motors --json)");
  return [options] { return run(*options); };
}

const Registration registered{{14, "schedule", "What a robot does for given moves, and when", add}};

}  // namespace

}  // namespace superflip::cli
