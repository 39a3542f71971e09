// EngineCall: the way of one question through the engine. It goes in the standard holding to a solver with its tables,
// and the words of the answer come back as they are for the cube as it is held, each of them checked on the question's
// cube.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/loan.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/until.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

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

// A question with its solver.
struct Assigned {
  Question asked;     // as simplified() returned it
  Question standard;  // as the solver takes it: to_standard(asked)
  SolverKind solver;
};

// Errors: those of simplified() and choose_solver().
Expected<Assigned> assigned(const Question& question, NarrowedPatterns& narrowed, const Until& until = {});

// Used by the thread that works.
class EngineCall {
 public:
  EngineCall(SharedTables& tables, Assigned question, const Budget& budget);

  // The whole way.
  Expected<Answer> run(const StopFlag* stop, const OnEvent& on_event);

  // Its parts. The answer if it can be known without any tables:
  std::optional<Answer> without_search() const;
  // Whether small tables are worth a try: no larger ones are there.
  bool may_be_near() const;
  // Patterns with small tables: the answer if it is found soon. Its events are held back until that is known. Error:
  // no_solution, if larger tables are needed.
  Expected<Answer> run_small(const StopFlag* stop, const OnEvent& on_event);
  // The budget when loading is over.
  Budget rest(Clock::duration loading, const StopFlag* stop) const;
  // Turns the words of an answer back and checks them. Error: internal.
  Expected<Answer> finish(Answer answer, Clock::duration loading) const;

  const Question& standard() const { return question_.standard; }
  SolverKind solver() const { return question_.solver; }
  const Budget& budget() const { return budget_; }

 private:
  // When a limit ended the search for a good word to patterns: a near-optimal word to one cube that fits.
  void add_word_of_one_cube(Answer& answer, const StopFlag* stop, std::optional<Clock::time_point> deadline) const;
  // The events of a search, with words for the cube as it is held, of which those that are right are told.
  OnEvent turned(const OnEvent& on_event) const;

  SharedTables& tables_;
  const Assigned question_;
  const Budget budget_;
};

// A search that needs no work.
std::unique_ptr<Search> done_search(Answer answer);

// A search in slices with the solver of that loan. Its words are turned back, and its failures are errors.
std::unique_ptr<Search> turned_search(EngineCall call, Loan loan, Clock::duration loading);

}  // namespace superflip::detail
