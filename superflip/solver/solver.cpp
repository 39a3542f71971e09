#include "superflip/solver/solver.h"

#include <algorithm>

#include "superflip/solver/names.h"

namespace superflip {

std::string_view name(Ended ended) { return kEndedNames[ended]; }

std::string_view name(Event::Kind kind) { return kEventNames[kind]; }

std::string_view name(SolverKind solver) { return kSolverNames[solver]; }

Centres centres_of(const Question& question) {
  Centres centres = question.moves ? question.moves->centres() : Centres::fixed;
  for (const CoordinateGoal& goal : question.goal.coordinates) centres = std::max(centres, centres_of(goal.coordinate));
  return centres;
}

std::shared_ptr<const MoveSet> moves_of(const Question& question) {
  if (question.moves) return question.moves;
  return std::make_shared<const MoveSet>(moves_of(question.metric, centres_of(question)));
}

bool is_priced(const Question& question) { return question.moves && question.moves->is_priced(); }

int longest_limit(const Question& question) {
  if (question.robot) return kLongestSchedule;
  return is_priced(question) ? kLongestCost : kLongestWord;
}

int longest_word(const Question& question) {
  if (question.robot) return question.max_length;  // milliseconds
  return std::min(question.max_length, longest_limit(question));
}

Cube after(const Question& question, const Solution& word) {
  const Centres centres = question.moves ? question.moves->centres() : centres_of(question);
  const Symmetry back = inverse(question.held);
  if (question.held == Symmetry{}) return apply(question.cube, word.moves, word.rotation, centres);
  return apply(question.cube, conjugate(word.moves, back), back * word.rotation * question.held, centres);
}

Counts& Counts::operator+=(const Counts& other) {
  nodes += other.nodes;
  phase1_reads += other.phase1_reads;
  leaves += other.leaves;
  phase2_reads += other.phase2_reads;
  lookups += other.lookups;
  return *this;
}

}  // namespace superflip
