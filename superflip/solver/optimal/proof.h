// One question to the optimal solver: iterations of increasing length, until everything asked for is known.
//
// The work is a small state machine, so that it can run in one call, on several threads, or in slices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"
#include "superflip/solver/optimal/optimal_table.h"
#include "superflip/solver/optimal/search.h"
#include "superflip/solver/solver.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip::optimal {

class Proof : public Search {
 public:
  // two_phase may be nullptr. run() needs exclusive use of it; slices do not.
  Proof(std::shared_ptr<const OptimalTable> table, std::shared_ptr<Solver> two_phase, const Question& question,
        const Budget& budget, OnEvent on_event);
  ~Proof() override;

  // Runs to the end on budget.threads threads.
  void run();
  bool run_for(Clock::duration slice) override;
  Expected<Answer> answer() const override { return answer_so_far(); }
  std::optional<LengthProgress> progress() const override;
  Answer answer_so_far() const;

 private:
  enum class Stage : std::uint8_t {
    bound,      // the two-phase solver looks for an upper bound
    decide,     // what comes next: a bound, the ball, the iteration of the length, or the end
    ball,       // the ball is made, which the search uses from now on
    iteration,  // all words of the length are searched
    over
  };

  void begin_bound(int max_length, std::uint64_t nodes);
  void finish_bound(const Answer& found);
  void decide();
  void make_ball();
  void begin_iteration();
  void finish_iteration();
  void end(Ended ended);

  // Whether several words are wanted: all that are short enough, or the shortest ones.
  bool wants_all() const { return question_.want == Want::all || question_.solutions > 1; }
  int within() const { return question_.want == Want::all ? std::min(question_.within, kMaxLength) : kMaxLength; }
  int length_of(const Moves& word) const { return superflip::length(word, metric_); }
  bool is_known_to(int length) const;
  bool is_full() const { return wants_all() && known_.is_full(); }
  bool is_slice_over() const { return pause_at_ && Clock::now() >= *pause_at_; }
  std::uint64_t nodes_so_far() const;

  void make_parts();
  bool look();
  Control poll();
  double fraction_done() const;
  bool add(const Moves& word);
  bool solves(const Moves& word) const { return apply(question_.cube, word) == kSolved; }
  bool passes_solved(const Moves& word) const;
  void improve(Solution solution);
  Solution solution_of(const Moves& word) const { return {word, length_of(word), watch_.elapsed(), {}}; }
  void report(Event event);

  static constexpr int kMaxLength = kMaxPath - kMaxPrefix;
  static constexpr std::uint64_t kFirstNodes = 40'000;   // about two milliseconds
  static constexpr std::uint64_t kFewLookups = 200'000;  // about twenty milliseconds
  static constexpr std::uint64_t kBallLookups = 50'000;  // a tenth of the time that making the ball takes

  const std::shared_ptr<const OptimalTable> table_;
  const std::shared_ptr<Solver> two_phase_;
  const Question question_;
  const Budget budget_;
  const OnEvent on_event_;
  const Metric metric_;
  const int step_;  // from length to length: in quarter turns all solutions are even, or all are odd
  const std::uint64_t symmetries_;
  Watch watch_{budget_, on_event_};

  Stage stage_ = Stage::decide;
  int length_ = 0;     // of the words that are searched
  bool has_prefixes_;  // only words with the prefixes of central_cubes.h are searched: up to the shortest length
  const LowDistanceBall* ball_ = nullptr;  // null at first: short iterations do not repay making it
  std::vector<Part> parts_{Part{}};
  std::uint64_t two_phase_nodes_ = 0;
  Clock::duration searching_{};
  Ended ended_ = Ended::complete;

  // The two-phase solver's current search.
  Question bound_question_{};
  Budget bound_budget_{};
  OnEvent on_bound_event_{};
  std::unique_ptr<Search> bound_search_;  // only in slices
  bool is_first_bound_ = true;

  // The current iteration.
  std::optional<SharedIteration> iteration_;
  std::unique_ptr<Worker> worker_;  // only in slices
  Clock::time_point iteration_begin_{};
  std::vector<double> work_before_;  // running sums of the parts' nodes in the last iteration, to estimate progress
  Counts counts_{};                  // of all workers, added when they have ended
  std::optional<Clock::time_point> pause_at_;

  std::vector<Iteration> iterations_;  // changed between iterations only

  // During an iteration guarded by the watch's lock.
  int lower_ = 0;
  Found best_{question_.cube, 1};
  Found known_{question_.cube, question_.solutions};  // where wants_all()
};

}  // namespace superflip::optimal
