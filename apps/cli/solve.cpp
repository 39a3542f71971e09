// superflip solve: near-optimal words for cubes; of the 2x2x2, shortest ones.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/puzzle.h"
#include "apps/cli/robot.h"

namespace superflip::cli {

namespace {

struct Options {
  BatchOptions batch;
  Profile profile = Profile::standard;
  AllowedMoves moves;
  int max_length = 0;
  std::uint64_t nodes = 0;
  std::optional<std::size_t> solutions;
  bool schedule = false;
};

Question question_of(const Options& options, std::shared_ptr<const MoveSet> moves) {
  Question question = options.batch.question;
  question.moves = std::move(moves);
  question.solutions = options.solutions.value_or(1);
  if (options.max_length > 0) question.good_enough = question.max_length = options.max_length;
  return question;
}

Budget budget_of(const Options& options) {
  Budget budget;
  if (options.nodes > 0) budget.nodes = options.nodes;
  return budget;
}

class Solve final : public Batch {
 public:
  Solve(const Options& options, std::shared_ptr<const MoveSet> moves)
      : Batch("solve", options.batch, engine_options({.profile = options.profile}),
              question_of(options, std::move(moves)), Sharing::one_each, budget_of(options)),
        wanted_(options.solutions.value_or(1)),
        max_length_(options.max_length),
        has_schedules_(options.schedule) {}

 private:
  Listener listener_for(const Reply& reply) override {
    if (!options().verbose) return {};
    return [&reply](const Event& event) {
      if (event.kind == Event::Kind::solution) tell(prefix(reply.input) + described(event.solution, reply.question));
      return true;
    };
  }

  std::optional<ExitCode> judge(const Reply& reply) override {
    const Answer& answer = *reply.answer;
    const std::string at = prefix(reply.input);
    if (options().verbose)
      tell(at + (reply.question.robot
                     ? fmt::format("{}, ended: {}", counted(answer.counts.nodes, "node"), name(answer.ended))
                     : described(answer)));
    if (answer.solutions.empty() && answer.ended == Ended::stopped && !answer.too_long) return std::nullopt;
    if (answer.solutions.empty()) {
      say(at + "no solution" + why_not_more(reply));
      if (answer.too_long)
        say(fmt::format("{}the shortest solution found has {}: {}", at, in_words(*answer.too_long, reply.question),
                        to_string(*answer.too_long, reply.question)));
      return answer.ended == Ended::stopped ? kInterrupted : kNoSolution;
    }
    if (answer.solutions.size() < wanted_)
      say(fmt::format("{}only {}{}{}", at, counted(answer.solutions.size(), "solution"), why_not_more(reply),
                      options().json || is_alone() ? "" : "; ? stands for each that is missing"));
    return kOk;
  }

  // With several cubes, each gets the same number of lines, so that a program knows which lines belong to which cube.
  std::string lines_of(const Reply& reply) const override {
    const std::vector<Solution> none;
    const auto& found = reply.reading ? reply.solutions() : none;
    const std::size_t count = is_alone() ? std::max<std::size_t>(found.size(), 1) : wanted_;
    std::string lines;
    for (std::size_t i = 0; i < count; ++i)
      lines += i >= found.size() ? "?\n"
               : has_schedules_  ? cli::lines_of(reply.question.robot->schedule(found[i].moves).value())
                                 : to_string(found[i], reply.question) + "\n";
    return lines;
  }

  void finish(const Reply& reply) override {
    if (!reply.reading || reply.solutions().empty()) return;
    if (!is_alone() || options().verbose || !is_terminal(stderr)) return;
    flush();
    tell(in_words(reply.solutions().front(), reply.question));
  }

  static std::string in_words(const Solution& solution, const Question& question) {
    const std::string moves = counted(solution.moves.size(), "move");
    return question.robot ? fmt::format("{}, {:.3f} s", moves, solution.length / 1000.0)
                          : length_in_words(solution.length, question);
  }

  // The end of a sentence that begins with the number of solutions.
  std::string why_not_more(const Reply& reply) const {
    const Answer& answer = *reply.answer;
    const std::string text = max_length_ == 0 ? ""
                             : is_priced(reply.question)
                                 ? fmt::format(" at a cost of at most {}", max_length_)
                                 : " of at most " + length_in_words(max_length_, reply.question);
    const char* const wanted = answer.solutions.empty() ? "one" : "more";
    switch (answer.ended) {
      case Ended::time:
        return fmt::format("{} within the time; a longer --time may find {}", text, wanted);
      case Ended::nodes:
        return fmt::format("{} within the node limit; a larger --nodes may find {}", text, wanted);
      case Ended::stopped:
        return text + " before the interrupt";
      case Ended::unsolvable:
        return ": " + why_unsolvable(reply.question);
      case Ended::complete:
      case Ended::enough:
        break;
    }
    return fmt::format("{} exist{}: all words were searched", text, answer.solutions.size() < 2 ? "s" : "");
  }

  const std::size_t wanted_;
  const int max_length_;
  const bool has_schedules_;
};

constexpr const char* kFooter =
    R"(The moves turn the given cube into the solved one, or into --to. They apply to the cube as it is held: as the
rotations in the given moves (x R U) leave it, or as the centres of the facelets show.

Each cube gets one line on standard output. With --solutions N each of several cubes gets N lines; a line
without a solution is "?", and standard error says why. The line of the solved cube is empty.

Without limits, a fixed amount of work is done for each cube (about 10 ms), on one thread. The answer is the
same on every machine, as it is with --nodes on one thread. With --time the search goes on for that time, or
until it is proven that no solution is shorter. With --max-length no longer solution is printed, and the search
ends with the first one that is short enough. If there is none, the search may take very long, so add --time or
--nodes. If --time or --nodes ends the search first, there is no answer (exit code 1), and standard error shows
the shortest of the longer solutions found.

With --robot the answer is the word that the robot does fastest among those that about 50 ms find, or --time or
--nodes; no word is proven to be the fastest. With --schedule each word has a line for each action, with the
seconds at which it begins, and a last line "end". With --json each solution has the "schedule", and "length"
counts milliseconds ("unit": "ms").

With --moves only these moves are used, as superflip optimal --help explains: some faces, slices, wide moves, any
sequences in brackets, each at a cost of its own. Without limits some tenths of a second are searched, or some
seconds until there is a word; then, too, the answer is the same on every machine. A whole cube takes one thread.
For some moves (wide ones alone, pairs of turns alone) far cubes may need more: --nodes, --time. With costs
"moves" in --max-length and "length" in JSON count these.

With --only MASK, or with stickers ? in --to, only a part of the cube is solved. Without limits the answer is a
shortest one if some tenths of a second find it, else a near-optimal one; where --moves leave out a face, that may
take seconds. With --time the search for a shortest one goes on, and a near-optimal one is the answer if it ends
before. superflip optimal --help explains masks, and unknown stickers in CUBE.

Lines of standard input are solved in parallel and answered in their order, each as soon as it is ready.
The first cube that cannot be read or solved ends the program with its exit code, after the answers before
it. With --keep-going its lines are "?" instead, and the exit code comes at the end. Ctrl-C prints the best
solutions found so far; the exit code is 0 if every cube has one, else 130. A second Ctrl-C ends at once.

With --json each cube is a line {"schema": 1, "event": "result", ...}. Each of its "solutions" has "moves",
"length", "seconds" until it was found, and "phases": the "axis" of its phase 2, whether the "inverse" cube was
searched, and how many moves at its "front" and at its "back" are phase 1. "lower" is proven: no solution is
shorter. "too_long" is the shortest solution found, if all that were found are longer than --max-length.
"ended" says why the search ended: complete, enough, time, nodes, stopped or unsolvable, and "reason"
why there is none then.

With --puzzle 2x2x2 a cube is given as 24 facelets (those of the corners, in any six colours, held in any way),
as moves, or as a 3x3x3, of which only the corners count. The solutions are shortest ones and use only U, R and
F; after them each face has one colour. --time, --nodes, --threads and --profile are refused. --verbose reports the
proven lower bound. --solutions N also prints longer solutions if fewer than N shortest ones exist.

Examples:
  superflip solve "R U2 F' L D"
  superflip solve --time 1000 --verbose "(R U R' U')3 [F: R2] M2 x"
  superflip solve --max-length 18 --time 5000 DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
  superflip solve --to "U D' R L' F B' U D'" "F R U R' U' F'"     from a cube to a pattern
  superflip scramble -n 1000 --seed 1 | superflip solve --max-length 20 > solutions.txt
  superflip solve --solutions 5 --json "R U F"
  superflip solve --moves "U R F L B" DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
  superflip solve --robot four-grippers --schedule "R U2 F' L D"
  superflip solve --puzzle 2x2x2 "L' U2 B R Dw" LFDULRRDRBFBDUDRUBLLUFFB)";

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_batch_options(arguments, options->batch,
                    "How many threads search. Default: all cores, but one thread for a\n"
                    "single cube without limits or with --nodes.");
  add_starts(arguments, options->batch);
  add_wider(arguments, options->batch);
  add_number(arguments, "--max-length", options->max_length, 1, kLongestCost,
             "Print only solutions of at most N moves, or of at most that cost. The search\n"
             "ends as soon as there are enough of them.")
      .group("Limits");
  add_number(arguments, "--nodes", options->nodes, 1, ~std::uint64_t{0},
             "Search N positions for each cube, or at most some hundreds more. On one\n"
             "thread the answer is the same on every machine.")
      .group("Limits");
  add_solutions(arguments, options->solutions, 10'000);
  add_metric(arguments, options->batch.question.metric);
  add_allowed_moves(arguments, options->moves);
  add_profile(arguments, options->profile);
  add_robot(arguments, options->batch.question.robot, "The words that this robot does fastest:").group("Robots");
  arguments.add_flag("--schedule", options->schedule, "Print what the robot does, and when, instead of the moves.")
      .group("Robots");
  arguments.refuse_if([o = options.get()] { return o->schedule && !o->batch.question.robot; }, {"--schedule"},
                      "a schedule is a robot's: add --robot");
  arguments.refuse_if([o = options.get()] { return o->schedule && o->batch.json; }, {"--schedule"},
                      "--json has the schedule anyway");
  arguments.refuse_if(
      [o = options.get()] {
        return o->batch.question.robot && (o->batch.wider.only || o->batch.wider.show || !o->batch.also.empty());
      },
      {"--robot"}, "a robot solves whole cubes");
  arguments.refuse_if(
      [o = options.get()] {
        return o->batch.question.robot && (o->max_length != 0 || o->batch.question.metric != Metric::htm);
      },
      {"--robot"}, "a robot counts in seconds, so --max-length and --metric have no meaning");
  arguments.refuse_if([o = options.get()] { return o->batch.question.robot && o->moves; }, {"--moves"},
                      "a robot says itself what may be turned");
  arguments.footer(kFooter);
  add_puzzle(arguments, options->batch.question.puzzle,
             {"--time", "--nodes", "--threads", "--profile", "--also", "--starts", "--only", "--up-to", "--robot",
              "--moves", "--centres"});
  return [options]() -> ExitCode {
    auto moves = read_moves(options->moves, options->batch.question.metric);
    return moves ? Solve(*options, *std::move(moves)).run() : kBadInput;
  };
}

const Registration registered{{10, "solve", "Solve cubes: near-optimal solutions in milliseconds", add}};

}  // namespace

}  // namespace superflip::cli
