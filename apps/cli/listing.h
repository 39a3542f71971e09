// Listing: cubes that a command prints or counts while it finds them, in a search that may take for ever. The options
// of such lists, their progress, and their end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "apps/cli/command.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli {

struct ListOptions {
  bool count = false;
  std::optional<std::uint64_t> most;
  std::optional<std::uint64_t> milliseconds;
  bool json = false;

  bool is_limited() const { return most || milliseconds; }
};

// --count, -n, --time and --json.
void add_list_options(Arguments& arguments, ListOptions& options);

// Ctrl-C and the end of --time set interrupted(), by which the search ends.
class Listing {
 public:
  explicit Listing(const ListOptions& options);

  // Prints a cube that was found, as facelets or as JSON with the type of its symmetries, or only counts it. False when
  // enough are found.
  bool add(const Cube& cube);
  // So many are known to be all; they are not printed.
  void add_all(Uint128 cubes);
  // The part of the search that is behind, 0..1, which a terminal shows. It may be called at every step.
  void show(double done);

  Uint128 found() const { return found_; }

  // Prints the number if it is asked for, says why the list is not complete if it is not, and returns the exit code:
  // kOk, kNoSolution if the time is over, kInterrupted, or kNoSolution with a sentence: `none` if there are no cubes,
  // and `few`, unless it is empty, if there are fewer than -n.
  ExitCode end(std::string_view none, std::string_view few = {});

 private:
  const ListOptions& options_;
  Uint128 found_ = 0;
  Clock::time_point next_flush_{};
  ProgressBar bar_;
  const Progress progress_ = bar_.callback();
  unsigned steps_ = 0;
};

}  // namespace superflip::cli
