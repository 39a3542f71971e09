// Options that several commands share, and the words in which their mistakes are explained.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/input.h"
#include "superflip/cube/doctor.h"
#include "superflip/cube/error.h"
#include "superflip/cube/formats.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/store.h"

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

// CUBE...: what to work on, for an InputSource.
void add_cubes(Arguments& arguments, std::vector<std::string>& cubes);

// Moves as separate arguments are sequences of one move each, which is hardly ever meant: says how to quote them.
void warn_about_quotes(std::string_view command, const std::vector<std::string>& arguments);

// --from FORMAT, --niss.
void add_read_options(Arguments& arguments, ReadOptions& read);

struct SolverOptions {
  Profile profile = Profile::standard;
  Metric metric = Metric::htm;
};

Expected<Metric> parse_metric(std::string_view text);
std::string_view name(Metric metric);

// --profile NAME; --metric htm|qtm.
void add_profile(Arguments& arguments, Profile& profile);
void add_metric(Arguments& arguments, Metric& metric);

// The nodes that a search may use when no limit is given, with one thread: the answer then is the same on every
// machine. About 10 ms of work with the standard tables, and more with the compact ones.
inline constexpr std::uint64_t kDefaultNodes = 60'000;

// The table files of the cache folder, whose warnings are said; an error when no folder is known.
Expected<TableStore> find_store();

// The tables from the cache folder, or made now with a progress bar. Without a folder they are made in memory.
std::shared_ptr<const TwoPhaseTables> open_tables(const SolverOptions& options);

// Set by the first Ctrl-C (or polite kill) after catch_interrupts(), so that what was found so far can still be
// printed; the second one ends the program as usual.
const StopFlag& interrupted();
void catch_interrupts();

inline constexpr std::string_view kTurned = "it is turned to U up and F in front";

// The text of an input, unless it is too long. No text at all is taken for a mistake rather than for the solved cube's
// moves, unless the format is forced.
Expected<std::string_view> text_of(const Input& input, const ReadOptions& read);

// What an input says. The last note on a cube that is held otherwise is `if_held`, what becomes of it.
Diagnosis examine(const Input& input, const ReadOptions& read, std::string_view if_held = kTurned);

// Whether an input is moves. Whoever writes a rotation into a scramble goes on in the holding where it ends, and needs
// not to be told of it.
bool is_moves(const Input& input, const ReadOptions& read);

// Says the notes on standard error, each with where the input came from.
void say_notes(const Input& input, const std::vector<std::string>& notes);

// The cube of --to; says its notes, or what is wrong with it.
std::optional<Cube> read_target(const std::string& text, Niss niss);

// Reads all cubes of the arguments or of standard input, one after the other, and does `work` with each and with the
// notes on how it was understood. Says what is wrong with the first that cannot be read and ends there with kBadInput.
ExitCode for_each_cube(const std::vector<std::string>& arguments, const ReadOptions& read,
                       const std::function<void(const Cube&, const std::vector<std::string>& notes)>& work);

}  // namespace superflip::cli
