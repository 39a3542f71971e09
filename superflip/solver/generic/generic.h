// The generic solver: words that bring any set of coordinates to their goals, by iterative deepening (IDA*).
//
// The bound is the greatest of the coordinates' exact distances. Lengths are tried in order; of each length every
// normal word (MoveSet::may_follow) is found that reaches the goal of all coordinates at its end and of all of them at
// no time before, nor would with two neighbours exchanged that commute. So the first is a shortest one, and words that
// merely go on from a goal, or differ only in the order of what commutes, are not told. Each word is applied to the
// cube and checked by the coordinates themselves, not by the tables, before it is told.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/solver/search.h"
#include "superflip/table/distance_table.h"

namespace superflip {

struct GenericLimits {
  int max_length = 30;                    // in the metric of the steps' costs
  std::uint64_t solutions = 1;            // stop after that many; at least 1
  std::optional<Clock::duration> time{};  // stop after that time, from the call
  const StopFlag* stop = nullptr;
  std::function<void(int)> on_length{};  // called before words of a length are searched
};

struct GenericOutcome {
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;
  Ended ended = Ended::exhausted;  // enough, time, stopped or exhausted
};

class GenericSolver {
 public:
  // Called for each word, shorter ones first, from one thread at a time.
  using OnWord = std::function<void(const std::vector<int>& steps, int length)>;

  static constexpr std::size_t kMostTables = 8;

  // Preconditions: 1 to kMostTables tables; all have the same move set.
  explicit GenericSolver(std::vector<std::shared_ptr<const DistanceTable>> tables);

  const MoveSet& moves() const { return tables_.front()->graph().move_set(); }

  // The least length that is not excluded at once; DistanceTable::kUnknown when no word can reach the goals.
  int bound(const Cube& cube) const;

  // The order of the words does not depend on the number of threads. Throws std::logic_error if a word is wrong.
  GenericOutcome solve(const Cube& cube, const GenericLimits& limits, unsigned threads, const OnWord& on_word) const;

 private:
  std::vector<std::shared_ptr<const DistanceTable>> tables_;
};

// The word as face turns; those of a step that is a pair or a sequence one after the other.
Moves face_turns(const MoveSet& moves, const std::vector<int>& steps);

}  // namespace superflip
