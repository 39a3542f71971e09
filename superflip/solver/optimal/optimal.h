// The optimal solver: the shortest solution, proven.
//
// Iterative deepening: for each length, from a proven lower bound on, all words of that length are searched, cut by the
// distances of pruning cosets (coset.h), until one solves the cube. The two-phase solver gives an upper bound at once,
// and is asked again before each iteration, for a small part of what that will take: once it has a solution of the
// length that is to be searched, that iteration is not needed. What is known so far is told while it becomes known.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/solver/optimal/near.h"
#include "superflip/solver/optimal/table.h"
#include "superflip/solver/search.h"
#include "superflip/solver/two_phase/two_phase.h"

namespace superflip {

// A pruning table; immutable, shared by any number of solvers and threads.
//
// One from a file is searched at once where it is mapped, and copied to memory meanwhile: few systems have huge pages
// for files, and without them each read of a line takes two or three times as long.
class OptimalTable {
 public:
  // Where the lines are now; the bytes are the same at each place, and each stays until the end.
  using Lines = std::atomic<const std::uint8_t*>;

  // From the store's file, or made and saved there; with store == nullptr made in memory. Throws std::bad_alloc, and
  // optimal::Interrupted when the flag is set while it is made.
  static std::shared_ptr<const OptimalTable> open(const optimal::Shape& shape, const TableStore* store,
                                                  unsigned threads = hardware_threads(), const Progress& progress = {},
                                                  const StopFlag* stop = nullptr);

  // The file that open() uses.
  static TableIdentity file(const optimal::Shape& shape);

  const optimal::Shape& shape() const { return shape_; }
  const Lines& lines() const { return lines_; }
  const optimal::Near& near() const { return near_; }

  // Waits until the lines stay where they are: for measurements.
  void settle() const { is_settled_.wait(false); }

  ~OptimalTable() { is_ending_ = true; }

 private:
  OptimalTable(const optimal::Shape& shape, Table table, optimal::Near near)
      : shape_(shape), table_(std::move(table)), near_(std::move(near)), lines_(table_.as<std::uint8_t>()) {}

  void copy();

  optimal::Shape shape_;
  Table table_;
  optimal::Near near_;
  TableMemory memory_;
  Lines lines_;
  std::atomic<bool> is_settled_{false};
  StopFlag is_ending_{false};
  ThreadGroup copying_;  // the last member: ends before the others do
};

struct OptimalRequest {
  // All solutions of at most `within` moves more than the shortest have, instead of one shortest. Words of more than 35
  // moves are not searched: what would need them ends unproven, as if by time.
  bool all = false;
  int within = 0;
  // No more solutions than that; the shorter ones are found first.
  std::size_t most = std::size_t{1} << 20;
  // Stop after that time, from the call.
  std::optional<Clock::duration> time{};
  const StopFlag* stop = nullptr;
};

// What one iteration took.
struct OptimalIteration {
  int length;
  std::uint64_t nodes;    // positions whose moves were considered
  std::uint64_t lookups;  // table entries read
  bool is_complete;       // all words of that length were searched
};

struct OptimalOutcome {
  // Shortest first, normal words; with `all` every one once. The first is the shortest that is known.
  std::vector<Moves> solutions;
  int lower = 0;  // no solution is shorter
  // The first solution's length is `lower`, and with `all` there are no others within the limit.
  bool is_proven = false;
  std::vector<OptimalIteration> iterations;
  Ended ended = Ended::exhausted;  // enough: `most` solutions; exhausted: all is proven; time, stopped

  std::uint64_t nodes() const;
  std::uint64_t lookups() const;
};

// What is learnt on the way.
struct OptimalEvent {
  enum class Kind : std::uint8_t {
    solution,  // `moves`, shorter than all before, or with `all` one more
    bound,     // no solution is shorter than `lower`
    progress,  // `done` of the iteration, 0..1; `seconds`: what is left of it, about
  };
  Kind kind;
  Moves moves;
  int length;  // of the words that are searched
  int lower;
  int upper;  // 0: not known yet
  double done;
  double seconds;
};

// From one thread at a time.
using OnOptimalEvent = std::function<void(const OptimalEvent&)>;

// One solver works on one cube at a time; many can share the tables.
class OptimalSolver {
 public:
  // Without two-phase tables there are no upper bounds. Both count in the same metric.
  explicit OptimalSolver(std::shared_ptr<const OptimalTable> table,
                         std::shared_ptr<const TwoPhaseTables> two_phase = nullptr);
  ~OptimalSolver();
  OptimalSolver(OptimalSolver&&) noexcept;
  OptimalSolver& operator=(OptimalSolver&&) noexcept;

  // Precondition: is_reachable(cube). With one thread the outcome and its counts are the same on every machine, unless
  // a time or the stop flag ends it.
  OptimalOutcome solve(const Cube& cube, const OptimalRequest& request, unsigned threads = 1,
                       const OnOptimalEvent& on_event = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superflip
