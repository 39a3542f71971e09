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
#include "superflip/engine/detail/guarded.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/state.h"
#include "superflip/engine/pipeline.h"
#include "superflip/solver/detail/scramble.h"
#include "superflip/solver/pocket/pocket.h"
#include "superflip/table/store.h"

namespace superflip {

using detail::caught;
using detail::deadline_of;
using detail::guarded;
using detail::Loan;
using detail::Opening;

namespace {

// A question about the whole 3x3x3 that no turns can solve needs no tables to be answered.
bool is_out_of_reach(const Question& standard) {
  if (standard.puzzle != Puzzle::cube || !standard.goal.coordinates.empty()) return false;
  return centres_of(standard) == Centres::fixed && !is_reachable(standard.cube);
}

// Whether the cube fits the goal already, which needs no tables either.
bool is_at_patterns(const Question& standard) {
  const auto& patterns = standard.goal.patterns;
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& p) { return p.holds(standard.cube); });
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

// The generic solver finds the same words with any number of threads, and needs more nodes, which cost less.
Budget settle(const Question& question, Budget budget, unsigned all_threads, SolverKind solver) {
  constexpr std::uint64_t kDefaultGenericNodes = 20'000'000;
  const bool is_generic = solver == SolverKind::generic && budget.nodes == kNoMaxNodes;
  if (budget.threads == 0) budget.threads = is_repeatable(question, budget) && !is_generic ? 1 : all_threads;
  budget.threads = at_most_useful(budget.threads);
  const bool is_usual = budget.is_usual && question.want == Want::good && budget.nodes == kNoMaxNodes;
  if (is_usual || is_unlimited(question, budget))
    budget.nodes = is_generic ? kDefaultGenericNodes : question.robot ? kDefaultRobotNodes : kDefaultNodes;
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

// One call of Engine::solve, in the thread that works.
class Call {
 public:
  // Precondition: the question is one that with_simple_patterns() returned.
  Call(detail::SharedTables& tables, const Question& question, const Budget& budget, SolverKind solver)
      : tables_(tables),
        question_(question),
        standard_(detail::to_standard(question)),
        budget_(settle(question, budget, tables.threads(), solver)) {}

  Expected<Answer> run(SolverKind solver, const StopFlag* stop, const OnEvent& on_event) {
    if (const auto known = without_search(solver)) return *known;
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget_);
    if (may_be_near(solver))
      if (auto answer = run_small(stop, on_event)) return answer;
    Expected<Loan> loan = tables_.solver_for(solver, standard_, {stop, deadline, on_event});
    if (!loan && loan.error().kind == ErrorKind::stopped) return ended_while_loading(solver, stop, deadline, begun);
    if (!loan) return tl::unexpected<Error>(std::move(loan.error()));
    const auto loaded = Clock::now();
    Answer answer = (*loan)->solve(standard_, rest(loaded - begun, stop), turned(on_event));
    if (solver == SolverKind::generic) add_word_of_one_cube(answer, stop);
    answer.searching = Clock::now() - loaded;
    return finish(std::move(answer), solver, loaded - begun);
  }

  // When a limit ended the search for a good word to patterns: a near-optimal word to one cube that fits.
  void add_word_of_one_cube(Answer& answer, const StopFlag* stop) const {
    if (standard_.want != Want::good || standard_.goal.patterns.empty() || !answer.solutions.empty() || standard_.moves)
      return;
    if (answer.ended != Ended::nodes && answer.ended != Ended::time) return;
    Question one = standard_;
    one.cube = inverse(Completions(standard_.goal.patterns.front()).first()) * standard_.cube;
    one.goal.patterns.clear();
    one.max_length = kNoMaxLength;
    one.good_enough = 0;
    const Expected<Loan> loan = tables_.solver_for(SolverKind::two_phase, one, {stop, {}, {}});
    if (!loan) return;
    Answer found = (*loan)->solve(one, {.nodes = kDefaultNodes, .threads = 1, .stop = stop});
    if (found.solutions.empty()) return;
    Solution& word = found.solutions.front();
    word.origin.reset();
    if (word.length <= standard_.max_length)
      answer.solutions.push_back(std::move(word));
    else
      answer.too_long = std::move(word);
  }

  // Whether small tables are worth a try: no larger ones are there.
  bool may_be_near(SolverKind solver) const {
    return solver == SolverKind::generic && !standard_.goal.patterns.empty() &&
           !tables_.has_pattern_solver(standard_, detail::Effort::full);
  }

  // Patterns with small tables: the answer if it is found soon. Its events are held back until that is known.
  Expected<Answer> run_small(const StopFlag* stop, const OnEvent& on_event) {
    constexpr std::uint64_t kSoon = 3'000'000;
    constexpr auto kSoonTime = std::chrono::milliseconds(500);
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget_);
    std::vector<Event> events;
    const OnEvent keep = [&](const Event& event) {
      if (event.kind == Event::Kind::solution || event.kind == Event::Kind::bound) events.push_back(event);
    };
    const Expected<Loan> loan = tables_.pattern_solver(standard_, detail::Effort::small, {stop, deadline, {}});
    if (!loan) return tl::unexpected<Error>(loan.error());
    const auto loaded = Clock::now();
    Budget budget = rest(loaded - begun, stop);
    const bool is_cut = budget.nodes > kSoon;
    budget.nodes = std::min(budget.nodes, kSoon);
    const bool is_timed = budget.time && *budget.time < kSoonTime;
    if (!is_timed) budget.time = kSoonTime;
    Answer answer = (*loan)->solve(standard_, budget, keep);
    const bool is_unfinished = (answer.ended == Ended::nodes && is_cut) || (answer.ended == Ended::time && !is_timed);
    if (is_unfinished) return fail(ErrorKind::no_solution, "larger tables are needed");
    const OnEvent turn = turned(on_event);
    for (const Event& event : events)
      if (turn) turn(event);
    answer.searching = Clock::now() - loaded;
    return finish(std::move(answer), SolverKind::generic, loaded - begun);
  }

  // The answer if it can be known without any tables.
  std::optional<Answer> without_search(SolverKind solver) const {
    if (is_out_of_reach(standard_)) return ended(solver, Ended::unsolvable);
    if (!is_at_patterns(standard_)) return std::nullopt;
    Answer answer = ended(solver, Ended::complete);
    answer.solutions.emplace_back();
    return answer;
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
    if (!question_.robot && answer.ended != Ended::unsolvable && !detail::is_right(question_, Solution{}))
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
    if (!on_event || (question_.held == Symmetry{} && !question_.start)) return on_event;
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

  std::optional<LengthProgress> progress() const override { return is_over_ ? std::nullopt : search_->progress(); }

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
    const auto simple = detail::with_simple_patterns(question);
    if (!simple) return tl::unexpected<Error>(simple.error());
    return detail::choose_solver(detail::to_standard(*simple)).and_then([&](SolverKind solver) {
      return state_->tables.plan(solver, detail::to_standard(*simple));
    });
  });
}

Expected<void> Engine::prepare(const Question& question, const Budget& budget, const Listener& listener) {
  return guarded<void>([&]() -> Expected<void> {
    const auto simple = detail::with_simple_patterns(question);
    if (!simple) return tl::unexpected<Error>(simple.error());
    const auto solver = detail::choose_solver(detail::to_standard(*simple));
    if (!solver) return tl::unexpected<Error>(solver.error());
    const auto deadline = deadline_of(budget);
    Expected<void> done;
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      const Opening opening{stop, deadline, on_event};
      const Question standard = detail::to_standard(*simple);
      const bool is_pattern = *solver == SolverKind::generic && !standard.goal.patterns.empty();
      const auto loan = is_pattern ? state_->tables.pattern_solver(standard, detail::Effort::small, opening)
                                   : state_->tables.solver_for(*solver, standard, opening);
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
    const auto simple = detail::with_simple_patterns(question);
    if (!simple) return tl::unexpected<Error>(simple.error());
    const auto solver = detail::choose_solver(detail::to_standard(*simple));
    if (!solver) return tl::unexpected<Error>(solver.error());
    Call call(state_->tables, *simple, budget, *solver);
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
    const auto simple = detail::with_simple_patterns(question);
    if (!simple) return tl::unexpected<Error>(simple.error());
    const auto solver = detail::choose_solver(detail::to_standard(*simple));
    if (!solver) return tl::unexpected<Error>(solver.error());
    Call call(state_->tables, *simple, budget, *solver);
    if (auto known = call.without_search(*solver)) return std::make_unique<DoneSearch>(*std::move(known));
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget);
    if (call.may_be_near(*solver)) {
      Expected<Answer> near = ended(*solver, Ended::stopped);
      detail::attend(listener, budget.stop,
                     [&](const StopFlag* stop, const OnEvent&) { near = call.run_small(stop, {}); });
      if (near) return std::make_unique<DoneSearch>(*std::move(near));
    }
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

Expected<void> Engine::solve_all(const std::function<std::optional<Expected<Question>>()>& next, const Budget& each,
                                 const std::function<bool(Question&&, Expected<Answer>&&)>& done) {
  return guarded<void>([&]() -> Expected<void> {
    if (!next || !done) return fail(ErrorKind::bad_option, "solve_all needs both functions: next and done");
    const unsigned workers = at_most_useful(each.threads != 0 ? each.threads : state_->tables.threads());
    Budget budget = each;
    budget.threads = 1;
    std::atomic<bool> is_cut{false};
    using Asked = Expected<Question>;
    using Answered = std::pair<Question, Expected<Answer>>;
    Pipeline<Asked, Answered>::run(
        workers,
        [&](const std::atomic<bool>& cancelled) {
          if (is_set(each.stop)) is_cut = true;
          return cancelled || is_cut ? std::optional<Asked>{} : next();
        },
        [&](unsigned, Asked&& asked) {
          if (!asked) return Answered{Question{}, tl::unexpected<Error>(std::move(asked.error()))};
          auto answer = solve(*asked, budget);
          return Answered{*std::move(asked), std::move(answer)};
        },
        [&](Answered&& one) { return done(std::move(one.first), std::move(one.second)); }, [] {});
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
