// A solver in the engine is one row: which questions it takes, how it is made with its tables, and which tables these
// are.
//
// To add a solver, write its row in a file here, and list it below. What else in the engine asks for a kind is the
// choice of a solver where the question names none (choose_solver), limits where there are none (way.cpp), counts that
// only one solver has (report.cpp), and, for the generic solver, patterns: their small tables and further words
// (call.cpp).
#pragma once

#include <array>

#include "superflip/base/error.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/plan.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

struct SolverRow {
  // What questions name and answers tell. Where several rows are of one kind, `is_for` says which questions are for
  // which.
  SolverKind kind;

  // Nothing, or why it cannot take the question (bad_option). The question's members are in their ranges.
  Expected<void> (*accepts)(const Question& question);

  // The solver with its tables open, for a question that it accepts, in the standard holding, with at most one whole
  // cube as a goal. Errors: out_of_memory, system, stopped, bad_option.
  Expected<Loan> (*open)(SharedTables& tables, const Question& question, const Opening& opening);

  // Adds what open() would load or make. Errors as above.
  Expected<void> (*add_plan)(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop);

  // Whether the question is for this solver and not for those of its kind further down in the list. Null: it is for
  // all that are left.
  bool (*is_for)(const Question& question) = nullptr;
};

extern const SolverRow kRobotRow;
extern const SolverRow kFaceTurnRow;
extern const SolverRow kTwoPhaseRow;
extern const SolverRow kOptimalRow;
extern const SolverRow kGenericRow;
extern const SolverRow kPocketRow;

// Of each kind the last one is for all questions that are left.
inline constexpr std::array kSolverRows{&kRobotRow,   &kFaceTurnRow, &kTwoPhaseRow,
                                        &kOptimalRow, &kGenericRow,  &kPocketRow};

// The first row of that kind that is for the question.
const SolverRow& row_of(SolverKind kind, const Question& question);

}  // namespace superflip::detail
