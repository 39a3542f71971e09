#include "superflip/solver/detail/watch.h"

#include <algorithm>
#include <utility>

namespace superflip {

std::optional<Ended> Watch::ended() const {
  const int ended = ended_.load(std::memory_order_relaxed);
  return ended < 0 ? std::nullopt : std::optional(static_cast<Ended>(ended));
}

void Watch::end(Ended ended) {
  int running = -1;
  ended_.compare_exchange_strong(running, static_cast<int>(ended));
}

Watch::Lock Watch::turn(std::uint64_t nodes) {
  if (is_set(budget_.stop)) end(Ended::stopped);
  if (nodes >= budget_.nodes) end(Ended::nodes);
  if (is_over() || (!budget_.time && !has_listener())) return {};
  const Clock::duration now = elapsed();
  if (budget_.time && now >= *budget_.time) end(Ended::time);
  const auto is_due = [&] { return now >= next_poll_.load(std::memory_order_relaxed); };
  if (is_over() || !has_listener() || !is_due()) return {};
  Lock lock(mutex_, std::try_to_lock);
  return lock && !is_set(budget_.stop) && is_due() ? std::move(lock) : Lock();
}

void Watch::end_turn() {
  next_poll_.store(elapsed() + kPollEvery, std::memory_order_relaxed);
  if (is_set(budget_.stop)) end(Ended::stopped);
}

bool Watch::is_progress_due(Clock::duration first, Clock::duration every) {
  const Clock::duration now = elapsed();
  if (now < std::max(first, next_progress_)) return false;
  next_progress_ = now + every;
  return true;
}

}  // namespace superflip
