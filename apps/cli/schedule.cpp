// superflip schedule: what a robot does for moves that are given, and when.
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
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
  warn_about_quotes("schedule", options.words);
  TextOptions one_each;
  one_each.lines = Lines::one_each;
  InputSource source(options.words, one_each);
  if (source.interactive()) tell("Type the moves of one schedule in each line. Ctrl-D ends. (--help explains.)");
  while (const auto input = source.next([] { return false; })) {
    const auto schedule =
        input->error ? tl::unexpected<Error>(*input->error) : schedule_of(*options.robot, input->text);
    if (!schedule) {
      report_unreadable(*input, schedule.error(), options.json);
      return kBadInput;
    }
    if (options.json)
      print_json(schedule_report(input->text, *schedule, *options.robot));
    else
      print(lines_of(*schedule));
    flush();
  }
  return kOk;
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
      R"(Each action has a line, with the seconds at which it begins, and a last line says when all is done: "end".
Moves without a schedule are those of superflip solve, say, or an algorithm. The cube lies in the robot with its
U up and its F in front. The schedule is the fastest for these moves; superflip solve --robot finds moves for a
cube that the robot does faster.

Slices, wide moves and rotations are done as the turns of faces that they come to. A face that no motor reaches is
turned by a detour of 13 moves.

With --json each line is {"schema": 1, "moves": ..., "schedule": {"robot": ..., "seconds": ..., "actions": [...]}}.

Examples:
  superflip schedule --robot turntable "R U R' U'"
  superflip schedule --robot my-robot.json "F2 R2 U2 F2 R2 U2"
  superflip scramble -n 10 | superflip solve | superflip schedule --robot six-motors --json)");
  return [options] { return run(*options); };
}

const Registration registered{{14, "schedule", "What a robot does for given moves, and when", add}};

}  // namespace

}  // namespace superflip::cli
