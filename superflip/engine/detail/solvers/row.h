// A solver in the engine is one row: which questions it takes, how it is made with its tables, which tables these are,
// and what is particular to it on the way of a question.
//
// To add a solver, write its row in a file here, and list it below. Nothing else in the engine has to name it, except
// that counts of work that only one solver has are told for its kind (report.cpp). What names a kind otherwise needs
// that very solver, and a new one leaves it alone: questions for robots (choice.cpp), scrambles and words to a cube
// (engine.cpp), whole cosets (coset*.cpp), the small npm module (whole_cube in way.cpp), words to single cubes in place
// of patterns (first_words.cpp, generic.cpp). The answer to a question whose solver was not chosen before a limit names
// the generic one (without_solver in call.cpp).
#pragma once

#include <array>

#include "superflip/base/error.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/until.h"
#include "superflip/engine/detail/way.h"
#include "superflip/engine/plan.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

// Small tables, for questions whose other tables take long to make: they are tried first, and are what Engine::prepare
// opens.
struct SmallTables {
  // Whether the question has them.
  bool (*are_for)(const Question& question);

  // Whether the tables that SolverRow::open would open are open already, so that the small ones need not be tried.
  bool (*are_surpassed)(SharedTables& tables, const Question& question);

  // As SolverRow::open, with the small tables.
  Expected<Loan> (*open)(SharedTables& tables, const Question& question, const Opening& opening);
};

struct SolverRow {
  // What questions name and answers tell. Where several rows are of one kind, `is_for` says which questions are for
  // which.
  SolverKind kind;

  // Nothing, or why it cannot take the question (bad_option). The question's members are in their ranges.
  Expected<void> (*accepts)(const Question& question);

  // The solver with its tables open, for a question that it accepts, in the standard holding, with at most one whole
  // cube as a goal unless `takes_several_cubes`. Errors: out_of_memory, system, stopped, bad_option.
  Expected<Loan> (*open)(SharedTables& tables, const Question& question, const Opening& opening);

  // Adds what open() would load or make. Errors as above.
  Expected<void> (*add_plan)(const SharedTables& tables, const Question& question, Plan& plan, const StopFlag* stop);

  // Whether the question is for this solver and not for those of its kind further down in the list. Null: it is for
  // all that are left.
  bool (*is_for)(const Question& question) = nullptr;

  // How it searches where the budget leaves it open.
  Usual usual{};

  // Whether it takes several whole cubes as goals at once. If not, SeveralGoalsSolver asks it about one after the
  // other.
  bool takes_several_cubes = false;

  // Null: it has no small tables.
  const SmallTables* small = nullptr;

  // With its tables open: waits until reads of them are at full speed. Error: stopped. Null: they are at once.
  Expected<void> (*wait_until_fast)(SharedTables& tables, const Question& question, const Opening& opening) = nullptr;

  // After Solver::solve: may add a word to an answer that has none. `budget` is that of the whole call, with what is
  // usual where it had no limit. Null: it adds none.
  void (*add_word)(SharedTables& tables, const Question& question, const Budget& budget, const Until& until,
                   Answer& answer) = nullptr;

  // Whether the question has small tables.
  bool has_small(const Question& question) const { return small != nullptr && small->are_for(question); }
};

extern const SolverRow kRobotRow;
extern const SolverRow kFaceTurnRow;
extern const SolverRow kTwoPhaseRow;
extern const SolverRow kOptimalRow;
extern const SolverRow kGenericRow;
extern const SolverRow kPocketRow;

// Where a question names no solver, the first that is for it and accepts it takes it; where none does, the last one
// says why. Of each kind the last one is for all questions that are left.
inline constexpr std::array kSolverRows{&kRobotRow,   &kFaceTurnRow, &kTwoPhaseRow,
                                        &kOptimalRow, &kGenericRow,  &kPocketRow};

// The first row of that kind that is for the question.
const SolverRow& row_of(SolverKind kind, const Question& question);

}  // namespace superflip::detail
