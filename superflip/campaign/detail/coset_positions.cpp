#include "superflip/campaign/detail/coset_positions.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

#include "superflip/campaign/detail/stickers.h"
#include "superflip/cube/algorithm.h"
#include "superflip/engine/coset.h"
#include "superflip/reading/facelets.h"

namespace superflip::detail {
namespace {

// Of the two-phase solver, whose nodes take about 0.2 microseconds.
constexpr std::uint64_t kNodesOfAll = 30'000'000;
// A position for which so many do not suffice has no such word: most take less than a thousandth.
constexpr std::uint64_t kNodesOfOne = 100'000'000;

// Places `first` to `last` - 1.
void shuffle(std::array<std::uint8_t, 16>& places, std::size_t first, std::size_t last, Random& random) {
  for (std::size_t i = last - 1; i > first; --i) std::swap(places[i], places[first + random.below(i - first + 1)]);
}

// What is wrong with an answer to a question about a position.
std::optional<std::string> fault(const Question& question, const Answer& answer, Metric metric, int within) {
  const std::string facelets = to_facelets(question.cube);
  if (answer.solutions.empty())
    return fmt::format("no word of at most {} moves was found for {}, a position of this coset", within, facelets);
  const std::string moves = to_string(answer.solutions.front().moves);
  const auto after = turned(facelets, moves);
  const int turns = length_of(moves, metric);
  if (after && is_uniform(*after) && turns >= 0 && turns <= within) return std::nullopt;
  return fmt::format("'{}' does not solve {} in at most {} moves", moves, facelets, within);
}

}  // namespace

Cube random_position(const Cube& cube, Random& random) {
  Cube g1;
  shuffle(g1.corner, 0, kCorners, random);
  shuffle(g1.edge, 0, 8, random);
  shuffle(g1.edge, 8, kEdges, random);
  if (corner_parity(g1) != edge_parity(g1)) std::swap(g1.edge[0], g1.edge[1]);
  return g1 * cube;
}

Expected<PositionsCheck> solve_random_positions(Engine& engine, const Cube& cube, Metric metric, int within,
                                                const Budget& budget) {
  const Metric solved_in = metric == Metric::stm ? Metric::htm : metric;
  if (metric == Metric::stm && within < greatest_distance(Metric::htm)) return PositionsCheck{};
  PositionsCheck check;
  Random random(1);
  int asked = 0;
  std::uint64_t nodes = 0;
  std::optional<Error> failure;
  const auto next = [&]() -> std::optional<Question> {
    if (asked++ == kRandomPositions) return std::nullopt;
    Question question;
    question.cube = random_position(cube, random);
    question.metric = solved_in;
    question.solver = SolverKind::two_phase;
    question.max_length = question.good_enough = within;
    return question;
  };
  const auto done = [&](Question&& question, Expected<Answer>&& answer) {
    if (!answer) {
      failure = std::move(answer.error());
      return false;
    }
    if (answer->ended == Ended::stopped) return false;
    check.wrong = fault(question, *answer, metric, within);
    if (check.wrong) return false;
    ++check.solved;
    nodes += answer->counts.nodes;
    return nodes < kNodesOfAll;
  };
  Budget each;
  each.threads = budget.threads;
  each.stop = budget.stop;
  each.nodes = kNodesOfOne;
  const auto all = engine.solve_all(next, each, done);
  if (failure) return tl::unexpected<Error>(*std::move(failure));
  if (check.wrong) return check;
  if (is_set(budget.stop)) return fail(ErrorKind::stopped, "the check was stopped");
  if (!all) return tl::unexpected<Error>(all.error());
  return check;
}

}  // namespace superflip::detail
