#include "superflip/engine/detail/frame.h"

#include <algorithm>

#include "superflip/solver/pocket/coordinate.h"

namespace superflip::detail {

namespace {

// Whether the rotation maps the set of moves to itself. Then the same tables can be used, and only the numbers of the
// steps are permuted. Otherwise a conjugated set is used, in which each step keeps its number.
bool keeps_moves(const Question& question) {
  return (question.moves->symmetries() >> static_cast<int>(question.held) & 1) != 0;
}

}  // namespace

Question to_standard(const Question& question) {
  Question standard = question;
  if (question.goal.coordinates.empty()) standard.cube = inverse(question.goal.cube) * question.cube;
  standard.goal.cube = kSolved;
  standard.held = {};
  if (question.moves && !keeps_moves(question))
    standard.moves = std::make_shared<const MoveSet>(conjugate(*question.moves, inverse(question.held)));
  return standard;
}

void turn_back(Solution& solution, const Question& question) {
  if (question.held == Symmetry{}) return;
  solution.moves = conjugate(solution.moves, question.held);
  solution.rotation = inverse(question.held) * solution.rotation * question.held;
  // S carries the axis of a face to the axis of the face's image.
  if (solution.origin)
    solution.origin->axis = kFaceImages[question.held][static_cast<std::size_t>(solution.origin->axis)] % 3;
  if (question.moves && keeps_moves(question))
    for (int& step : solution.steps) step = question.moves->conjugate(step, question.held);
}

void turn_back(Answer& answer, const Question& question) {
  for (Solution& solution : answer.solutions) turn_back(solution, question);
  if (answer.too_long) turn_back(*answer.too_long, question);
}

bool is_right(const Question& question, const Solution& word) {
  const Cube after = superflip::after(question, word);
  if (question.puzzle == Puzzle::pocket)
    return PocketCorners::index(inverse(question.goal.cube) * after) == PocketCorners::index(kSolved);
  if (question.goal.coordinates.empty()) return after == question.goal.cube;
  return std::all_of(question.goal.coordinates.begin(), question.goal.coordinates.end(), [&](const auto& goal) {
    return std::any_of(goal.goals.begin(), goal.goals.end(), [&](const Cube& wanted) {
      return std::all_of(goal.coordinate.parts.begin(), goal.coordinate.parts.end(), [&](const AnyCoordinate& part) {
        return is_defined(part, after) && part.index(after) == part.index(wanted);
      });
    });
  });
}

}  // namespace superflip::detail
