// The search of one thread of a hunt: phase 1 in worker.cpp, phase 2 in phase2-inl.h.
//
// Workers of one hunt share nothing but the Hunt, so any number can run. A worker can pause and go on without a change
// of its counts.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/solver/two_phase/hunt.h"
#include "superflip/solver/two_phase/node.h"

namespace superflip::two_phase {

// A thread's memory, kept from hunt to hunt. The counts are written at every node, so no two threads share their line.
struct alignas(kApart) Workspace {
  std::vector<Node> stack{};
  Counts counts{};
};

class Worker {
 public:
  virtual ~Worker() = default;
  // Searches until the hunt has ended or nothing is left to search, and returns true. Returns false when the deadline
  // comes first. The next run then continues where this one stopped, with the same counts as a search without pauses. A
  // run expands at least 128 nodes.
  virtual bool run(const std::optional<Clock::time_point>& deadline) = 0;
};

// The hunt and the workspace must outlive the worker.
std::unique_ptr<Worker> make_worker(Hunt& hunt, Workspace& workspace);

}  // namespace superflip::two_phase
