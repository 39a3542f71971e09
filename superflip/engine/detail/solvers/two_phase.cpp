#include "superflip/solver/two_phase/two_phase.h"

#include <memory>
#include <utility>

#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/solvers/row.h"

namespace superflip::detail {
namespace {

Expected<void> accepts(const Question& q) {
  if (q.puzzle == Puzzle::pocket || is_partial(q) || q.moves || q.want != Want::good)
    return fail(ErrorKind::bad_option,
                "the two-phase solver answers only Want::good, for the whole 3x3x3 and without a set of moves");
  return {};
}

Expected<Loan> open(SharedTables& tables, const Question& question, const Opening& opening) {
  Pool& pool = tables.pool(SolverKind::two_phase, question.metric);
  if (auto idle = pool.take()) return Loan(std::move(idle), &pool);
  return tables.two_phase(tables.options().profile, question.metric, opening).map([&](const auto& opened) {
    return Loan(std::make_shared<TwoPhaseSolver>(opened), &pool);
  });
}

Expected<void> add_plan(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag*) {
  return tables.add_plan(name(tables.options().profile), question.metric, plan);
}

}  // namespace

const SolverRow kTwoPhaseRow{.kind = SolverKind::two_phase, .accepts = accepts, .open = open, .add_plan = add_plan};

}  // namespace superflip::detail
