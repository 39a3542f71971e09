#include "superflip/solver/two_phase/low_distance_phase2.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <iterator>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/detail/permutation_rank.h"
#include "superflip/solver/two_phase/raw.h"

namespace superflip::two_phase {
namespace {

constexpr std::size_t kBitsPerKey = 10;

// [d]: the number of keys at distance at most d from solved, as make() finds them.
constexpr std::array kKeysHtm{1, 4, 14, 72, 445, 2631, 14601, 81754, 440856, 2277698};
constexpr std::array kKeysQtm{1, 2, 6, 9, 24, 50, 210, 558, 1985, 4855, 15074, 37161, 108738, 278171, 773933};

std::size_t keys(Metric metric, int distance) {
  static_assert(kFaceTurnsAreHtmOrQtm);
  return metric == Metric::htm ? kKeysHtm[distance] : kKeysQtm[distance];
}

std::size_t words(Metric metric, int distance) { return (keys(metric, distance) * kBitsPerKey + 63) / 64; }

// Calls visit(words) for each distance in order.
template <class Word, class Visit>
void for_each_filter(Metric metric, int max, std::span<Word> all, const Visit& visit) {
  for (int d = 0; d <= max; ++d) {
    visit(all.first(words(metric, d)));
    all = all.subspan(words(metric, d));
  }
}

std::uint64_t first_pieces(const std::array<std::uint8_t, 16>& pieces) {
  std::uint64_t first = 0;
  std::memcpy(&first, pieces.data(), 8);
  return first & 0x0F0F0F0F0F0F0F0F;
}

// The keys of a position and its images.
template <class Visit>
void visit_keys(const Fold& fold, const Cube& cube, const Visit& visit) {
  const std::uint32_t folded = fold.corner_fold[permutation_rank(first_pieces(cube.corner))];
  const std::uint32_t cls = folded & 0xFFF;
  const Cube seen = conjugate(cube, Symmetry(folded >> 12));
  for (unsigned set = fold.corner_stabiliser[cls]; set != 0; set &= set - 1) {
    const Cube image = conjugate(seen, Symmetry(std::countr_zero(set)));
    std::uint32_t slice = 0;
    std::memcpy(&slice, image.edge.data() + FR, 4);
    visit((cls * kEdgePermutations + permutation_rank(first_pieces(image.edge))) * kSlicePermutations +
          slice_order(slice));
  }
}

Cube cube_of(const Fold& fold, std::uint32_t key) {
  Cube cube = to_cube(CornerPermutation{}, fold.corner_representative[key / kSlicePermutations / kEdgePermutations]);
  cube.edge = to_cube(Phase2EdgePermutation{}, key / kSlicePermutations % kEdgePermutations).edge;
  const Cube slice = to_cube(Phase2SlicePermutation{}, key % kSlicePermutations);
  std::copy(slice.edge.begin() + FR, slice.edge.begin() + kEdges, cube.edge.begin() + FR);
  return cube;
}

// Keys, divided into parts by the class of their corners. A part is sorted in a few milliseconds, and the stop flag is
// checked between parts.
constexpr std::uint32_t kParts = 64;
using Parts = std::array<std::vector<std::uint32_t>, kParts>;
std::uint32_t part_of(std::uint32_t key) {
  return key / kSlicePermutations / kEdgePermutations / ((kCornerClasses + kParts - 1) / kParts);
}

// The positions by distance, found breadth first by cost.
class Levels {
 public:
  Levels(const Fold& fold, Metric metric, const StopFlag* stop) : fold_(fold), metric_(metric), stop_(stop) {}

  // Finds all positions at most that far; false when it was stopped.
  bool find(int max) {
    Parts found;
    visit_keys(fold_, kSolved, [&](std::uint32_t key) { found[part_of(key)].push_back(key); });
    add_level(found);
    for (int d = 1; d <= max; ++d) {
      if (!visit_level(d, [&](std::uint32_t key) { found[part_of(key)].push_back(key); }) || !add_level(found))
        return false;
      assert(count_ == keys(metric_, d));
    }
    return true;
  }

  // Calls visit(key) for all keys at that distance, each many times, and for some that are nearer. Precondition: the
  // nearer levels are complete. False when it was stopped.
  template <class Visit>
  bool visit_level(int distance, const Visit& visit) const {
    for (int c = 1; c <= 2 && c <= distance; ++c) {
      std::size_t done = 0;
      for (const std::uint32_t key : at_[distance - c]) {
        if (++done % 1024 == 0 && is_set(stop_)) return false;
        const Cube cube = cube_of(fold_, key);
        for (const Move m : kPhase2Moves)
          if (cost(m, metric_) == c) visit_keys(fold_, apply(cube, m), visit);
      }
    }
    return true;
  }

  const std::vector<std::uint32_t>& at(int distance) const { return at_[distance]; }

 private:
  // Makes the next level of the new keys in `found`, and empties `found`; false when it was stopped.
  bool add_level(Parts& found) {
    std::vector<std::uint32_t>& level = at_.emplace_back();
    for (std::uint32_t p = 0; p < kParts; ++p) {
      if (is_set(stop_)) return false;
      std::vector<std::uint32_t>& part = found[p];
      std::vector<std::uint32_t>& seen = seen_[p];
      std::sort(part.begin(), part.end());
      part.erase(std::unique(part.begin(), part.end()), part.end());
      const std::size_t before = level.size();
      std::set_difference(part.begin(), part.end(), seen.begin(), seen.end(), std::back_inserter(level));
      const auto fresh = level.begin() + static_cast<std::ptrdiff_t>(before);
      const auto middle = static_cast<std::ptrdiff_t>(seen.size());
      seen.insert(seen.end(), fresh, level.end());
      std::inplace_merge(seen.begin(), seen.begin() + middle, seen.end());
      part.clear();
    }
    count_ += level.size();
    return true;
  }

  const Fold& fold_;
  const Metric metric_;
  const StopFlag* const stop_;
  std::vector<std::vector<std::uint32_t>> at_;
  Parts seen_;
  std::size_t count_ = 0;  // of all levels
};

}  // namespace

std::uint64_t LowDistancePhase2::bytes(Metric metric, int max) {
  std::uint64_t total = 0;
  for (int d = 0; d <= max; ++d) total += words(metric, d) * sizeof(std::uint64_t);
  return total;
}

LowDistancePhase2::LowDistancePhase2(Metric metric, int max, std::span<const std::byte> bytes) {
  const std::span all(reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
  for_each_filter(metric, max, all, [this](std::span<const std::uint64_t> w) { within_.emplace_back(w); });
}

// Most positions are at the last distance. They are added to the filter as they are met, without a list. Some are added
// repeatedly, and some nearer ones are added again; that does not change the filter.
bool LowDistancePhase2::make(const Fold& fold, Metric metric, int max, std::span<std::byte> bytes,
                             const StopFlag* stop) {
  std::vector<BloomFilterMaker> within;
  const std::span all(reinterpret_cast<std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
  for_each_filter(metric, max, all, [&](std::span<std::uint64_t> w) { within.emplace_back(w); });
  Levels levels(fold, metric, stop);
  if (!levels.find(max - 1)) return false;
  for (int d = 0; d < max; ++d) {
    if (is_set(stop)) return false;
    for (int farther = d; farther <= max; ++farther)
      for (const std::uint32_t key : levels.at(d)) within[farther].insert(key);
  }
  return levels.visit_level(max, [&](std::uint32_t key) { within[max].insert(key); });
}

}  // namespace superflip::two_phase
