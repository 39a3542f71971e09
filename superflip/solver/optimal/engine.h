// One iteration of the optimal search: all words of one length, from the positions after their first moves.
//
// A solution of the cube x is a word w with x w solved. It is found from both ends: a position is what is left of x
// after moves at its front and, inverted, at its back, and at each the next move is made at the end that leaves fewer
// choices.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "superflip/solver/optimal/ball.h"
#include "superflip/solver/optimal/frame.h"
#include "superflip/solver/optimal/near.h"
#include "superflip/solver/optimal/table.h"

namespace superflip::optimal {

inline constexpr int kPrefix = 4;        // the first moves, of which each choice is a task ...
inline constexpr int kMostPrefix = 5;    // ... of a central cube (see windows.h)
inline constexpr int kLongestWord = 40;  // more than any search gets to
inline constexpr Move kNoMove = kMoves;

// A position, its inverse, and how it came from the start. All in the frame.
struct alignas(64) Node {
  Cube here;   // the next move m makes here * m ...
  Cube there;  // ... and m^-1 * there
  // Lower bounds of the distances of their cosets.
  std::uint8_t bound_here, bound_there;
  std::uint8_t is_known;  // bound_there is what the table says, or better
  // Of the coset that a quarter turn on the axis of the last move leads to from `there`; kUnknownBound.
  std::uint8_t bound_same_axis;
  std::uint8_t left;  // the moves to go
  std::uint8_t parity;
  std::uint8_t is_inverted;  // `here` is the inverse of what is left
  std::uint8_t length;       // of the path
  Move last_here, last_there;
  std::uint32_t task;
  std::array<std::uint8_t, kLongestWord> path;  // moves in the order of making; + kInverted: made while inverted

  static constexpr std::uint8_t kUnknownBound = 255;
  static constexpr std::uint8_t kInverted = 32;
};

// A word of first moves, and how much work was below it in the last iteration.
struct Task {
  std::array<Move, kMostPrefix> moves;
  std::uint8_t length;
  std::uint64_t nodes = 0;
};

struct Work {
  std::uint64_t nodes = 0;    // positions whose moves were considered
  std::uint64_t lookups = 0;  // table entries read

  Work& operator+=(const Work& other) {
    nodes += other.nodes;
    lookups += other.lookups;
    return *this;
  }
};

class Windows;

// Shared by the threads of an iteration.
struct Iteration {
  const Shape* shape;
  const std::atomic<const std::uint8_t*>* lines;  // may move (see OptimalTable)
  const Near* near;
  const Ball* ball = nullptr;
  const Windows* windows = nullptr;  // of a central cube, with its tasks
  Cube cube;                         // in the frame
  int length;
  std::span<Task> tasks;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_over{false};
  // Asked now and then, from any thread; true ends the iteration.
  std::function<bool()> is_stopped;
  // Called for every solution, from any thread; true ends the iteration.
  std::function<bool(const Moves&)> on_solution;
};

// Takes tasks until there are none. Returns the work done.
Work search(Iteration& iteration);

}  // namespace superflip::optimal
