// superflip campaign status: what is done, what is left, how fast.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/campaign/options.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

namespace {

struct Options {
  std::string file;
  bool json = false;
};

ExitCode status(const Options& options) {
  const auto campaign = open(options.file, Campaign::Access::read);
  if (!campaign) return failed(campaign.error());
  const auto status = campaign->status();
  if (!status) return failed(status.error());
  if (options.json) {
    print_json(to_json(*status, *campaign));
    return kOk;
  }
  const auto line = [](const char* name, const std::string& value) { print(fmt::format("{:<12}{}\n", name, value)); };
  line("campaign", campaign->spec().to_json());
  line("tasks", std::to_string(status->tasks));
  line("done", fmt::format("{} ({:.1f} %)", status->done,
                           100 * static_cast<double>(status->done) / static_cast<double>(status->tasks)));
  line("failed", std::to_string(status->failed));
  line("left", status->claimed == 0 ? std::to_string(status->left())
                                    : fmt::format("{}, {} of these begun", status->left(), status->claimed));
  std::size_t alive = 0;
  for (const RunStatus& run : status->runs) alive += run.is_alive ? 1 : 0;
  if (status->rate)
    line("rate", fmt::format("{:.3g} tasks a second{}", *status->rate, alive == 0 ? ", when it last ran" : ""));
  if (const auto seconds = status->seconds_left(); seconds && status->left() != 0)
    line("time to go", "about " + human_duration(*seconds));
  for (const RunStatus& run : status->runs)
    if (run.is_alive) line("runs", fmt::format("process {} on {}, {} done", run.process, run.host, run.done));
  if (alive == 0 && status->left() != 0) line("runs", "none");
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_file(arguments, options->file);
  arguments.add_flag("--json", options->json, "A line of JSON.");
  return [options] { return status(*options); };
}

const Registration registered{{583, "campaign status", "What is done and left, and how fast it goes", add}};

}  // namespace

}  // namespace superflip::cli::campaign
