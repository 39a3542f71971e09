// What every solver shares: limits, solutions, counts, the stop flag.
//
// Work is counted so that a gain in the algorithm shows in numbers that no machine changes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "superflip/cube/move.h"

namespace superflip {

using Clock = std::chrono::steady_clock;

// Set from any thread or a signal handler; a search looks at it every hundred nodes or so.
using StopFlag = std::atomic<bool>;

struct Limits {
  // Stop as soon as enough solutions of at most this length are found, and look for none that is longer; 0: never stop
  // for that reason (optimal). More than 99 is 99, which no solution needs.
  int max_length = 0;
  // Stop after that time, from the call.
  std::optional<Clock::duration> time{};
  // Stop after that many nodes. With one thread the outcome then is the same on every machine.
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  // How many distinct solutions are kept, the shortest of those met; at least 1.
  int solutions = 1;
  const StopFlag* stop = nullptr;
};

struct Counts {
  std::uint64_t nodes = 0;         // positions expanded, all phases
  std::uint64_t phase1_reads = 0;  // entries read from the phase-1 table
  std::uint64_t leaves = 0;        // positions in G1 that phase 1 reached
  std::uint64_t phase2_reads = 0;  // entries read from the large phase-2 table

  Counts& operator+=(const Counts& other) {
    nodes += other.nodes;
    phase1_reads += other.phase1_reads;
    leaves += other.leaves;
    phase2_reads += other.phase2_reads;
    return *this;
  }
};

struct Solution {
  Moves moves;              // normal words (see normalise); applied to the cube they give the solved one
  Clock::duration after{};  // from the call until it was found
  // Found after a limit had ended the search without any, so that there is an answer; it may be longer than max_length.
  bool stopgap = false;
};

enum class Ended : std::uint8_t {
  // As many solutions as were asked for are there, and all of them are of at most max_length, or so short that nothing
  // shorter exists, as was known without a search. Nothing is said about others.
  enough,
  time,     // the time is over
  nodes,    // the node limit is reached
  stopped,  // the stop flag was set
  // All words that were wanted have been searched: those shorter than the last solution, or while there are fewer
  // solutions than asked for, those of at most max_length. So the solutions are the shortest, and when there are fewer
  // than asked for, or none, no others of at most max_length exist.
  exhausted,
};

struct Outcome {
  std::vector<Solution> solutions;  // shortest first, at most Limits::solutions; empty when none was found
  Counts counts;
  Ended ended = Ended::exhausted;
};

// Called for each solution that is better than all before it, from the thread that found it, one at a time.
using OnSolution = std::function<void(const Solution&)>;

}  // namespace superflip
