#include "superflip/solver/face_turns/face_turns.h"

#include <memory>
#include <utility>

#include "superflip/engine/detail/solvers/row.h"

namespace superflip::detail {
namespace {

bool is_for(const Question& q) { return !counts_face_turns(q.metric); }

// The question to the two-phase solver.
Question in_htm(const Question& question) {
  Question turns = question;
  turns.metric = Metric::htm;
  return turns;
}

Expected<void> accepts(const Question& q) { return kTwoPhaseRow.accepts(q); }

Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  return kTwoPhaseRow.open(tables, in_htm(question), opening).map([](Loan two_phase) {
    return Loan(std::make_shared<FaceTurnSolver>(Loan::shared(std::move(two_phase))));
  });
}

Expected<void> add_plan(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop) {
  return kTwoPhaseRow.add_plan(tables, in_htm(question), plan, stop);
}

}  // namespace

const SolverRow kFaceTurnRow{
    .kind = SolverKind::two_phase, .accepts = accepts, .open = open, .add_plan = add_plan, .is_for = is_for};

}  // namespace superflip::detail
