// One iteration of the optimal search: all words of one length, from the positions after their first moves.
//
// A solution of the cube x is a word w with x w solved. The search works from both ends. A position is what remains of
// x after moves at its front and, inverted, at its back; at each position the next move is made at the end that leaves
// fewer choices.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/central_cubes.h"
#include "superflip/solver/optimal/low_distance_ball.h"
#include "superflip/solver/optimal/low_distances.h"
#include "superflip/solver/optimal/shapes.h"
#include "superflip/solver/solver.h"

namespace superflip::optimal {

inline constexpr int kMaxPrefix = 6;  // first moves of a part
inline constexpr int kMaxPath = 40;   // letters of a word (alphabet.h), with some to spare

// A normal word of first moves, and the number of nodes below it in the last iteration.
struct Part {
  std::array<Move, kMaxPrefix> moves{};
  std::uint8_t length = 0;
  std::uint64_t nodes = 0;
};

enum class Control : std::uint8_t {
  go_on,
  pause,  // run() returns and can be called again
  end     // the iteration is over for all its workers
};

// What the workers of an iteration share.
struct SharedIteration {
  const Shape* shape;
  const std::uint8_t* lines;
  const LowDistances* low_distances;
  const LowDistanceBall* ball = nullptr;
  const CanonicalPrefixes* prefixes = nullptr;  // for a central cube, whose parts begin with them
  Cube cube{};                                  // in the numbering
  int length = 0;
  std::span<Part> parts{};
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_over{false};
  std::atomic<std::uint64_t> nodes{0};  // of all workers, up to their last polls
  // Called by each worker about every tenth of a millisecond.
  std::function<Control()> on_poll{};
  // Called for every solution, by any worker. Returns true to end the iteration.
  std::function<bool(const Moves&)> on_solution{};
};

// One thread's share of an iteration.
class Worker {
 public:
  virtual ~Worker() = default;
  // Works on parts until there are none, the iteration is over, or on_poll pauses it. Returns true unless it was
  // paused. With one worker the work does not depend on when it is paused.
  virtual bool run() = 0;
  virtual Counts counts() const = 0;  // so far
};

// The iteration must outlive its workers.
std::unique_ptr<Worker> make_worker(SharedIteration& iteration);

}  // namespace superflip::optimal
