#include <memory>
#include <utility>

#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/robot/robot_solver.h"

namespace superflip::detail {
namespace {

bool is_for(const Question& q) { return q.robot != nullptr; }

// The question to the two-phase solver.
Question in_htm(const Question& question) {
  Question turns = question;
  turns.metric = Metric::htm;
  turns.robot = nullptr;
  return turns;
}

Expected<void> accepts(const Question& q) { return kTwoPhaseRow.accepts(q); }

Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  return kTwoPhaseRow.open(tables, in_htm(question), opening).map([](Loan two_phase) {
    return Loan(std::make_shared<RobotSolver>(Loan::shared(std::move(two_phase))));
  });
}

Expected<void> add_plan(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop) {
  return kTwoPhaseRow.add_plan(tables, in_htm(question), plan, stop);
}

}  // namespace

const SolverRow kRobotRow{.kind = SolverKind::two_phase,
                          .accepts = accepts,
                          .open = open,
                          .add_plan = add_plan,
                          .is_for = is_for,
                          .usual = {.nodes = kDefaultRobotNodes}};

}  // namespace superflip::detail
