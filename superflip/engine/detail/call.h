// EngineCall: one question in the engine. It finds its solver and the tables, or the answer that needs none, and goes
// its way (way.h).
#pragma once

#include <memory>
#include <optional>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/until.h"
#include "superflip/engine/detail/way.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

struct SolverRow;  // solvers/row.h

// At most 64 threads, or four for each core: more only take memory and time to start.
unsigned at_most_useful(unsigned threads);

// An answer without solutions.
Answer ended(SolverKind solver, Ended why);

// The answer when the flag or the deadline ended the loading of tables. Precondition: the error is ErrorKind::stopped.
Answer ended_while_loading(SolverKind solver, const StopFlag* stop, std::optional<Clock::time_point> deadline,
                           Clock::time_point begun);

// The same when the flag or the deadline ended assigned(), before there was a solver; else the error.
Expected<Answer> without_solver(const Error& error, const Question& question, const Until& until,
                                Clock::time_point begun);

// The question with its solver. Errors: those of simplified() and choose_solver().
Expected<Assigned> assigned(const Question& question, NarrowedPatterns& narrowed, const Until& until = {});

// Used by the thread that works.
class EngineCall {
 public:
  EngineCall(SharedTables& tables, Assigned question, const Budget& budget);

  // The whole way.
  Expected<Answer> run(const StopFlag* stop, const OnEvent& on_event);

  // Its parts. The answer if it can be known without any tables:
  std::optional<Answer> without_search() const;
  // Whether small tables are worth a try (SmallTables): no larger ones are there.
  bool may_be_near() const;
  // The answer with small tables, if it is found soon. Its events are held back until that is known. Precondition:
  // may_be_near(). Error: no_solution, if larger tables are needed.
  Expected<Answer> run_small(const StopFlag* stop, const OnEvent& on_event);

  const Way& way() const { return way_; }
  const Question& standard() const { return way_.standard(); }
  SolverKind solver() const { return way_.solver(); }

 private:
  SharedTables& tables_;
  const Way way_;
  const SolverRow& row_;
};

// A search that needs no work.
std::unique_ptr<Search> done_search(Answer answer);

}  // namespace superflip::detail
