#include "superflip/solver/solver.h"

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

Counts& Counts::operator+=(const Counts& other) {
  nodes += other.nodes;
  phase1_reads += other.phase1_reads;
  leaves += other.leaves;
  phase2_reads += other.phase2_reads;
  lookups += other.lookups;
  return *this;
}

}  // namespace superflip
