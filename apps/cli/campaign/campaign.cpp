// superflip campaign: many tasks in a database. Its commands are the other files of this folder.
#include "apps/cli/command.h"

namespace superflip::cli::campaign {

namespace {

Run add(Arguments& arguments) {
  arguments.require_at_most_one_command();
  arguments.footer(
      R"(A campaign is a file with tasks and their results, a SQLite database. A run can be killed at any moment and
goes on where it was. Several runs on one machine share the work, and workers of Dask on several machines do.
docs/campaigns.md has more.

Examples:
  superflip campaign create c.db cubes --random 100 --seed 7 --optimal
  superflip campaign run c.db
  superflip campaign status c.db
  superflip campaign export c.db --csv > results.csv
  superflip campaign verify c.db --share 1/10)");
  return {};
}

const Registration registered{{58, "campaign", "Solve and count much, on many cores and machines", add}};

}  // namespace

}  // namespace superflip::cli::campaign
