// superflip campaign create: a new campaign. Each kind of campaign is a subcommand, with the options that it names.
#include <fmt/format.h>

#include <map>
#include <memory>

#include "apps/cli/campaign/options.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

namespace {

struct Options {
  std::string file;
  bool json = false;
  struct OfKind {
    std::map<std::string, std::optional<std::string>> values;
    std::map<std::string, bool> flags;
    std::vector<std::string> tasks;
    std::function<bool()> is_given;
  };
  std::map<std::string, OfKind> kinds;
};

void add_kind(Arguments& arguments, const Kind& kind, Options::OfKind& options, bool& json) {
  Arguments command = arguments.add_command(kind.name, kind.summary);
  options.is_given = [command] { return command.given(); };
  if (!kind.tasks.empty())
    command
        .add_option("TASK", options.tasks,
                    fmt::format("The tasks: {}.\nWithout arguments, or for -, they are the lines of standard input.",
                                kind.tasks))
        .option_text("...");
  for (const KindOption& option : kind.options) {
    const std::string name = "--" + option.name;
    if (option.value.empty())
      command.add_flag(name, options.flags[option.name], option.text);
    else
      command.add_option(name, options.values[option.name], option.text).type_name(option.value);
  }
  command.add_flag("--json", json, "A line of JSON.");
  command.footer(kind.footer);
}

CampaignSpec spec_of(const std::string& kind, const Options::OfKind& options) {
  CampaignSpec spec{kind};
  for (const auto& [name, value] : options.values)
    if (value) spec.options[name] = *value;
  for (const auto& [name, is_set] : options.flags)
    if (is_set) spec.options[name] = "";
  return spec;
}

ExitCode create(const Options& options) {
  const auto chosen =
      std::find_if(options.kinds.begin(), options.kinds.end(), [](const auto& kind) { return kind.second.is_given(); });
  if (chosen == options.kinds.end()) {
    std::vector<std::string> names;
    for (const auto& [name, kind] : options.kinds) names.push_back(name);
    say(fmt::format("what is the campaign about? After the file comes one of {}", text::listed(names)));
    return kBadInput;
  }
  const auto& [kind, given] = *chosen;
  const CampaignSpec spec = spec_of(kind, given);
  const auto work = spec.open();
  if (!work) return failed({"--" + work.error().message, {}, work.error().kind});
  catch_interrupts();
  InputSource source(given.tasks);
  Campaign::NextLine lines;
  if (!(*work)->generated()) {
    hint_if_interactive(source);
    lines = [&]() -> Expected<std::optional<std::string>> {
      const auto input = source.next([] { return interrupted().load(); });
      if (interrupted()) return fail(ErrorKind::stopped, "the campaign was not created: interrupted");
      if (!input) return std::optional<std::string>();
      if (input->error) return tl::unexpected<Error>(*input->error);
      return input->text;
    };
  } else if (!given.tasks.empty()) {
    say("the tasks follow from the options, so there is no place for others");
    return kBadInput;
  }
  const auto made = Campaign::create(options.file, spec, lines, &interrupted());
  if (!made) return failed(made.error());
  if (options.json)
    print_json({{"file", options.file}, {"campaign", Json::raw(spec.to_json())}, {"tasks", made->tasks()}});
  else
    tell(fmt::format("{}: {}. superflip campaign run {}", text::escaped(options.file, 4096),
                     text::counted(made->tasks(), "task"), text::escaped(options.file, 4096)));
  return kOk;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_file(arguments, options->file);
  arguments.add_flag("--json", options->json, "A line of JSON.");
  for (const Kind& kind : campaign_kinds()) add_kind(arguments, kind, options->kinds[kind.name], options->json);
  arguments.require_at_most_one_command();
  arguments.footer(
      R"(Examples:
  superflip campaign create c.db cubes --random 100 --seed 7 --optimal --metric qtm
  superflip campaign create c.db cubes --max-length 20 < cubes.txt
  superflip campaign create c.db coordinates Corners EdgeOrientation
superflip campaign create FILE cubes --help has the options of that kind.)");
  return [options] { return create(*options); };
}

const Registration registered{{581, "campaign create", "A new campaign", add}};

}  // namespace

}  // namespace superflip::cli::campaign
