// Iterative deepening, shared by the solvers that try one length after the other.
//
// A Walk lists all words of one length in a fixed order and can be interrupted after any number of nodes. A Record
// holds the result of one question so far and decides when the search is over: it has the Watch (watch.h) and the words
// (found.h), and sends the events. A Deepening combines both into a Search that runs in slices on one thread; a solver
// with more threads shares the Record among them.
//
// Lengths are tried in order, so the first word is a shortest one, and Want::good means the same as Want::shortest: the
// search ends with as many words as were asked for, and these are the shortest ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "superflip/solver/detail/found.h"
#include "superflip/solver/detail/watch.h"
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
  // Whether, in this length so far, anything was left out that a greater length would not leave out. If not at its end,
  // greater lengths have the same nodes and no more words. A walk that does not count this says that it was.
  virtual bool was_cut() const { return true; }
};

// Any number of threads may call these functions, unless stated otherwise.
class Record {
 public:
  // Whether the cube that a word leads to is a goal; an empty one: whether it is solved.
  using IsGoal = std::function<bool(const Cube&)>;

  // The time limit starts here. `stop` must outlive the record. `centres`: what the words do to the centres.
  Record(const Question& question, const Budget& budget, OnEvent on_event, IsGoal is_goal, SolverKind solver,
         Centres centres = Centres::fixed);

  bool is_over() const { return watch_.is_over(); }
  // Ends the search; only the first call has an effect.
  void end(Ended ended) { watch_.end(ended); }

  // Returns how many nodes may be expanded before the next call, which must come within milliseconds; 0 if the search
  // is over. Looks at the watch.
  std::uint64_t grant();
  // Returns nodes that were granted but not used.
  void give_back(std::uint64_t nodes) { nodes_left_ += nodes; }
  // Counts nodes that were expanded without being granted.
  void spend(std::uint64_t nodes);

  // Begins the words of a length. Returns false and ends the search when no words of that length are wanted. This and
  // end_length() must be called from one thread, while no other thread searches.
  bool begin_length(int length);
  // `was_cut`: as Walk::was_cut(), of all threads. Otherwise the search ends: all words have been found.
  void end_length(bool was_cut = true);
  // Sets the fraction of this length that has been searched, 0..1.
  void set_done(double done) { done_ = done; }

  // Keeps and reports a word that was found, unless the same turns were reported before. Calls must come one at a time,
  // in the order in which the words are to be reported. Throws as Found::keep().
  void tell(Solution word, int length);

  Answer answer() const;
  // As Search::progress().
  std::optional<LengthProgress> progress() const;

 private:
  static constexpr std::uint64_t kGrant = 256;

  std::uint64_t nodes() const { return all_nodes_ - nodes_left_; }
  void send(Event event);

  const Want want_;
  const int within_;
  const OnEvent on_event_;
  const std::uint64_t all_nodes_;
  std::atomic<std::uint64_t> nodes_left_;
  std::atomic<double> done_{0};
  Watch watch_;

  // Guarded by the watch's lock.
  Found found_;
  Answer answer_;  // without its solutions
  int max_length_;
  int length_ = 0;
  std::uint64_t nodes_before_ = 0;  // when this length began
};

class Deepening final : public Search {
 public:
  // `least`: no word is shorter than this. `unit`: from one length that words may have to the next one. If the record
  // is already over, nothing is searched.
  Deepening(std::unique_ptr<Record> record, std::unique_ptr<Walk> walk, int least, int unit = 1)
      : record_(std::move(record)), walk_(std::move(walk)), length_(least), unit_(unit) {}

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
  int unit_;
  bool in_length_ = false;
};

// Takes the walk on by a few hundred nodes, and calls `on_word` for each word. Returns false at the end of the length,
// or when the record is over.
template <class OnWord>
bool walk_on(Walk& walk, Record& record, const OnWord& on_word) {
  std::uint64_t nodes = record.grant();
  Walk::Status status = Walk::Status::paused;
  while (nodes > 0 && !record.is_over() && (status = walk.next(nodes)) == Walk::Status::word) on_word();
  record.give_back(nodes);
  return status != Walk::Status::end && !record.is_over();
}

}  // namespace superflip
