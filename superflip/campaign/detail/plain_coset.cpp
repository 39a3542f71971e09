#include "superflip/campaign/detail/plain_coset.h"

#include <cstddef>

#include "superflip/coordinate/basic.h"

namespace superflip::detail {
namespace {

constexpr int kNone = -1;
constexpr std::uint8_t kFar = 99;

template <class Orientation>
std::size_t index(const Cube& c) {
  return Orientation::index(c) * UDSlice::size() + UDSlice::index(c);
}

template <class Orientation>
std::vector<std::uint8_t> make_distances(const MoveSet& letters) {
  std::vector<std::uint8_t> distances(Orientation::size() * UDSlice::size(), kFar);
  distances[index<Orientation>(kSolved)] = 0;
  std::vector<Cube> level{kSolved};
  for (std::uint8_t d = 1; !level.empty(); ++d) {
    std::vector<Cube> next;
    for (const Cube& cube : level)
      for (const Step& letter : letters.steps()) {
        const Cube to = cube * letter.cube;
        std::uint8_t& distance = distances[index<Orientation>(to)];
        if (distance != kFar) continue;
        distance = d;
        next.push_back(to);
      }
    level = std::move(next);
  }
  return distances;
}

}  // namespace

PlainBounds::PlainBounds(Metric metric)
    : letters_(moves_of(metric)),
      twists_(make_distances<CornerOrientation>(letters_)),
      flips_(make_distances<EdgeOrientation>(letters_)) {}

bool PlainBounds::is_farther(const Cube& cube, int cost) const {
  return twists_[index<CornerOrientation>(cube)] > cost || flips_[index<EdgeOrientation>(cube)] > cost;
}

std::optional<std::uint64_t> PlainCoset::next() {
  const std::size_t before = met_.size();
  search(cube_, ++depth_, kNone);
  if (is_set(stop_)) return std::nullopt;
  return met_.size() - before;
}

void PlainCoset::search(const Cube& cube, int left, int last) {
  if (bounds_.is_farther(cube, left) || is_set(stop_)) return;
  if (left == 0) {
    met_.insert(cube);
    return;
  }
  const MoveSet& letters = bounds_.letters();
  for (int l = 0; l < letters.size(); ++l)
    if (last == kNone || letters.may_follow(last, l)) search(cube * letters[l].cube, left - 1, l);
}

}  // namespace superflip::detail
