// superflip: the command line. Finds the command, parses its options, and turns every outcome into an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
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

ExitCode run(int argc, char** argv) {
  CLI::App app(kAbout, "superflip");
  app.footer(kFooter);
  app.get_formatter()->column_width(26);
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Explain, and end");
  app.set_version_flag("--version", "superflip " SUPERFLIP_VERSION, "Print the version, and end");
  std::vector<std::pair<CLI::App*, Run>> runs;
  for (const Command& command : commands()) {
    const std::size_t space = command.name.find(' ');
    const bool nested = space != std::string::npos;
    CLI::App* parent = nested ? app.get_subcommand(command.name.substr(0, space)) : &app;
    CLI::App* sub = parent->add_subcommand(nested ? command.name.substr(space + 1) : command.name, command.summary);
    sub->group("Commands");
    sub->footer("");  // not the one above, which it would inherit
    runs.emplace_back(sub, command.add(*sub));
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

}  // namespace

Registration::Registration(Command command) { registry().push_back(std::move(command)); }

std::vector<Command> commands() {
  std::vector<Command> all = registry();
  std::sort(all.begin(), all.end(), [](const Command& a, const Command& b) { return a.place < b.place; });
  return all;
}

}  // namespace superflip::cli

// A reader that closes the pipe ends this program without a word, as it ends every filter.
int main(int argc, char** argv) {
  using namespace superflip::cli;
  std::signal(SIGPIPE, SIG_DFL);
  try {
    const ExitCode code = run(argc, argv);
    flush();
    return code;
  } catch (const std::bad_alloc&) {
    say("not enough memory; --profile compact needs least");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return kSystemFailed;
}
