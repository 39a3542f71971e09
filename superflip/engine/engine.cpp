#include "superflip/engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "superflip/base/parallel.h"
#include "superflip/engine/detail/attend.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/frame.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/pipeline.h"
#include "superflip/solver/detail/scramble.h"
#include "superflip/solver/pocket/pocket.h"
#include "superflip/table/store.h"

namespace superflip {

using detail::Loan;
using detail::Opening;

struct Engine::State {
  explicit State(EngineOptions given) : options(std::move(given)), tables(options) {}

  const EngineOptions options;
  detail::SharedTables tables;
};

namespace {

// What the system threw, as an error. Precondition: called from a catch clause.
Error caught() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {"there is not enough memory", {}, ErrorKind::out_of_memory};
  } catch (const std::system_error& e) {
    return {e.what(), {}, ErrorKind::system};
  } catch (const std::exception& e) {
    return {
        std::string("a callback of the program, or superflip itself, failed: ") + e.what(), {}, ErrorKind::internal};
  } catch (...) {
    return {"a callback threw something that is not a std::exception", {}, ErrorKind::internal};
  }
}

// The function's result; nothing is thrown.
template <class T, class Body>
Expected<T> guarded(const Body& body) {
  try {
    return body();
  } catch (...) {
    return tl::unexpected<Error>(caught());
  }
}

// A question about the whole 3x3x3 that no turns can solve needs no tables to be answered.
bool is_out_of_reach(const Question& standard) {
  if (standard.puzzle != Puzzle::cube || !standard.goal.coordinates.empty()) return false;
  return centres_of(standard) == Centres::fixed && !is_reachable(standard.cube);
}

Answer ended(SolverKind solver, Ended why) {
  Answer answer;
  answer.solver = solver;
  answer.ended = why;
  return answer;
}

bool is_unlimited(const Question& question, const Budget& budget) {
  return question.want == Want::good && question.good_enough == 0 && !budget.time && budget.nodes == kNoMaxNodes;
}

// With only a node limit, or no limit, the answer must be the same on every machine and at every run.
bool is_repeatable(const Question& question, const Budget& budget) {
  return question.want == Want::good && (budget.nodes != kNoMaxNodes || is_unlimited(question, budget));
}

// At most 64 threads, or four for each core: more only take memory and time to start.
unsigned at_most_useful(unsigned threads) { return std::min(threads, std::max(64U, 4 * hardware_threads())); }

Budget settle(const Question& question, Budget budget, unsigned all_threads) {
  if (budget.threads == 0) budget.threads = is_repeatable(question, budget) ? 1 : all_threads;
  budget.threads = at_most_useful(budget.threads);
  if (is_unlimited(question, budget)) budget.nodes = kDefaultNodes;
  return budget;
}

// The answer when the flag or the deadline ended the loading of tables. Precondition: the error is ErrorKind::stopped.
Answer ended_while_loading(SolverKind solver, const StopFlag* stop, std::optional<Clock::time_point> deadline,
                           Clock::time_point begun) {
  const auto now = Clock::now();
  Answer answer = ended(solver, !is_set(stop) && deadline && now >= *deadline ? Ended::time : Ended::stopped);
  answer.loading = now - begun;
  return answer;
}

// The deadline of a budget that begins now; empty if it has none.
std::optional<Clock::time_point> deadline_of(const Budget& budget) {
  const auto now = Clock::now();
  if (!budget.time || *budget.time >= Clock::time_point::max() - now) return std::nullopt;
  return now + *budget.time;
}

// One call of Engine::solve, in the thread that works.
class Call {
 public:
  Call(detail::SharedTables& tables, const Question& question, const Budget& budget)
      : tables_(tables),
        question_(question),
        standard_(detail::to_standard(question)),
        budget_(settle(question, budget, tables.threads())) {}

  Expected<Answer> run(SolverKind solver, const StopFlag* stop, const OnEvent& on_event) {
    if (is_out_of_reach(standard_)) return ended(solver, Ended::unsolvable);
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget_);
    Expected<Loan> loan = tables_.solver_for(solver, standard_, {stop, deadline, on_event});
    if (!loan && loan.error().kind == ErrorKind::stopped) return ended_while_loading(solver, stop, deadline, begun);
    if (!loan) return tl::unexpected<Error>(std::move(loan.error()));
    const auto loaded = Clock::now();
    Answer answer = (*loan)->solve(standard_, rest(loaded - begun, stop), turned(on_event));
    answer.searching = Clock::now() - loaded;
    return finish(std::move(answer), solver, loaded - begun);
  }

  // The budget when loading is over.
  Budget rest(Clock::duration loading, const StopFlag* stop) const {
    Budget rest = budget_;
    rest.stop = stop;
    if (rest.time) rest.time = std::max(Clock::duration::zero(), *rest.time - loading);
    return rest;
  }

  // Turns the words of an answer back and checks them.
  Expected<Answer> finish(Answer answer, SolverKind solver, Clock::duration loading) const {
    answer.solver = solver;
    if (solver == SolverKind::optimal) answer.table = tables_.table_name(standard_.metric);
    answer.loading = loading;
    detail::turn_back(answer, question_);
    // If the cube is not at its goal, every solution has at least one move.
    if (answer.ended != Ended::unsolvable && !detail::is_right(question_, Solution{}))
      answer.lower_bound = std::max(answer.lower_bound, 1);
    const auto is_wrong = [this](const Solution& s) { return !detail::is_right(question_, s); };
    if (std::any_of(answer.solutions.begin(), answer.solutions.end(), is_wrong) ||
        (answer.too_long && is_wrong(*answer.too_long)))
      return fail(ErrorKind::internal, "this is a defect of superflip: a word does not do what was asked for");
    return answer;
  }

  const Question& standard() const { return standard_; }
  const Budget& budget() const { return budget_; }

  // The events of a search, with words for the cube as it is held.
  OnEvent turned(const OnEvent& on_event) const {
    if (!on_event || question_.held == Symmetry{}) return on_event;
    return [this, &on_event](const Event& event) {
      Event turned = event;
      detail::turn_back(turned.solution, question_);
      on_event(turned);
    };
  }

 private:
  detail::SharedTables& tables_;
  const Question question_;
  const Question standard_;
  const Budget budget_;
};

// A search that needs no work.
class DoneSearch final : public Search {
 public:
  explicit DoneSearch(Answer answer) : answer_(std::move(answer)) {}
  bool run_for(Clock::duration) override { return true; }
  Expected<Answer> answer() const override { return answer_; }

 private:
  Answer answer_;
};

// A search in slices whose words are turned back, and whose failures are errors.
class TurnedSearch final : public Search {
 public:
  TurnedSearch(Call call, SolverKind kind, Loan loan, Clock::duration loading)
      : call_(std::move(call)), kind_(kind), loan_(std::move(loan)), loading_(loading) {
    const Budget budget = call_.rest(loading_, call_.budget().stop);
    search_ = loan_->begin(call_.standard(), budget);
  }

  bool run_for(Clock::duration slice) override {
    if (is_over_) return true;
    try {
      is_over_ = search_->run_for(std::min<Clock::duration>(slice, kLongestSlice));
    } catch (...) {
      failure_ = caught();
      is_over_ = true;
    }
    return is_over_;
  }

  Expected<Answer> answer() const override {
    if (failure_) return tl::unexpected<Error>(*failure_);
    return guarded<Answer>([this] {
      return search_->answer().and_then([this](Answer answer) {
        if (!is_over_) answer.ended = Ended::stopped;
        return call_.finish(std::move(answer), kind_, loading_);
      });
    });
  }

 private:
  static constexpr auto kLongestSlice = std::chrono::hours(24 * 365);  // what is longer overflows the clock

  Call call_;
  SolverKind kind_;
  Loan loan_;  // outlives the search
  Clock::duration loading_;
  std::unique_ptr<Search> search_;
  bool is_over_ = false;
  std::optional<Error> failure_;
};

}  // namespace

Expected<std::shared_ptr<const TableSource>> default_tables(std::function<void(const std::string&)> warn) {
  return TableStore::default_folder().map([&](const auto& folder) {
    return std::shared_ptr<const TableSource>(std::make_shared<TableStore>(folder, std::move(warn)));
  });
}

Engine::Engine(EngineOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const EngineOptions& Engine::options() const { return state_->options; }

Expected<Plan> Engine::plan(const Question& question) const {
  return guarded<Plan>([&]() -> Expected<Plan> {
    return detail::choose_solver(question).and_then(
        [&](SolverKind solver) { return state_->tables.plan(solver, detail::to_standard(question)); });
  });
}

Expected<void> Engine::prepare(const Question& question, const Budget& budget, const Listener& listener) {
  return guarded<void>([&]() -> Expected<void> {
    const auto solver = detail::choose_solver(question);
    if (!solver) return tl::unexpected<Error>(solver.error());
    const auto deadline = deadline_of(budget);
    Expected<void> done;
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      const Opening opening{stop, deadline, on_event};
      const auto loan = state_->tables.solver_for(*solver, detail::to_standard(question), opening);
      if (!loan)
        done = tl::unexpected<Error>(loan.error());
      else if (*solver == SolverKind::optimal)
        done = state_->tables.settle(question.metric, opening);
    });
    return done;
  });
}

Expected<void> Engine::make(const TableSet& set, const Budget& budget, const Listener& listener) {
  return guarded<void>([&]() -> Expected<void> {
    const auto deadline = deadline_of(budget);
    Expected<void> done;
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      done = state_->tables.make(set, budget.threads, {stop, deadline, on_event});
    });
    return done;
  });
}

Expected<Answer> Engine::solve(const Question& question, const Budget& budget, const Listener& listener) {
  return guarded<Answer>([&]() -> Expected<Answer> {
    const auto solver = detail::choose_solver(question);
    if (!solver) return tl::unexpected<Error>(solver.error());
    Call call(state_->tables, question, budget);
    Expected<Answer> answer = ended(*solver, Ended::stopped);
    detail::attend(listener, budget.stop,
                   [&](const StopFlag* stop, const OnEvent& on_event) { answer = call.run(*solver, stop, on_event); });
    return answer;
  });
}

Expected<std::unique_ptr<Search>> Engine::begin(const Question& question, const Budget& budget,
                                                const Listener& listener) {
  using Begun = Expected<std::unique_ptr<Search>>;
  return guarded<std::unique_ptr<Search>>([&]() -> Begun {
    const auto solver = detail::choose_solver(question);
    if (!solver) return tl::unexpected<Error>(solver.error());
    Call call(state_->tables, question, budget);
    if (is_out_of_reach(call.standard())) return std::make_unique<DoneSearch>(ended(*solver, Ended::unsolvable));
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget);
    Expected<Loan> loan = fail(ErrorKind::stopped, "stopped before the search began");
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      loan = state_->tables.solver_for(*solver, call.standard(), {stop, deadline, on_event});
    });
    if (!loan && loan.error().kind == ErrorKind::stopped)
      return std::make_unique<DoneSearch>(ended_while_loading(*solver, budget.stop, deadline, begun));
    if (!loan) return tl::unexpected<Error>(loan.error());
    return std::make_unique<TurnedSearch>(std::move(call), *solver, *std::move(loan), Clock::now() - begun);
  });
}

Expected<void> Engine::solve_all(const std::function<std::optional<Question>()>& next, const Budget& each,
                                 const std::function<bool(Expected<Answer>&&)>& done) {
  return guarded<void>([&]() -> Expected<void> {
    if (!next || !done) return fail(ErrorKind::bad_option, "solve_all needs both functions: next and done");
    const unsigned workers = at_most_useful(each.threads != 0 ? each.threads : state_->tables.threads());
    Budget budget = each;
    budget.threads = 1;
    std::atomic<bool> is_cut{false};
    Pipeline<Question, Expected<Answer>>::run(
        workers,
        [&](const std::atomic<bool>& cancelled) {
          if (is_set(each.stop)) is_cut = true;
          return cancelled || is_cut ? std::optional<Question>{} : next();
        },
        [&](unsigned, Question&& question) { return solve(question, budget); },
        [&](Expected<Answer>&& answer) { return done(std::move(answer)); }, [] {});
    if (is_cut) return fail(ErrorKind::stopped, "stopped before all questions were read");
    return {};
  });
}

Expected<Moves> Engine::scramble(Random& random, Puzzle puzzle, bool fewest_moves, const Listener& listener) {
  return guarded<Moves>([&]() -> Expected<Moves> {
    Question question;
    question.puzzle = puzzle;
    const SolverKind kind = puzzle == Puzzle::pocket ? SolverKind::pocket : SolverKind::two_phase;
    if (fewest_moves && puzzle == Puzzle::pocket)
      return fail(ErrorKind::bad_option, "scrambles for Fewest Moves exist only for the 3x3x3");
    Expected<Moves> word = fail(ErrorKind::stopped, "stopped before the scramble was found");
    detail::attend(listener, nullptr, [&](const StopFlag* stop, const OnEvent& on_event) {
      const Expected<Loan> loan = state_->tables.solver_for(kind, question, {stop, {}, on_event});
      if (!loan) {
        word = tl::unexpected<Error>(loan.error());
      } else if (puzzle == Puzzle::pocket) {
        const PocketTable& table = static_cast<PocketSolver&>(**loan).table();
        word = pocket_scramble_for(table, random_pocket_state(table, random), random);
      } else {
        auto& solver = static_cast<TwoPhaseSolver&>(**loan);
        const Cube state = random_scramble_state(random);
        word = fewest_moves ? fmc_scramble_for(solver, state, stop) : scramble_for(solver, state, stop);
      }
    });
    return word;
  });
}

Expected<Moves> Engine::word_to(const Cube& cube, const Listener& listener) {
  return guarded<Moves>([&]() -> Expected<Moves> {
    if (!is_cube(cube) || !is_reachable(cube))
      return fail(ErrorKind::impossible, "no turns of faces lead to this cube");
    Expected<Moves> word = fail(ErrorKind::stopped, "stopped before a word was found");
    detail::attend(listener, nullptr, [&](const StopFlag* stop, const OnEvent& on_event) {
      const Expected<Loan> loan = state_->tables.solver_for(SolverKind::two_phase, {}, {stop, {}, on_event});
      if (loan)
        word = scramble_for(static_cast<TwoPhaseSolver&>(**loan), cube, stop);
      else
        word = tl::unexpected<Error>(loan.error());
    });
    return word;
  });
}

}  // namespace superflip
