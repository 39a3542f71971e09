// Iterative deepening, shared by the solvers that try one length after the other.
//
// A Walk lists all words of one length in a fixed order and can be interrupted after any number of nodes. A Record
// holds the result of one question so far and decides when the search is over: it checks the clock, the stop flag and
// the limit of nodes, replays every word, and sends the events. A Deepening combines both into a Search that runs in
// slices on one thread; a solver with more threads shares the Record among them.
//
// Lengths are tried in order, so the first word is a shortest one, and Want::good means the same as Want::shortest: the
// search ends with as many words as were asked for, and these are the shortest ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

#include "superflip/solver/solver.h"

namespace superflip {

class Walk {
 public:
  enum class Status : std::uint8_t {
    word,    // word() is the next word
    paused,  // fewer than kLeastNodes nodes are left
    end      // there are no more words of this length
  };
  // The largest number of nodes that one step of a walk needs.
  static constexpr std::uint64_t kLeastNodes = 2;

  virtual ~Walk() = default;
  // Starts the search for words of that length.
  virtual void begin(int length) = 0;
  // Continues to the next word, or until `nodes` are used up; subtracts the nodes used from `nodes`.
  virtual Status next(std::uint64_t& nodes) = 0;
  // The word as normalised moves, and as steps if the solver has a move set.
  virtual Solution word() const = 0;
  // The fraction of this length that has been searched, 0..1.
  virtual double done() const = 0;
};

// Any number of threads may call these functions, unless stated otherwise.
class Record {
 public:
  // Whether the cube that a word leads to is a goal of the question.
  using IsGoal = std::function<bool(const Cube&)>;

  // The time limit starts here. `stop` must outlive the record. `centres`: what the words do to the centres.
  Record(const Question& question, const Budget& budget, OnEvent on_event, IsGoal is_goal, SolverKind solver,
         Centres centres = Centres::fixed);

  bool is_over() const { return ended_.load(std::memory_order_relaxed) >= 0; }
  // Ends the search; only the first call has an effect.
  void end(Ended ended);

  // Returns how many nodes may be expanded before the next call, which must come within milliseconds; 0 if the search
  // is over. Sends events, and ends the search at a limit.
  std::uint64_t grant();
  // Returns nodes that were granted but not used.
  void give_back(std::uint64_t nodes) { nodes_left_ += nodes; }
  // Counts nodes that were expanded without being granted.
  void spend(std::uint64_t nodes);

  // Begins the words of a length. Returns false and ends the search when no words of that length are wanted. This and
  // end_length() must be called from one thread, while no other thread searches.
  bool begin_length(int length);
  void end_length();
  // Sets the fraction of this length that has been searched, 0..1.
  void set_done(double done) { done_ = done; }

  // Reports a word that was found, unless the same turns were reported before. Calls must come one at a time, in the
  // order in which the words are to be reported. Throws std::logic_error when the word does not lead to the goal.
  void tell(Solution word, int length);

  Answer answer() const;
  // As Search::progress().
  std::optional<LengthProgress> progress() const;

 private:
  static constexpr std::uint64_t kGrant = 256;

  std::uint64_t nodes() const { return all_nodes_ - nodes_left_; }
  void send(Event event);  // precondition: mutex_ is held
  void send_when_due();

  const Cube cube_;
  const Want want_;
  const int within_;
  const std::size_t solutions_;
  const StopFlag* stop_;
  const OnEvent on_event_;
  const IsGoal is_goal_;
  const Centres centres_;
  const Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> end_{};
  const std::uint64_t all_nodes_;
  std::atomic<std::uint64_t> nodes_left_;
  std::atomic<int> ended_{-1};  // an Ended, or -1
  std::atomic<double> done_{0};

  mutable std::mutex mutex_;  // guards all below
  Answer answer_;
  std::unordered_set<std::string> told_;  // the words already reported: each move a character, the rotation one more
  int max_length_;
  int length_ = 0;
  std::uint64_t nodes_before_ = 0;  // when this length began
  Clock::time_point last_event_ = begin_;
  Clock::time_point last_progress_ = begin_;
};

class Deepening final : public Search {
 public:
  // `least`: no word is shorter than this. If the record is already over, nothing is searched.
  Deepening(std::unique_ptr<Record> record, std::unique_ptr<Walk> walk, int least)
      : record_(std::move(record)), walk_(std::move(walk)), length_(least) {}

  bool run_for(Clock::duration slice) override;
  Expected<Answer> answer() const override { return record_->answer(); }
  std::optional<LengthProgress> progress() const override { return record_->progress(); }

  // Runs to the end.
  Answer run();

 private:
  // Searches a few hundred nodes.
  void advance();

  std::unique_ptr<Record> record_;
  std::unique_ptr<Walk> walk_;
  int length_;
  bool in_length_ = false;
};

// Takes the walk through one length, or until the record is over. Calls `found` for each word.
template <class Found>
void walk_through(Walk& walk, Record& record, const Found& found) {
  while (!record.is_over()) {
    std::uint64_t nodes = record.grant();
    Walk::Status status = Walk::Status::paused;
    while (nodes > 0 && !record.is_over() && (status = walk.next(nodes)) == Walk::Status::word) found();
    record.give_back(nodes);
    if (status == Walk::Status::end) return;
  }
}

}  // namespace superflip
