#include "apps/cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/console.h"

namespace superflip::cli {

namespace {

constexpr const char* kAbout = "superflip solves, measures and checks Rubik's cubes.";

constexpr const char* kFooter =
    R"(Examples:
  superflip solve "R U2 F' L D"             a cube as the moves that scramble it
  superflip solve DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
                                            a cube as its 54 stickers, faces U R F D L B
  superflip scramble -n 100 | superflip solve --max-length 20
  superflip show "R U R' U'"                facelets, order, symmetries and coordinates of a cube

Answers go to standard output, everything else to standard error. With --json each answer is one line, an
object that begins with "schema": 1.
Exit codes: 0 done, 1 no solution within the limits, 2 bad input, 3 the system failed, 130 interrupted (Ctrl-C).
More about a command: superflip COMMAND --help)";

// A static in a function, because registrations run in any order before main.
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
  say(message);
  tell(fmt::format("Try: {} --help", help));
  return kBadInput;
}

// The innermost command that was given, and the words that name it.
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

// The parser takes [a,b] and {} for lists, but here they are commutators and JSON. A mark after the bracket hides it
// from the parser, and is removed from everything that the parser returns.
constexpr char kMark = '\x01';

void hide_bracket(std::string& argument) {
  if (!argument.empty() && (argument.back() == ']' || argument.back() == '}' || argument.back() == kMark))
    argument += kMark;
}

std::string as_given(std::string argument) {
  if (!argument.empty() && argument.back() == kMark) argument.pop_back();
  return argument;
}

// Reports arguments that the command does not expect, and what was probably meant. `words` name the command.
ExitCode explain_extra(const CLI::App& command, const std::string& words, const std::string& extra) {
  const bool option = extra.size() > 1 && extra[0] == '-';
  const std::vector<std::string> candidates = option ? options_of(command) : subcommands_of(command);
  std::string message = option               ? fmt::format("unknown option '{}'", extra)
                        : candidates.empty() ? fmt::format("'{}' is one argument too many", extra)
                                             : fmt::format("unknown command '{}'", extra);
  if (extra == "serve")  // it is registered where Boost's headers were
    message = "this superflip was built without its server: `make serve` or `make install` builds it (libboost-dev)";
  else if (const std::string meant = nearest(extra.substr(0, extra.find('=')), candidates); !meant.empty())
    message += fmt::format("; did you mean '{}'?", meant);
  return bad_usage(message, words);
}

// The parser's errors in our words. The option's name can be taken only from the parser's message, which begins with
// it.
std::string sentence(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::string option = text.substr(0, text.find_first_of(": "));
  const auto says = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (error.get_name() == "ArgumentMismatch") {
    if (says("flag override")) return (option.size() > 1 ? "--" : "-") + option + " takes no value";
    if (says("missing") || says("At least")) return option + " needs a value";
    if (says("At Most")) return option + " may be given only once";
  }
  if (error.get_name() == "ExcludesError") {
    const std::size_t other = text.rfind(' ');
    return fmt::format("{} and{} cannot be given together", option, text.substr(other));
  }
  return text;
}

// The help says "Not with --json." in the text of an option. The parser itself would put "Excludes: --json" into the
// column of names.
class Help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_excludes().empty() || !option->get_option_text().empty())
      return CLI::Formatter::make_option_opts(option);
    return option->get_type_size() != 0 ? " " + option->get_type_name() : "";
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::vector<std::string> others;
    for (const CLI::Option* other : option->get_excludes()) others.push_back(other->get_name());
    std::sort(others.begin(), others.end());
    if (others.empty()) return option->get_description();
    return fmt::format("{}\nNot with {}.", option->get_description(), fmt::join(others, " or "));
  }
};

// `help coord list` is `coord list --help`. The first word that is not a command is reported.
std::optional<ExitCode> take_help(const CLI::App& app, std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] != "help") return {};
  arguments.erase(arguments.begin());
  const CLI::App* command = &app;
  std::string words = app.get_name();
  for (const std::string& word : arguments) {
    if (word.empty() || word[0] == '-') break;
    const auto named = command->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == word; });
    if (named.empty()) return explain_extra(*command, words, word);
    command = named.front();
    words += " " + word;
  }
  arguments.emplace_back("--help");
  return {};
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
  return Option(app_->add_option_function<std::string>(
      name, [&value](const std::string& text) { value = as_given(text); }, description));
}

Option Arguments::add_option(const std::string& name, std::optional<std::string>& value,
                             const std::string& description) {
  return Option(app_->add_option_function<std::string>(
      name, [&value](const std::string& text) { value = as_given(text); }, description));
}

Option Arguments::add_option(const std::string& name, std::vector<std::string>& values,
                             const std::string& description) {
  return Option(app_->add_option_function<std::vector<std::string>>(
      name,
      [&values](std::vector<std::string> texts) {
        for (std::string& text : texts) text = as_given(std::move(text));
        values = std::move(texts);
      },
      description));
}

Option Arguments::add_option(const std::string& name, Take take, const std::string& description) {
  return Option(app_->add_option_function<std::string>(
      name,
      [name, take = std::move(take)](const std::string& text) {
        if (const auto taken = take(as_given(text)); !taken) throw CLI::ValidationError(name, taken.error().message);
      },
      description));
}

Option Arguments::add_flag(const std::string& name, bool& flag, const std::string& description) {
  return Option(app_->add_flag(name, flag, description)->disable_flag_override());
}

Option Arguments::add_flag(const std::string& name, std::function<void()> then, const std::string& description) {
  return Option(app_->add_flag_callback(name, std::move(then), description)->disable_flag_override());
}

void Arguments::refuse_if(std::function<bool()> condition, const std::vector<std::string>& options,
                          const std::string& why) {
  // CLI11 keeps one callback for a command.
  static std::map<CLI::App*, std::vector<std::function<void()>>> checks;
  std::vector<std::function<void()>>& of_this = checks[app_];
  of_this.emplace_back([app = app_, condition = std::move(condition), options, why] {
    if (!condition()) return;
    for (const std::string& name : options)
      if (app->get_option(name)->count() > 0) throw CLI::ValidationError(name, why);
  });
  app_->parse_complete_callback([&of_this] {
    for (const auto& check : of_this) check();
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

void Arguments::footer(std::function<std::string()> text) { app_->footer(std::move(text)); }

Registration::Registration(Command command) { registry().push_back(std::move(command)); }

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app(kAbout, "superflip");
  app.footer(kFooter);
  app.formatter(std::make_shared<Help>());
  app.get_formatter()->column_width(26);
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Show this help and exit");
  app.set_version_flag("--version", "superflip " SUPERFLIP_VERSION, "Print the version and exit");
  std::vector<std::pair<CLI::App*, Run>> runs;
  for (const Command& command : by_place()) {
    const std::size_t space = command.name.find(' ');
    const bool nested = space != std::string::npos;
    CLI::App* parent = nested ? app.get_subcommand(command.name.substr(0, space)) : &app;
    CLI::App* sub = parent->add_subcommand(nested ? command.name.substr(space + 1) : command.name, command.summary);
    sub->group("Commands");
    sub->footer("");  // otherwise it would inherit the parent's footer
    Arguments of_command(sub);
    runs.emplace_back(sub, command.add(of_command));
  }

  for (CLI::App* const each : app.get_subcommands([](CLI::App*) { return true; }))
    each->get_help_ptr()->disable_flag_override();
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const auto refused = take_help(app, arguments)) return *refused;
  for (std::string& argument : arguments) hide_bracket(argument);
  std::reverse(arguments.begin(), arguments.end());  // the order that the parser expects
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    const auto [command, words] = named(app);
    if (const auto extras = command->remaining(); !extras.empty() && !subcommands_of(*command).empty())
      return explain_extra(*command, words, as_given(extras.front()));
    print(CLI::detail::find_and_replace(app.help(), "\n\n\n", "\n\n"));
    return kOk;
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
    return kOk;
  } catch (const CLI::ExtrasError&) {
    const auto [command, words] = named(app);
    const std::vector<std::string> extras = command->remaining();
    return explain_extra(*command, words, extras.empty() ? "" : as_given(extras.front()));
  } catch (const CLI::ParseError& error) {
    return bad_usage(sentence(error), named(app).second);
  }
  // Nested commands come after their parents.
  const auto chosen = std::find_if(runs.rbegin(), runs.rend(), [](const auto& entry) { return entry.first->parsed(); });
  if (chosen != runs.rend() && chosen->second) return chosen->second();
  tell(app.help());
  return kBadInput;
}

}  // namespace superflip::cli
