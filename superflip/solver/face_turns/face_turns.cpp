#include "superflip/solver/face_turns/face_turns.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "superflip/solver/detail/found.h"

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

// Why the search can end; empty if it must go on.
std::optional<Ended> end_of(const Found& found, int lower_bound, const Question& question) {
  if (!found.is_full()) return std::nullopt;
  const int longest = found.words().back().length;
  if (longest <= lower_bound) return Ended::complete;
  if (longest <= question.good_enough) return Ended::enough;
  return std::nullopt;
}

// What the two-phase solver answered, in the question's metric.
Answer recounted(Answer answer, const Question& question) {
  Found found(question.cube, question.solutions);
  for (Solution& word : answer.solutions) {
    word.length = length(word.moves, question.metric);
    if (word.length <= question.max_length)
      found.keep(std::move(word));
    else if (!answer.too_long || word.length < answer.too_long->length)
      answer.too_long = std::move(word);
  }
  if (found.upper() >= 0) answer.too_long.reset();
  answer.solutions = found.words();
  answer.lower_bound = half(answer.lower_bound);
  if (answer.ended == Ended::complete) answer.ended = Ended::enough;  // longer words may count less
  if (const auto why = end_of(found, answer.lower_bound, question)) answer.ended = *why;
  return answer;
}

// Follows a search by its events: recounts its words, and ends it when the words are good.
class Follower {
 public:
  Follower(const Question& question, const StopFlag* outer, const OnEvent& on_event)
      : question_(question), outer_(outer), on_event_(on_event), found_(question.cube, question.solutions) {}

  const StopFlag* stop() const { return &stop_; }

  void operator()(Event event) {
    if (is_set(outer_)) stop_ = true;
    event.lower = half(event.lower);
    event.length = half(event.length);
    bool is_news = event.kind != Event::Kind::solution;
    if (!is_news) {
      event.solution.length = length(event.solution.moves, question_.metric);
      is_news = event.solution.length <= question_.max_length && found_.is_first(found_.keep(event.solution));
      if (end_of(found_, event.lower, question_)) stop_ = true;
    }
    event.upper = found_.upper();
    if (on_event_ && is_news) on_event_(event);
  }

  // Reports the best word of the answer if it was not reported before. The two-phase solver does not report a word that
  // is no shorter in face turns, and such a word may be the best in this metric.
  void conclude(const Answer& answer) {
    if (!on_event_ || answer.solutions.empty()) return;
    const Solution& first = answer.solutions.front();
    if (found_.upper() >= 0 && first.length >= found_.upper()) return;
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = first;
    event.lower = answer.lower_bound;
    event.upper = event.length = first.length;
    on_event_(event);
  }

 private:
  const Question& question_;
  const StopFlag* const outer_;
  const OnEvent& on_event_;
  StopFlag stop_{false};
  Found found_;  // of at most max_length
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
