#include "superflip/engine/detail/solvers.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/engine/detail/first_words.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/several_goals/several_goals.h"

namespace superflip::detail {
namespace {

bool is_for(const SolverRow& row, const Question& question) { return row.is_for == nullptr || row.is_for(question); }

}  // namespace

const SolverRow& row_of(SolverKind kind, const Question& question) {
  const auto row = std::find_if(kSolverRows.begin(), kSolverRows.end(),
                                [&](const SolverRow* r) { return r->kind == kind && is_for(*r, question); });
  assert(row != kSolverRows.end());
  return **row;
}

Expected<void> check_solver(const Question& question, SolverKind kind) {
  return row_of(kind, question).accepts(question);
}

Expected<SolverKind> first_solver(const Question& question) {
  Expected<void> accepted;
  for (const SolverRow* const row : kSolverRows) {
    if (!is_for(*row, question)) continue;
    accepted = row->accepts(question);
    if (accepted) return row->kind;
  }
  assert(!accepted);
  return tl::unexpected<Error>(std::move(accepted.error()));
}

Expected<Loan> solver_for(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening) {
  const SolverRow& row = row_of(kind, question);
  if (row.takes_several_cubes || !has_several_cubes_as_goals(question)) return row.open(tables, question, opening);
  Question one = question;
  one.goal.patterns.clear();
  return solver_for(tables, kind, one, opening).map([](Loan solver) {
    return Loan(std::make_shared<SeveralGoalsSolver>(std::vector{Loan::shared(std::move(solver))}));
  });
}

Expected<void> prepare_solver(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening) {
  const SolverRow& row = row_of(kind, question);
  const Expected<Loan> loan = row.has_small(question) ? row.small->open(tables, question, opening)
                                                      : solver_for(tables, kind, question, opening);
  if (!loan) return tl::unexpected<Error>(loan.error());
  if (wants_first_words(row, question))
    if (const auto first = solver_for(tables, SolverKind::two_phase, question_of_first_words(question), opening);
        !first && first.error().kind == ErrorKind::stopped)
      return tl::unexpected<Error>(first.error());
  return row.wait_until_fast != nullptr ? row.wait_until_fast(tables, question, opening) : Expected<void>{};
}

Expected<Plan> plan_for(const SharedTables& tables, SolverKind kind, const Question& question, const StopFlag* stop) {
  if (!kProfileNames.has(tables.options().profile)) return tl::unexpected<Error>(no_profile());
  Plan plan;
  plan.solver = kind;
  const SolverRow& row = row_of(kind, question);
  if (auto added = row.add_plan(tables, question, plan, stop); !added)
    return tl::unexpected<Error>(std::move(added.error()));
  if (wants_first_words(row, question)) {
    const Question first = question_of_first_words(question);
    if (auto added = row_of(SolverKind::two_phase, first).add_plan(tables, first, plan, stop); !added)
      return tl::unexpected<Error>(std::move(added.error()));
  }
  return plan;
}

}  // namespace superflip::detail
