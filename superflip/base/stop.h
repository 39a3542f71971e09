// Stop requests, and the clock of all time limits.
//
// A stop flag is an atomic bool that any thread or a signal handler sets. Long work polls it and ends with
// ErrorKind::stopped or Ended::stopped. Invariant: every function that takes a flag checks it at least every 20 ms, and
// none clears it. Only the checkpoint of a coset is written to its end first.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

using Clock = std::chrono::steady_clock;

// Set from any thread or a signal handler. Everything that takes long checks it at least every 20 ms.
using StopFlag = std::atomic<bool>;

inline bool is_set(const StopFlag* stop) { return stop != nullptr && stop->load(std::memory_order_relaxed); }

// Resizes a large list; new elements get `value`. Returns false when it was stopped before the end.
template <class T>
bool resize(std::vector<T>& list, std::size_t size, const T& value, const StopFlag* stop) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  list.reserve(size);
  while (list.size() < size) {
    if (is_set(stop)) return false;
    list.resize(std::min(size, list.size() + kPart), value);
  }
  return true;
}

}  // namespace superflip
