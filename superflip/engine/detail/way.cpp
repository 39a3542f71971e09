#include "superflip/engine/detail/way.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/detail/guarded.h"
#include "superflip/solver/detail/watch.h"

namespace superflip::detail {
namespace {

// With only a node limit, or no limit, the answer must be the same on every machine and at every run.
bool is_repeatable(const Question& question, const Budget& budget) {
  return question.want == Want::good && (budget.nodes != kNoMaxNodes || is_unlimited(question, budget));
}

Budget with_defaults(const Question& question, Budget budget, unsigned all_threads, const Usual& usual) {
  const bool is_same = usual.is_same_with_threads && budget.nodes == kNoMaxNodes;
  if (budget.threads == 0) budget.threads = is_repeatable(question, budget) && !is_same ? 1 : all_threads;
  budget.threads = std::min(budget.threads, usual.most_threads);
  budget.is_usual =
      (budget.is_usual && question.want == Want::good && budget.nodes == kNoMaxNodes) || is_unlimited(question, budget);
  if (budget.is_usual) budget.nodes = usual.nodes;
  return budget;
}

// Before it is turned back, the word is for the question's cube: that stands in the standard holding.
bool bring_back_of_whole_cube(Solution& word, const Assigned& question) {
  const Question& asked = question.asked;
  const bool is_right = apply(asked.cube, word.moves) == asked.goal.cube;
  turn_moves(word, asked.held);
  return is_right;
}

class TurnedSearch final : public Search {
 public:
  TurnedSearch(Way way, Loan loan, Clock::duration loading, OnEvent on_event)
      : way_(std::move(way)), loan_(std::move(loan)), loading_(loading), on_event_(std::move(on_event)) {
    search_ = loan_->begin(way_.standard(), way_.rest(loading_, way_.budget().stop), way_.turned(on_event_));
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
      Expected<Answer> answer = search_->answer();
      if (!answer) return answer;
      if (!is_over_) answer->ended = Ended::stopped;
      answer->threads = 1;
      return way_.finish(*std::move(answer), loading_);
    });
  }

  std::optional<LengthProgress> progress() const override { return is_over_ ? std::nullopt : search_->progress(); }

 private:
  static constexpr auto kLongestSlice = std::chrono::hours(24 * 365);  // what is longer overflows the clock

  Way way_;
  Loan loan_;  // outlives the search
  Clock::duration loading_;
  OnEvent on_event_;
  std::unique_ptr<Search> search_;
  bool is_over_ = false;
  std::optional<Error> failure_;
};

}  // namespace

Assigned whole_cube(Question asked) {
  Question standard = asked;
  standard.cube = inverse(asked.goal.cube) * asked.cube;
  standard.goal.cube = kSolved;
  standard.held = {};
  return {std::move(asked), std::move(standard), SolverKind::two_phase, bring_back_of_whole_cube};
}

void turn_moves(Solution& word, Symmetry held) {
  word.moves = conjugate(word.moves, held);
  // S carries the axis of a face to the axis of the face's image.
  if (word.origin) word.origin->axis = kFaceImages[held][static_cast<std::size_t>(word.origin->axis)] % 3;
}

Way::Way(Assigned question, const Budget& budget, unsigned all_threads)
    : question_(std::move(question)), budget_(with_defaults(asked(), budget, all_threads, question_.usual)) {}

Budget Way::rest(Clock::duration loading, const StopFlag* stop) const {
  Budget rest = rest_of(budget_, loading);
  rest.stop = stop;
  return rest;
}

Expected<Answer> Way::finish(Answer answer, Clock::duration loading) const {
  answer.solver = solver();
  if (answer.threads == 0) answer.threads = budget_.threads;
  answer.loading = loading;
  bool are_right = true;
  for (Solution& word : answer.solutions) are_right &= question_.bring_back(word, question_);
  if (answer.too_long) are_right &= question_.bring_back(*answer.too_long, question_);
  if (!are_right)
    return fail(ErrorKind::internal, "this is a defect of superflip: a word does not do what was asked for");
  // If the cube is not at its goal, every solution has at least one move.
  Solution nothing;
  if (!asked().robot && answer.ended != Ended::unsolvable && !question_.bring_back(nothing, question_))
    answer.lower_bound = std::max(answer.lower_bound, 1);
  return answer;
}

OnEvent Way::turned(const OnEvent& on_event) const {
  if (!on_event) return on_event;
  return [this, &on_event](const Event& event) {
    if (event.kind != Event::Kind::solution) return on_event(event);
    Event turned = event;
    if (question_.bring_back(turned.solution, question_)) on_event(turned);  // finish() reports the defect
  };
}

std::unique_ptr<Search> turned_search(Way way, Loan loan, Clock::duration loading, OnEvent on_event) {
  return std::make_unique<TurnedSearch>(std::move(way), std::move(loan), loading, std::move(on_event));
}

}  // namespace superflip::detail
