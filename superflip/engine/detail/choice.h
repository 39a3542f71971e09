// Choice: which solver answers a question, and which optimal table it uses.
//
// The solver is the first that takes the question (solvers/row.h), unless the question names one. The table is the one
// that is named; else the largest that the source has and that fits in memory, or one that is soon made (choice.cpp).
// Invariant: a question that is accepted here is accepted by the solver.
#pragma once

#include <cstdint>
#include <string>

#include "superflip/base/error.h"
#include "superflip/solver/optimal/shapes.h"
#include "superflip/solver/solver.h"
#include "superflip/table/source.h"

namespace superflip::detail {

// Whether the question is about less than the whole cube: coordinates, or patterns that many cubes fit.
bool is_partial(const Question& question);

// An error (bad_option) when a member of the question has a value that is none of its type, or is out of its range.
Expected<void> check_question(const Question& question);

// An error (bad_option) when the question makes no sense: a limit out of its range, moves in another metric, a goal
// that the solver it names cannot take.
Expected<SolverKind> choose_solver(const Question& question);

struct TableChoice {
  const optimal::Shape* shape = nullptr;
  std::string remark{};  // why a larger one is not used; may be empty
};

// The named table; without a name, the largest one in the source that fits, or one that can be made in about a minute
// on one core. `memory` 0: half of what is available, or all of it for a named table. Errors: bad_option (no such
// table), out_of_memory (what fits is named), stopped.
Expected<TableChoice> choose_table(std::string_view named, std::uint64_t memory, Metric metric,
                                   const TableSource* source, const StopFlag* stop = nullptr);

}  // namespace superflip::detail
