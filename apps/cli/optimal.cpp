// superflip optimal: shortest words for cubes, proven.
//
// Bounds that are proven while a cube is solved are reported as they become known: to people on standard error, and
// with --json, for a single cube, on standard output.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "apps/cli/results_file.h"

namespace superflip::cli {

namespace {

struct Options {
  BatchOptions batch;
  Wanted wanted;
  bool count = false;
  AllowedMoves moves;
  std::string table;
  std::uint64_t memory = 0;
  std::optional<std::string> results;
};

// From one length that a solution may have to the next one. Those of a whole cube in quarter turns are even, or odd: a
// quarter turn is an odd permutation of the corners.
int step_of(const Question& question) {
  if (is_priced(question)) return question.moves->cost_unit();
  const auto is_by_parity = [](const Step& step) { return step.cost % 2 == corner_parity(step.cube); };
  const bool is_whole =
      !question.start && question.also.empty() && question.goal.patterns.empty() && question.goal.coordinates.empty();
  const bool are_quarters =
      counts_quarter_turns(question.metric) &&
      (!question.moves || std::all_of(question.moves->steps().begin(), question.moves->steps().end(), is_by_parity));
  return is_whole && are_quarters ? 2 : 1;
}

// The lengths from `lower` to below `length` that are not excluded.
std::string excluded(int lower, int length, const Question& question) {
  const int step = step_of(question);
  const int least = lower + (length - lower) % step;
  const int greatest = length - step;
  if (least > greatest) return "proven optimal";
  if (least == greatest) return fmt::format("{} not excluded", greatest);
  if (least + step == greatest) return fmt::format("{} and {} not excluded", least, greatest);
  const std::string_view kind = step != 2 ? "" : greatest % 2 == 0 ? "even lengths from " : "odd lengths from ";
  return fmt::format("{}{} to {} not excluded", kind, least, greatest);
}

// A short summary of what is known about a cube: "18 moves, proven optimal".
std::string verdict_of(const Reply& reply, const Options& options) {
  const Answer& answer = *reply.answer;
  const auto in_moves = [&reply](int n) { return length_in_words(n, reply.question); };
  if (answer.ended == Ended::unsolvable)
    return fmt::format("{}: {}",
                       !options.moves ? "no turns of faces lead from one of these cubes to the other"
                                      : fmt::format("the moves {} alone cannot solve this cube", *options.moves.text),
                       why_unsolvable(reply.question));
  if (answer.solutions.empty() && answer.lower_bound == 0) return "no solution yet";
  if (answer.solutions.empty())
    return is_priced(reply.question)
               ? fmt::format("no solution yet; none costs less than {}", answer.lower_bound)
               : fmt::format("no solution yet; none is shorter than {}", in_moves(answer.lower_bound));
  const int length = answer.solutions.front().length;
  if (reply.is_known) return fmt::format("{}, known from {}", in_moves(length), *options.results);
  std::string text = in_moves(length) + ", " + excluded(answer.lower_bound, length, reply.question);
  if (reply.question.want != Want::all) return text;
  const std::string count = counted(answer.solutions.size(), "solution");
  if (answer.ended == Ended::complete && options.wanted.within)
    return fmt::format("{}; {} of at most {}", text, count, length + *options.wanted.within);
  if (has_all(answer, options.wanted)) return fmt::format("{}; {}, as many as were asked for", text, count);
  return fmt::format("{}; {} so far, there may be more", text, count);
}

bool is_settled(const Answer& answer, const Options& options) {
  return has_all(answer, options.wanted) && !answer.solutions.empty();
}

Question question_of(const Options& options, std::shared_ptr<const MoveSet> moves) {
  Question question = options.batch.question;
  question.moves = std::move(moves);
  ask_for(question, options.wanted);
  return question;
}

class Optimal final : public Batch {
 public:
  Optimal(const Options& options, std::shared_ptr<const MoveSet> moves, std::optional<ResultsFile> results)
      : Batch("optimal", options.batch,
              engine_options(
                  {.optimal_table = options.table, .memory = options.memory, .threads = options.batch.threads}),
              question_of(options, std::move(moves)), Sharing::shared),
        asked_(options),
        results_(std::move(results)),
        count_(source().count_lines()) {}

 private:
  // The cube that the same moves bring to the solved cube. Results files use its rank.
  static Cube to_solve(const Question& question) { return inverse(question.goal.cube) * question.cube; }

  // A results file is about whole cubes.
  static bool is_whole(const Question& question) { return !question.start && question.goal.patterns.empty(); }

  std::optional<Answer> find_known(const Question& question) override {
    const auto known = results_ && is_whole(question) ? results_->find(to_solve(question)) : std::nullopt;
    if (!known) return std::nullopt;
    Answer answer;
    answer.solver = SolverKind::optimal;
    answer.ended = Ended::enough;
    answer.solutions.push_back({conjugate(*known, question.held), length(*known, question.metric)});
    return answer;
  }

  Expected<void> keep(const Question& question, const Answer& answer) override {
    if (!results_ || !is_whole(question) || !answer.is_shortest()) return {};
    return results_->add(to_solve(question), conjugate(answer.solutions.front().moves, inverse(question.held)));
  }

  // People see this with --verbose, or for a single cube on a terminal; programs with --json for a single cube.
  Listener listener_for(const Reply& reply) override {
    const bool to_people = options().verbose || (is_alone() && is_terminal(stderr));
    const bool to_programs = options().json && is_alone();
    if (!to_people && !to_programs) return {};
    return [this, &reply, to_people, to_programs, begun = Clock::now(),
            status = std::make_shared<StatusLine>()](const Event& event) {
      const double after = std::chrono::duration<double>(Clock::now() - begun).count();
      if (to_people) tell_people(event, reply, after, *status);
      if (to_programs && event.kind != Event::Kind::poll) tell_programs(event, reply, after);
      return true;
    };
  }

  void tell_people(const Event& event, const Reply& reply, double after, StatusLine& status) const {
    const auto line = [&](const std::string& text) {
      status.wipe();
      tell(fmt::format("{}{:10.3f} s  {}", prefix(reply.input), after, text));
    };
    switch (event.kind) {
      case Event::Kind::solution:
        return line(fmt::format("{:>8}  {}", length_in_words(event.solution.length, reply.question),
                                to_string(event.solution, reply.question)));
      case Event::Kind::bound:
        // The first bounds come almost at the same time.
        if (options().verbose || after > 0.1)
          line(fmt::format("{:>8} at least", length_in_words(event.lower, reply.question)));
        return;
      case Event::Kind::progress:
        if (is_alone()) status.show(forecast(event, reply.question));
        return;
      case Event::Kind::notice:
        return line(event.step);
      case Event::Kind::table:
      case Event::Kind::poll:
        return;
    }
  }

  // An iteration takes so many times as long as the one before as it has words. In quarter turns that is 88 times where
  // every second length is skipped.
  static std::string forecast(const Event& event, const Question& question) {
    const int step = step_of(question);
    const double growth = is_priced(question) ? 13 : std::pow(row_of(question.metric).growth, step);
    std::string text = fmt::format("at least {}", event.lower);
    if (event.upper >= 0) text += fmt::format(", at most {}", event.upper);
    text += fmt::format(": {:.0f} %, {} left", 100 * event.done, human_duration(event.seconds_left));
    double next = growth * event.seconds_left / std::max(1 - event.done, 1e-6);
    double more = 0;
    for (int length = event.lower + step; length < event.upper; length += step, next *= growth) more += next;
    return more > 0 ? text + fmt::format("; then at most about {}", human_duration(more)) : text;
  }

  // If nothing can be written, the end of the program reports it.
  static void tell_programs(const Event& event, const Reply& reply, double after) {
    try {
      print_json(to_json(event, reply.question, after));
      flush();
    } catch (const std::system_error&) {
    }
  }

  std::optional<ExitCode> judge(const Reply& reply) override {
    const Answer& answer = *reply.answer;
    bar_.reset();
    if (!reply.is_known) {
      ++searched_;
      searching_ += std::chrono::duration<double>(answer.searching).count();
    }
    if (reply.is_known || is_settled(answer, asked_)) return kOk;
    if (answer.ended == Ended::stopped && answer.solutions.empty() && answer.counts.nodes == 0) return std::nullopt;
    return answer.ended == Ended::stopped ? kInterrupted : kNoSolution;
  }

  bool may_go_on(ExitCode code) const override { return code != kBadInput; }

  // For a single cube, each solution has its own line; for several cubes, all solutions of a cube share one line.
  std::string lines_of(const Reply& reply) const override {
    if (!reply.reading || reply.solutions().empty()) return "?\n";
    if (!asked_.count) return lines_of_solutions(reply, is_alone());
    return is_settled(*reply.answer, asked_) ? fmt::format("{}\n", reply.solutions().size()) : "?\n";
  }

  void add_json(Json& json, const Reply& reply) const override {
    if (asked_.wanted.within) json["within"] = *asked_.wanted.within;
    if (asked_.count) json["solutions"] = Json::array();
    json["known"] = reply.is_known;
    // A solution from the results file counts as known, not as proven (results_file.h).
    if (reply.is_known) json["proven"] = false;
    if (!reply.answer->table.empty()) json["table"] = reply.answer->table;
  }

  void finish(const Reply& reply) override {
    flush();
    if (reply.reading) {
      const bool is_done = reply.is_known || is_settled(*reply.answer, asked_);
      if (!is_done)
        say(prefix(reply.input) + verdict_of(reply, asked_));
      else if (options().verbose || (is_alone() && is_terminal(stderr)))
        tell(prefix(reply.input) + verdict_of(reply, asked_));
    }
    draw_bar();
  }

  // Shows how many cubes are done, unless the answers on the same terminal show it already.
  void draw_bar() {
    if ((count_ && *count_ < 2) || is_terminal(stdout) || source().interactive()) return;
    const double each = searching_ / static_cast<double>(std::max<std::size_t>(searched_, 1) * workers());
    bar_.emplace(std::chrono::milliseconds(0));
    if (!count_) return bar_->show(fmt::format("{}, {} each", counted(answered(), "cube"), human_duration(each)), 0);
    const std::size_t done = std::min(answered(), *count_);
    bar_->show(fmt::format("{} of {} cubes, about {} left", done, *count_,
                           human_duration(each * static_cast<double>(*count_ - done))),
               static_cast<double>(done) / static_cast<double>(*count_));
  }

  const Options& asked_;
  std::optional<ResultsFile> results_;
  const std::optional<std::size_t> count_;  // number of cubes, if known
  std::optional<ProgressBar> bar_;
  std::size_t searched_ = 0;  // in this run
  double searching_ = 0;      // seconds, of all workers
};

ExitCode optimal(const Options& options) {
  if (options.moves && (!options.table.empty() || options.memory != 0)) {
    say("--table and --memory choose a table of the optimal solver, which allows all moves; remove these two options, "
        "or remove --moves");
    return kBadInput;
  }
  auto moves = read_moves(options.moves, options.batch.question.metric);
  if (!moves) return kBadInput;
  std::optional<ResultsFile> results;
  if (options.results && options.results->empty()) {
    say("--results: the name of the file is empty");
    return kBadInput;
  }
  if (options.results) {
    auto opened = ResultsFile::open(*options.results, say_warning);
    if (!opened) {
      say(opened.error().message);
      return exit_code(opened.error());
    }
    results.emplace(*std::move(opened));
  }
  return Optimal(options, *std::move(moves), std::move(results)).run();
}

// The end of the help: the names of masks.
std::string names_of_masks() {
  std::string text = "\n\nMasks:\n";
  for (const NamedMask& named : named_masks()) text += fmt::format("  {:<8} {}\n", named.name, named.what);
  text.pop_back();
  return text;
}

constexpr const char* kFooter =
    R"(Every answer is a shortest solution, proven by search. Most random cubes need 17 or 18 moves, which
take seconds to minutes, depending on the table; a cube that needs 15 moves takes milliseconds. The
moves apply to the cube as it is held, as superflip solve --help explains. On a terminal, or with
--verbose, standard error reports the progress: each shorter solution that is found, how many moves
are needed at least, and how much is left to search.

Output:
  A single cube is searched by all threads. Several cubes share the threads; their answers come in the
  order of the cubes, one line for each. The line of the solved cube is empty. If several solutions are
  requested, a single cube gets one line for each solution; with several cubes each cube gets one line,
  with tabs between its solutions. Solutions that differ only in the order of opposite faces count as
  one. No solution passes through the solved cube before its end.

  --all and --within print at most 1,048,576 solutions of a cube. If there are more, the answer is
  not proven to be complete (exit code 1). --solutions N also prints longer solutions if fewer than N
  shortest ones exist, and these may take long. With --within K or --all, N is only a maximum.

  When --time ends a search, the line is the shortest solution found (with --count: "?"),
  standard error says which lengths are not excluded, and the next cube follows. The first cube
  that cannot be read ends the program with its exit code, after the answers before it; with
  --keep-going its line is "?".

  With --json each cube is a line {"schema": 1, "event": "result", ...}: its solutions, the lower
  bound, and the work of each length. "proven" is false for a solution that comes from the results
  file; such a solution is "known". For a single cube, given as an argument, events are printed before
  the result: {"event": "solution"|"bound"|"progress"|"table"|"notice", ...}.

Choice of table:
  A table is named by the megabytes of memory that it takes. With a larger table the search is
  faster: optimal-2818 needs about a quarter of the time of optimal-282. Without --table the largest
  table that exists and fits into --memory is used. If no table as large as optimal-282 exists (in qtm
  optimal-47, in stm and atm optimal-94), that table is made first, usually within a minute; if memory is
  short, a smaller one is made. Larger tables are made only if --table names them, or by superflip tables build;
  its --help says how long that takes. If the table exists, the search begins before it is fully loaded.

Other metrics and fewer moves:
  Each metric has tables of its own (optimal-47-stm and so on), up to optimal-282 in slice turns (stm)
  and axial turns (atm). A random cube needs 15 to 17 moves in stm, and 13 to 15 in atm. A slice turn,
  and a turn of two opposite faces, are printed as two turns. Solutions that differ only in the order of
  commuting moves count as one. For --moves the generic solver is used, with tables that it makes in
  seconds. It is as exact but much slower: it is practical for solutions of up to about 12 moves. A
  cube that turns of faces in --moves cannot solve is recognised without a search. The faces in --moves
  are those of the cube as it is held. Slices (M E S), wide moves (Rw or r), rotations (x y z) and
  sequences in brackets, such as (R U R' U'), are one move each. They carry the centres, which must
  come home too, unless a mask names those that count; --up-to holding allows any holding of the cube.

Costs:
  In --moves, R:3 says that R, R2 and R' cost 3, and (R L):4 that R and L together cost 4: whole numbers
  from 1 to 20. A move has the last cost that is given for it, as in R:2 R2:3, or else 1. R>F:2 says that
  a turn of F directly after one of R costs 2 more. The solution is one that costs least, and --within,
  "length" in JSON (with "unit": "cost") and what is reported count costs. A move and its inverse cost
  the same: R:3 R':2 is refused.

A part of the cube, and incomplete cubes:
  With --only MASK only these pieces are solved: a name, or pieces with what counts of them, such as
  "F2L", "Cross + DFR FR", "edges: orientation" or "corners + edges - U layer". The names are at the
  end. A mask is for the cube as it is held. Where --moves carry the centres, all six count, or those that
  a mask names: "UF + centres L R"; FB and F2B name L and R, "- centres" takes away all. With --centres
  turned they are those of a supercube, and how a centre is turned counts where the mask speaks of it:
  "F2L + centres", "all - centres U", "centres U D: orientation".
  An unknown sticker is written ?. In CUBE it may be anything: the moves solve a cube that has the known
  stickers. In --to it does not matter. The generic solver is used, with tables that it makes for the goal
  in seconds; docs/goals.md has examples.
  --also is one more cube at the start. --starts says whether the same moves bring all of them to the goal,
  those that have the known stickers, too, or any one. With a mask such as OLL alone the same moves do for
  cubes of the same case, and for no others.

Results file:
  The file has a header, and a line "RANK LENGTH MOVES" for each cube, written as soon as its solution
  is proven. A cube that is in the file is not searched again. The rank is that of superflip convert
  --to rank; with --to it is the rank of the cube that the same moves solve.

Exit codes:
  0    every answer is proven, or known from the results file
  1    some answer is not: --time ended its search, it has too many solutions, or the moves cannot
       solve it
  2    bad input
  3    the system failed, or the table does not fit
  130  Ctrl-C: the best solution so far and what is proven are printed; a second Ctrl-C ends at once

Examples:
  superflip optimal "R U2 F' L D B2 U R' F"
  superflip optimal --time 60000 -v "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2"
  superflip optimal --memory 3G --all "U2 D2 R2 L2 F2 B2"
  superflip optimal --solutions 3 "R U R' U'"
  superflip optimal --count --within 1 "R U R' U' F2 D"
  superflip optimal --metric stm --table optimal-282 "R U F' L2 D B R2 U' F"
  superflip optimal --moves "U R" "R U R' U' R U2 R'"
  superflip optimal --moves "U R F:3 (R U R' U'):2" "U R U' R' F R2"
  superflip optimal --to "U D' R L' F B' U D'" "F R U R' U' F'"
  superflip optimal --only F2L --all "R U F' L2 D B R2 U' F"
  superflip optimal --only Cross --up-to rotations "R U F' L2 D B R2 U' F"
  superflip optimal --up-to U --also "U F R" "F R"
  superflip optimal --only F2B --moves "<R, U, r, M>" "M U R U' r2 U"
  superflip optimal --only "F2L + centres" --moves "U R F" --centres turned "R U R' U'"
  superflip optimal --json --table optimal-47 "R U F"
  superflip scramble -n 100 --seed 1 | superflip optimal --results proven.txt > solutions.txt)";

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_batch_options(arguments, options->batch);
  add_starts(arguments, options->batch);
  add_wider(arguments, options->batch);
  const Option all = add_wanted(arguments, options->wanted);
  arguments
      .add_flag(
          "--count",
          [o = options.get()] {
            o->count = true;
            o->wanted.within = o->wanted.within.value_or(0);
          },
          "Print only the number of shortest solutions, or with --within K of all\nthat it allows.")
      .excludes(all)
      .excludes("--solutions")
      .group("Answers");
  arguments
      .add_option("--results", options->results,
                  "Append each proven answer to this file. Cubes that are already in it\n"
                  "are not searched again, so an interrupted batch can be continued.")
      .type_name("FILE")
      .group("Answers");
  add_table_options(arguments, options->table, options->memory);
  add_metric(arguments, options->batch.question.metric);
  add_allowed_moves(arguments, options->moves);
  const auto is_several = [o = options.get()] { return o->wanted.within || o->wanted.solutions.value_or(1) > 1; };
  arguments.refuse_if(
      [o = options.get()] {
        return o->results && (o->batch.wider.any() || o->batch.to.size() > 1 || !o->batch.also.empty());
      },
      {"--results"}, "a results file holds solutions of whole cubes, each to one cube");
  arguments.refuse_if(
      [o = options.get(), is_several] {
        return o->results && (is_several() || o->batch.question.metric != Metric::htm || o->moves);
      },
      {"--results"}, "a results file holds one solution for each cube, in all face turns (htm)");
  arguments.footer([] { return kFooter + names_of_masks(); });
  return [options] { return optimal(*options); };
}

const Registration registered{{12, "optimal", "Solve cubes: the shortest solution, proven", add}};

}  // namespace

}  // namespace superflip::cli
