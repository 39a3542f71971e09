#include "superflip/solver/optimal/low_distance_ball.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

// A breadth-first search in parts. There are 172,229 positions up to symmetry, or 192,153 in quarter turns
// (cube20.org).
class LowDistanceBall::Search {
 public:
  explicit Search(Metric metric) : metric_(metric), ball_(new LowDistanceBall(metric == Metric::htm ? 6 : 7)) {
    add({kSolved, kNoMove});
    next_level();
  }

  // Expands some positions. True when the ball is complete.
  bool expand() {
    constexpr std::size_t kPart = 64;
    const std::size_t end = std::min(expanded_ + kPart, level_.size());
    for (; expanded_ < end; ++expanded_)
      for (const Move m : kAllMoves) {
        const Found& f = level_[expanded_];
        if (cost(m, metric_) != 1) continue;
        // Another turn of the same face leads no farther, except that two equal quarter turns make a half turn in
        // quarter turns.
        if (metric_ == Metric::htm && f.last != kNoMove && face_of(m) == face_of(f.last)) continue;
        add({f.cube * kMoveCubes[m], m});
      }
    if (expanded_ == level_.size()) next_level();
    return distance_ > ball_->radius_;
  }

  std::unique_ptr<const LowDistanceBall> ball() { return std::move(ball_); }

 private:
  struct Found {
    Cube cube;
    Move last;
  };

  void add(const Found& found) {
    const std::uint64_t hash = symmetric_hash(found.cube);
    if (!seen_.insert(hash).second) return;
    assert(seen_.size() < ball_->slots_.size());
    next_.push_back(found);
    LowDistanceHash::insert(ball_->slots_, hash, distance_);
  }

  void next_level() {
    level_ = std::exchange(next_, {});
    expanded_ = 0;
    ++distance_;
  }

  Metric metric_;
  std::unique_ptr<LowDistanceBall> ball_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Found> level_;
  std::vector<Found> next_;
  std::size_t expanded_ = 0;
  int distance_ = 0;  // of next_
};

const LowDistanceBall* LowDistanceBall::get(Metric metric, const std::function<bool()>& go_on) {
  struct Shared {
    std::mutex mutex;  // guards `search` and `ball`
    std::unique_ptr<Search> search;
    std::unique_ptr<const LowDistanceBall> ball;
    std::atomic<const LowDistanceBall*> made{nullptr};
  };
  static std::array<Shared, 2> of_metrics;
  Shared& shared = of_metrics[metric == Metric::htm ? 0 : 1];
  if (const LowDistanceBall* const made = shared.made.load(std::memory_order_acquire)) return made;

  std::unique_lock lock(shared.mutex, std::defer_lock);
  while (!lock.try_lock()) {
    if (!go_on()) return nullptr;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!shared.ball) {
    if (!shared.search) shared.search = std::make_unique<Search>(metric);
    while (!shared.search->expand())
      if (!go_on()) return nullptr;
    shared.ball = shared.search->ball();
    shared.search.reset();
    shared.made.store(shared.ball.get(), std::memory_order_release);
  }
  return shared.ball.get();
}

int LowDistanceBall::bound(const Cube& cube) const {
  const int distance = distances_[symmetric_hash(cube)];
  return distance == LowDistanceHash::kNone ? radius_ + 1 : distance;
}

}  // namespace superflip::optimal
