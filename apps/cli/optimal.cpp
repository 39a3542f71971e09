// superflip optimal: cubes in, shortest solutions out, proven.
//
// One cube gets all threads, several cubes share them, one or more each. As in solve.cpp standard output carries moves
// and nothing else, for the cube as it is held. What is proven while a cube is solved is told as it becomes known: to
// people on standard error, and with --json on standard output.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/json.h"
#include "apps/cli/optimal_events.h"
#include "apps/cli/optimal_generic.h"
#include "apps/cli/optimal_results.h"
#include "apps/cli/optimal_tables.h"
#include "apps/cli/options.h"
#include "apps/cli/pipeline.h"
#include "apps/cli/progress.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/facelets.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  ReadOptions read;
  std::optional<std::string> to;
  bool all = false;
  int within = 0;
  bool count = false;
  OptimalMetric metric = OptimalMetric::htm;
  std::optional<std::string> moves;  // those that alone may be made
  TableOptions table;
  std::uint64_t milliseconds = 0;
  unsigned threads = hardware_threads();
  std::string results;
  bool keep_going = false;
  bool verbose = false;
  bool json = false;

  bool is_generic() const { return !has_tables(metric) || moves; }
};

struct Answer {
  Input input;
  Expected<Cube> cube = kSolved;
  std::vector<std::string> notes{};  // how it was understood
  OptimalOutcome outcome{};
  unsigned threads = 0;
  double seconds = 0;
  bool known = false;    // from the results file
  bool skipped = false;  // the search did not begin
};

// With --moves: they do not reach this cube.
bool is_impossible(const OptimalOutcome& outcome, const Options& options) {
  return options.moves && !outcome.is_proven && outcome.solutions.empty() && outcome.ended == Ended::exhausted;
}

// What is known of a cube in a few words: "18 moves, proven optimal".
std::string verdict_of(const OptimalOutcome& outcome, const Options& options) {
  const auto& found = outcome.solutions;
  if (is_impossible(outcome, options)) return fmt::format("turning {} alone cannot solve this cube", *options.moves);
  if (found.empty()) return fmt::format("no solution yet; none is shorter than {}", counted(outcome.lower, "move"));
  const int length = length_of(found.front(), options.metric);
  const std::string moves = counted(static_cast<std::size_t>(length), "move");
  if (options.all && outcome.is_proven)
    return fmt::format("{}, proven optimal; {} of at most {}", moves, counted(found.size(), "solution"),
                       length + options.within);
  if (outcome.is_proven) return moves + ", proven optimal";
  // In quarter turns all solutions are even, or all odd.
  const int step = options.metric == OptimalMetric::qtm ? 2 : 1;
  const int least = outcome.lower + (length - outcome.lower) % step;
  const int most = length - step;
  const std::string_view kind = step == 1 ? "" : most % 2 == 0 ? "even lengths from " : "odd lengths from ";
  const std::string shorter = least > most           ? "proven optimal"
                              : least == most        ? fmt::format("{} not excluded", most)
                              : least + step == most ? fmt::format("{} and {} not excluded", least, most)
                                                     : fmt::format("{}{} to {} not excluded", kind, least, most);
  if (!options.all) return fmt::format("{}, {}", moves, shorter);
  return fmt::format("{}, {}; {} so far, there may be more", moves, shorter, counted(found.size(), "solution"));
}

class Optimal {
 public:
  explicit Optimal(const Options& options) : options_(options), source_(options.cubes) {}

  ExitCode run() {
    if (options_.to) {
      const std::optional<Cube> cube = read_target(*options_.to, options_.read.niss);
      if (!cube) return kBadInput;
      target_ = *cube;
    }
    if (!options_.results.empty()) {
      auto opened = ResultsFile::open(options_.results);
      if (!opened) {
        say(opened.error().message);
        return kBadInput;
      }
      results_.emplace(*std::move(opened));
    }
    if (options_.is_generic()) {
      Expected<MoveSet> moves = options_.moves ? parse_face_turns(*options_.moves, options_.metric)
                                               : Expected<MoveSet>(moves_of(options_.metric));
      if (!moves) {
        complain("--moves", moves.error(), *options_.moves);
        return kBadInput;
      }
      moves_.emplace(*std::move(moves));
    } else {
      if (const auto* const named = options_.table.shape;
          named != nullptr && named->metric == Metric::qtm && turns() == Metric::htm) {
        say(fmt::format("the table {} counts quarter turns: with --metric qtm", named->name));
        return kBadInput;
      }
      shape_ = choose_table(options_.table, turns());
      if (shape_ == nullptr) return kSystemFailed;
    }
    warn_about_quotes("optimal", options_.cubes);
    hint_if_interactive(source_);
    count_ = source_.count_lines();
    const auto workers =
        static_cast<unsigned>(std::min<std::size_t>(options_.threads, source_.count().value_or(options_.threads)));
    solvers_.resize(workers);

    const StopFlag& stop = interrupted();
    Pipeline<Input, Answer>::run(
        workers,
        [&](const std::atomic<bool>& cancelled) {
          auto input = source_.next([&] { return cancelled || stop; });
          if (input) ++under_way_;
          return input;
        },
        [&](unsigned worker, Input&& input) {
          Answer answer = solve(worker, std::move(input));
          --under_way_;
          return answer;
        },
        [&](Answer&& answer) { return emit(answer); }, flush);
    wipe();
    if (stop && answered_ < source_.count().value_or(answered_ + 1)) return kInterrupted;
    return worst_;
  }

 private:
  Metric turns() const { return options_.metric == OptimalMetric::qtm ? Metric::qtm : Metric::htm; }

  bool is_alone() const { return source_.count() == 1U; }

  // Tables are opened for the first cube that needs them: a mistake is told at once. False: Ctrl-C ended their making.
  bool open_tables() {
    std::call_once(opened_, [this] {
      if (moves_) {
        generic_of(0);
        catch_interrupts();
        return;
      }
      two_phase_ = cli::open_tables({Profile::standard, turns()});
      table_ = open_optimal_table(*shape_, options_.threads);
    });
    return table_ || moves_;
  }

  // The faces that may be turned are those of the cube as it is held.
  const GenericOptimal& generic_of(Symmetry held) {
    const std::lock_guard lock(making_);
    auto& generic = generic_[options_.moves ? held : Symmetry{0}];
    if (!generic) generic = std::make_unique<const GenericOptimal>(turned(*moves_, held), options_.threads);
    return *generic;
  }

  Answer solve(unsigned worker, Input&& input) {
    Answer answer{std::move(input)};
    Diagnosis d = examine(answer.input, options_.read, "the moves are for the cube as it is held");
    answer.cube = verdict(d);
    answer.notes = std::move(d.notes);
    answer.skipped = interrupted();
    if (!answer.cube || answer.skipped) return answer;
    // cube * m == target where inverse(target) * cube * m == solved.
    const Cube cube = inverse(target_) * *answer.cube;
    const auto known = results_ ? results_->find(cube) : std::nullopt;
    answer.known = known.has_value();
    if (known) {
      answer.outcome.solutions = {*known};
      answer.outcome.lower = length_of(*known, options_.metric);
      answer.outcome.is_proven = true;
    } else {
      if (!open_tables()) {
        answer.skipped = true;
        return answer;
      }
      search(worker, cube, d.held, answer);
    }
    for (Moves& moves : answer.outcome.solutions) moves = conjugate(moves, d.held);
    return answer;
  }

  void search(unsigned worker, const Cube& cube, Symmetry held, Answer& answer) {
    OptimalRequest request;
    request.all = options_.all;
    request.within = options_.within;
    if (options_.milliseconds > 0) request.time = std::chrono::milliseconds(options_.milliseconds);
    request.stop = &interrupted();
    OptimalEvents events(options_.verbose, options_.json, is_alone(), options_.metric, prefix(answer.input), held);
    // All of them for the only cube there is, one for each of many.
    const auto workers = static_cast<unsigned>(solvers_.size());
    answer.threads = std::max(1U, options_.threads / std::clamp(under_way_.load(), 1U, workers));
    const auto begin = Clock::now();
    if (moves_) {
      answer.outcome = generic_of(held).solve(cube, request, answer.threads, events.callback());
    } else {
      auto& solver = solvers_[worker];
      if (!solver) solver.emplace(table_, two_phase_);
      answer.outcome = solver->solve(cube, request, answer.threads, events.callback());
    }
    answer.seconds = seconds_since(begin);
    if (results_ && answer.outcome.is_proven) results_->add(cube, answer.outcome.solutions.front());
  }

  // Prints an answer; false when nothing may follow it.
  bool emit(const Answer& answer) {
    if (answer.skipped) return false;
    wipe();
    const OptimalOutcome& outcome = answer.outcome;
    if (!is_moves(answer.input, options_.read)) say_notes(answer.input, answer.notes);
    ExitCode code = kOk;
    if (!answer.cube) {
      complain(answer.input.where, answer.cube.error(), answer.input.text);
      code = kBadInput;
    } else if (!outcome.is_proven) {
      code = outcome.ended == Ended::stopped ? kInterrupted : kNoSolution;
    }
    worst_ = std::max(worst_, code);
    const bool go_on = code != kBadInput || options_.keep_going || source_.interactive();
    if (options_.json)
      print_json(answer);
    else if (go_on)
      print_lines(answer);
    flush();
    if (answer.cube && !outcome.is_proven)
      say(prefix(answer.input) + verdict_of(outcome, options_));
    else if (answer.cube && (options_.verbose || (is_alone() && is_terminal(stderr))))
      tell(prefix(answer.input) + verdict_of(outcome, options_));
    ++answered_;
    if (answer.cube && !answer.known) ++searched_;
    searching_ += answer.seconds;
    if (!go_on && !is_alone())
      say("stopped there, so that no later answer takes its place (--keep-going prints ? instead and goes on)");
    draw_bar();
    return go_on;
  }

  // How many of the cubes are done, unless the answers show it on the same terminal.
  void draw_bar() {
    if ((count_ && *count_ < 2) || is_terminal(stdout) || source_.interactive()) return;
    const double each = searching_ / static_cast<double>(std::max<std::size_t>(searched_, 1) * solvers_.size());
    if (!count_) {
      status_.show(fmt::format("{} so far, {} each", counted(answered_, "cube"), human_duration(each)));
      return;
    }
    bar_.emplace(std::chrono::milliseconds(0));
    const Progress progress = bar_->callback();
    const std::size_t left = *count_ - std::min(answered_, *count_);
    if (progress)
      progress(fmt::format("{} of {} cubes, about {} left", answered_, *count_,
                           human_duration(each * static_cast<double>(left))),
               static_cast<double>(*count_ - left) / static_cast<double>(*count_));
  }

  void wipe() {
    bar_.reset();
    status_.wipe();
  }

  // The solutions of one cube are a line each; those of each of several are one line.
  void print_lines(const Answer& answer) const {
    const auto& found = answer.outcome.solutions;
    std::string text;
    if (!answer.cube || found.empty() || (options_.count && !answer.outcome.is_proven)) {
      text = "?";
    } else if (options_.count) {
      text = std::to_string(found.size());
    } else {
      for (std::size_t i = 0; i < found.size(); ++i)
        text += (i == 0 ? "" : is_alone() ? "\n" : "\t") + to_string(found[i]);
    }
    print(text + "\n");
  }

  void print_json(const Answer& answer) const {
    Json json;
    json["event"] = "result";
    if (!answer.cube) {
      json["input"] = answer.input.text;
      json["error"] = answer.cube.error().message;
      if (answer.cube.error().position) json["position"] = *answer.cube.error().position;
    } else {
      const OptimalOutcome& outcome = answer.outcome;
      json["facelets"] = to_facelets(*answer.cube);
      json["notes"] = answer.notes;
      if (options_.to) json["to"] = to_facelets(target_);
      json["metric"] = name(options_.metric);
      if (options_.all) json["within"] = options_.within;
      json["count"] = outcome.solutions.size();
      Json solutions = Json::array();
      for (const Moves& moves : outcome.solutions)
        solutions.push_back({{"moves", to_string(moves)}, {"length", length_of(moves, options_.metric)}});
      if (!options_.count) json["solutions"] = std::move(solutions);
      json["lower"] = outcome.lower;
      json["proven"] = outcome.is_proven;
      json["ended"] = outcome.is_proven                 ? "proven"
                      : outcome.ended == Ended::time    ? "time"
                      : outcome.ended == Ended::stopped ? "interrupted"
                      : outcome.ended == Ended::enough  ? "too many solutions"
                                                        : "all searched";
      if (options_.moves) {
        json["moves"] = *options_.moves;
        json["impossible"] = is_impossible(outcome, options_);
      }
      json["nodes"] = outcome.nodes();
      json["lookups"] = outcome.lookups();
      Json iterations = Json::array();
      for (const OptimalIteration& i : outcome.iterations)
        iterations.push_back(
            {{"length", i.length}, {"nodes", i.nodes}, {"lookups", i.lookups}, {"complete", i.is_complete}});
      json["iterations"] = std::move(iterations);
      if (shape_ != nullptr) json["table"] = shape_->name;
      json["known"] = answer.known;
      if (!answer.known) json["threads"] = answer.threads;
      json["seconds"] = answer.seconds;
    }
    print(json.dump() + "\n");
  }

  const Options& options_;
  InputSource source_;
  Cube target_;
  std::optional<ResultsFile> results_;
  std::optional<MoveSet> moves_;  // for the generic solver
  const optimal::Shape* shape_ = nullptr;
  std::atomic<unsigned> under_way_{0};  // cubes that are not answered
  std::once_flag opened_;
  std::shared_ptr<const TwoPhaseTables> two_phase_;
  std::shared_ptr<const OptimalTable> table_;
  std::mutex making_;
  std::map<Symmetry, std::unique_ptr<const GenericOptimal>> generic_;  // in its place, with moves_
  std::vector<std::optional<OptimalSolver>> solvers_;                  // of each worker
  std::optional<std::size_t> count_;                                   // of the cubes, when that is known
  std::optional<ProgressBar> bar_;
  StatusLine status_;
  ExitCode worst_ = kOk;
  std::size_t answered_ = 0;
  std::size_t searched_ = 0;  // of these, in this run
  double searching_ = 0;      // seconds, of all workers
};

constexpr const char* kFooter =
    "Every answer is a shortest solution, and proven to be. A random cube has 17 or 18 moves and takes\n"
    "seconds to minutes, depending on the table; one of 15 moves takes milliseconds. The moves are for\n"
    "the cube as it is held, as superflip solve --help explains. On a terminal, or with --verbose,\n"
    "standard error tells what is learnt meanwhile: each shorter solution that is found, how many moves\n"
    "it takes at least, and how much is left to be searched.\n"
    "\n"
    "Output:\n"
    "  One cube gets all threads; many share them and are answered in their order, a line each. The\n"
    "  solved cube's line is empty. With --all the solutions of one cube are a line each; those of\n"
    "  several are a line a cube, with tabs between them. Solutions that differ by the order of\n"
    "  opposite faces alone are one. At most 1,048,576 of a cube are told; where there are more, it\n"
    "  counts as not proven.\n"
    "\n"
    "  Where --time ends a search, the line is the shortest solution found (with --count: \"?\"),\n"
    "  standard error says which lengths are not excluded, and the next cube follows. The first cube\n"
    "  that cannot be read ends the program with its exit code, after the answers before it; with\n"
    "  --keep-going its line is \"?\".\n"
    "\n"
    "  With --json each cube is a line {\"event\": \"result\", ...}: solutions, lower bound, nodes, and the\n"
    "  look-ups of each iteration; \"known\" is one that the results file held. One cube alone, as an\n"
    "  argument, has a line for each event before that, while it is solved:\n"
    "  {\"event\": \"solution\"|\"bound\"|\"progress\", ...}.\n"
    "\n"
    "Choice of table:\n"
    "  Tables are named by their megabytes of memory; each doubling halves the search for a random\n"
    "  cube. Of those that are made, the largest that fits is used. Where none is as large as\n"
    "  optimal-282 (for quarter turns optimal-47-qtm), that one is made within a minute, or less if\n"
    "  memory is short. Others are made by --table or superflip tables build, which says how long that\n"
    "  takes. The search begins at once, while the table is loaded.\n"
    "\n"
    "Other metrics and fewer moves:\n"
    "  Quarter turns have tables of their own (optimal-282-qtm and so on). Slice turns (stm) and\n"
    "  axial turns (atm) have none: there the generic solver is as exact and much slower, fit for about\n"
    "  12 of them. A slice and opposite faces are written as two turns, and solutions that differ by\n"
    "  the order of whatever commutes are one.\n"
    "\n"
    "  There, and with --moves, --within leaves out what passes the solved cube on its way.\n"
    "\n"
    "  With --moves too the generic solver searches, over tables made for those moves, in seconds.\n"
    "  Which cubes they cannot solve, it knows. The faces are those of the cube as it is held.\n"
    "\n"
    "Results file:\n"
    "  A line \"RANK LENGTH MOVES\" for each cube that was proven, written as each is done, whatever\n"
    "  comes later. The rank is that of superflip convert --to rank; with --to it is that of the cube\n"
    "  that takes the same moves to be solved.\n"
    "\n"
    "Exit codes:\n"
    "  0    all is proven\n"
    "  1    something is not: --time ended its search, it has too many solutions, or --moves cannot\n"
    "       solve it\n"
    "  2    bad input\n"
    "  3    the system failed, or the table does not fit\n"
    "  130  Ctrl-C, which prints the best found so far and what is proven; a second one ends at once\n"
    "\n"
    "Examples:\n"
    "  superflip optimal \"R U2 F' L D B2 U R' F\"\n"
    "  superflip optimal --time 60000 -v \"F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2\"\n"
    "  superflip optimal --memory 3G --all \"U2 D2 R2 L2 F2 B2\"\n"
    "  superflip optimal --count --within 1 \"R U R' U' F2 D\"\n"
    "  superflip optimal --moves \"U R\" \"R U R' U' R U2 R'\"\n"
    "  superflip optimal --to \"U D' R L' F B' U D'\" \"F R U R' U' F'\"\n"
    "  superflip optimal --json --table optimal-47 \"R U F\"\n"
    "  superflip scramble -n 100 --seed 1 | superflip optimal --results proven.txt > solutions.txt";

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  constexpr std::uint64_t kMonth = 31ULL * 86'400'000;
  add_cubes(arguments, options->cubes);
  add_number(arguments, "--time", options->milliseconds, 1, kMonth,
             "End the search for a cube after MS milliseconds, with the best\nsolution and bound so far.")
      .type_name("MS")
      .group("Limits");
  arguments.add_flag("--all", options->all, "All shortest solutions, each once.").group("Answers");
  add_parsed(
      arguments, "--within", options->within,
      [o = options.get()](std::string_view text) {
        o->all = true;
        return parse_number(text, 0, 20).map([](std::uint64_t n) { return static_cast<int>(n); });
      },
      "All that are at most K moves longer than the shortest, too.")
      .type_name("K")
      .group("Answers");
  arguments
      .add_flag(
          "--count", [o = options.get()] { o->all = o->count = true; },
          "How many shortest solutions there are (or within K), not which.")
      .group("Answers");
  arguments.add_option("--to", options->to, "Solve to this cube instead of the solved one.")
      .type_name("CUBE")
      .group("Answers");
  arguments.add_flag("--json", options->json, "JSON lines: what is learnt, then the result.").group("Answers");
  arguments.add_flag("-v,--verbose", options->verbose, "What is learnt on standard error, terminal or not.")
      .group("Answers");
  arguments.add_flag("--keep-going", options->keep_going, "Print ? for a cube that cannot be read and go on.")
      .group("Answers");
  arguments
      .add_option("--results", options->results,
                  "Append each proven answer to this file, and take from it what it\n"
                  "holds: a batch that was ended goes on where it was.")
      .type_name("FILE")
      .group("Answers");
  add_read_options(arguments, options->read);
  add_table_options(arguments, options->table);
  add_parsed(arguments, "--metric", options->metric, parse_optimal_metric,
             "What counts as one move: htm (a turn of a face; default), qtm (a\n"
             "quarter turn of one), stm (a turn of a face or of a slice), atm (of\n"
             "a face or of two opposite ones).")
      .type_name("NAME");
  arguments
      .add_option("--moves", options->moves,
                  "The only turns that may be made: \"U R F\", \"R U2\" (U2 alone, not U),\n"
                  "G1. Default: all.")
      .type_name("MOVES");
  add_number(arguments, "--threads", options->threads, 1, 1024,
             "Threads: all on one cube, and shared by those that are solved at the\nsame time. Default: all cores.");
  arguments.refuse_if(
      [o = options.get()] { return !o->results.empty() && (o->all || o->metric != OptimalMetric::htm || o->moves); },
      {"--results"}, "the file holds one solution of a cube, in all face turns (htm)");
  arguments.footer(kFooter);
  return [options] {
    if (options->is_generic() && (options->table.shape != nullptr || options->table.memory != 0)) {
      say("--table and --memory are for the metrics htm and qtm with all moves");
      return kBadInput;
    }
    return Optimal(*options).run();
  };
}

const Registration registered{{12, "optimal", "Solve cubes: the shortest solution, proven", add}};

}  // namespace

}  // namespace superflip::cli
