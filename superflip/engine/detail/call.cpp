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
#include "superflip/solver/several_goals/several_goals.h"

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

// A search whose answer has the first words until it has better ones.
class SearchAfterFirst final : public Search {
 public:
  SearchAfterFirst(FirstWords first, std::unique_ptr<Search> search)
      : first_(std::move(first)), search_(std::move(search)) {}
  bool run_for(Clock::duration slice) override { return search_->run_for(slice); }
  Expected<Answer> answer() const override {
    return search_->answer().map([this](Answer answer) { return first_.with(std::move(answer)); });
  }
  std::optional<LengthProgress> progress() const override { return search_->progress(); }

 private:
  FirstWords first_;
  std::unique_ptr<Search> search_;
};

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
      row_(row_of(solver(), standard())),
      deadline_(deadline_of(way_.budget())),
      has_first_words_(wants_first_words(row_, standard())),
      first_{.max_length = standard().max_length, .solutions = standard().solutions} {}

Expected<Answer> EngineCall::run(const StopFlag* stop, const OnEvent& on_event) {
  if (const auto known = without_search()) return *known;
  const auto begun = Clock::now();
  if (auto soon = run_soon(stop, on_event)) return *std::move(soon);
  Expected<Loan> loan = solver_for(tables_, solver(), standard(), {stop, deadline_, on_event});
  if (!loan && loan.error().kind == ErrorKind::stopped) return cut_while_loading(stop, begun);
  if (!loan) return tl::unexpected<Error>(std::move(loan.error()));
  const auto loaded = Clock::now();
  const OnEvent heard = first_.heard(on_event);
  Answer answer = (*loan)->solve(standard(), way_.rest(loaded - begun, stop), way_.turned(heard));
  if (row_.add_word != nullptr) row_.add_word(tables_, standard(), way_.budget(), {stop, deadline_}, answer);
  answer.searching = Clock::now() - loaded;
  return way_.finish(std::move(answer), loaded - begun).map([this](Answer found) {
    return first_.with(std::move(found));
  });
}

bool EngineCall::may_answer_soon() const { return row_.has_small(standard()) || has_first_words_; }

bool EngineCall::is_usual() const {
  return has_first_words_ && row_.small != nullptr && !way_.asked().solver && way_.budget().is_usual;
}

std::optional<Expected<Answer>> EngineCall::run_soon(const StopFlag* stop, const OnEvent& on_event) {
  const auto begun = Clock::now();
  std::optional<Near> near;
  if (row_.has_small(standard()) && (is_usual() || !row_.small->are_surpassed(tables_, standard())))
    if (auto small = run_small(stop, on_event)) near = *std::move(small);
  const bool is_cut = near && (near->answer.ended == Ended::time || near->answer.ended == Ended::nodes);
  if (near && near->is_over && !is_cut) return std::move(near->answer);
  if (has_first_words_) {
    const bool is_told = near && (near->is_over || is_usual());
    if (const auto found = find_first_words({stop, deadline_, on_event}, is_told ? near->answer : Answer{}); !found)
      return tl::unexpected<Error>(found.error());
  }
  const int good = std::min(standard().good_enough, first_.max_length);
  const bool is_enough =
      standard().want == Want::good && first_.words.size() == first_.solutions && first_.words.back().length <= good;
  const bool is_over = (near && near->is_over) || is_enough || (is_usual() && first_.upper() >= 0);
  if (!is_over) return std::nullopt;
  auto answer = near ? Expected<Answer>(std::move(near->answer)) : way_.finish(ended(solver(), Ended::nodes), {});
  if (!answer) return answer;
  answer->loading += first_.loading;
  answer->searching = Clock::now() - begun - answer->loading;
  answer = first_.with(*std::move(answer));
  if (is_enough) answer->ended = Ended::enough;
  return answer;
}

Expected<EngineCall::Near> EngineCall::run_small(const StopFlag* stop, const OnEvent& on_event) const {
  constexpr std::uint64_t kSoon = 3'000'000;
  constexpr auto kSoonTime = std::chrono::milliseconds(500);
  const auto begun = Clock::now();
  std::vector<Event> events;
  const OnEvent keep = [&](const Event& event) {
    if (event.kind == Event::Kind::solution || event.kind == Event::Kind::bound)
      events.push_back(event);
    else if (on_event && event.kind == Event::Kind::poll)
      on_event(event);
  };
  const Expected<Loan> loan = row_.small->open(tables_, standard(), {stop, deadline_, {}});
  if (!loan) return tl::unexpected<Error>(loan.error());
  const auto loaded = Clock::now();
  Budget budget = way_.rest(loaded - begun, stop);
  const bool is_cut = budget.nodes > kSoon;
  budget.nodes = std::min(budget.nodes, kSoon);
  if (is_usual()) budget.threads = 1;
  const bool is_timed = is_usual() || (budget.time && *budget.time < kSoonTime);
  if (!is_timed) budget.time = kSoonTime;
  Answer answer = (*loan)->solve(standard(), budget, keep);
  const bool is_unfinished = (answer.ended == Ended::nodes && is_cut) || (answer.ended == Ended::time && !is_timed);
  const OnEvent turn = way_.turned(on_event);
  for (const Event& event : events)
    if (turn && (!is_unfinished || is_usual())) turn(event);
  answer.threads = budget.threads;
  answer.searching = Clock::now() - loaded;
  return way_.finish(std::move(answer), loaded - begun).map([&](Answer finished) {
    return Near{std::move(finished), !is_unfinished};
  });
}

Expected<void> EngineCall::find_first_words(const Opening& opening, const Answer& before) {
  Answer answer = ended(solver(), Ended::nodes);
  first_ = first_words(tables_, standard(), opening);
  answer.solutions = first_.words;
  const auto finished = way_.finish(std::move(answer), {});
  if (!finished) return tl::unexpected<Error>(finished.error());
  first_.words = finished->solutions;
  if (first_.upper() < 0) return {};
  const bool is_better = before.solutions.empty() || first_.upper() < before.solutions.front().length;
  if (opening.on_event && is_better) {
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = first_.words.front();
    event.length = event.upper = first_.upper();
    event.lower = std::min(before.lower_bound, event.upper);
    opening.on_event(event);
  }
  // Of the solver of whole cubes the answer stays its own word, even where the first one is as short.
  if (row_.small != nullptr && first_.solutions == 1) way_.search_at_most(first_.upper() - 1);
  return {};
}

Answer EngineCall::cut_while_loading(const StopFlag* stop, Clock::time_point begun) const {
  return first_.with(ended_while_loading(solver(), stop, deadline_, begun));
}

std::unique_ptr<Search> EngineCall::search(Loan loan, Clock::duration loading) const {
  auto search = turned_search(way_, std::move(loan), loading);
  if (first_.words.empty()) return search;
  return std::make_unique<SearchAfterFirst>(first_, std::move(search));
}

std::optional<Answer> EngineCall::without_search() const {
  if (is_out_of_reach(standard())) return ended(solver(), Ended::unsolvable);
  if (!is_at_a_pattern(standard(), standard().cube)) return std::nullopt;
  Answer answer = ended(solver(), Ended::complete);
  answer.solutions.emplace_back();
  return answer;
}

std::unique_ptr<Search> done_search(Answer answer) { return std::make_unique<DoneSearch>(std::move(answer)); }

}  // namespace superflip::detail
