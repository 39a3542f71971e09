#include "superflip/solver/detail/deepening.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace superflip {

Record::Record(const Question& question, const Budget& budget, OnEvent on_event, IsGoal is_goal, SolverKind solver,
               Centres centres)
    : want_(question.want),
      within_(std::clamp(question.within, 0, longest_word(question))),
      on_event_(std::move(on_event)),
      all_nodes_(budget.nodes),
      nodes_left_(budget.nodes),
      watch_(budget, on_event_),
      found_(question.cube, question.solutions,
             [cube = question.cube, is_goal = std::move(is_goal), centres](const Solution& word) {
               const Cube there = apply(cube, word.moves, word.rotation, centres);
               return is_goal ? is_goal(there) : there == kSolved;
             }),
      max_length_(longest_word(question)) {
  answer_.solver = solver;
}

std::uint64_t Record::grant() {
  constexpr std::chrono::milliseconds kProgressEvery{250};
  // Too few nodes for a step are none.
  const std::uint64_t spent = nodes_left_ < Walk::kLeastNodes ? all_nodes_ : nodes();
  const auto on_turn = [this, kProgressEvery] {
    send({.kind = watch_.is_progress_due(kProgressEvery, kProgressEvery) ? Event::Kind::progress : Event::Kind::poll});
  };
  if (watch_.look(spent, on_turn)) return 0;
  std::uint64_t left = nodes_left_;
  std::uint64_t taken = 0;
  do {
    taken = std::min(kGrant, left);
    if (taken < Walk::kLeastNodes) {
      end(Ended::nodes);
      return 0;
    }
  } while (!nodes_left_.compare_exchange_weak(left, left - taken));
  return taken;
}

void Record::spend(std::uint64_t nodes) {
  std::uint64_t left = nodes_left_;
  while (!nodes_left_.compare_exchange_weak(left, left - std::min(left, nodes))) {
  }
}

bool Record::begin_length(int length) {
  const auto lock = watch_.lock();
  if (is_over()) return false;
  const bool is_bound = found_.words().empty() && length > answer_.lower_bound;
  if (is_bound) answer_.lower_bound = length;
  if (length > max_length_) {
    end(Ended::complete);
    return false;
  }
  length_ = length;
  done_ = 0;
  nodes_before_ = nodes();
  answer_.iterations.push_back({length, 0, 0, false});
  if (is_bound) send({.kind = Event::Kind::bound});
  return true;
}

void Record::end_length(bool was_cut) {
  const auto lock = watch_.lock();
  answer_.iterations.back().nodes = nodes() - nodes_before_;
  answer_.iterations.back().is_complete = !is_over();
  if (was_cut || is_over()) return;
  if (found_.words().empty()) answer_.lower_bound = std::max(answer_.lower_bound, max_length_ + 1);
  end(Ended::complete);
}

void Record::tell(Solution word, int length) {
  const auto lock = watch_.lock();
  if (is_over()) return;
  word.length = length;
  word.after = watch_.elapsed();
  const Solution* const kept = found_.keep(std::move(word));
  if (kept == nullptr) return;
  if (found_.words().size() == 1) {
    answer_.lower_bound = length;
    if (want_ == Want::all) max_length_ = std::min(max_length_, length + within_);
  }
  send({.kind = Event::Kind::solution, .solution = *kept});
  // All shorter words have been found, but perhaps not all of this length. For Want::shortest that is Ended::complete;
  // for Want::all it is Ended::enough.
  if (found_.is_full()) end(want_ == Want::all ? Ended::enough : Ended::complete);
}

Answer Record::answer() const {
  const auto lock = watch_.lock();
  Answer answer = answer_;
  answer.solutions = found_.words();
  answer.ended = watch_.ended().value_or(Ended::stopped);
  answer.counts.nodes = nodes();
  answer.searching = watch_.elapsed();
  return answer;
}

std::optional<LengthProgress> Record::progress() const {
  const auto lock = watch_.lock();
  if (is_over() || answer_.iterations.empty()) return std::nullopt;
  return LengthProgress{length_, done_};
}

void Record::send(Event event) {
  if (!watch_.has_listener()) return;
  event.length = length_;
  event.done = done_;
  event.lower = answer_.lower_bound;
  event.upper = found_.upper();
  watch_.send(event);
}

void Deepening::advance() {
  if (!in_length_) {
    if (!record_->begin_length(length_)) return;
    walk_->begin(length_);
    in_length_ = true;
  }
  const bool goes_on = walk_on(*walk_, *record_, [this] { record_->tell(walk_->word(), length_); });
  record_->set_done(walk_->done());
  if (goes_on) return;
  record_->end_length(walk_->was_cut());
  in_length_ = false;
  length_ += unit_;
}

bool Deepening::run_for(Clock::duration slice) {
  const Clock::time_point begin = Clock::now();
  do {
    if (record_->is_over()) return true;
    advance();
  } while (Clock::now() - begin < slice);
  return record_->is_over();
}

Answer Deepening::run() {
  while (!record_->is_over()) advance();
  return record_->answer();
}

}  // namespace superflip
