// Commands: each lives in one file of this folder and registers itself there, so that main knows none by name. One
// whose name is two words ("coord list") is a command of the first; what the first would do alone is explain itself.
//
//   Run add(Arguments& arguments) {                   // describe options, return what runs them
//     auto options = std::make_shared<Options>();     // they must live as long as the returned function
//     arguments.add_flag("--loud", options->loud, "...");
//     return [options] { return shout(*options); };
//   }
//   const Registration registered{{2, "shout", "Say it loud", add}};
//
// The line of arguments is read by CLI11, whose headers take longer to compile than any command. Option and Arguments
// are a thin cover over what the commands need of it, so that command.cpp alone includes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/cube/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace superflip::cli {

// What the program returns to the shell.
enum ExitCode : int {
  kOk = 0,
  kNoSolution = 1,    // none within the limits
  kBadInput = 2,      // a cube, an option or a command that makes no sense
  kSystemFailed = 3,  // memory, disk, output
  kInterrupted = 130  // Ctrl-C before every cube had its answer
};

// Runs a command whose options have been parsed. Throws only when the system fails.
using Run = std::function<ExitCode()>;

// An option that was added, to say more of it; a handle, valid as long as the command line.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // What its value is called in the help, "N".
  Option type_name(const std::string& name) const;
  // All that the help says behind its name, instead of the type, what it excludes, and so on.
  Option option_text(const std::string& text) const;
  // The heading in the help under which it stands.
  Option group(const std::string& heading) const;
  // It must be given.
  Option required() const;
  // Not together with the other, which has been added.
  Option excludes(Option other) const;
  Option excludes(const std::string& other) const;
  // Several values are several times the option: what stands behind the first is no other value of it.
  Option one_at_a_time() const;

 private:
  CLI::Option* option_;
};

// What a command takes: options ("-n,--count"), flags, and arguments without a dash ("CUBE"). A handle, valid as long
// as the command line; variables are set when it is parsed, and must live until then.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}

  // Takes the text of a value, or says what is wrong with it.
  using Take = std::function<Expected<void>(std::string_view text)>;

  // An option with a value, or an argument; with several values for a vector.
  Option add_option(const std::string& name, std::string& value, const std::string& description);
  Option add_option(const std::string& name, std::optional<std::string>& value, const std::string& description);
  Option add_option(const std::string& name, std::vector<std::string>& values, const std::string& description);
  // The same, for any other type of value.
  Option add_option(const std::string& name, Take take, const std::string& description);
  // An option without a value: sets the flag, or does what is given.
  Option add_flag(const std::string& name, bool& flag, const std::string& description);
  Option add_flag(const std::string& name, std::function<void()> then, const std::string& description);

  // Options that have been added are refused if, when all is read, the condition holds: "--time: this is why".
  void refuse_if(std::function<bool()> condition, const std::vector<std::string>& options, const std::string& why);

  // A command of this one that is not registered itself.
  Arguments add_command(const std::string& name, const std::string& summary);
  // At most one of its commands can be given.
  void require_at_most_one_command();
  // Whether this command was given, when all is read.
  bool given() const;

  // What the help says at its end.
  void footer(const std::string& text);

 private:
  CLI::App* app_;
};

// A command as it is registered.
struct Command {
  int place;  // in the list of commands, smallest first
  std::string name;
  std::string summary;  // one line, no full stop
  Run (*add)(Arguments& arguments);
};

// Adds a command to those that there are; made before main.
struct Registration {
  explicit Registration(Command command);
};

// Finds the command that the arguments name, parses its options and runs it. Throws only when the system fails.
ExitCode run_command_line(int argc, char** argv);

}  // namespace superflip::cli
