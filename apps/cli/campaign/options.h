// Shared by the commands of `campaign`: opening the file, the engine for its tasks, and the commands that the Python
// package carries out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

// FILE, the campaign.
void add_file(Arguments& arguments, std::string& file);

// Opens it, or reports why not. An interrupt ends a wait for other processes.
Expected<Campaign> open(const std::string& file, Campaign::Access access);

// --threads, --table, --memory.
struct Machine {
  unsigned threads = 0;
  std::string table;
  std::uint64_t memory = 0;
};
void add_machine(Arguments& arguments, Machine& machine);

// The engine for the tasks of the campaign, with the user's tables.
Engine engine_for(const Campaign& campaign, const Machine& machine);

// Reports the error.
ExitCode failed(const Error& error);

// Replaces this process by `python3 -m MODULE WORDS...`; $SUPERFLIP_PYTHON may name another Python. If that Python has
// not all of the modules, says what installs them.
ExitCode run_python(const std::string& module, const std::vector<std::string>& words,
                    const std::vector<std::string>& needed, const std::string& extra);

}  // namespace superflip::cli::campaign
