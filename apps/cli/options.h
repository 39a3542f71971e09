// Options that several commands share, and the error messages for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/input.h"
#include "superflip/superflip.h"

namespace superflip::cli {

// An option whose text `parse` turns into a value, Expected<T>(std::string_view).
template <class Value, class Parse>
Option add_parsed(Arguments& arguments, const std::string& name, Value& value, Parse parse,
                  const std::string& description) {
  return arguments.add_option(
      name,
      [&value, parse](std::string_view text) -> Expected<void> {
        auto parsed = parse(text);
        if (!parsed) return tl::unexpected<Error>(std::move(parsed.error()));
        value = *std::move(parsed);
        return {};
      },
      description);
}

// A whole number least..most; the error names both.
Expected<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most);

// "500M", "4G", "123456": bytes, in powers of 1000.
Expected<std::uint64_t> parse_size(std::string_view text);

template <class Number>
Option add_number(Arguments& arguments, const std::string& name, Number& number, std::uint64_t least,
                  std::uint64_t most, const std::string& description) {
  return add_parsed(
             arguments, name, number,
             [least, most](std::string_view text) {
               return parse_number(text, least, most).map([](std::uint64_t n) { return Number(n); });
             },
             description)
      .type_name("N");
}

// CUBE...: the input for an InputSource.
void add_cubes(Arguments& arguments, std::vector<std::string>& cubes);

// Moves given as separate arguments are sequences of one move each, which is hardly ever meant: this says how to quote
// them.
void warn_about_quotes(std::string_view command, const std::vector<std::string>& arguments);

// --from FORMAT, --niss, --order, --holding, --one, --lines.
void add_read_options(Arguments& arguments, TextOptions& read);

// --profile NAME; --metric NAME, of all metrics, of those that count turns of faces, or of those of cosets.
enum class Metrics : std::uint8_t { all, of_face_turns, of_cosets };
void add_profile(Arguments& arguments, Profile& profile);
void add_metric(Arguments& arguments, Metric& metric, Metrics accepted = Metrics::all);

// --moves MOVES: the allowed moves. Without the option, `moves` keeps its value.
void add_moves(Arguments& arguments, std::optional<std::string>& moves);
// --moves MOVES and --centres NAME of the solving commands: the allowed moves, and what they do to the centres.
struct AllowedMoves {
  std::optional<std::string> text{};
  std::optional<Centres> centres{};  // else slices, wide moves and rotations carry them

  explicit operator bool() const { return text.has_value(); }
};
void add_allowed_moves(Arguments& arguments, AllowedMoves& allowed);
// The set; null where nothing was said. Nothing where the text is wrong, which is then reported.
std::optional<std::shared_ptr<const MoveSet>> read_moves(const AllowedMoves& allowed, Metric metric);

// --table NAME: which optimal table is used.
void add_optimal_table(Arguments& arguments, std::string& table);
// --table NAME, --memory SIZE|auto: which optimal table is used.
void add_table_options(Arguments& arguments, std::string& table, std::uint64_t& memory);

// Writes a sentence to standard error; the callback for the library's warnings.
void say_warning(const std::string& sentence);

// The table store in the cache folder, with warnings on standard error; an error when no folder is known.
Expected<TableStore> find_store();

// The engine options with the tables of the cache folder. Without a folder, tables are made in memory, with a warning
// unless the profile needs no files.
EngineOptions engine_options(EngineOptions options);

// Set by the first Ctrl-C, SIGTERM or SIGHUP after catch_interrupts(), so that what was found so far can still be
// printed. The second one ends the program as usual.
const StopFlag& interrupted();
void catch_interrupts();
// Sets interrupted() and is_time_over() once this time has passed.
void stop_after(std::chrono::milliseconds time);
bool is_time_over();

// Reads and diagnoses an input. For a cube in another holding, `if_held` is added as the last note: what is done about
// it.
Diagnosis examine(const Input& input, const ReadOptions& options, std::string_view if_held = kTurnedBack);
// `incomplete`: stickers may be unknown.
Expected<Reading> read_cube(const Input& input, const ReadOptions& options, std::string_view if_held = kTurnedBack,
                            bool incomplete = false);
// The cube of a question, or one to reach.
Expected<Reading> read_cube(const Input& input, const ReadOptions& options, const Asking& asking);

// Writes the notes to standard error, each with the origin of the input.
void say_notes(const Input& input, const std::vector<std::string>& notes);

// When no line of standard input is a cube, but all lines together are one: says how to say so.
void hint_at_one_cube(const InputSource& source, const TextOptions& options, Puzzle puzzle = Puzzle::cube);

// Reports an input that cannot be read; with `json` on standard output too, as {"input", "error", "kind", "position"}.
void report_unreadable(const Input& input, const Error& error, bool json);

// Reads all cubes from the arguments or standard input, one after the other, and calls `work` with each cube and the
// notes about how it was understood. At the first cube that cannot be read, it reports why and returns kBadInput; at
// the first one for which the work returns another code than kOk, it returns that. `centres`: as for put_in_space.
// `each`: stickers may be unknown, and every cube that has the others is worked on.
ExitCode for_each_cube(const std::vector<std::string>& arguments, const TextOptions& read,
                       const std::function<ExitCode(const Cube&, const std::vector<std::string>& notes)>& work,
                       bool json = false, Centres centres = Centres::fixed, bool each = false);

// Calls `work` with the moves of each argument, or of each line of standard input, one after the other: it prints what
// there is to say of them, or returns what is wrong with them. At the first of these it reports that and returns
// kBadInput. `command` as the user types it; `line`: what a person types in a line, "one sequence of moves".
ExitCode for_each_sequence(std::string_view command, const std::vector<std::string>& arguments, std::string_view line,
                           const std::function<Expected<void>(const std::string& moves)>& work, bool json);

}  // namespace superflip::cli
