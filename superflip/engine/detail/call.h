// EngineCall: one question in the engine. It finds its solver and the tables, or the answer that needs none, and goes
// its way (way.h).
#pragma once

#include <memory>
#include <optional>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/detail/first_words.h"
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
  // Whether run_soon() has something to do.
  bool may_answer_soon() const;
  // The answer if it is there soon: with small tables (SmallTables), whose events are held back until that is known, or
  // with first words (first_words.h), which are enough where nothing limits a near-optimal search or where they are
  // good enough. Else nothing; then the first words are told, and known to what follows. Error: internal.
  std::optional<Expected<Answer>> run_soon(const StopFlag* stop, const OnEvent& on_event);
  // The answer where a limit ended the loading of tables that began then.
  Answer cut_while_loading(const StopFlag* stop, Clock::time_point begun) const;
  // A search in slices, as turned_search().
  std::unique_ptr<Search> search(Loan loan, Clock::duration loading) const;

  const Question& standard() const { return way_.standard(); }
  SolverKind solver() const { return way_.solver(); }

 private:
  // The answer with small tables.
  struct Near {
    Answer answer;
    bool is_over;  // or larger tables may find more
  };

  // Whether without any limit first words end a search that small tables cannot finish. It does not depend on the clock
  // then, on threads, or on which tables are open.
  bool is_usual() const;
  // Error: no small tables.
  Expected<Near> run_small(const StopFlag* stop, const OnEvent& on_event) const;
  // Looks for the first words, and tells the best one unless `before`, which was told, has one as short. Error:
  // internal.
  Expected<void> find_first_words(const Opening& opening, const Answer& before);

  SharedTables& tables_;
  Way way_;
  const SolverRow& row_;
  const std::optional<Clock::time_point> deadline_;
  const bool has_first_words_;
  FirstWords first_{};
};

// A search that needs no work.
std::unique_ptr<Search> done_search(Answer answer);

}  // namespace superflip::detail
