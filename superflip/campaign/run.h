// A run: executes the open tasks of a campaign on all cores of this machine.
//
// Threads execute tasks; one thread claims tasks ahead, and commits what is done, all that is ready in one transaction.
// A task that fails is kept as failed, and the run goes on; when the machine fails (is_of_task) the run ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/campaign/campaign.h"
#include "superflip/engine/engine.h"

namespace SUPERFLIP_API superflip {

struct RunOptions {
  unsigned threads = 0;            // 0: all cores
  std::uint64_t most = 0;          // ends after so many tasks; 0: all
  const StopFlag* stop = nullptr;  // must outlive the call
  // The folder in which what is done of tasks that take long is kept (checkpoints.h); empty: it is not kept. A folder
  // is for one campaign.
  std::filesystem::path checkpoints{};
};

struct RunProgress {
  std::uint64_t done = 0;    // in this run, with those that failed
  std::uint64_t failed = 0;  // in this run
  double under_way = 0;      // what is done of the tasks that are not finished, in tasks
  double seconds = 0;        // since the tables were ready
  bool is_stopped = false;   // the flag ended the run; claims were given back
};

// Opens tables, begins a run of the campaign and executes tasks until none is open. `on_progress` is called from the
// calling thread about every 100 ms and after commits; `listener` hears of tables that are loaded or made. When the
// flag is set, the run ends within 0.1 s, or with checkpoints after these are written; tasks that were not finished are
// open again. Where no task is open, nothing is loaded. Errors: those of Campaign, of Work::prepare and of
// make_checkpoint_folder(), among them bad_option where this campaign is being run already. What was committed before
// stays, also if `on_progress` throws, which ends the run.
Expected<RunProgress> run(Campaign& campaign, Engine& engine, const RunOptions& options = {},
                          const std::function<void(const RunProgress&)>& on_progress = {},
                          const Listener& listener = {});

}  // namespace superflip
