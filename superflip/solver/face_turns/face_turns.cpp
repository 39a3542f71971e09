#include "superflip/solver/face_turns/face_turns.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace superflip {
namespace {

// The question to the two-phase solver.
Question in_htm(const Question& question) {
  constexpr std::size_t kCandidates = 32;
  Question turns = question;
  turns.metric = Metric::htm;
  turns.good_enough = 0;
  turns.max_length = kNoMaxLength;
  turns.solutions = std::max(question.solutions, kCandidates);
  return turns;
}

int half(int turns) { return (turns + 1) / 2; }

// Sorts by the question's metric and keeps as many words as were asked for.
void recount(Answer& answer, const Question& question) {
  for (Solution& s : answer.solutions) s.length = length(s.moves, question.metric);
  std::stable_sort(answer.solutions.begin(), answer.solutions.end(),
                   [](const Solution& a, const Solution& b) { return a.length < b.length; });
  if (!answer.solutions.empty() && answer.solutions.front().length > question.max_length)
    answer.too_long = answer.solutions.front();
  std::erase_if(answer.solutions, [&](const Solution& s) { return s.length > question.max_length; });
  if (answer.solutions.size() > question.solutions) answer.solutions.resize(question.solutions);
}

// Why the search can end; empty if it must go on.
std::optional<Ended> end_of(const Answer& answer, const Question& question) {
  if (answer.solutions.size() < question.solutions) return std::nullopt;
  const int longest = answer.solutions.back().length;
  if (longest <= answer.lower_bound) return Ended::complete;
  if (longest <= question.good_enough) return Ended::enough;
  return std::nullopt;
}

// What the two-phase solver answered, in the question's metric.
Answer recounted(Answer answer, const Question& question) {
  recount(answer, question);
  answer.lower_bound = half(answer.lower_bound);
  if (answer.ended == Ended::complete) answer.ended = Ended::enough;  // longer words may count less
  if (const auto why = end_of(answer, question)) answer.ended = *why;
  return answer;
}

// Follows a search by its events: recounts its words, and ends it when the words are good.
class Follower {
 public:
  Follower(const Question& question, const StopFlag* outer, const OnEvent& on_event)
      : question_(question), outer_(outer), on_event_(on_event) {}

  const StopFlag* stop() const { return &stop_; }

  void operator()(Event event) {
    if (is_set(outer_)) stop_ = true;
    event.lower = seen_.lower_bound = half(event.lower);
    event.length = half(event.length);
    bool is_news = event.kind != Event::Kind::solution;
    if (!is_news) {
      event.solution.length = length(event.solution.moves, question_.metric);
      is_news = event.solution.length <= question_.max_length && (best() < 0 || event.solution.length < best());
      seen_.solutions.push_back(event.solution);
      recount(seen_, question_);
      if (end_of(seen_, question_)) stop_ = true;
    }
    event.upper = best();
    if (on_event_ && is_news) on_event_(event);
  }

  // Reports the best word of the answer if it was not reported before. The two-phase solver does not report a word that
  // is no shorter in face turns, and such a word may be the best in this metric.
  void conclude(const Answer& answer) {
    if (!on_event_ || answer.solutions.empty()) return;
    const Solution& first = answer.solutions.front();
    if (best() >= 0 && first.length >= best()) return;
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = first;
    event.lower = answer.lower_bound;
    event.upper = event.length = first.length;
    on_event_(event);
  }

 private:
  int best() const { return seen_.solutions.empty() ? -1 : seen_.solutions.front().length; }

  const Question& question_;
  const StopFlag* const outer_;
  const OnEvent& on_event_;
  StopFlag stop_{false};
  Answer seen_;
};

class FaceTurnSearch final : public Search {
 public:
  FaceTurnSearch(const Question& question, const OnEvent& on_event) : question_(question), on_event_(on_event) {}

  void start(Solver& two_phase, Budget budget) {
    follower_.emplace(question_, budget.stop, on_event_);
    budget.stop = follower_->stop();
    search_ = two_phase.begin(in_htm(question_), budget, [this](const Event& event) { (*follower_)(event); });
  }

  bool run_for(Clock::duration slice) override { return search_->run_for(slice); }
  Expected<Answer> answer() const override {
    return search_->answer().map([this](Answer answer) { return recounted(std::move(answer), question_); });
  }

 private:
  const Question question_;
  const OnEvent on_event_;
  std::optional<Follower> follower_;
  std::unique_ptr<Search> search_;
};

}  // namespace

Answer FaceTurnSolver::solve(const Question& question, const Budget& budget, const OnEvent& on_event) {
  Follower follower(question, budget.stop, on_event);
  Budget followed = budget;
  followed.stop = follower.stop();
  Answer answer =
      recounted(two_phase_->solve(in_htm(question), followed, [&](const Event& event) { follower(event); }), question);
  follower.conclude(answer);
  return answer;
}

std::unique_ptr<Search> FaceTurnSolver::begin(const Question& question, const Budget& budget, const OnEvent& on_event) {
  auto search = std::make_unique<FaceTurnSearch>(question, on_event);
  search->start(*two_phase_, budget);
  return search;
}

}  // namespace superflip
