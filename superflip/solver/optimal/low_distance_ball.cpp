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

#include "superflip/cube/names.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/figures.h"

namespace superflip::optimal {

namespace {

// The letters of cost 1, as cubes that are not in the numbering.
std::vector<Cube> steps_of(Metric metric) {
  return with_alphabet(metric, []<class Alphabet>(const Alphabet& alphabet) {
    std::vector<Cube> steps;
    for (Letter m = 0; m < Alphabet::kLetters; ++m)
      if (alphabet.cost(m) == 1) steps.push_back(unnumbered(Alphabet::cube(m)));
    return steps;
  });
}

}  // namespace

// A breadth-first search in parts.
class LowDistanceBall::Making {
 public:
  explicit Making(Metric metric) : steps_(steps_of(metric)), ball_(new LowDistanceBall(kFigures[metric].ball_radius)) {
    add(kSolved);
    next_level();
  }

  // Expands some positions. True when the ball is complete.
  bool expand() {
    constexpr std::size_t kPart = 64;
    const std::size_t end = std::min(expanded_ + kPart, level_.size());
    for (; expanded_ < end; ++expanded_)
      for (const Cube& step : steps_) add(level_[expanded_] * step);
    if (expanded_ == level_.size()) next_level();
    return distance_ > ball_->radius_;
  }

  std::unique_ptr<const LowDistanceBall> ball() { return std::move(ball_); }

 private:
  // Where memory is short, nothing changes: whoever goes on with the making finds the position anew.
  void add(const Cube& found) {
    const std::uint64_t hash = symmetric_hash(found);
    if (next_.size() == next_.capacity()) next_.reserve(2 * next_.size() + 1);
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

  std::vector<Cube> steps_;  // of cost 1
  std::unique_ptr<LowDistanceBall> ball_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Cube> level_;
  std::vector<Cube> next_;
  std::size_t expanded_ = 0;
  int distance_ = 0;  // of next_
};

const LowDistanceBall* LowDistanceBall::get(Metric metric, const std::function<bool()>& go_on) {
  struct Shared {
    std::mutex mutex;  // guards `making` and `ball`
    std::unique_ptr<Making> making;
    std::unique_ptr<const LowDistanceBall> ball;
    std::atomic<const LowDistanceBall*> made{nullptr};
  };
  static std::array<Shared, kMetricNames.names.size()> of_metrics;
  Shared& shared = of_metrics[static_cast<std::size_t>(metric)];
  if (const LowDistanceBall* const made = shared.made.load(std::memory_order_acquire)) return made;

  std::unique_lock lock(shared.mutex, std::defer_lock);
  while (!lock.try_lock()) {
    if (!go_on()) return nullptr;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!shared.ball) {
    if (!shared.making) shared.making = std::make_unique<Making>(metric);
    while (!shared.making->expand())
      if (!go_on()) return nullptr;
    shared.ball = shared.making->ball();
    shared.making.reset();
    shared.made.store(shared.ball.get(), std::memory_order_release);
  }
  return shared.ball.get();
}

int LowDistanceBall::bound(const Cube& cube) const {
  const int distance = distances_[symmetric_hash(cube)];
  return distance == LowDistanceHash::kNone ? radius_ + 1 : distance;
}

}  // namespace superflip::optimal
