#include "superflip/engine/detail/solvers.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/several_goals/several_goals.h"

namespace superflip::detail {

const SolverRow& row_of(SolverKind kind, const Question& question) {
  const auto row = std::find_if(kSolverRows.begin(), kSolverRows.end(), [&](const SolverRow* r) {
    return r->kind == kind && (r->is_for == nullptr || r->is_for(question));
  });
  assert(row != kSolverRows.end());
  return **row;
}

Expected<void> check_solver(const Question& question, SolverKind kind) {
  return row_of(kind, question).accepts(question);
}

Expected<Loan> solver_for(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening) {
  if (kind == SolverKind::generic || !has_several_cubes_as_goals(question))
    return row_of(kind, question).open(tables, question, opening);
  Question one = question;
  one.goal.patterns.clear();
  return solver_for(tables, kind, one, opening).map([](Loan solver) {
    return Loan(std::make_shared<SeveralGoalsSolver>(std::vector{Loan::shared(std::move(solver))}));
  });
}

Expected<Plan> plan_for(const SharedTables& tables, SolverKind kind, const Question& question, const StopFlag* stop) {
  if (!kProfileNames.has(tables.options().profile)) return tl::unexpected<Error>(no_profile());
  Plan plan;
  plan.solver = kind;
  return row_of(kind, question).add_plan(tables, question, plan, stop).map([&] { return std::move(plan); });
}

}  // namespace superflip::detail
