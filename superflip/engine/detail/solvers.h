// The solvers of an engine, by their kind. solvers/row.h says what each consists of.
#pragma once

#include "superflip/base/error.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/plan.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// Nothing, or why the solver cannot take the question (bad_option).
Expected<void> check_solver(const Question& question, SolverKind kind);

// A solver of that kind for a question in the standard holding, with its tables open. Errors: out_of_memory, system,
// stopped, bad_option.
Expected<Loan> solver_for(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening);

// What solver_for would open. Errors as above.
Expected<Plan> plan_for(const SharedTables& tables, SolverKind kind, const Question& question,
                        const StopFlag* stop = nullptr);

// The generic solver for a question with patterns. Errors as above.
Expected<Loan> pattern_solver(SharedTables& tables, const Question& question, Effort effort, const Opening& opening);
// Whether that solver is there.
bool has_pattern_solver(SharedTables& tables, const Question& question, Effort effort);

}  // namespace superflip::detail
