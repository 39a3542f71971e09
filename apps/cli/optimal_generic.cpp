#include "apps/cli/optimal_generic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "superflip/coordinate/description.h"
#include "superflip/cube/move_set.h"
#include "superflip/table/distance_table.h"

namespace superflip::cli {

namespace {

constexpr std::array<std::string_view, 4> kNames{"htm", "qtm", "stm", "atm"};

// The corners, the flips, and the places of each slice's edges are the whole cube.
constexpr std::array<std::string_view, 4> kCoordinates{"Corners", "FlipUDSliceSorted", "edges UF UB DF DB: order",
                                                       "edges UL UR DL DR: order"};
// Prunes best, but is small enough with all symmetries alone.
constexpr std::string_view kLargest = "DominoReduction";

std::vector<Cube> cubes_of(const MoveSet& moves) {
  std::vector<Cube> cubes;
  for (const Step& step : moves.steps()) cubes.push_back(step.cube);
  return cubes;
}

}  // namespace

Expected<OptimalMetric> parse_optimal_metric(std::string_view text) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), text);
  if (found == kNames.end())
    return fail(
        fmt::format("'{}' is no metric; there are htm (a turn of a face counts 1), qtm (a half turn counts 2), "
                    "stm (a slice counts 1) and atm (opposite faces together count 1)",
                    text));
  return static_cast<OptimalMetric>(found - kNames.begin());
}

std::string_view name(OptimalMetric metric) { return kNames[static_cast<std::size_t>(metric)]; }

int length_of(const Moves& moves, OptimalMetric metric) {
  if (metric == OptimalMetric::htm) return static_cast<int>(moves.size());
  if (metric == OptimalMetric::qtm) return length(moves, Metric::qtm);
  int n = 0;
  for (std::size_t i = 0; i < moves.size(); ++i, ++n) {
    const bool is_pair = i + 1 < moves.size() && face_of(moves[i + 1]) == face_of(moves[i]) + 3;
    // A slice: both faces turn the same way round, as R L'.
    if (is_pair && (metric == OptimalMetric::atm || turns_of(moves[i]) + turns_of(moves[i + 1]) == 4)) ++i;
  }
  return n;
}

MoveSet moves_of(OptimalMetric metric) {
  switch (metric) {
    case OptimalMetric::stm:
      return *parse_move_set("U R F D L B M E S");
    case OptimalMetric::atm:
      return *parse_move_set("axial");
    case OptimalMetric::htm:
    case OptimalMetric::qtm:
      break;
  }
  return *parse_move_set("all", metric == OptimalMetric::qtm ? Metric::qtm : Metric::htm);
}

Expected<MoveSet> parse_face_turns(std::string_view text, OptimalMetric metric) {
  if (text.empty()) return fail("expected some turns");
  // A wide turn is one of the opposite face and a rotation, which is not what it says.
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;)
    if ((word.size() <= 2 && std::islower(static_cast<unsigned char>(word[0])) != 0) || word.find('w') == 1)
      return fail(fmt::format("{} is no turn of one face", word));
  if (!has_tables(metric)) return fail("goes with the metrics htm and qtm");
  Expected<MoveSet> moves = parse_move_set(text, metric == OptimalMetric::qtm ? Metric::qtm : Metric::htm);
  if (!moves) return moves;
  for (const Step& step : moves->steps())
    if (step.moves.size() != 1) return fail(fmt::format("{} is no turn of one face", step.name));
  return moves;
}

MoveSet turned(const MoveSet& moves, Symmetry held) {
  if (held == 0) return moves;
  const Symmetry back = inverse_symmetry(held);
  std::vector<Step> steps = moves.steps();
  std::string text;
  for (Step& step : steps) {
    step.moves = conjugate(step.moves, back);
    step.cube = conjugate(step.cube, back);
    step.name = to_string(step.moves);
    text += (text.empty() ? "" : " ") + step.name;
  }
  return MoveSet(std::move(text), std::move(steps));
}

GenericOptimal::GenericOptimal(const MoveSet& moves, unsigned threads) : reached_(cubes_of(moves)) {
  const auto shared = std::make_shared<const MoveSet>(moves);
  const auto store = find_store();
  std::vector<std::string_view> texts(kCoordinates.begin(), kCoordinates.end());
  if (std::popcount(moves.symmetries()) == kSymmetries) texts.insert(texts.begin(), kLargest);
  std::vector<std::shared_ptr<const DistanceTable>> tables;
  ProgressBar bar;
  for (const std::string_view text : texts) {
    const auto graph = std::make_shared<const SchreierGraph>(*plan({*parse_description(text), shared}), threads);
    tables.push_back(std::make_shared<const DistanceTable>(
        DistanceTable::make(graph, TablePacking::nibbles, threads, bar.callback(), store ? &*store : nullptr)));
  }
  solver_ = std::make_unique<GenericSolver>(std::move(tables));
}

OptimalOutcome GenericOptimal::solve(const Cube& cube, const OptimalRequest& request, unsigned threads,
                                     const OnOptimalEvent& on_event) const {
  OptimalOutcome outcome;
  if (!reached_.contains(cube)) {
    outcome.ended = Ended::exhausted;
    return outcome;
  }
  std::set<Moves> seen;
  int shortest = 0;
  bool is_telling = !request.all;
  const auto tell_event = [&](OptimalEvent::Kind kind, const Moves& moves) {
    if (on_event) on_event({kind, moves, static_cast<int>(moves.size()), outcome.lower, shortest, 0, 0});
  };
  const auto on_word = [&](const std::vector<int>& steps, int length) {
    Moves moves = normalise(face_turns(solver_->moves(), steps));
    shortest = shortest == 0 ? length : shortest;
    if (!seen.insert(moves).second) return;
    outcome.solutions.push_back(std::move(moves));
    if (is_telling) tell_event(OptimalEvent::Kind::solution, outcome.solutions.back());
  };
  const auto begin = Clock::now();
  GenericLimits limits;
  limits.max_length = 99;
  limits.time = request.time;
  limits.stop = request.stop;
  limits.on_length = [&](int length) {
    if (!seen.empty() || length <= outcome.lower) return;
    outcome.lower = length;
    tell_event(OptimalEvent::Kind::bound, {});
  };
  GenericOutcome found = solver_->solve(cube, limits, threads, on_word);
  std::uint64_t nodes = found.nodes;
  outcome.is_proven = !outcome.solutions.empty();
  // The length of the first tells where to end.
  if (outcome.is_proven && request.all) {
    seen.clear();
    outcome.solutions.clear();
    is_telling = true;
    limits.max_length = shortest + request.within;
    limits.solutions = request.most;
    if (request.time) limits.time = *request.time - (Clock::now() - begin);
    found = solver_->solve(cube, limits, threads, on_word);
    nodes += found.nodes;
    outcome.is_proven = found.ended == Ended::exhausted;
  }
  outcome.iterations.push_back({shortest, nodes, 0, outcome.is_proven});
  if (!outcome.is_proven) outcome.ended = found.ended;
  return outcome;
}

}  // namespace superflip::cli
