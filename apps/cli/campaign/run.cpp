// superflip campaign run: executes open tasks, here or by workers on other machines.
#include <fmt/format.h>

#include <memory>

#include "apps/cli/batch.h"
#include "apps/cli/campaign/options.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

namespace {

struct Options {
  std::string file;
  Machine machine;
  std::uint64_t most = 0;
  std::string checkpoints;
  bool retry = false;
  bool json = false;
  std::optional<std::string> dask;
  std::optional<std::string> workers;
};

// Workers of Dask are started by the Python package.
ExitCode run_by_dask(const Options& options) {
  std::vector<std::string> words{options.file, "--dask", *options.dask};
  if (options.workers) words.insert(words.end(), {"--workers", *options.workers});
  if (options.most != 0) words.insert(words.end(), {"--limit", std::to_string(options.most)});
  if (!options.machine.table.empty()) words.insert(words.end(), {"--table", options.machine.table});
  if (options.machine.memory != 0) words.insert(words.end(), {"--memory", std::to_string(options.machine.memory)});
  if (!options.checkpoints.empty()) words.insert(words.end(), {"--checkpoints", options.checkpoints});
  if (options.retry) words.emplace_back("--retry");
  return run_python("superflip.cluster", words, {"superflip.campaign", "distributed"}, "cluster");
}

std::string shown(const RunProgress& progress, const CampaignStatus& at_begin) {
  const std::uint64_t done = at_begin.done + at_begin.failed + progress.done;
  std::string text = fmt::format("{} of {} tasks", done, at_begin.tasks);
  if (progress.failed != 0) text += fmt::format(", {} failed", progress.failed);
  const double done_here = static_cast<double>(progress.done) + progress.under_way;
  if (progress.under_way >= 0.01) text += fmt::format(", {:.2f} under way", progress.under_way);
  if (done_here <= 0 || progress.seconds <= 0) return text;
  const auto left = static_cast<double>(at_begin.tasks - std::min(done, at_begin.tasks)) - progress.under_way;
  return text + fmt::format(", about {} left", human_duration(std::max(left, 0.0) * progress.seconds / done_here));
}

ExitCode report(const Campaign& campaign, const RunProgress& progress, bool json) {
  const auto status = campaign.status();
  if (!status) return failed(status.error());
  if (json)
    print_json({{"done", progress.done - progress.failed},
                {"failed", progress.failed},
                {"left", status->left()},
                {"stopped", progress.is_stopped},
                {"seconds", rounded(progress.seconds, 6)}});
  std::string text = fmt::format("{} in {}", text::counted(progress.done, "task"), human_duration(progress.seconds));
  if (progress.failed != 0) text += fmt::format(", of which {} failed (--retry opens them again)", progress.failed);
  if (status->left() != 0) text += fmt::format("; {} left", status->left());
  if (status->claimed != 0) text += fmt::format(", {} of these with other processes", status->claimed);
  tell(text);
  if (progress.is_stopped) return kInterrupted;
  return status->failed != 0 ? kNoSolution : kOk;
}

ExitCode run_here(const Options& options) {
  catch_interrupts();
  auto campaign = open(options.file, Campaign::Access::write);
  if (!campaign) return failed(campaign.error());
  if (options.retry)
    if (const auto opened = campaign->retry(); !opened) return failed(opened.error());
  const auto before = campaign->status();
  if (!before) return failed(before.error());
  Engine engine = engine_for(*campaign, options.machine);
  ProgressBar bar(std::chrono::milliseconds(0));
  ProgressLines lines(options.file);
  const auto ran = superflip::run(
      *campaign, engine,
      {.threads = options.machine.threads,
       .most = options.most,
       .stop = &interrupted(),
       .checkpoints = options.checkpoints},
      [&](const RunProgress& progress) {
        const double part = (static_cast<double>(before->done + before->failed + progress.done) + progress.under_way) /
                            static_cast<double>(before->tasks);
        bar.show(shown(progress, *before), part);
        lines.show(shown(progress, *before), part);
      },
      [&](const Event& event) {
        bar.show(event);
        return true;
      });
  bar.wipe();
  if (!ran) return failed(ran.error());
  return report(*campaign, *ran, options.json);
}

ExitCode run(const Options& options) {
  if (options.dask && (options.machine.threads != 0 || options.json)) {
    say("--threads and --json are not for --dask: its workers have their own threads");
    return kBadInput;
  }
  if (options.dask) return run_by_dask(options);
  if (!options.workers) return run_here(options);
  say("--workers: it is for --dask");
  return kBadInput;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_file(arguments, options->file);
  add_machine(arguments, options->machine);
  add_number(arguments, "--limit", options->most, 1, std::uint64_t{1} << 60, "End after N tasks.");
  arguments.add_flag("--retry", options->retry, "Open failed tasks again first.");
  arguments
      .add_option("--checkpoints", options->checkpoints,
                  "Cosets: keep what is done of each in a file of this folder, and go on from\n"
                  "it after a kill or Ctrl-C. A file takes up to 2.4 GB, until its coset is done.\n"
                  "A folder for each campaign; with --dask one that all workers see.")
      .type_name("FOLDER");
  arguments.add_flag("--json", options->json, "A line of JSON at the end.");
  arguments
      .add_option("--dask", options->dask,
                  "Let workers of Dask execute the tasks: those of the scheduler at this\n"
                  "address, processes on this machine (local), or jobs (slurm).\n"
                  "Needs the Python package: pip install 'superflip[cluster]'.")
      .type_name("ADDRESS|local|slurm")
      .group("Many machines");
  arguments
      .add_option("--workers", options->workers,
                  "local and slurm: how many workers, or from how many to how many, as\nthere is work (2-40).")
      .type_name("N|M-N")
      .group("Many machines");
  arguments.footer(
      "The run may be killed at any moment, and the next one goes on: each result is committed on its own. Several "
      "runs\n"
      "on one file share its tasks; the file must be on a disk of this machine for that. Ctrl-C ends a run at once,\n"
      "or with --checkpoints after these are written, which takes seconds; a second one does not wait.\n"
      "--memory of a campaign of cosets is what all of them may take together. Default: what is free.\n"
      "Exit code 1 says that tasks have failed; superflip campaign export shows why.");
  return [options] { return run(*options); };
}

const Registration registered{{582, "campaign run", "Execute the tasks that are open", add}};

}  // namespace

}  // namespace superflip::cli::campaign
