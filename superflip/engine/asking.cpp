#include "superflip/engine/asking.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "superflip/cube/metric.h"
#include "superflip/cube/names.h"
#include "superflip/solver/names.h"

namespace superflip {
namespace {

// What a parser makes of the text, if there is one.
template <class T, class Parse>
Expected<void> put(const std::optional<std::string_view>& text, T& to, const Parse& parse) {
  if (!text) return {};
  return parse(*text).map([&](auto value) { to = std::move(value); });
}

template <class T, class Enum, std::size_t kCount>
Expected<void> put(const std::optional<std::string_view>& text, T& to, const Names<Enum, kCount>& names) {
  return put(text, to, [&](std::string_view given) { return names.parse(given); });
}

}  // namespace

Expected<void> Wording::say(Question& question, Wider& wider, const StopFlag* stop) const {
  Centres of_moves = Centres::moved;
  const auto moves_of_text = [&](std::string_view text) { return allowed_moves(text, question.metric, of_moves); };
  const auto robot_of_text = [](std::string_view text) {
    return robot_of(text).map([](Robot named) { return std::make_shared<const Robot>(std::move(named)); });
  };
  return put(puzzle, question.puzzle, kPuzzleNames)
      .and_then([&] { return put(metric, question.metric, parse_metric); })
      .and_then([&] { return put(centres, of_moves, kCentresNames); })
      .and_then([&] { return put(moves, question.moves, moves_of_text); })
      .and_then([&] { return put(robot, question.robot, robot_of_text); })
      .and_then([&] { return put(starts, question.starts, kStartsNames); })
      .and_then([&] { return put(want, question.want, kWantNames); })
      .and_then([&] { return put(solver, question.solver, kSolverNames); })
      .and_then([&] { return put(only, wider.only, Mask::parse); })
      .and_then([&] { return show ? parse_show(*show, wider, stop) : Expected<void>(); })
      .and_then([&] { return up_to ? parse_up_to(*up_to, wider) : Expected<void>(); });
}

Expected<std::shared_ptr<const MoveSet>> allowed_moves(std::string_view text, Metric metric, Centres centres) {
  return parse_move_set(text, metric, centres)
      .map([](MoveSet moves) { return std::make_shared<const MoveSet>(std::move(moves)); })
      .map_error(as_bad_option);
}

tl::expected<Reading, Diagnosis> read(Puzzle puzzle, std::string_view text, const Accept& accept) noexcept {
  return puzzle == Puzzle::pocket ? read_pocket(text, accept) : read(text, accept);
}

Asking::Asking(Question question, Wider wider) : question_(std::move(question)), wider_(std::move(wider)) {}

tl::expected<Reading, Diagnosis> Asking::read(std::string_view text, Accept accept) const noexcept {
  accept.incomplete = may_be_incomplete();
  accept.if_held = kForTheHolding;
  return superflip::read(question_.puzzle, text, accept);
}

Expected<void> Asking::add_start(Reading& start) {
  put_in_space(start, centres());
  if (start.is_holding_open && centres() != Centres::fixed) return fail(ErrorKind::bad_option, kOpenHolding);
  starts_.push_back({start.known ? *start.known : Pattern::of(start.cube, centres()), start.held});
  return {};
}

void Asking::add_target(Reading& target) {
  put_in_space(target, centres());
  targets_.push_back({target.cube, target.known, target.is_holding_open});
  question_.goal.cube = targets_.front().cube;
}

void Asking::set_goals(std::size_t coordinate, std::vector<Cube> goals) {
  question_.goal.coordinates[coordinate].goals = std::move(goals);
}

Expected<Question> Asking::about(Reading& cube) const {
  put_in_space(cube, centres());
  if (cube.is_holding_open && centres() != Centres::fixed) return fail(ErrorKind::bad_option, kOpenHolding);
  return about(cube.cube, cube.held).map([&](Question question) {
    question.start = cube.known;
    return question;
  });
}

Expected<Question> Asking::about(const Cube& cube, Symmetry held) const {
  const std::vector<Target> targets = targets_.empty() ? std::vector{Target{question_.goal.cube, {}}} : targets_;
  Question question = question_;
  question.cube = cube;
  question.held = held;
  for (const Start& start : starts_) {
    if (start.held != held) return fail(ErrorKind::bad_option, std::string(kHeldApart));
    question.also.push_back(start.known);
  }
  auto& coordinates = question.goal.coordinates;
  // One target is the goal of the question, and so of coordinates without goals; several are those of a coordinate.
  if (targets.size() > 1) {
    const auto is_open = [](const CoordinateGoal& coordinate) { return coordinate.goals.empty(); };
    if (std::count_if(coordinates.begin(), coordinates.end(), is_open) > 1)
      return fail(ErrorKind::bad_option,
                  "several cubes to reach are goals of one coordinate: expected one, such as the product A * B");
    for (CoordinateGoal& coordinate : coordinates)
      if (is_open(coordinate))
        for (const Target& target : targets) coordinate.goals.push_back(target.cube);
  }
  return goal_patterns(targets, wider_, held, centres()).map([&](std::vector<Pattern> patterns) {
    // Of coordinates they are no patterns.
    const bool are_complete =
        std::none_of(targets.begin(), targets.end(), [](const Target& target) { return target.known.has_value(); });
    if (coordinates.empty() || !are_complete || wider_.any(centres())) question.goal.patterns = std::move(patterns);
    return std::move(question);
  });
}

}  // namespace superflip
