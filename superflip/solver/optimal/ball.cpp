#include "superflip/solver/optimal/ball.h"

#include <bit>
#include <unordered_set>

#include "superflip/cube/symmetry.h"

namespace superflip::optimal {

namespace {

constexpr int kDistanceBits = 4;  // the distance + 1; a free slot is 0

std::uint16_t part_of(std::uint64_t key) { return static_cast<std::uint16_t>(key & 0xFFF); }

}  // namespace

const Ball& Ball::get(Metric metric) {
  if (metric == Metric::htm) {
    static const Ball ball(Metric::htm);
    return ball;
  }
  static const Ball ball(Metric::qtm);
  return ball;
}

std::size_t Ball::find(std::uint64_t key) const {
  std::size_t at = key >> shift_;
  while (slots_[at] != 0 && slots_[at] >> kDistanceBits != part_of(key)) at = (at + 1) & (slots_.size() - 1);
  return at;
}

Ball::Ball(Metric metric) : radius_(metric == Metric::htm ? 6 : 7), slots_(std::size_t{1} << 18) {
  shift_ = 65 - static_cast<int>(std::bit_width(slots_.size()));
  // Half turns come later than the quarter turns that they are made of.
  struct Found {
    Cube cube;
    Move last;
  };
  std::unordered_set<std::uint64_t> seen;
  std::vector<Found> level;
  const auto add = [&](std::vector<Found>& to, const Cube& cube, Move last, int distance) {
    const std::uint64_t key = symmetric_hash(cube);
    if (!seen.insert(key).second) return;
    to.push_back({cube, last});
    std::uint16_t& slot = slots_[find(key)];
    if (slot == 0) slot = static_cast<std::uint16_t>(part_of(key) << kDistanceBits | (distance + 1));
  };
  add(level, kSolved, kMoves, 0);
  for (int distance = 1; distance <= radius_; ++distance) {
    std::vector<Found> next;
    for (const Found& f : level)
      for (Move m = 0; m < kMoves; ++m)
        if (cost(m, metric) == 1 && (metric == Metric::qtm || f.last == kMoves || face_of(m) != face_of(f.last)))
          add(next, f.cube * kMoveCubes[m], m, distance);
    level = std::move(next);
  }
}

int Ball::bound(const Cube& cube) const {
  const std::uint16_t slot = slots_[find(symmetric_hash(cube))];
  return slot == 0 ? radius_ + 1 : (slot & ((1 << kDistanceBits) - 1)) - 1;
}

}  // namespace superflip::optimal
