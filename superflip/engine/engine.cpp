#include "superflip/engine/engine.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "superflip/base/parallel.h"
#include "superflip/engine/detail/alarm.h"
#include "superflip/engine/detail/attend.h"
#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/guarded.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/engine/detail/state.h"
#include "superflip/engine/detail/until.h"
#include "superflip/engine/pipeline.h"
#include "superflip/solver/detail/watch.h"
#include "superflip/solver/pocket/pocket.h"
#include "superflip/solver/scramble/scramble.h"
#include "superflip/table/store.h"

namespace superflip {

using detail::deadline_of;
using detail::EngineCall;
using detail::guarded;
using detail::Loan;

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

Expected<Plan> Engine::plan(const Question& question, const Budget& budget, const Listener& listener) const {
  return guarded<Plan>([&]() -> Expected<Plan> {
    const auto deadline = deadline_of(budget);
    Expected<Plan> plan;
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent&) {
      plan = detail::assigned(question, state_->narrowed, {stop, deadline})
                 .and_then([&](const detail::Assigned& assigned) {
                   const detail::Alarm alarm(stop, deadline);
                   return detail::plan_for(state_->tables, assigned.solver, assigned.standard, alarm.stop());
                 });
    });
    return plan;
  });
}

Expected<void> Engine::prepare(const Question& question, const Budget& budget, const Listener& listener) {
  return guarded<void>([&]() -> Expected<void> {
    const auto deadline = deadline_of(budget);
    Expected<void> done;
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      const auto assigned = detail::assigned(question, state_->narrowed, {stop, deadline});
      if (assigned)
        done = detail::prepare_solver(state_->tables, assigned->solver, assigned->standard, {stop, deadline, on_event});
      else
        done = tl::unexpected<Error>(assigned.error());
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
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget);
    Expected<Answer> answer = fail(ErrorKind::stopped, "stopped before the search began");
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      auto assigned = detail::assigned(question, state_->narrowed, {stop, deadline});
      if (assigned)
        answer =
            EngineCall(state_->tables, *std::move(assigned), rest_of(budget, Clock::now() - begun)).run(stop, on_event);
      else
        answer = detail::without_solver(assigned.error(), question, {stop, deadline}, begun);
    });
    return answer;
  });
}

Expected<std::unique_ptr<Search>> Engine::begin(const Question& question, const Budget& budget,
                                                const Listener& listener) {
  using Begun = Expected<std::unique_ptr<Search>>;
  return guarded<std::unique_ptr<Search>>([&]() -> Begun {
    const auto begun = Clock::now();
    const auto deadline = deadline_of(budget);
    Expected<detail::Assigned> assigned = fail(ErrorKind::stopped, "stopped before the search began");
    const bool may_take_long = question.goal.patterns.size() > 1 || question.start || !question.also.empty();
    detail::attend(may_take_long ? listener : Listener(), budget.stop, [&](const StopFlag* stop, const OnEvent&) {
      assigned = detail::assigned(question, state_->narrowed, {stop, deadline});
    });
    if (!assigned)
      return detail::without_solver(assigned.error(), question, {budget.stop, deadline}, begun)
          .map(detail::done_search);
    const auto prepared = Clock::now();
    EngineCall call(state_->tables, *std::move(assigned), rest_of(budget, prepared - begun));
    if (auto known = call.without_search()) return detail::done_search(*std::move(known));
    if (call.may_answer_soon()) {
      std::optional<Expected<Answer>> soon;
      detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
        // Solutions are in the answer of the search.
        const OnEvent work = [&](const Event& event) {
          if (event.kind != Event::Kind::solution && event.kind != Event::Kind::bound) on_event(event);
        };
        soon = call.run_soon(stop, on_event ? work : OnEvent());
      });
      if (soon) return (*std::move(soon)).map(detail::done_search);
    }
    Expected<Loan> loan = fail(ErrorKind::stopped, "stopped before the search began");
    detail::attend(listener, budget.stop, [&](const StopFlag* stop, const OnEvent& on_event) {
      loan = detail::solver_for(state_->tables, call.solver(), call.standard(), {stop, deadline, on_event});
    });
    if (!loan && loan.error().kind == ErrorKind::stopped)
      return detail::done_search(call.cut_while_loading(budget.stop, begun));
    if (!loan) return tl::unexpected<Error>(loan.error());
    return call.search(*std::move(loan), Clock::now() - prepared);
  });
}

Expected<void> Engine::solve_all(const std::function<std::optional<Expected<Question>>()>& next, const Budget& each,
                                 const std::function<bool(Question&&, Expected<Answer>&&)>& done) {
  return guarded<void>([&]() -> Expected<void> {
    if (!next || !done) return fail(ErrorKind::bad_option, "solve_all needs both functions: next and done");
    const unsigned workers = detail::at_most_useful(each.threads != 0 ? each.threads : state_->tables.threads());
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
      const Expected<Loan> loan = detail::solver_for(state_->tables, kind, question, {stop, {}, on_event});
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
      const Expected<Loan> loan = detail::solver_for(state_->tables, SolverKind::two_phase, {}, {stop, {}, on_event});
      if (loan)
        word = scramble_for(static_cast<TwoPhaseSolver&>(**loan), cube, stop);
      else
        word = tl::unexpected<Error>(loan.error());
    });
    return word;
  });
}

}  // namespace superflip
