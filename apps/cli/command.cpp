#include "apps/cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "apps/cli/console.h"

namespace superflip::cli {

namespace {

constexpr const char* kAbout = "superflip: the Rubik's cube as numbers. Solves any cube in milliseconds.";

constexpr const char* kFooter =
    "Examples:\n"
    "  superflip solve \"R U2 F' L D\"             a cube as the moves that scramble it\n"
    "  superflip solve DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD\n"
    "                                            a cube as its 54 stickers, faces U R F D L B\n"
    "  superflip scramble -n 100 | superflip solve --max-length 20\n"
    "  superflip show \"R U R' U'\"                what there is to know about a cube\n"
    "\n"
    "Answers go to standard output, one line each; all else goes to standard error.\n"
    "Exit codes: 0 done, 1 no solution within the limits, 2 bad input, 3 the system failed.\n"
    "More about a command: superflip COMMAND --help";

// A static in a function: registrations run in any order before main.
std::vector<Command>& registry() {
  static std::vector<Command> all;
  return all;
}

std::vector<Command> by_place() {
  std::vector<Command> all = registry();
  std::sort(all.begin(), all.end(), [](const Command& a, const Command& b) { return a.place < b.place; });
  return all;
}

ExitCode bad_usage(const std::string& message, const std::string& help) {
  say(printable(message, 1000));
  tell(fmt::format("Try: {} --help", help));
  return kBadInput;
}

// The deepest command that was named, and the words that name it.
std::pair<const CLI::App*, std::string> named(const CLI::App& app) {
  const CLI::App* deepest = &app;
  std::string words = app.get_name();
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = deepest->get_subcommands()) {
    deepest = chosen.back();
    words += " " + deepest->get_name();
  }
  return {deepest, words};
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& longname : option->get_lnames()) names.push_back("--" + longname);
  return names;
}

// What was written that nothing expects, and what was probably meant.
ExitCode explain_extra(const CLI::App& app) {
  const auto [command, words] = named(app);
  const std::vector<std::string> extras = command->remaining();
  const std::string extra = extras.empty() ? "" : extras.front();
  const bool option = extra.size() > 1 && extra[0] == '-';
  const std::vector<std::string> candidates = option ? options_of(*command) : subcommands_of(*command);
  std::string message = option               ? fmt::format("unknown option '{}'", extra)
                        : candidates.empty() ? fmt::format("'{}' is one argument too many", extra)
                                             : fmt::format("unknown command '{}'", extra);
  if (const std::string meant = nearest(extra.substr(0, extra.find('=')), candidates); !meant.empty())
    message += fmt::format("; did you mean '{}'?", meant);
  return bad_usage(message, words);
}

}  // namespace

Option Option::type_name(const std::string& name) const { return Option(option_->type_name(name)); }

Option Option::option_text(const std::string& text) const { return Option(option_->option_text(text)); }

Option Option::group(const std::string& heading) const { return Option(option_->group(heading)); }

Option Option::required() const { return Option(option_->required()); }

Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }

Option Option::excludes(const std::string& other) const { return Option(option_->excludes(other)); }

Option Option::one_at_a_time() const { return Option(option_->allow_extra_args(false)); }

Option Arguments::add_option(const std::string& name, std::string& value, const std::string& description) {
  return Option(app_->add_option(name, value, description));
}

Option Arguments::add_option(const std::string& name, std::optional<std::string>& value,
                             const std::string& description) {
  return Option(app_->add_option(name, value, description));
}

Option Arguments::add_option(const std::string& name, std::vector<std::string>& values,
                             const std::string& description) {
  return Option(app_->add_option(name, values, description));
}

Option Arguments::add_option(const std::string& name, Take take, const std::string& description) {
  return Option(app_->add_option_function<std::string>(
      name,
      [name, take = std::move(take)](const std::string& text) {
        if (const auto taken = take(text); !taken) throw CLI::ValidationError(name, taken.error().message);
      },
      description));
}

Option Arguments::add_flag(const std::string& name, bool& flag, const std::string& description) {
  return Option(app_->add_flag(name, flag, description));
}

Option Arguments::add_flag(const std::string& name, std::function<void()> then, const std::string& description) {
  return Option(app_->add_flag_callback(name, std::move(then), description));
}

void Arguments::refuse_if(std::function<bool()> condition, const std::vector<std::string>& options,
                          const std::string& why) {
  app_->parse_complete_callback([app = app_, condition = std::move(condition), options, why] {
    if (!condition()) return;
    for (const std::string& name : options)
      if (app->get_option(name)->count() > 0) throw CLI::ValidationError(name, why);
  });
}

Arguments Arguments::add_command(const std::string& name, const std::string& summary) {
  CLI::App* const command = app_->add_subcommand(name, summary);
  command->group("Commands");
  return Arguments(command);
}

void Arguments::require_at_most_one_command() { app_->require_subcommand(0, 1); }

bool Arguments::given() const { return app_->parsed(); }

void Arguments::footer(const std::string& text) { app_->footer(text); }

Registration::Registration(Command command) { registry().push_back(std::move(command)); }

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app(kAbout, "superflip");
  app.footer(kFooter);
  app.get_formatter()->column_width(26);
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Explain, and end");
  app.set_version_flag("--version", "superflip " SUPERFLIP_VERSION, "Print the version, and end");
  std::vector<std::pair<CLI::App*, Run>> runs;
  for (const Command& command : by_place()) {
    const std::size_t space = command.name.find(' ');
    const bool nested = space != std::string::npos;
    CLI::App* parent = nested ? app.get_subcommand(command.name.substr(0, space)) : &app;
    CLI::App* sub = parent->add_subcommand(nested ? command.name.substr(space + 1) : command.name, command.summary);
    sub->group("Commands");
    sub->footer("");  // not the one above, which it would inherit
    Arguments of_command(sub);
    runs.emplace_back(sub, command.add(of_command));
  }

  // Backwards, as the parser wants them. It takes [a,b] and {} for lists, but here they are commutators and JSON: a
  // space behind hides the bracket from it and means nothing to a cube.
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "help") {  // help coord list: coord list --help
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  for (std::string& a : arguments)
    if (!a.empty() && (a.back() == ']' || a.back() == '}')) a += ' ';
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    print(CLI::detail::find_and_replace(app.help(), "\n\n\n", "\n\n"));
    return kOk;
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
    return kOk;
  } catch (const CLI::ExtrasError&) {
    return explain_extra(app);
  } catch (const CLI::ParseError& error) {
    return bad_usage(error.what(), named(app).second);
  }
  // Nested commands stand behind those that they are of.
  const auto chosen = std::find_if(runs.rbegin(), runs.rend(), [](const auto& entry) { return entry.first->parsed(); });
  if (chosen != runs.rend() && chosen->second) return chosen->second();
  tell(app.help());
  return kBadInput;
}

}  // namespace superflip::cli
