// superflip: the command line. Prepares the process, and turns every outcome into an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <string_view>

#include "apps/cli/command.h"
#include "apps/cli/console.h"

namespace {

// A file that is opened later must never get the descriptor of a standard stream that was closed, or answers would be
// written into it. So a closed stream becomes /dev/null, opened in the opposite mode: reading (standard input) or
// writing (the others) fails as on a closed descriptor. open() takes the lowest free number.
bool occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) return false;
  }
  return true;
}

// A table is a mapped file. Reading it fails with SIGBUS if another program truncates the file.
[[noreturn]] void end_with_bus_error(int) {
  constexpr std::string_view kSentence =
      "superflip: a table file was truncated, or its disk failed, while it was in use; run superflip tables verify\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSentence.data(), kSentence.size());
  ::_exit(superflip::cli::kSystemFailed);
}

}  // namespace

// A reader that closes the pipe ends this program silently, as with every filter. Exceeding the file size limit (ulimit
// -f) is a failed write like any other.
int main(int argc, char** argv) {
  using namespace superflip::cli;
  if (!occupy_standard_descriptors()) return kSystemFailed;
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGBUS, end_with_bus_error);
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
