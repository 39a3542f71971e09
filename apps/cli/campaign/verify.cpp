// superflip campaign verify: checks a random share of the results from scratch.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "apps/cli/campaign/options.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

namespace {

struct Share {
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 10;
};

struct Options {
  std::string file;
  Machine machine;
  Share share;
  std::uint64_t seed = 1;
  bool json = false;
};

// "1/10", or "1" for all.
Expected<Share> parse_share(std::string_view text) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const std::size_t bar = text.find('/');
  const auto top = parse_number(text.substr(0, bar), 1, kMost);
  const auto bottom = bar == std::string_view::npos ? 1 : parse_number(text.substr(bar + 1), 1, kMost);
  if (!top || !bottom || *top > *bottom)
    return fail(fmt::format("'{}' is not a share: expected a fraction such as 1/10, or 1", text));
  return Share{*top, *bottom};
}

Json json_of(const Verification& found) {
  Json json{{"results", found.results},
            {"drawn", found.drawn},
            {"verified", found.done},
            {"wrong", found.wrong},
            {"lost", found.lost}};
  json["checked"] = Json::object();
  for (const auto& [what, times] : found.checked) json["checked"][what] = times;
  return json;
}

ExitCode verify(const Options& options) {
  catch_interrupts();
  const auto campaign = open(options.file, Campaign::Access::read);
  if (!campaign) return failed(campaign.error());
  Engine engine = engine_for(*campaign, options.machine);
  ProgressBar bar;
  const auto found = superflip::verify(
      *campaign, engine,
      {.numerator = options.share.numerator,
       .denominator = options.share.denominator,
       .seed = options.seed,
       .threads = options.machine.threads,
       .stop = &interrupted()},
      [&](const Task& task, const std::string& sentence) {
        bar.wipe();
        say(fmt::format("task {} ({}) is wrong: {}", task.number, text::escaped(task.text), sentence));
      },
      [&](const Verification& so_far) {
        bar.show(fmt::format("{} of {} results", so_far.done, so_far.drawn),
                 static_cast<double>(so_far.done) / static_cast<double>(so_far.drawn));
      });
  bar.wipe();
  if (!found) return failed(found.error());
  if (options.json) {
    print_json(json_of(*found));
  } else {
    print(fmt::format("{} of {} results verified, {} wrong\n", found->done, found->results, found->wrong));
    for (const auto& [what, times] : found->checked) print(fmt::format("{:>12}  {}\n", times, what));
  }
  if (found->lost != 0)
    say(fmt::format("{} without a result, though a run did {}: rows of the database were deleted",
                    text::counted(found->lost, "task"), found->lost == 1 ? "it" : "them"));
  if (found->wrong != 0 || found->lost != 0) return kNoSolution;
  return found->done < found->drawn ? kInterrupted : kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_file(arguments, options->file);
  add_parsed(arguments, "--share", options->share, parse_share,
             "The share of the results that is drawn, such as 1/10 (the default), or\n1 for all.")
      .type_name("N/M");
  add_number(arguments, "--seed", options->seed, 0, std::numeric_limits<std::uint64_t>::max(),
             "Which of them. Default: 1.");
  add_machine(arguments, options->machine);
  arguments.add_flag("--json", options->json, "A line of JSON.");
  arguments.footer(
      R"(Words are replayed on 54 stickers that are turned in space, without any code of the solvers. Proofs are repeated
for the inverse cube, seen in a mirror, and those of short words by another solver. Distances of coordinates are
counted by a plain search, without symmetries and tables. The first levels of cosets are counted by a plain search
too, and each coset is repeated as its mirror image. The output says how much of that was done.
Exit code 1 says that a result is wrong or lost.)");
  return [options] { return verify(*options); };
}

const Registration registered{{585, "campaign verify", "Check a random share of the results from scratch", add}};

}  // namespace

}  // namespace superflip::cli::campaign
