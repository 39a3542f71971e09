#include "apps/cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>

#include "apps/cli/console.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

StopFlag interrupt_flag{false};
static_assert(StopFlag::is_always_lock_free, "a signal handler may touch nothing else");

extern "C" void on_interrupt(int) { interrupt_flag = true; }

}  // namespace

Expected<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
    return fail(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
  return number;
}

Expected<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  std::uint64_t factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "K" || unit == "k" || unit == "kB" || unit == "KB") factor = 1'000;
  if (unit == "M" || unit == "m" || unit == "MB") factor = 1'000'000;
  if (unit == "G" || unit == "g" || unit == "GB") factor = 1'000'000'000;
  if (error != std::errc() || factor == 0 || number == 0 || number > (std::uint64_t{1} << 50) / factor)
    return fail(fmt::format("'{}' is no size: expected a number of bytes, as 500M or 4G", text));
  return number * factor;
}

void add_cubes(Arguments& arguments, std::vector<std::string>& cubes) {
  arguments
      .add_option("CUBE", cubes,
                  "Each argument is one cube, so quote it: \"R U2 F'\".\n"
                  "Without any, or for -, one cube a line is read from standard input.")
      .option_text("...");
}

void warn_about_quotes(std::string_view command, const std::vector<std::string>& arguments) {
  const auto one_move = [](const std::string& text) {
    const auto parsed = text.size() <= 2 ? parse_algorithm(text) : fail("");
    return parsed && parsed->moves.size() == 1;
  };
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), one_move))
    say(fmt::format("each argument stands for itself; to keep them together quote the moves: superflip {} \"{}\"",
                    command, fmt::join(arguments, " ")));
}

void add_read_options(Arguments& arguments, ReadOptions& read) {
  add_parsed(arguments, "--from", read.from, parse_format,
             "How cubes are written: moves, facelets, reid, kociemba-cubies,\njson, packed69, packed71, rank. "
             "Recognised by itself otherwise,\nbut for a number alone.")
      .type_name("FORMAT")
      .group("Reading cubes");
  arguments
      .add_flag(
          "--niss", [&read] { read.niss = Niss::on; },
          "Moves in parentheses are on the inverse: \"(F' L) R\". Otherwise\nparentheses only group: \"(R U R' U')3\".")
      .group("Reading cubes");
}

Expected<Metric> parse_metric(std::string_view text) {
  if (text == "htm") return Metric::htm;
  if (text == "qtm") return Metric::qtm;
  return fail(fmt::format("'{}' is no metric; there are htm (a half turn counts 1) and qtm (it counts 2)", text));
}

std::string_view name(Metric metric) { return metric == Metric::htm ? "htm" : "qtm"; }

void add_profile(Arguments& arguments, Profile& profile) {
  add_parsed(arguments, "--profile", profile, parse_profile,
             "Tables: compact (5 MB, made at every start), standard (150 MB),\nlarge (1 GB). Default: standard.")
      .type_name("NAME");
}

void add_metric(Arguments& arguments, Metric& metric) {
  add_parsed(arguments, "--metric", metric, parse_metric,
             "What is counted: htm (every turn is 1; default) or qtm (a half\nturn is 2).")
      .type_name("htm|qtm");
}

Expected<TableStore> find_store() {
  return TableStore::default_folder().map(
      [](const auto& folder) { return TableStore(folder, [](const std::string& warning) { say(warning); }); });
}

std::shared_ptr<const TwoPhaseTables> open_tables(const SolverOptions& options) {
  ProgressBar bar;
  const auto store = find_store();
  if (!store && options.profile != Profile::compact) say(store.error().message + "; the tables are made in memory");
  return TwoPhaseTables::open(options.profile, options.metric, store ? &*store : nullptr, hardware_threads(),
                              bar.callback());
}

const StopFlag& interrupted() { return interrupt_flag; }

void catch_interrupts() {
  struct sigaction action {};
  struct sigaction inherited {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM})
    if (sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);  // a shell's background job ignores Ctrl-C, and goes on ignoring it
}

Expected<std::string_view> text_of(const Input& input, const ReadOptions& read) {
  if (input.error) return tl::unexpected<Error>(*input.error);
  if (!read.from && input.text.find_first_not_of(" \t") == std::string::npos)
    return fail("there is no cube: the text is empty (--from moves takes it for the solved cube)");
  return input.text;
}

Diagnosis examine(const Input& input, const ReadOptions& read, std::string_view if_held) {
  const auto text = text_of(input, read);
  if (!text) return unreadable(text.error());
  Diagnosis d = superflip::examine(*text, read);
  if (d.held != 0) d.notes.emplace_back(d.cube ? if_held : kTurned);
  return d;
}

bool is_moves(const Input& input, const ReadOptions& read) {
  return read.from.value_or(recognise(input.text)) == Format::moves;
}

std::optional<Cube> read_target(const std::string& text, Niss niss) {
  const Input input{text, "--to", {}};
  const Diagnosis target = examine(input, {std::nullopt, niss});
  const Expected<Cube> cube = verdict(target);
  if (!cube) {
    complain(input.where, cube.error(), input.text);
    return std::nullopt;
  }
  say_notes(input, target.notes);
  return *cube;
}

void say_notes(const Input& input, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) say(fmt::format("{}note: {}", prefix(input), printable(note, 1000)));
}

ExitCode for_each_cube(const std::vector<std::string>& arguments, const ReadOptions& read,
                       const std::function<void(const Cube&, const std::vector<std::string>& notes)>& work) {
  InputSource source(arguments);
  hint_if_interactive(source);
  while (const auto input = source.next([] { return false; })) {
    const Diagnosis d = examine(*input, read);
    const Expected<Cube> cube = verdict(d);
    say_notes(*input, d.notes);
    if (!cube) {
      complain(input->where, cube.error(), input->text);
      return kBadInput;
    }
    work(*cube, d.notes);
  }
  return kOk;
}

}  // namespace superflip::cli
