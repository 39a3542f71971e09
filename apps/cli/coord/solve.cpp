// superflip coord solve: words that bring coordinates of a cube to their goals, shortest first.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/options.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  BatchOptions batch;
  std::string coordinate;
  std::vector<std::string> with;
  GraphOptions graph;
  std::optional<int> max_length;
  Wanted wanted;
};

class SolveCoordinates final : public Batch {
 public:
  SolveCoordinates(const Options& options, Question question)
      : Batch("coord solve", options.batch,
              engine_options({.memory = options.graph.memory, .threads = options.batch.threads}), std::move(question),
              Sharing::one_by_one),
        asked_(options) {}

 private:
  // For a single cube, words are printed as they are found: there may be many, and the last may take long.
  Listener listener_for(const Reply& reply) override {
    if (!is_alone() && !options().verbose) return {};
    return [this, &reply](const Event& event) {
      if (event.kind != Event::Kind::solution) return true;
      if (options().verbose) tell(prefix(reply.input) + described(event.solution, reply.question));
      if (!is_alone()) return true;
      if (options().json)
        print_json(to_json(event, reply.question, since_begin()));
      else
        print(to_string(event.solution, reply.question) + "\n");
      flush();
      ++printed_;
      return true;
    };
  }

  double since_begin() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

  std::optional<ExitCode> judge(const Reply& reply) override {
    const Answer& answer = *reply.answer;
    const std::string at = prefix(reply.input);
    if (options().verbose) tell(at + described(answer));
    const std::string most = length_in_words(reply.question.max_length, reply.question);
    if (!answer.solutions.empty()) {
      const std::size_t count = answer.solutions.size();
      if (answer.ended == Ended::complete && !asked_.wanted.within && count < asked_.wanted.solutions.value_or(1))
        say(fmt::format("{}only {} of at most {} exist{}", at, counted(count, "solution"), most,
                        count == 1 ? "s" : ""));
      if (!has_all(answer, asked_.wanted))
        say(fmt::format("{}{} so far; there may be more ({})", at, counted(count, "solution"),
                        answer.ended == Ended::time      ? "more --time may find them"
                        : answer.ended == Ended::stopped ? "interrupted"
                                                         : "no more are printed"));
      return answer.ended == Ended::stopped ? kInterrupted : kOk;
    }
    const std::string lower = length_in_words(answer.lower_bound, reply.question);
    switch (answer.ended) {
      case Ended::stopped:
        say(at + "interrupted before there was a solution");
        return kInterrupted;
      case Ended::unsolvable:
        say(at + "these moves cannot bring this cube to the goal: " + why_unsolvable(reply.question));
        return kNoSolution;
      case Ended::time:
        say(fmt::format("{}no solution within the time; none is shorter than {}; more --time may find one", at, lower));
        return kNoSolution;
      case Ended::complete:
      case Ended::enough:
      case Ended::nodes:
        break;
    }
    say(fmt::format("{}no solution of at most {} exists (--max-length)", at, most));
    return kNoSolution;
  }

  bool may_go_on(ExitCode code) const override { return code != kBadInput; }

  // Prints the words that were not printed when they were found.
  std::string lines_of(const Reply& reply) const override {
    if (!reply.reading || reply.solutions().empty()) return is_alone() ? "" : "?\n";
    return lines_of_solutions(reply, is_alone(), printed_);
  }

  void add_json(Json& json, const Reply&) const override {
    if (asked_.wanted.within) json["within"] = *asked_.wanted.within;
  }

  void finish(const Reply&) override { flush(); }

  const Options& asked_;
  const Clock::time_point begun_ = Clock::now();
  std::size_t printed_ = 0;  // words of the current cube
};

ExitCode solve(const Options& options) {
  std::vector<std::string> texts = options.with;
  texts.insert(texts.begin(), options.coordinate);
  Question question = options.batch.question;
  question.metric = options.graph.metric;
  ask_for(question, options.wanted);
  for (const std::string& text : texts) {
    auto goal = read_goal(text, options.graph);
    if (!goal) return kBadInput;
    if (!options.batch.to.empty()) goal->goals.clear();  // then they are those of the cube
    question.goal.coordinates.push_back(*std::move(goal));
  }
  const std::string& within = question.goal.coordinates.front().coordinate.within;
  const auto moves = read_moves(options.graph, within, centres_of(question));
  if (!moves) return kBadInput;
  if (options.graph.moves || !within.empty()) question.moves = moves;  // else those of the metric
  question.max_length = options.max_length.value_or(is_priced(question) ? kLongestCost : 40);
  return SolveCoordinates(options, std::move(question)).run();
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_batch_options(arguments, options->batch);
  arguments.add_option("--with", options->with, "Another coordinate that must be solved, too; may be repeated.")
      .option_text("COORDINATE")
      .one_at_a_time();
  add_wanted(arguments, options->wanted);
  arguments
      .add_flag(
          "--shortest", [o = options.get()] { o->wanted.within = o->wanted.within.value_or(0); }, "As --all.")
      .group("");  // its name in 0.1
  add_number(arguments, "--max-length", options->max_length, 0, kLongestCost,
             "Print only solutions of at most N moves, or of at most that cost. Default: 40;\nwith costs of moves no "
             "limit.")
      .group("Limits");
  add_graph_options(arguments, options->graph, false);
  arguments.refuse_if([o = options.get()] { return !o->batch.to.empty(); }, {"--goal", "--goal-values"},
                      "the goal is the cube that --to names");
  static const std::string footer =
      R"(A solution reaches the goal at its end and not before, even if commuting moves are swapped. Solutions that
differ only in the order of commuting moves count as one. Every solution is checked on the cube before it is
printed. The first solution is a shortest one. The moves apply to the cube as it is held, as superflip solve
--help explains. The line of a cube that is at the goal is empty.

Where slices, wide moves, rotations or a coordinate of centres take part, a cube is a position in space:
its moves carry the centres, so that M U M' is undone by M U' M', and x by x'. Stickers are taken as they
are shown, with the centres where they are.

For a single cube each solution is one line, printed as soon as it is found. With several cubes each cube
gets one line, with tabs between its solutions; a cube without a solution gets "?". Standard error says why
there is no solution (exit code 1). --json prints a result for each cube, as superflip solve does, and for a
single cube a line for each solution before that. With --metric stm or atm a turn of a slice or of two
opposite faces is printed as two turns.

)" + std::string(kDescriptions) +
      kMoveSets + kSymmetryGroups +
      R"(
Examples:
  superflip coord solve EdgeOrientation "R U F' L2 D B" --solutions 5
  superflip coord solve Cross "R U F' L2 D B" --all
  superflip coord solve Corners "R U2 R' U'" --moves "U R F"
  superflip coord solve LastSixEdges "M U M' U2" --all
  superflip coord solve Corners --with FlipUDSlice --with "edges: slice" "R U F' L2")";
  arguments.footer(footer);
  return [options] { return solve(*options); };
}

const Registration registered{{557, "coord solve", "Words that bring coordinates of a cube to their goals", add}};

}  // namespace

}  // namespace superflip::cli::coord
