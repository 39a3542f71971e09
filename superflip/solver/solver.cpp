#include "superflip/solver/solver.h"

#include <algorithm>

namespace superflip {

std::string_view name(Ended ended) {
  switch (ended) {
    case Ended::complete:
      return "complete";
    case Ended::enough:
      return "enough";
    case Ended::time:
      return "time";
    case Ended::nodes:
      return "nodes";
    case Ended::stopped:
      return "stopped";
    case Ended::unsolvable:
      break;
  }
  return "unsolvable";
}

std::string_view name(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::notice:
      return "notice";
    case Event::Kind::table:
      return "table";
    case Event::Kind::solution:
      return "solution";
    case Event::Kind::bound:
      return "bound";
    case Event::Kind::progress:
      return "progress";
    case Event::Kind::poll:
      break;
  }
  return "poll";
}

std::string_view name(SolverKind solver) {
  switch (solver) {
    case SolverKind::two_phase:
      return "two-phase";
    case SolverKind::optimal:
      return "optimal";
    case SolverKind::generic:
      return "generic";
    case SolverKind::pocket:
      break;
  }
  return "pocket";
}

Centres centres_of(const Question& question) {
  Centres centres = question.moves ? question.moves->centres() : Centres::fixed;
  for (const CoordinateGoal& goal : question.goal.coordinates) centres = std::max(centres, centres_of(goal.coordinate));
  return centres;
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
