// superflip coord solve: words that bring coordinates of a cube to their goals, shortest first.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/coord/options.h"
#include "apps/cli/json.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/facelets.h"
#include "superflip/solver/generic/generic.h"

namespace superflip::cli::coord {

namespace {

struct Options {
  std::string coordinate;
  std::vector<std::string> with;
  std::vector<std::string> cubes;
  ReadOptions read;
  GraphOptions graph;
  int max_length = 40;
  std::uint64_t solutions = 1;
  bool shortest = false;
  bool json = false;
};

// The table of a coordinate: its file, if there is one of four bits; else made now.
std::shared_ptr<const DistanceTable> open_table(const std::string& text, const GraphOptions& options) {
  const auto coordinate = read_coordinate(text);
  if (!coordinate) return nullptr;
  auto planned = make_plan(*coordinate, options);
  if (!planned) return nullptr;
  ProgressBar progress;
  const auto graph = std::make_shared<const SchreierGraph>(std::move(*planned), options.threads);
  const auto store = find_store();
  if (store && store->load(DistanceTable::identity(*graph, TablePacking::nibbles)))
    return std::make_shared<const DistanceTable>(
        DistanceTable::make(graph, TablePacking::nibbles, options.threads, {}, &*store));
  return std::make_shared<const DistanceTable>(
      DistanceTable::make(graph, TablePacking::bytes, options.threads, progress.callback()));
}

// As one writes it: two quarter turns are a half turn.
std::string text_of(const MoveSet& moves, const std::vector<int>& steps) {
  const auto is_turn = [&moves](int s) { return moves[s].moves.size() == 1; };
  if (std::all_of(steps.begin(), steps.end(), is_turn)) return to_string(normalise(face_turns(moves, steps)));
  std::string text;
  for (const int s : steps) text += (text.empty() ? "" : " ") + moves[s].name;
  return text;
}

ExitCode solve(const Options& options) {
  std::vector<std::string> texts = options.with;
  texts.insert(texts.begin(), options.coordinate);
  if (texts.size() > GenericSolver::kMostTables) {
    say(fmt::format("{} coordinates: expected at most {}", texts.size(), GenericSolver::kMostTables));
    return kBadInput;
  }
  std::vector<std::shared_ptr<const DistanceTable>> tables;
  for (const std::string& text : texts) {
    tables.push_back(open_table(text, options.graph));
    if (!tables.back()) return kBadInput;
  }
  const GenericSolver solver(std::move(tables));
  catch_interrupts();
  ExitCode code = kOk;
  const ExitCode read = for_each_cube(options.cubes, options.read, [&](const Cube& cube, const auto&) {
    if (interrupted()) return;
    GenericLimits limits;
    limits.max_length = options.max_length;
    limits.solutions = options.shortest ? std::numeric_limits<std::uint64_t>::max() : options.solutions;
    limits.stop = &interrupted();
    int shortest = -1;
    if (options.shortest) {
      // The length of the first tells where to end.
      GenericLimits one = limits;
      one.solutions = 1;
      solver.solve(cube, one, options.graph.threads, [&](const auto&, int length) { shortest = length; });
      limits.max_length = shortest;
    }
    const GenericOutcome outcome =
        solver.solve(cube, limits, options.graph.threads, [&](const std::vector<int>& steps, int length) {
          const std::string text = text_of(solver.moves(), steps);
          print(options.json ? Json{{"moves", text}, {"length", length}}.dump() + "\n" : text + "\n");
          flush();
        });
    if (options.json) {
      const char* ended = outcome.ended == Ended::stopped                 ? "interrupted"
                          : outcome.ended == Ended::enough                ? "enough"
                          : solver.bound(cube) == DistanceTable::kUnknown ? "impossible"
                                                                          : "all";
      print(Json{{"cube", to_facelets(cube)},
                 {"solutions", outcome.solutions},
                 {"ended", ended},
                 {"max_length", limits.max_length},
                 {"nodes", outcome.nodes}}
                .dump() +
            "\n");
      flush();
    }
    if (outcome.solutions == 0) {
      say(outcome.ended == Ended::stopped ? "interrupted before there was a solution"
          : solver.bound(cube) == DistanceTable::kUnknown
              ? "these moves cannot bring this cube to the goal"
              : fmt::format("no solution of at most {} moves", options.max_length));
      code = kNoSolution;
    }
  });
  if (interrupted()) return kInterrupted;
  return read != kOk ? read : code;
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_coordinate(arguments, options->coordinate);
  add_cubes(arguments, options->cubes);
  arguments.add_option("--with", options->with, "Another coordinate that must be solved, too; may be repeated.")
      .option_text("COORDINATE")
      .one_at_a_time();
  add_number(arguments, "--max-length", options->max_length, 0, 99, "None that is longer. Default: 40.");
  const Option solutions =
      add_number(arguments, "--solutions", options->solutions, 1, 1'000'000'000, "Stop after N. Default: 1.");
  arguments.add_flag("--shortest", options->shortest, "All of the least length.").excludes(solutions);
  arguments.add_flag("--json", options->json, "JSON lines: each solution as it is found, then how it ended.");
  add_graph_options(arguments, options->graph);
  add_read_options(arguments, options->read);
  static const std::string footer =
      "Words reach the goal at their end and not before, in whatever order moves that commute are made; one of those\n"
      "orders is told. Each was applied to the cube and checked. Of several coordinates the greatest distance is the\n"
      "bound: the search is exact in any case. A cube that is solved has the empty word: an empty line.\n"
      "\n" +
      std::string(kDescriptions) + kMoveSets + kSymmetryGroups +
      "\n"
      "Examples:\n"
      "  superflip coord solve EdgeOrientation \"R U F' L2 D B\" --solutions 5\n"
      "  superflip coord solve Cross \"R U F' L2 D B\" --shortest\n"
      "  superflip coord solve Corners \"R U2 R' U'\" --moves \"U R F\"\n"
      "  superflip coord solve Corners --with FlipUDSlice --with \"edges: slice\" \"R U F' L2\"";
  arguments.footer(footer);
  return [options] { return solve(*options); };
}

const Registration registered{{556, "coord solve", "Words that bring coordinates of a cube to their goals", add}};

}  // namespace

}  // namespace superflip::cli::coord
