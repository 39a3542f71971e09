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

// Estimates how much of a run is done, and how long the rest takes, from the levels before. All passes take the same
// time. Levels are counted by their times. Proofs and files that are written are counted in when they begin. The words
// for positions, of which nobody knows beforehand how many there will be, are the last tenth of the run.
// Invariant: what is done never decreases, whatever the estimates become.
class Forecast {
 public:
  // `has_words`: words may follow the levels.
  Forecast(int search_depth, int max_depth, Metric metric, unsigned threads, bool has_words)
      : search_depth_(search_depth),
        max_depth_(max_depth),
        growth_(facts_of(metric).growth),
        share_of_levels_(has_words ? 0.9 : 1),
        pass_(facts_of(metric).pass / threads),
        search_(facts_of(metric).search / threads) {
    for (int d = default_search_depth(metric); d > 0; --d) search_ /= growth_;
    later_ = levels_to_come();
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
    spend(seconds);
    later_ = levels_to_come();
  }
  // On a step between levels.
  void spend(double seconds) {
    finished_ += seconds;
    spent_ = finished_;
  }

  struct Rest {
    double done;          // 0..1
    double seconds_left;  // without words that have not begun
  };
  // `part`, 0..1, of the level is done after so many seconds.
  Rest rest(double part, double elapsed) {
    const double now = depth_ > search_depth_ ? pass_ : search_;
    spent_ = finished_ + elapsed;
    later_ = std::max(now * (1 - part), part > 0.02 ? elapsed / part * (1 - part) : 0.0) + levels_to_come();
    return of_levels(spent_, later_);
  }
  // The same of a step between levels, or in one of them. `part` is more than 0.
  Rest rest_of_step(double part, double elapsed) {
    return of_levels(spent_ + elapsed, later_ + elapsed / part * (1 - part));
  }
  // The same of the words.
  Rest rest_of_words(double part, double elapsed) {
    done_ = std::max(done_, share_of_levels_ + (1 - share_of_levels_) * part);
    return {done_, elapsed / part * (1 - part)};
  }

 private:
  double levels_to_come() const {
    double left = 0;
    double search = search_;
    for (int d = depth_ + 1; d <= max_depth_; ++d) left += d > search_depth_ ? pass_ : search *= growth_;
    return left;
  }
  Rest of_levels(double spent, double left) {
    if (spent + left > 0) done_ = std::max(done_, share_of_levels_ * spent / (spent + left));
    return {done_, left};
  }

  int search_depth_;
  int max_depth_;
  double growth_;
  double share_of_levels_;
  double pass_;
  double search_;
  double finished_ = 0;  // seconds of levels and steps
  int depth_ = 0;
  // At the last report of a level.
  double spent_ = 0;
  double later_ = 0;
  double done_ = 0;
};

}  // namespace superflip::detail
