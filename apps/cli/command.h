// Commands: each is one file of this folder and registers itself, so that main() need not name any of them. A command
// whose name is two words ("coord list") is a subcommand of the first word, which alone prints its help.
//
//   Run add(Arguments& arguments) {                   // describe options, return what runs them
//     auto options = std::make_shared<Options>();     // they must live as long as the returned function
//     arguments.add_flag("--loud", options->loud, "...");
//     return [options] { return shout(*options); };
//   }
//   const Registration registered{{2, "shout", "Say it loud", add}};
//
// CLI11 parses the command line. Its headers take longer to compile than any command, so Option and Arguments wrap what
// the commands need of it, and only command.cpp includes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/superflip.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace superflip::cli {

// The exit codes of the program.
enum ExitCode : int {
  kOk = 0,
  kNoSolution = 1,    // no solution within the limits
  kBadInput = 2,      // a cube, an option or a command that makes no sense
  kSystemFailed = 3,  // memory, disk, output
  kInterrupted = 130  // Ctrl-C before every cube had its answer
};

// Runs a command whose options have been parsed. Throws only when the system fails.
using Run = std::function<ExitCode()>;

// A handle to an option that was added, to describe it further. Valid as long as the command line.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // The name of its value in the help, "N".
  Option type_name(const std::string& name) const;
  // Replaces everything that the help says after its name (the type, excluded options, and so on).
  Option option_text(const std::string& text) const;
  // The heading in the help under which it is listed.
  Option group(const std::string& heading) const;
  // The option must be given.
  Option required() const;
  // Excludes the other option, which must have been added before.
  Option excludes(Option other) const;
  Option excludes(const std::string& other) const;
  // Each occurrence takes one value: `--with A --with B`, not `--with A B`.
  Option one_at_a_time() const;

 private:
  CLI::Option* option_;
};

// The options ("-n,--count"), flags and positional arguments ("CUBE") of a command. A handle, valid as long as the
// command line. Variables are set when the line is parsed, and must live until then.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}

  // Accepts the text of a value, or returns what is wrong with it.
  using Take = std::function<Expected<void>(std::string_view text)>;

  // An option with a value, or a positional argument; a vector takes several values.
  Option add_option(const std::string& name, std::string& value, const std::string& description);
  Option add_option(const std::string& name, std::optional<std::string>& value, const std::string& description);
  Option add_option(const std::string& name, std::vector<std::string>& values, const std::string& description);
  // The same for any other type of value.
  Option add_option(const std::string& name, Take take, const std::string& description);
  // An option without a value: sets the flag, or calls the function.
  Option add_flag(const std::string& name, bool& flag, const std::string& description);
  Option add_flag(const std::string& name, std::function<void()> then, const std::string& description);

  // Refuses options that have been added if the condition holds after parsing: "--time: this is why".
  void refuse_if(std::function<bool()> condition, const std::vector<std::string>& options, const std::string& why);

  // Adds a subcommand that is not registered itself.
  Arguments add_command(const std::string& name, const std::string& summary);
  // At most one of its subcommands can be given.
  void require_at_most_one_command();
  // Whether this command was given. Known after parsing.
  bool given() const;

  // The text at the end of the help.
  void footer(const std::string& text);
  // The same where the text takes time to make: only when it is asked for.
  void footer(std::function<std::string()> text);

 private:
  CLI::App* app_;
};

// A registered command.
struct Command {
  int place;  // position in the list of commands, smallest first
  std::string name;
  std::string summary;  // one line, no full stop
  Run (*add)(Arguments& arguments);
};

// Registers a command. Objects of this type are constructed before main.
struct Registration {
  explicit Registration(Command command);
};

// Finds the command that the arguments name, parses its options and runs it. Throws only when the system fails.
ExitCode run_command_line(int argc, char** argv);

}  // namespace superflip::cli
