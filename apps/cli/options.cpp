#include "apps/cli/options.h"

#include <fmt/format.h>
#include <sys/time.h>

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

StopFlag time_flag{false};

extern "C" void on_alarm(int) {
  time_flag = true;
  interrupt_flag = true;
}

// The text in lines of at most as many characters as the help has room for. A longer word has a line of its own.
std::string wrapped(std::string text) {
  constexpr std::size_t kWidth = 69;
  for (std::size_t begin = 0; begin + kWidth < text.size();) {
    std::size_t blank = text.rfind(' ', begin + kWidth);
    if (blank == std::string::npos || blank < begin) blank = text.find(' ', begin);
    if (blank == std::string::npos) break;
    text[blank] = '\n';
    begin = blank + 1;
  }
  return text;
}

}  // namespace

Expected<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
    return fail(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
  return number;
}

Expected<std::uint64_t> parse_size(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "K" || unit == "k" || unit == "kB" || unit == "KB") factor = 1e3;
  if (unit == "M" || unit == "m" || unit == "MB") factor = 1e6;
  if (unit == "G" || unit == "g" || unit == "GB") factor = 1e9;
  const double bytes = number * factor;
  // "inf" and "nan" are numbers to from_chars().
  if (error != std::errc() || !(bytes >= 1) || bytes > 0x1p50)
    return fail(fmt::format("'{}' is not a size: expected a number of bytes, such as 500M or 3.5G", text));
  return static_cast<std::uint64_t>(bytes);
}

void add_cubes(Arguments& arguments, std::vector<std::string>& cubes) {
  arguments
      .add_option("CUBE", cubes,
                  "Each argument is one cube, so quote it: \"R U2 F'\". Without arguments,\n"
                  "or for -, cubes are read from standard input, one in each line.")
      .option_text("...");
}

void warn_about_quotes(std::string_view command, const std::vector<std::string>& arguments) {
  const auto one_move = [](const std::string& text) {
    const auto parsed = text.size() <= 2 ? parse_algorithm(text) : fail("");
    return parsed && parsed->moves.size() == 1;
  };
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), one_move))
    say(fmt::format("each argument is read separately; to give one sequence of moves, quote it: superflip {} \"{}\"",
                    command, fmt::join(arguments, " ")));
}

void add_read_options(Arguments& arguments, TextOptions& read) {
  add_parsed(arguments, "--from", read.from, parse_format,
             "How cubes are written: moves, facelets, reid, kociemba-cubies, json,\n"
             "packed69, packed71 or rank. Default: the format is recognised; only\n"
             "packed69, packed71 and rank must be named.")
      .type_name("FORMAT")
      .group("Reading cubes");
  arguments
      .add_flag(
          "--niss", [&read] { read.niss = Niss::on; },
          "Read moves in parentheses as moves on the inverse: \"(F' L) R\".\n"
          "Without it parentheses only group moves: \"(R U R' U')3\".")
      .group("Reading cubes");
  add_parsed(arguments, "--order", read.listed.order, parse_layout,
             "The order in which facelets list the faces, as in ULFRBD; a net\n"
             "has commas, as in U,LFRB,D, and D2 is D turned by half a turn.\n"
             "Default: it is recognised; if several are possible, URFDLB.")
      .type_name("FACES")
      .group("Reading cubes");
  add_parsed(arguments, "--holding", read.listed.held, parse_holding,
             "How facelets hold the cube: the face or the colour that is up, and the\n"
             "one in front, as in FR or GR. Default: the centres tell.")
      .type_name("FACES")
      .group("Reading cubes");
  const Option one = arguments
                         .add_flag(
                             "--one", [&read] { read.lines = Lines::one_cube; },
                             "All lines of standard input are one cube. Default: lines that belong\n"
                             "together are recognised (docs/input.md).")
                         .group("Reading cubes");
  arguments
      .add_flag(
          "--lines", [&read] { read.lines = Lines::one_each; }, "Each line of standard input is one cube.")
      .excludes(one)
      .group("Reading cubes");
}

void add_profile(Arguments& arguments, Profile& profile) {
  add_parsed(arguments, "--profile", profile, parse_profile,
             "Tables: compact (5 MB, made at every start), standard (145 MB),\nlarge (741 MB). Default: standard.")
      .type_name("NAME");
}

void add_metric(Arguments& arguments, Metric& metric, Metrics accepted) {
  const auto is_accepted = [accepted](Metric m) {
    return accepted == Metrics::all ||
           (accepted == Metrics::of_cosets ? kCosetMetricNames.has(m) : counts_face_turns(m));
  };
  std::vector<Metric> possible;
  std::vector<std::string_view> names;
  for (const Metric m : kMetricNames.values()) {
    if (!is_accepted(m)) continue;
    possible.push_back(m);
    names.push_back(name(m));
  }
  const std::string expected = fmt::format("{}", fmt::join(names, "|"));
  add_parsed(
      arguments, "--metric", metric,
      [expected, is_accepted](std::string_view given) -> Expected<Metric> {
        auto parsed = parse_metric(given);
        if (parsed && !is_accepted(*parsed))
          return fail(ErrorKind::bad_option, fmt::format("'{}' is not possible here: expected {}", given, expected));
        return parsed;
      },
      wrapped(fmt::format("What counts as one move: {}. Default: {}.", fmt::join(with_meanings(possible), ", "),
                          name(metric))))
      .type_name(expected);
}

void add_moves(Arguments& arguments, std::optional<std::string>& moves) {
  arguments
      .add_option("--moves", moves,
                  "The allowed moves, such as \"U R F\", \"R U2\" (R, R2, R', U2), <R,U>, \"M U\" or G1.\n"
                  "With costs: \"U R F:2\". Default: all turns of the six faces.")
      .type_name("MOVES");
}

void add_allowed_moves(Arguments& arguments, AllowedMoves& allowed) {
  add_moves(arguments, allowed.text);
  add_parsed(
      arguments, "--centres", allowed.centres, [](std::string_view text) { return kCentresNames.parse(text); },
      "What --moves do to the centres. fixed: nothing, slices are pairs of turns.\nmoved: slices, wide moves and "
      "rotations carry them. turned: as moved, and each\nturn of a face turns its own (a supercube). Default: "
      "moved.")
      .type_name("fixed|moved|turned");
  arguments.refuse_if([&allowed] { return allowed.centres && !allowed; }, {"--centres"},
                      "it says what --moves do, which are missing");
}

std::optional<std::shared_ptr<const MoveSet>> read_moves(const AllowedMoves& allowed, Metric metric) {
  if (!allowed) return nullptr;
  auto moves = allowed_moves(*allowed.text, metric, allowed.centres.value_or(Centres::moved));
  if (moves) return *std::move(moves);
  complain("--moves", moves.error(), *allowed.text);
  return std::nullopt;
}

void add_optimal_table(Arguments& arguments, std::string& table) {
  add_parsed(
      arguments, "--table", table,
      [](std::string_view text) -> Expected<std::string> {
        return find_table_set(text).and_then([&](const TableSet* set) -> Expected<std::string> {
          if (!is_optimal(*set))
            return fail(ErrorKind::bad_option,
                        fmt::format("'{}' is no table of the optimal solver: expected one such as optimal-282", text));
          return set->name;
        });
      },
      "Use this pruning table, and make it if it is missing: optimal-47, -94,\n"
      "-282, -705, -1409, -2818 or -5636, named by its megabytes.")
      .type_name("NAME")
      .group("Tables");
}

void add_table_options(Arguments& arguments, std::string& table, std::uint64_t& memory) {
  add_optimal_table(arguments, table);
  add_parsed(
      arguments, "--memory", memory,
      [](std::string_view text) -> Expected<std::uint64_t> {
        if (text == "auto") return 0;
        return parse_size(text);
      },
      "The largest table that may be used, such as 300M or 3G. Default:\n"
      "auto, half of the available memory (with --table, all of it).")
      .type_name("SIZE|auto")
      .group("Tables");
}

void say_warning(const std::string& sentence) { say(sentence); }

Expected<TableStore> find_store() {
  return TableStore::default_folder().map([](const auto& folder) { return TableStore(folder, say_warning); });
}

EngineOptions engine_options(EngineOptions options) {
  auto tables = default_tables(say_warning);
  if (tables)
    options.tables = *std::move(tables);
  else if (options.profile != Profile::compact)
    say(tables.error().message + "; the tables are made in memory");
  return options;
}

const StopFlag& interrupted() { return interrupt_flag; }

void catch_interrupts() {
  struct sigaction action {};
  struct sigaction inherited {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);  // a background job of a shell must keep ignoring Ctrl-C
}

void stop_after(std::chrono::milliseconds time) {
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  const std::chrono::microseconds rest = time - seconds;
  const itimerval timer{{0, 0}, {static_cast<time_t>(seconds.count()), static_cast<suseconds_t>(rest.count())}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

bool is_time_over() { return is_set(&time_flag); }

namespace {

Accept accept_of(const ReadOptions& options, std::string_view if_held = kTurnedBack, bool incomplete = true) {
  return {.formats = options.from ? Formats{*options.from} : Formats::all(),
          .niss = options.niss,
          .max_bytes = std::string_view::npos,  // an InputSource has its own limit
          .if_held = if_held,
          .incomplete = incomplete,
          .listed = options.listed};
}

// An incomplete cube with one choice left is a cube for every command.
tl::expected<Reading, Diagnosis> read_input(const Input& input, const ReadOptions& options, std::string_view if_held,
                                            bool incomplete, Puzzle puzzle = Puzzle::cube) {
  if (input.error) return tl::unexpected<Diagnosis>(unreadable(*input.error));
  auto reading = read(puzzle, input.text, accept_of(options, if_held));
  if (reading && reading->known && !incomplete) {
    const Uint128 fit = Completions(*reading->known).count();
    return tl::unexpected<Diagnosis>(
        unreadable({fmt::format("some stickers are unknown, and {} cubes have the others", to_decimal(fit)), {}}));
  }
  return reading;
}

}  // namespace

Diagnosis examine(const Input& input, const ReadOptions& options, std::string_view if_held) {
  auto reading = read_input(input, options, if_held, false);
  if (!reading && reading.error().readable() && is_incomplete(input.text)) {
    // The doctor takes unknown stickers for wrong ones. It may know a repair where no cube fits.
    auto doctored = read(input.text, accept_of(options, if_held, false));
    if (!doctored && doctored.error().repaired) return std::move(doctored.error());
  }
  if (!reading) return std::move(reading.error());
  return diagnosis_of(*std::move(reading));
}

Expected<Reading> read_cube(const Input& input, const ReadOptions& options, std::string_view if_held, bool incomplete) {
  return read_input(input, options, if_held, incomplete).map_error(to_error);
}

Expected<Reading> read_cube(const Input& input, const ReadOptions& options, const Asking& asking) {
  return read_input(input, options, kForTheHolding, asking.may_be_incomplete(), asking.question().puzzle)
      .map_error(to_error);
}

void say_notes(const Input& input, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) say(fmt::format("{}note: {}", prefix(input), printable(note, 1000)));
}

void hint_at_one_cube(const InputSource& source, const TextOptions& options, Puzzle puzzle) {
  const auto lines = source.all_lines();
  if (!lines || options.lines != Lines::recognised) return;
  const Input all{*lines, "", {}};
  if (read(puzzle, all.text, accept_of(options))) say("All these lines together are one cube: --one reads them so.");
}

void report_unreadable(const Input& input, const Error& error, bool json) {
  complain(input.where, error, input.text);
  if (!json) return;
  Json line{{"input", input.text}};
  add_error(line, error);
  print_json(line);
}

ExitCode for_each_cube(const std::vector<std::string>& arguments, const TextOptions& options,
                       const std::function<ExitCode(const Cube&, const std::vector<std::string>& notes)>& work,
                       bool json, Centres centres, bool each) {
  const std::string_view if_held = centres == Centres::fixed ? kTurnedBack : "it is taken as it is held";
  InputSource source(arguments, options);
  hint_if_interactive(source);
  bool is_first = true;
  while (const auto input = source.next([] { return false; })) {
    auto reading = read_cube(*input, options, if_held, each);
    if (!reading) {
      report_unreadable(*input, reading.error(), json);
      if (is_first) hint_at_one_cube(source, options);
      return kBadInput;
    }
    is_first = false;
    put_in_space(*reading, centres);
    say_notes(*input, reading->notes);
    ExitCode code = kOk;
    const auto work_on = [&](const Cube& cube) {
      code = work(cube, reading->notes);
      return code == kOk;
    };
    if (reading->known)
      Completions(*reading->known).visit(work_on);
    else
      work_on(reading->cube);
    if (code != kOk) return code;
  }
  return kOk;
}

ExitCode for_each_sequence(std::string_view command, const std::vector<std::string>& arguments, std::string_view line,
                           const std::function<Expected<void>(const std::string& moves)>& work, bool json) {
  warn_about_quotes(command, arguments);
  TextOptions one_each;
  one_each.lines = Lines::one_each;
  InputSource source(arguments, one_each);
  if (source.interactive()) tell(fmt::format("Type {} in each line. Ctrl-D ends. (--help explains.)", line));
  while (const auto input = source.next([] { return false; })) {
    const Expected<void> done = input->error ? tl::unexpected<Error>(*input->error) : work(input->text);
    if (!done) {
      report_unreadable(*input, done.error(), json);
      return kBadInput;
    }
    flush();
  }
  return kOk;
}

}  // namespace superflip::cli
