// superflip solve: cubes in, solutions out.
//
// One cube gets all threads, several cubes one thread each. Standard output carries moves and nothing else, K lines a
// cube, so that a robot may execute what it reads: where there is no solution the line is "?", which is a move in no
// notation (an empty line is the answer to the solved cube).
//
// The search is for the cube in the standard holding; the moves that are printed are for the cube as it is held: after
// a scramble with rotations they go on where it ends, so that both together are one algorithm that ends with solved
// faces.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/input.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/pipeline.h"
#include "apps/cli/pocket.h"
#include "apps/cli/puzzle.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/facelets.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  ReadOptions read;
  SolverOptions solver;
  int max_length = 0;
  std::uint64_t milliseconds = 0;
  std::uint64_t nodes = 0;
  unsigned threads = 0;
  int solutions = 1;
  std::optional<std::string> to;
  bool keep_going = false;
  bool verbose = false;
  bool json = false;
  Puzzle puzzle = Puzzle::cube;

  bool limited() const { return max_length > 0 || milliseconds > 0 || nodes > 0; }
};

struct Answer {
  Input input;
  Expected<Cube> cube = kSolved;
  std::vector<std::string> notes{};  // how it was understood
  Outcome outcome{};
  bool skipped = false;  // interrupted before the search began
};

Limits limits_of(const Options& options, const StopFlag& stop) {
  Limits limits;
  limits.max_length = options.max_length;
  if (options.milliseconds > 0) limits.time = std::chrono::milliseconds(options.milliseconds);
  if (options.nodes > 0) limits.nodes = options.nodes;
  if (!options.limited()) limits.nodes = kDefaultNodes;
  limits.solutions = options.solutions;
  limits.stop = &stop;
  return limits;
}

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

std::string_view name(Ended ended) {
  switch (ended) {
    case Ended::enough:
      return "enough";
    case Ended::time:
      return "time";
    case Ended::nodes:
      return "nodes";
    case Ended::stopped:
      return "stopped";
    case Ended::exhausted:
      return "exhausted";
  }
  return "";
}

class Solve {
 public:
  explicit Solve(const Options& options) : options_(options), source_(options.cubes) {}

  ExitCode run() {
    if (options_.to) {
      const std::optional<Cube> cube = read_target(*options_.to, options_.read.niss);
      if (!cube) return kBadInput;
      target_ = *cube;
    }
    warn_about_quotes("solve", options_.cubes);
    hint_if_interactive(source_);
    const std::size_t all = options_.threads > 0 ? options_.threads : hardware_threads();
    const bool one_cube = source_.count() == 1U;
    const auto workers = static_cast<unsigned>(std::min(all, source_.count().value_or(all)));
    // Without a limit of the user's, or with one in nodes, answers shall not depend on the machine or on chance.
    const bool repeatable = options_.nodes > 0 || !options_.limited();
    threads_per_cube_ = one_cube && (!repeatable || options_.threads > 0) ? static_cast<unsigned>(all) : 1;
    solvers_.resize(workers);

    const StopFlag& stop = interrupted();
    Pipeline<Input, Answer>::run(
        workers, [&](const std::atomic<bool>& cancelled) { return source_.next([&] { return cancelled || stop; }); },
        [&](unsigned worker, Input&& input) { return solve(worker, std::move(input), stop); },
        [&](Answer&& answer) { return emit(answer); }, flush);
    if (stop && answered_ < source_.count().value_or(answered_ + 1)) return kInterrupted;
    return worst_;
  }

 private:
  // Tables are opened for the first cube that is one: a mistake is told at once, and Ctrl-C ends their making.
  TwoPhaseSolver& solver_of(unsigned worker) {
    std::call_once(opened_, [this] {
      tables_ = open_tables(options_.solver);
      catch_interrupts();
    });
    std::optional<TwoPhaseSolver>& solver = solvers_[worker];
    if (!solver) solver.emplace(tables_);
    return *solver;
  }

  Answer solve(unsigned worker, Input&& input, const StopFlag& stop) {
    Answer answer{std::move(input)};
    Diagnosis d = examine(answer.input, options_.read, "the moves are for the cube as it is held");
    answer.cube = verdict(d);
    answer.notes = std::move(d.notes);
    answer.skipped = stop;
    if (!answer.cube || answer.skipped) return answer;
    TwoPhaseSolver& solver = solver_of(worker);
    OnSolution tell_solution;
    if (options_.verbose)
      tell_solution = [&](const Solution& s) {
        tell(fmt::format("{}{:10.3f} ms  {:2} moves  {}{}", prefix(answer.input), milliseconds(s.after), length(s),
                         to_string(conjugate(s.moves, d.held)),
                         s.stopgap ? "  (a stopgap: the limits ended the search before)" : ""));
      };
    // cube * m == target where inverse(target) * cube * m == solved.
    answer.outcome =
        solver.solve(inverse(target_) * *answer.cube, limits_of(options_, stop), threads_per_cube_, tell_solution);
    // The best so far is what an interrupted user wants; otherwise longer ones are no answer to the question.
    auto& found = answer.outcome.solutions;
    if (options_.max_length > 0 && answer.outcome.ended != Ended::stopped)
      found.erase(std::remove_if(found.begin(), found.end(),
                                 [&](const Solution& s) { return length(s) > options_.max_length; }),
                  found.end());
    for (Solution& s : found) s.moves = conjugate(s.moves, d.held);
    if (options_.verbose)
      tell(fmt::format("{}{} nodes, ended: {}", prefix(answer.input), answer.outcome.counts.nodes,
                       name(answer.outcome.ended)));
    return answer;
  }

  // Prints an answer; false when nothing may follow it.
  bool emit(const Answer& answer) {
    if (answer.skipped) return false;
    if (!is_moves(answer.input, options_.read)) say_notes(answer.input, answer.notes);
    ExitCode code = kOk;
    const auto& found = answer.outcome.solutions;
    if (!answer.cube) {
      complain(answer.input.where, answer.cube.error(), answer.input.text);
      code = kBadInput;
    } else if (found.empty()) {
      if (answer.outcome.ended == Ended::stopped) return false;
      say(prefix(answer.input) + "no solution" + why_not_more(answer.outcome));
      code = kNoSolution;
    } else if (options_.max_length > 0 && length(found.front()) > options_.max_length) {
      say(fmt::format("{}interrupted before a solution of at most {} was found; this one is longer",
                      prefix(answer.input), counted(options_.max_length, "move")));
    } else if (found.size() < static_cast<std::size_t>(options_.solutions)) {
      say(fmt::format("{}only {}{}{}", prefix(answer.input), counted(found.size(), "solution"),
                      why_not_more(answer.outcome),
                      options_.json || source_.count() == 1U ? "" : "; ? stands for each that is missing"));
    }
    worst_ = std::max(worst_, code);
    const bool go_on = code == kOk || options_.keep_going || source_.interactive();
    if (options_.json)
      print_json(answer);
    else if (go_on)
      print_lines(answer);
    if (code == kOk && source_.count() == 1U && !options_.verbose && is_terminal(stderr)) {
      flush();
      tell(counted(length(answer.outcome.solutions.front()), "move"));
    }
    ++answered_;
    if (!go_on && source_.count() != 1U)
      say("stopped there, so that no later answer takes its place (--keep-going prints ? instead and goes on)");
    return go_on;
  }

  // As many lines for each of several cubes, so that they can be told apart.
  void print_lines(const Answer& answer) const {
    const auto& found = answer.outcome.solutions;
    const std::size_t lines =
        source_.count() == 1U ? std::max<std::size_t>(found.size(), 1) : static_cast<std::size_t>(options_.solutions);
    for (std::size_t i = 0; i < lines; ++i) print((i < found.size() ? to_string(found[i].moves) : "?") + "\n");
  }

  void print_json(const Answer& answer) const {
    Json json;
    if (!answer.cube) {
      json["input"] = answer.input.text;
      json["error"] = answer.cube.error().message;
      if (answer.cube.error().position) json["position"] = *answer.cube.error().position;
    } else {
      json["facelets"] = to_facelets(*answer.cube);
      json["notes"] = answer.notes;
      if (options_.to) json["to"] = to_facelets(target_);
      json["metric"] = cli::name(options_.solver.metric);
      json["solutions"] = Json::array();
      for (const Solution& s : answer.outcome.solutions)
        json["solutions"].push_back(
            {{"moves", to_string(s.moves)}, {"length", length(s)}, {"ms", milliseconds(s.after)}});
      json["nodes"] = answer.outcome.counts.nodes;
      json["ended"] = name(answer.outcome.ended);
    }
    print(json.dump() + "\n");
  }

  // The end of a sentence that begins with how many solutions there are.
  std::string why_not_more(const Outcome& outcome) const {
    const std::string text = options_.max_length > 0 ? " of at most " + counted(options_.max_length, "move") : "";
    const char* const wanted = outcome.solutions.empty() ? "one" : "more";
    switch (outcome.ended) {
      case Ended::time:
        return fmt::format("{} within the time; more --time may find {}", text, wanted);
      case Ended::nodes:
        return fmt::format("{} within the nodes; more --nodes may find {}", text, wanted);
      case Ended::stopped:
        return text + " before the interrupt";
      case Ended::exhausted:
      case Ended::enough:
        break;
    }
    return fmt::format("{} exist{}: all words were searched", text, outcome.solutions.size() < 2 ? "s" : "");
  }

  int length(const Solution& solution) const { return superflip::length(solution.moves, options_.solver.metric); }

  const Options& options_;
  InputSource source_;
  Cube target_;
  unsigned threads_per_cube_ = 1;
  std::once_flag opened_;
  std::shared_ptr<const TwoPhaseTables> tables_;
  std::vector<std::optional<TwoPhaseSolver>> solvers_;  // of each worker
  ExitCode worst_ = kOk;
  std::size_t answered_ = 0;
};

constexpr const char* kFooter =
    "The moves turn the given cube into the solved one (or into --to, as its own centres tell it), for you who go on\n"
    "holding it as it is given: after moves with rotations (x R U) as those leave it, as facelets with the centres\n"
    "where they say. Each cube takes one line of standard output (with --solutions K: K lines for each of several\n"
    "cubes); the solved cube's line is empty. Without --max-length,\n"
    "--time and --nodes a fixed amount of work is done (about 10 ms), and the answer is the same on every\n"
    "machine. With --max-length alone the search goes on until such a solution is found; the shortest\n"
    "solution of a cube may be longer, so add --time or --nodes where that matters.\n"
    "\n"
    "Lines of standard input are solved in parallel and answered in their order, each as soon as it is ready.\n"
    "The first cube that cannot be read or solved ends the program with its exit code, after the answers\n"
    "before it; with --keep-going its lines are \"?\", and the exit code comes at the end. With --solutions K,\n"
    "lines for which no solution was found are \"?\" as well, and standard error says why.\n"
    "Ctrl-C prints the best solutions found so far; the exit code is 0 if every cube has one, else 130.\n"
    "A second Ctrl-C ends at once.\n"
    "\n"
    "With --puzzle 2x2x2 a cube is 24 facelets (the corners of the 54, any six colours, any holding), moves, or a\n"
    "3x3x3 whose corners it is. Solutions are the shortest there are, of the turns U, R and F, after which each face\n"
    "has one colour. --time, --nodes, --threads and --profile mean nothing then and are refused; --verbose says\n"
    "how many shortest solutions there are, and --solutions K goes on with longer ones when there are fewer.\n"
    "\n"
    "Examples:\n"
    "  superflip solve \"R U2 F' L D\"\n"
    "  superflip solve --time 1000 --verbose \"(R U R' U')3 [F: R2] M2 x\"\n"
    "  superflip solve --max-length 18 --time 5000 DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD\n"
    "  superflip solve --to \"U D' R L' F B' U D'\" \"F R U R' U' F'\"     from a cube to a pattern\n"
    "  superflip scramble -n 1000 --seed 1 | superflip solve --max-length 20 > solutions.txt\n"
    "  superflip solve --solutions 5 --json \"R U F\"\n"
    "  superflip solve --puzzle 2x2x2 \"L' U2 B R Dw\" LFDULRRDRBFBDUDRUBLLUFFB";

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  constexpr std::uint64_t kDay = 86'400'000;
  add_cubes(arguments, options->cubes);
  add_number(arguments, "--max-length", options->max_length, 1, 100, "Stop at the first solution of at most N moves.")
      .group("Limits");
  add_number(arguments, "--time", options->milliseconds, 1, kDay,
             "Search for shorter solutions until MS milliseconds are over.")
      .type_name("MS")
      .group("Limits");
  add_number(arguments, "--nodes", options->nodes, 1, ~std::uint64_t{0},
             "The same in nodes of the search: repeatable on any machine.")
      .group("Limits");
  add_number(arguments, "--solutions", options->solutions, 1, 10'000, "The K best distinct solutions, shortest first.")
      .type_name("K")
      .group("Answers");
  arguments.add_option("--to", options->to, "Solve to this cube instead of the solved one.")
      .type_name("CUBE")
      .group("Answers");
  arguments.add_flag("--json", options->json, "One JSON object a cube, with lengths, times and counts.")
      .group("Answers");
  arguments.add_flag("-v,--verbose", options->verbose, "Each better solution as it is found, on standard error.")
      .group("Answers");
  arguments
      .add_flag("--keep-going", options->keep_going, "Print ? for a cube without an answer and go on with the next.")
      .group("Answers");
  add_read_options(arguments, options->read);
  add_metric(arguments, options->solver.metric);
  add_profile(arguments, options->solver.profile);
  add_number(arguments, "--threads", options->threads, 1, 1024,
             "Threads: all on one cube, or one on each of several. Default: all\ncores; 1 for one cube without "
             "--max-length or --time.");
  arguments.footer(kFooter);
  add_puzzle(arguments, options->puzzle, {"--time", "--nodes", "--threads", "--profile"});
  return [options] {
    const Options& o = *options;
    if (o.puzzle == Puzzle::cube) return Solve(o).run();
    return solve_pocket(
        {o.cubes, o.read, o.solver.metric, o.max_length, o.solutions, o.to, o.keep_going, o.verbose, o.json});
  };
}

const Registration registered{{10, "solve", "Solve cubes: near-optimal solutions in milliseconds", add}};

}  // namespace

}  // namespace superflip::cli
