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

// The solver for a question that names none: the first row that takes it. Error: bad_option, in the words of the last
// row, where none does.
Expected<SolverKind> first_solver(const Question& question);

// A solver of that kind for a question in the standard holding, with its tables open. Errors: out_of_memory, system,
// stopped, bad_option.
Expected<Loan> solver_for(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening);

// Opens what a question needs first, and waits until reads of it are at full speed. Errors as above.
Expected<void> prepare_solver(SharedTables& tables, SolverKind kind, const Question& question, const Opening& opening);

// What solver_for would open. Errors as above.
Expected<Plan> plan_for(const SharedTables& tables, SolverKind kind, const Question& question,
                        const StopFlag* stop = nullptr);

// The generic solver for a question with patterns. Errors as above.
Expected<Loan> pattern_solver(SharedTables& tables, const Question& question, Effort effort, const Opening& opening);

}  // namespace superflip::detail
