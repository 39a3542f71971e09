// Metrics in the text format of Prometheus: what was answered, how long it waited and was worked on. Counted with
// atomic numbers, from any thread; read at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

#include "superflip/superflip.h"

namespace superflip::server {

// Counts of durations, by upper bounds from 100 us to 100 s, with their sum.
class Histogram {
 public:
  static constexpr std::array<double, 13> kBounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.025,
                                                  0.1,    0.5,     1,      5,     30,     100};
  void add(Clock::duration time);
  // `name`_bucket{labels,le="..."}, `name`_sum and `name`_count.
  void write(std::string& text, std::string_view name, std::string_view labels) const;

 private:
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> counts_{};
  std::atomic<std::uint64_t> nanoseconds_{0};
};

class Metrics {
 public:
  void count_response(std::string_view route, int status);
  void count_search(SolverKind solver, Clock::duration time);

  Histogram queued;    // seconds that requests waited for a worker
  Histogram answered;  // seconds from the last byte of a request to its answer
  std::atomic<std::int64_t> connections{0};
  std::atomic<std::int64_t> streams{0};
  std::atomic<std::int64_t> waiting{0};     // requests in the queue
  std::atomic<std::int64_t> working{0};     // workers that are busy
  std::atomic<std::uint64_t> abandoned{0};  // requests whose client went away
  std::atomic<std::uint64_t> unlogged{0};   // lines that the access log lost

  std::string text() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string_view, int>, std::uint64_t> responses_;  // by the static name of a route, and status
  std::array<Histogram, kSolverNames.names.size()> searching_;           // by SolverKind
};

}  // namespace superflip::server
