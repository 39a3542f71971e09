#include "superflip/engine/detail/solvers.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/engine/detail/several_goals.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/solver/names.h"

namespace superflip::detail {
namespace {

// In the order of SolverKind.
constexpr std::array kRows{&kTwoPhaseRow, &kOptimalRow, &kGenericRow, &kPocketRow};

static_assert(kRows.size() == kSolverNames.names.size(), "each solver has a row and a name");

const SolverRow& row_of(SolverKind kind) {
  const SolverRow& row = *kRows[static_cast<std::size_t>(kind)];
  assert(row.kind == kind);
  return row;
}

}  // namespace

Expected<void> check_solver(const Question& question, SolverKind kind) { return row_of(kind).accepts(question); }

Expected<Loan> solver_for(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening) {
  if (kind == SolverKind::generic || !has_several_cubes_as_goals(question))
    return row_of(kind).open(tables, question, opening);
  Question one = question;
  one.goal.patterns.clear();
  return solver_for(tables, kind, one, opening).map([](Loan solver) {
    std::vector<Loan> solvers;
    solvers.push_back(std::move(solver));
    return Loan(std::make_shared<SeveralGoalsSolver>(std::move(solvers)));
  });
}

Expected<Plan> plan_for(const SharedTables& tables, SolverKind kind, const Question& question) {
  if (tables.options().profile > Profile::large)
    return fail(ErrorKind::bad_option, "there is no such profile: expected compact, standard or large");
  Plan plan;
  plan.solver = kind;
  return row_of(kind).add_plan(tables, question, plan).map([&] { return std::move(plan); });
}

}  // namespace superflip::detail
