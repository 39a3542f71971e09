// The search of one thread of a call: phase 1 in engine.cpp, phase 2 in phase2-inl.h.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/solver/two_phase/call.h"
#include "superflip/solver/two_phase/node.h"

namespace superflip::two_phase {

// A thread's memory, kept from call to call.
struct Worker {
  std::vector<Node> stack{};
  Counts counts{};
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Searches until the call has ended or nothing is left to search, and returns true. Returns false when the deadline
  // comes first. The next run then continues where this one stopped, with the same counts as a search without pauses. A
  // run expands at least 128 nodes.
  virtual bool run(const std::optional<Clock::time_point>& deadline) = 0;
};

// The call and the worker must outlive the engine.
std::unique_ptr<Engine> make_engine(Call& call, Worker& worker);

}  // namespace superflip::two_phase
