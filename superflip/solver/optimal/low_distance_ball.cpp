#include "superflip/solver/optimal/low_distance_ball.h"

#include <cassert>
#include <unordered_set>
#include <utility>

#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

const LowDistanceBall& LowDistanceBall::get(Metric metric) {
  if (metric == Metric::htm) {
    static const LowDistanceBall ball(Metric::htm);
    return ball;
  }
  static const LowDistanceBall ball(Metric::qtm);
  return ball;
}

// There are 172,229 positions up to symmetry, or 192,153 in quarter turns (cube20.org). They fill three quarters of the
// slots.
LowDistanceBall::LowDistanceBall(Metric metric) : radius_(metric == Metric::htm ? 6 : 7), slots_(std::size_t{1} << 18) {
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
    LowDistanceHash::insert(slots_, hash, distance);
  };
  add(level, kSolved, kNoMove, 0);
  for (int distance = 1; distance <= radius_; ++distance) {
    std::vector<Found> next;
    for (const Found& f : level)
      for (const Move m : kAllMoves) {
        if (cost(m, metric) != 1) continue;
        // Another turn of the same face leads no farther, except that two equal quarter turns make a half turn in
        // quarter turns.
        if (metric == Metric::htm && f.last != kNoMove && face_of(m) == face_of(f.last)) continue;
        add(next, f.cube * kMoveCubes[m], m, distance);
      }
    level = std::move(next);
  }
}

int LowDistanceBall::bound(const Cube& cube) const {
  const int distance = distances_[symmetric_hash(cube)];
  return distance == LowDistanceHash::kNone ? radius_ + 1 : distance;
}

}  // namespace superflip::optimal
