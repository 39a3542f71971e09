// When the search of a solver ends and when its listener is called.
//
// Any thread of a search calls look() every few milliseconds. While a search runs nothing else compares the clock with
// its limit, and the order is always the same: the stop flag, nodes, time, the listener, and the stop flag again, which
// the listener may have set. Nodes come before time because an answer that they end is the same on every machine. The
// clock is read only if there is a limit of time or a listener. (Whole cosets have levels instead of words:
// engine/coset.cpp.)
//
// One lock guards what the search has found and the calls of the listener. look() never waits for it. What makes a call
// due is tested again under the lock, so that the listener is called once when it is due.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "superflip/solver/solver.h"

namespace superflip {

// What is left of a budget after so much time and so many nodes.
inline Budget rest_of(Budget budget, Clock::duration passed, std::uint64_t nodes = 0) {
  if (budget.time) budget.time = std::max(Clock::duration::zero(), *budget.time - passed);
  if (budget.nodes != kNoMaxNodes) budget.nodes -= std::min(budget.nodes, nodes);
  return budget;
}

class Watch {
 public:
  using Lock = std::unique_lock<std::mutex>;

  // The time limit counts from `begin`. The listener and the stop flag must outlive the watch.
  Watch(const Budget& budget, const OnEvent& on_event, Clock::time_point begin = Clock::now())
      : budget_(budget), on_event_(on_event), begin_(begin) {}

  Clock::duration elapsed() const { return Clock::now() - begin_; }
  Lock lock() const { return Lock(mutex_); }

  bool is_over() const { return ended_.load(std::memory_order_relaxed) >= 0; }
  // Why the search is over; nothing while it goes on.
  std::optional<Ended> ended() const;
  // Only the first call has an effect.
  void end(Ended ended);

  // Ends the search at a limit; `nodes` were expanded so far. Where it is time for an event, `on_turn` sends it; the
  // lock is held meanwhile. Returns whether the search is over.
  template <class OnTurn>
  bool look(std::uint64_t nodes, const OnTurn& on_turn) {
    if (const Lock lock = turn(nodes)) {
      on_turn();
      end_turn();
    }
    return is_over();
  }

  bool has_listener() const { return on_event_ != nullptr; }
  // The lock must be held for these two, or no other thread be searching. Precondition of send(): has_listener().
  void send(const Event& event) const { on_event_(event); }
  // Whether it is time for progress instead of a poll: `first` after the beginning, and from then on each `every`.
  bool is_progress_due(Clock::duration first, Clock::duration every);

 private:
  // A listener is called at least every 20 ms, even when the next look is late.
  static constexpr Clock::duration kPollEvery = std::chrono::milliseconds(10);

  // The lock when it is the listener's turn, else one that is not held.
  [[nodiscard]] Lock turn(std::uint64_t nodes);
  void end_turn();

  const Budget budget_;
  const OnEvent& on_event_;
  const Clock::time_point begin_;
  std::atomic<int> ended_{-1};  // an Ended, or -1
  mutable std::mutex mutex_;
  std::atomic<Clock::duration> next_poll_{kPollEvery};  // this and the next from begin_ on
  Clock::duration next_progress_{};
};

}  // namespace superflip
