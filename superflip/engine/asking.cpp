#include "superflip/engine/asking.h"

#include <utility>

namespace superflip {

Asking::Asking(Question question, Wider wider) : question_(std::move(question)), wider_(std::move(wider)) {}

void Asking::set_goal(Reading& goal) {
  known_goal_ = goal.known;
  put_in_space(goal, centres());
  question_.goal.cube = goal.cube;
}

void Asking::set_goals(std::size_t coordinate, std::vector<Cube> goals) {
  question_.goal.coordinates[coordinate].goals = std::move(goals);
}

Expected<Question> Asking::about(Reading& cube) const {
  put_in_space(cube, centres());
  return about(cube.cube, cube.held).map([&](Question question) {
    question.start = cube.known;
    return question;
  });
}

Expected<Question> Asking::about(const Cube& cube, Symmetry held) const {
  return goal_patterns(question_.goal.cube, known_goal_, wider_, held).map([&](std::vector<Pattern> patterns) {
    Question question = question_;
    question.cube = cube;
    question.held = held;
    question.goal.patterns = std::move(patterns);
    for (CoordinateGoal& coordinate : question.goal.coordinates)
      if (coordinate.goals.empty()) coordinate.goals = {question.goal.cube};
    return question;
  });
}

}  // namespace superflip
