// How long the levels of a coset take: what is known beforehand, by metric, and from the levels that are done.
#pragma once

#include <algorithm>
#include <cstdint>

#include "superflip/cube/metric.h"
#include "superflip/cube/move.h"
#include "superflip/engine/coset.h"

namespace superflip::detail {

// What differs by metric. Seconds are of a coset of average size, on one thread.
struct MetricFacts {
  double growth;  // a level by search takes so many times as long as the one before
  double search;  // seconds of the last level of the default search
  double pass;    // seconds of a pass
  // Words of positions that are at most so far away are found by the two-phase solver, at once; in stm by that of htm,
  // whose words cost no more in stm.
  int two_phase_from;
  Metric two_phase_in;
};
inline MetricFacts facts_of(Metric metric) {
  switch (metric) {
    case Metric::qtm:
      return {9.4, 15, 0.6, 23, Metric::qtm};
    case Metric::stm:
      return {18.1, 4.6, 1.2, greatest_distance(Metric::htm), Metric::htm};
    default:
      return {13.4, 1.5, 0.6, 18, Metric::htm};
  }
}

// Estimates how long the rest takes, from the levels before. All passes take the same time.
class Forecast {
 public:
  Forecast(int search_depth, int max_depth, Metric metric, unsigned threads)
      : search_depth_(search_depth),
        max_depth_(max_depth),
        growth_(facts_of(metric).growth),
        pass_(facts_of(metric).pass / threads),
        search_(facts_of(metric).search / threads) {
    for (int d = default_search_depth(metric); d > 0; --d) search_ /= growth_;
  }

  void begin(int depth) {
    depth_ = depth;
    if (depth <= search_depth_) search_ *= growth_;
  }
  // A level of few nodes says little: its time is that of memory that is touched for the first time.
  void finish(double seconds, std::uint64_t nodes) {
    constexpr std::uint64_t kEnough = 500'000;
    if (depth_ > search_depth_)
      pass_ = seconds;
    else if (nodes >= kEnough)
      search_ = seconds;
    spent_ += seconds;
  }

  struct Rest {
    double done;
    double seconds_left;
  };
  Rest rest(double part, double elapsed) const {
    const double now = depth_ > search_depth_ ? pass_ : search_;
    double left = std::max(now * (1 - part), part > 0.02 ? elapsed / part * (1 - part) : 0.0);
    double search = search_;
    for (int d = depth_ + 1; d <= max_depth_; ++d) left += d > search_depth_ ? pass_ : search *= growth_;
    const double spent = spent_ + elapsed;
    return {spent / (spent + left), left};
  }

 private:
  int search_depth_;
  int max_depth_;
  double growth_;
  double pass_;
  double search_;
  double spent_ = 0;
  int depth_ = 0;
};

}  // namespace superflip::detail
