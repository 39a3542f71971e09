#include "superflip/engine/asking.h"

#include <algorithm>
#include <utility>

namespace superflip {

Asking::Asking(Question question, Wider wider) : question_(std::move(question)), wider_(std::move(wider)) {}

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
