// Searches in slices over solvers that have none of their own.
//
// ThreadSearch runs the whole search on a thread of its own, and a slice waits for it: what is found between slices is
// there at the next. Where the system grants no thread the first slice does everything.
#pragma once

#include <condition_variable>
#include <mutex>

#include "superflip/base/parallel.h"
#include "superflip/solver/solver.h"

namespace superflip::detail {

class ThreadSearch final : public Search {
 public:
  // The solver must outlive this.
  ThreadSearch(Solver& solver, Question question, Budget budget);
  ~ThreadSearch() override;

  bool run_for(Clock::duration slice) override;
  Expected<Answer> answer() const override;

 private:
  void run();

  Solver& solver_;
  const Question question_;
  Budget budget_;
  const StopFlag* const outer_;
  StopFlag stop_{false};
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Answer answer_;
  bool is_over_ = false;
  bool is_started_ = false;
  ThreadGroup thread_;  // the last member: ends before the others do
};

// A search that needs none.
class DoneSearch final : public Search {
 public:
  explicit DoneSearch(Answer answer) : answer_(std::move(answer)) {}
  bool run_for(Clock::duration) override { return true; }
  Expected<Answer> answer() const override { return answer_; }

 private:
  Answer answer_;
};

}  // namespace superflip::detail
