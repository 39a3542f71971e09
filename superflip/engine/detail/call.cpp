#include "superflip/engine/detail/call.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/engine/detail/solvers/row.h"

namespace superflip::detail {
namespace {

// A question about the whole 3x3x3 that no turns can solve needs no tables to be answered.
bool is_out_of_reach(const Question& standard) {
  if (standard.puzzle != Puzzle::cube || !standard.goal.coordinates.empty()) return false;
  const auto& patterns = standard.goal.patterns;
  if (std::any_of(patterns.begin(), patterns.end(), [](const Pattern& p) { return !p.leaves_turns_free(); }))
    return !is_reachable_in_space(standard.cube);
  return centres_of(standard) == Centres::fixed && !is_reachable(standard.cube);
}

// Whether the cube fits the goal already, which needs no tables either.
bool is_at_patterns(const Question& standard) {
  const auto& patterns = standard.goal.patterns;
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& p) { return p.holds(standard.cube); });
}

// A search that needs no work.
class DoneSearch final : public Search {
 public:
  explicit DoneSearch(Answer answer) : answer_(std::move(answer)) {}
  bool run_for(Clock::duration) override { return true; }
  Expected<Answer> answer() const override { return answer_; }

 private:
  Answer answer_;
};

bool bring_back_to_all(Solution& word, const Assigned& question) {
  return bring_back(word, question.asked) &&
         (question.starts == nullptr || are_brought(*question.starts, word, question.asked));
}

Budget with_useful_threads(Budget budget) {
  budget.threads = at_most_useful(budget.threads);
  return budget;
}

}  // namespace

unsigned at_most_useful(unsigned threads) { return std::min(threads, std::max(64U, 4 * hardware_threads())); }

Answer ended(SolverKind solver, Ended why) {
  Answer answer;
  answer.solver = solver;
  answer.ended = why;
  return answer;
}

Answer ended_while_loading(SolverKind solver, const StopFlag* stop, std::optional<Clock::time_point> deadline,
                           Clock::time_point begun) {
  const auto now = Clock::now();
  Answer answer = ended(solver, !is_set(stop) && deadline && now >= *deadline ? Ended::time : Ended::stopped);
  answer.loading = now - begun;
  return answer;
}

Expected<Answer> without_solver(const Error& error, const Question& question, const Until& until,
                                Clock::time_point begun) {
  if (error.kind != ErrorKind::stopped) return tl::unexpected<Error>(error);
  return ended_while_loading(question.solver.value_or(SolverKind::generic), until.stop, until.deadline, begun);
}

Expected<Assigned> assigned(const Question& question, NarrowedPatterns& narrowed, const Until& until) {
  std::shared_ptr<const StartCubes> starts;
  return simplified(question, until, &narrowed, &starts).and_then([&](Question asked) {
    Question standard = to_standard(asked);
    return choose_solver(standard).map([&](SolverKind solver) {
      const Usual& usual = row_of(solver, standard).usual;
      return Assigned{std::move(asked), std::move(standard), solver, bring_back_to_all, usual, std::move(starts)};
    });
  });
}

EngineCall::EngineCall(SharedTables& tables, Assigned question, const Budget& budget)
    : tables_(tables),
      way_(std::move(question), with_useful_threads(budget), at_most_useful(tables.threads())),
      row_(row_of(solver(), standard())) {}

Expected<Answer> EngineCall::run(const StopFlag* stop, const OnEvent& on_event) {
  if (const auto known = without_search()) return *known;
  const auto begun = Clock::now();
  const auto deadline = deadline_of(way_.budget());
  if (may_be_near())
    if (auto answer = run_small(stop, on_event)) return answer;
  Expected<Loan> loan = solver_for(tables_, solver(), standard(), {stop, deadline, on_event});
  if (!loan && loan.error().kind == ErrorKind::stopped) return ended_while_loading(solver(), stop, deadline, begun);
  if (!loan) return tl::unexpected<Error>(std::move(loan.error()));
  const auto loaded = Clock::now();
  Answer answer = (*loan)->solve(standard(), way_.rest(loaded - begun, stop), way_.turned(on_event));
  if (row_.add_word != nullptr) row_.add_word(tables_, standard(), way_.budget(), {stop, deadline}, answer);
  answer.searching = Clock::now() - loaded;
  return way_.finish(std::move(answer), loaded - begun);
}

bool EngineCall::may_be_near() const {
  return row_.has_small(standard()) && !row_.small->are_surpassed(tables_, standard());
}

Expected<Answer> EngineCall::run_small(const StopFlag* stop, const OnEvent& on_event) {
  constexpr std::uint64_t kSoon = 3'000'000;
  constexpr auto kSoonTime = std::chrono::milliseconds(500);
  const auto begun = Clock::now();
  const auto deadline = deadline_of(way_.budget());
  std::vector<Event> events;
  const OnEvent keep = [&](const Event& event) {
    if (event.kind == Event::Kind::solution || event.kind == Event::Kind::bound) events.push_back(event);
  };
  const Expected<Loan> loan = row_.small->open(tables_, standard(), {stop, deadline, {}});
  if (!loan) return tl::unexpected<Error>(loan.error());
  const auto loaded = Clock::now();
  Budget budget = way_.rest(loaded - begun, stop);
  const bool is_cut = budget.nodes > kSoon;
  budget.nodes = std::min(budget.nodes, kSoon);
  const bool is_timed = budget.time && *budget.time < kSoonTime;
  if (!is_timed) budget.time = kSoonTime;
  Answer answer = (*loan)->solve(standard(), budget, keep);
  const bool is_unfinished = (answer.ended == Ended::nodes && is_cut) || (answer.ended == Ended::time && !is_timed);
  if (is_unfinished) return fail(ErrorKind::no_solution, "larger tables are needed");
  const OnEvent turn = way_.turned(on_event);
  for (const Event& event : events)
    if (turn) turn(event);
  answer.searching = Clock::now() - loaded;
  return way_.finish(std::move(answer), loaded - begun);
}

std::optional<Answer> EngineCall::without_search() const {
  if (is_out_of_reach(standard())) return ended(solver(), Ended::unsolvable);
  if (!is_at_patterns(standard())) return std::nullopt;
  Answer answer = ended(solver(), Ended::complete);
  answer.solutions.emplace_back();
  return answer;
}

std::unique_ptr<Search> done_search(Answer answer) { return std::make_unique<DoneSearch>(std::move(answer)); }

}  // namespace superflip::detail
