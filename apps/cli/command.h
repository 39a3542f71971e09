// Commands: each lives in one file of this folder and registers itself there, so that main knows none by name. One
// whose name is two words ("coord list") is a command of the first; what the first would do alone is explain itself.
//
//   Run add(CLI::App& app) {                          // describe options, return what runs them
//     auto options = std::make_shared<Options>();     // they must live as long as the returned function
//     app.add_flag("--loud", options->loud, "...");
//     return [options] { return shout(*options); };
//   }
//   const Registration registered{{2, "shout", "Say it loud", add}};
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace superflip::cli {

// What the program returns to the shell.
enum ExitCode : int {
  kOk = 0,
  kNoSolution = 1,    // none within the limits
  kBadInput = 2,      // a cube, an option or a command that makes no sense
  kSystemFailed = 3,  // memory, disk, output
  kInterrupted = 130  // Ctrl-C before every cube had its answer
};

// Runs a command whose options have been parsed. Throws only when the system fails.
using Run = std::function<ExitCode()>;

struct Command {
  int place;  // in the list of commands, smallest first
  std::string name;
  std::string summary;  // one line, no full stop
  Run (*add)(CLI::App& app);
};

struct Registration {
  explicit Registration(Command command);
};

// All registered commands by place.
std::vector<Command> commands();

}  // namespace superflip::cli
