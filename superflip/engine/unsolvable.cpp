#include "superflip/engine/unsolvable.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/base/uint128.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/subgroup.h"

namespace superflip {
namespace {

// What the moves make of the solved cube, and what they are called.
struct Words {
  std::vector<Cube> steps;
  std::string_view name;
};

int orientation_of(const Cube& cube, PieceKind kind, int place) {
  return kind == PieceKind::corners ? cube.twist_at(place) : cube.flip_at(place);
}

// Where words bring a piece, and how it is turned there, as bits of n * place + orientation.
std::uint32_t reached_from(const Words& words, PieceKind kind, int place, int orientation) {
  const int n = orientations_of(kind);
  std::vector<int> states{n * place + orientation};
  std::uint32_t reached = 1U << states.front();
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const Cube& step : words.steps)
      for (int to = 0; to < pieces_of(kind); ++to) {
        if (piece_at(step, kind, to) != states[i] / n) continue;
        const int state = n * to + (states[i] + orientation_of(step, kind, to)) % n;
        if ((reached >> state & 1) == 0) states.push_back(state);
        reached |= 1U << state;
      }
  return reached;
}

// Why no word brings anything to the place that the pattern allows there; nothing if some does.
std::optional<std::string> why_not_at(const Words& words, const Cube& cube, const Pattern& goal, PieceKind kind,
                                      int place) {
  const int n = orientations_of(kind);
  const std::uint32_t options = kind == PieceKind::corners ? goal.corner[place] : goal.edge[place];
  bool is_brought = false;
  for (int at = 0; at < pieces_of(kind); ++at) {
    const std::uint32_t of_piece = options >> n * piece_at(cube, kind, at) & ((1U << n) - 1);
    if (of_piece == 0) continue;
    const std::uint32_t reached = reached_from(words, kind, at, orientation_of(cube, kind, at)) >> n * place;
    if ((reached & of_piece) != 0) return std::nullopt;
    is_brought = is_brought || (reached & ((1U << n) - 1)) != 0;
  }
  const std::string_view there = piece_name(kind, place);
  const int piece = std::countr_zero(options) / n;
  if ((options & ~(((1U << n) - 1) << n * piece)) != 0)
    return fmt::format("{} bring no piece to {} as the goal wants one there", words.name, there);
  const std::string_view one = kind == PieceKind::corners ? "corner" : "edge";
  const std::string to = piece == place ? "its place" : std::string(there);
  if (is_brought)
    return fmt::format("{} bring the {} {} to {}, but never turned as the goal wants it", words.name, one,
                       piece_name(kind, piece), to);
  return fmt::format("{} never bring the {} {} to {}", words.name, one, piece_name(kind, piece), to);
}

int parities_of(const Cube& cube) { return 2 * corner_parity(cube) + edge_parity(cube); }

// Why no word makes one whole cube of the other, as far as sums and parities say it.
std::optional<std::string> why_out_of_balance(const Words& words, const Cube& cube, const Cube& goal) {
  if (imbalance(cube).twist != imbalance(goal).twist)
    return fmt::format("{} keep the sum of the corners' twists, and the goal has another one", words.name);
  if (imbalance(cube).flip != imbalance(goal).flip)
    return fmt::format("{} keep the sum of the edges' flips, and the goal has another one", words.name);
  std::uint32_t made = 1;  // sums of the steps' parities, as bits
  for (const Cube& step : words.steps) {
    const std::uint32_t before = made;
    for (int parities = 0; parities < 4; ++parities)
      if ((before >> parities & 1) != 0) made |= 1U << (parities ^ parities_of(step));
  }
  const int needed = parities_of(cube) ^ parities_of(goal);
  if ((made >> needed & 1) != 0) return std::nullopt;
  const auto kind = [](bool is_odd) { return is_odd ? "odd" : "even"; };
  return fmt::format("no word of {} permutes the corners in an {} way and the edges in an {} one", words.name,
                     kind((needed & 2) != 0), kind((needed & 1) != 0));
}

}  // namespace

std::string why_unsolvable(const Question& question) {
  if (question.puzzle == Puzzle::pocket)
    return "turns keep the sum of the corners' twists, and the goal has another one";
  Words words{{}, question.moves ? "the moves" : "turns of faces"};
  const auto moves = moves_of(question);
  for (const Step& step : moves->steps()) words.steps.push_back(step.cube);
  const auto& patterns = question.goal.patterns;
  if (!patterns.empty() && !question.start && question.also.empty() && centres_of(question) == Centres::fixed &&
      !is_reachable(question.cube))
    return "turns never make a possible cube of this one, and the goal has possible cubes alone";
  if (question.goal.coordinates.empty() && !question.start && question.also.empty() && patterns.size() < 2) {
    const Cube cube = conjugate(question.cube, question.held);
    const Pattern goal =
        conjugate(patterns.empty() ? Pattern::of(question.goal.cube) : patterns.front(), question.held);
    for (const PieceKind kind : {PieceKind::corners, PieceKind::edges})
      for (int place = 0; place < pieces_of(kind); ++place)
        if (auto why = why_not_at(words, cube, goal, kind, place)) return *std::move(why);
    if (const auto only = goal.only())
      if (auto why = why_out_of_balance(words, cube, *only)) return *std::move(why);
  }
  return fmt::format("all words of {} come to {} changes of a cube, and none of them leads to the goal", words.name,
                     to_decimal(Subgroup(words.steps).size()));
}

}  // namespace superflip
