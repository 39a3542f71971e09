#include "superflip/engine/detail/thread_search.h"

#include <algorithm>
#include <utility>

namespace superflip::detail {

ThreadSearch::ThreadSearch(Solver& solver, Question question, Budget budget)
    : solver_(solver), question_(std::move(question)), budget_(budget), outer_(budget.stop) {
  budget_.stop = &stop_;
  answer_.ended = Ended::stopped;
}

ThreadSearch::~ThreadSearch() { stop_ = true; }

void ThreadSearch::run() {
  struct Finish {
    ThreadSearch& search;
    ~Finish() {
      const std::lock_guard lock(search.mutex_);
      search.is_over_ = true;
      search.changed_.notify_all();
    }
  } const finish{*this};
  Answer whole = solver_.solve(question_, budget_, [this](const Event& event) {
    const std::lock_guard lock(mutex_);
    answer_.lower_bound = std::max(answer_.lower_bound, event.lower);
    if (event.kind != Event::Kind::solution) return;
    answer_.solutions.insert(answer_.solutions.begin(), event.solution);
    if (answer_.solutions.size() > question_.solutions) answer_.solutions.pop_back();
  });
  const std::lock_guard lock(mutex_);
  answer_ = std::move(whole);
}

bool ThreadSearch::run_for(Clock::duration slice) {
  if (!is_started_) {
    is_started_ = true;
    if (!thread_.start([this] { run(); })) thread_.run([this] { run(); });
  }
  constexpr auto kPatience = std::chrono::milliseconds(10);
  const auto end = Clock::now() + slice;
  std::unique_lock lock(mutex_);
  while (!is_over_ && Clock::now() < end) {
    if (is_set(outer_)) stop_ = true;
    changed_.wait_for(lock, std::min<Clock::duration>(kPatience, end - Clock::now()));
  }
  if (!is_over_) return false;
  lock.unlock();
  thread_.join();  // throws what the search threw
  return true;
}

Expected<Answer> ThreadSearch::answer() const {
  const std::lock_guard lock(mutex_);
  return answer_;
}

}  // namespace superflip::detail
