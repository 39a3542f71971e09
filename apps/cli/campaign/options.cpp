#include "apps/cli/campaign/options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "apps/cli/batch.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"

namespace superflip::cli::campaign {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Runs a program without any output; its exit code, or 127.
int run_silently(std::vector<std::string> words) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; ++stream) ::dup2(nothing, stream);
    ::execvp(words[0].c_str(), pointers_to(words).data());
    ::_exit(127);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

}  // namespace

void add_file(Arguments& arguments, std::string& file) {
  arguments.add_option("FILE", file, "The campaign: a SQLite database.").required().option_text(" ");
}

Expected<Campaign> open(const std::string& file, Campaign::Access access) {
  return Campaign::open(file, access, &interrupted());
}

void add_machine(Arguments& arguments, Machine& machine) {
  add_number(arguments, "--threads", machine.threads, 1, 1024, "How many threads work. Default: all cores.");
  add_table_options(arguments, machine.table, machine.memory);
}

Engine engine_for(const Campaign& campaign, const Machine& machine) {
  return Engine(campaign.work()->engine_options(
      engine_options({.optimal_table = machine.table, .memory = machine.memory, .threads = machine.threads})));
}

ExitCode failed(const Error& error) {
  say(error.message);
  return exit_code(error);
}

ExitCode run_python(const std::string& module, const std::vector<std::string>& words,
                    const std::vector<std::string>& needed, const std::string& extra) {
  const char* const named = std::getenv("SUPERFLIP_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  if (run_silently({python, "-c", fmt::format("import {}", fmt::join(needed, ", "))}) != 0) {
    say(
        fmt::format("this needs the Python package superflip with {}, and {} does not have it: pip install "
                    "'superflip[{}]', or set SUPERFLIP_PYTHON to a Python that has it",
                    extra, python, extra));
    return kSystemFailed;
  }
  std::vector<std::string> all{python, "-m", module};
  all.insert(all.end(), words.begin(), words.end());
  flush();
  ::execvp(python.c_str(), pointers_to(all).data());
  say(fmt::format("{}: {}", python, std::generic_category().message(errno)));
  return kSystemFailed;
}

}  // namespace superflip::cli::campaign
