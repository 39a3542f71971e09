// superflip: the command line. Turns every outcome into an exit code.
#include <csignal>
#include <exception>
#include <new>

#include "apps/cli/command.h"
#include "apps/cli/console.h"

// A reader that closes the pipe ends this program without a word, as it ends every filter.
int main(int argc, char** argv) {
  using namespace superflip::cli;
  std::signal(SIGPIPE, SIG_DFL);
  try {
    const ExitCode code = run_command_line(argc, argv);
    flush();
    return code;
  } catch (const std::bad_alloc&) {
    say("not enough memory; the smallest tables are those of solve --profile compact and optimal --table optimal-47");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return kSystemFailed;
}
