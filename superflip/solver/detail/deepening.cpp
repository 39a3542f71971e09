#include "superflip/solver/detail/deepening.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace superflip {
namespace {

using std::chrono::milliseconds;

// The listener is polled every 10 ms, so that it is called at least every 20 ms even when a grant takes long.
constexpr milliseconds kPollEvery{10};
constexpr milliseconds kProgressEvery{250};

}  // namespace

Record::Record(const Question& question, const Budget& budget, OnEvent on_event, IsGoal is_goal, SolverKind solver,
               Centres centres)
    : cube_(question.cube),
      want_(question.want),
      within_(std::clamp(question.within, 0, kNoMaxLength)),
      solutions_(std::max<std::size_t>(question.solutions, 1)),
      stop_(budget.stop),
      on_event_(std::move(on_event)),
      is_goal_(std::move(is_goal)),
      centres_(centres),
      all_nodes_(budget.nodes),
      nodes_left_(budget.nodes),
      max_length_(std::min(question.max_length, kNoMaxLength)) {
  if (budget.time && *budget.time < Clock::time_point::max() - begin_) end_ = begin_ + *budget.time;
  answer_.solver = solver;
}

void Record::end(Ended ended) {
  int running = -1;
  ended_.compare_exchange_strong(running, static_cast<int>(ended));
}

std::uint64_t Record::grant() {
  send_when_due();
  if (is_set(stop_)) end(Ended::stopped);
  if (end_ && Clock::now() >= *end_) end(Ended::time);
  if (is_over()) return 0;
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
  const std::lock_guard lock(mutex_);
  if (is_over()) return false;
  const bool is_bound = answer_.solutions.empty() && length > answer_.lower_bound;
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

void Record::end_length() {
  const std::lock_guard lock(mutex_);
  answer_.iterations.back().nodes = nodes() - nodes_before_;
  answer_.iterations.back().is_complete = !is_over();
}

void Record::tell(Solution word, int length) {
  const std::lock_guard lock(mutex_);
  if (is_over()) return;
  if (!is_goal_(apply(cube_, word.moves, word.rotation, centres_)))
    throw std::logic_error("a word does not lead to the goal");
  std::string key(word.moves.begin(), word.moves.end());
  key.push_back(static_cast<char>(word.rotation.index));
  if (!told_.insert(std::move(key)).second) return;
  if (answer_.solutions.empty()) {
    answer_.lower_bound = length;
    if (want_ == Want::all) max_length_ = std::min(max_length_, length + within_);
  }
  word.length = length;
  word.after = Clock::now() - begin_;
  answer_.solutions.push_back(std::move(word));
  send({.kind = Event::Kind::solution, .solution = answer_.solutions.back()});
  // All shorter words have been found, but perhaps not all of this length. For Want::shortest that is Ended::complete;
  // for Want::all it is Ended::enough.
  if (answer_.solutions.size() >= solutions_) end(want_ == Want::all ? Ended::enough : Ended::complete);
}

Answer Record::answer() const {
  const std::lock_guard lock(mutex_);
  Answer answer = answer_;
  answer.ended = is_over() ? static_cast<Ended>(ended_.load()) : Ended::stopped;
  answer.counts.nodes = nodes();
  answer.searching = Clock::now() - begin_;
  return answer;
}

std::optional<LengthProgress> Record::progress() const {
  const std::lock_guard lock(mutex_);
  if (is_over() || answer_.iterations.empty()) return std::nullopt;
  return LengthProgress{length_, done_};
}

void Record::send(Event event) {
  if (!on_event_) return;
  event.length = length_;
  event.done = done_;
  event.lower = answer_.lower_bound;
  event.upper = answer_.solutions.empty() ? -1 : answer_.solutions.front().length;
  last_event_ = Clock::now();
  on_event_(event);
}

void Record::send_when_due() {
  if (!on_event_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  const Clock::time_point now = Clock::now();
  if (!lock || is_set(stop_) || now - last_event_ < kPollEvery) return;
  const bool is_progress = now - last_progress_ >= kProgressEvery;
  if (is_progress) last_progress_ = now;
  send({.kind = is_progress ? Event::Kind::progress : Event::Kind::poll});
}

void Deepening::advance() {
  if (!in_length_) {
    if (!record_->begin_length(length_)) return;
    walk_->begin(length_);
    in_length_ = true;
  }
  std::uint64_t nodes = record_->grant();
  Walk::Status status = Walk::Status::paused;
  while (nodes > 0 && !record_->is_over() && (status = walk_->next(nodes)) == Walk::Status::word)
    record_->tell(walk_->word(), length_);
  record_->give_back(nodes);
  record_->set_done(walk_->done());
  if (status != Walk::Status::end && !record_->is_over()) return;
  record_->end_length();
  in_length_ = false;
  ++length_;
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
