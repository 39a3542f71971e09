#include "superflip/solver/optimal/ball.h"

#include <cassert>
#include <unordered_set>
#include <utility>

#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

const Ball& Ball::get(Metric metric) {
  if (metric == Metric::htm) {
    static const Ball ball(Metric::htm);
    return ball;
  }
  static const Ball ball(Metric::qtm);
  return ball;
}

// 172,229 positions up to symmetry, in quarter turns 192,153 (cube20.org), in three quarters of the slots.
Ball::Ball(Metric metric) : radius_(metric == Metric::htm ? 6 : 7), slots_(std::size_t{1} << 18) {
  struct Found {
    Cube cube;
    Move last;
  };
  std::unordered_set<std::uint64_t> seen;
  std::vector<Found> level;
  const auto add = [&](std::vector<Found>& to, const Cube& cube, Move last, int distance) {
    const std::uint64_t hash = symmetric_hash(cube);
    if (!seen.insert(hash).second) return;
    assert(seen.size() < slots_.size());
    to.push_back({cube, last});
    HashedDistances::add(slots_, hash, distance);
  };
  add(level, kSolved, kMoves, 0);
  for (int distance = 1; distance <= radius_; ++distance) {
    std::vector<Found> next;
    for (const Found& f : level)
      for (Move m = 0; m < kMoves; ++m) {
        if (cost(m, metric) != 1) continue;
        // Another turn of the same face leads to what is as near, but for a half turn made of quarters.
        if (metric == Metric::htm && f.last != kMoves && face_of(m) == face_of(f.last)) continue;
        add(next, f.cube * kMoveCubes[m], m, distance);
      }
    level = std::move(next);
  }
}

int Ball::bound(const Cube& cube) const {
  const int distance = distances_[symmetric_hash(cube)];
  return distance == HashedDistances::kNone ? radius_ + 1 : distance;
}

}  // namespace superflip::optimal
