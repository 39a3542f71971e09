#include "superflip/solver/two_phase/near_solved.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/permutation_rank.h"
#include "superflip/solver/two_phase/raw.h"

namespace superflip::two_phase {
namespace {

constexpr std::size_t kBitsPerKey = 10;

// How many keys there are at most that far from solved, as make() finds them.
constexpr std::array kKeysHtm{1, 4, 14, 72, 445, 2631, 14601, 81754, 440856, 2277698};
constexpr std::array kKeysQtm{1, 2, 6, 9, 24, 50, 210, 558, 1985, 4855, 15074, 37161, 108738, 278171, 773933};

std::size_t keys(Metric metric, int distance) {
  return metric == Metric::htm ? kKeysHtm[distance] : kKeysQtm[distance];
}

std::size_t words(Metric metric, int distance) { return (keys(metric, distance) * kBitsPerKey + 63) / 64; }

// Calls visit(words) for each distance in order.
template <class Word, class Visit>
void for_each_filter(Metric metric, int last, std::span<Word> all, const Visit& visit) {
  for (int d = 0; d <= last; ++d) {
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
  const Cube seen = conjugate(cube, static_cast<Symmetry>(folded >> 12));
  for (unsigned set = fold.corner_stabiliser[cls]; set != 0; set &= set - 1) {
    const Cube image = conjugate(seen, static_cast<Symmetry>(std::countr_zero(set)));
    std::uint32_t slice = 0;
    std::memcpy(&slice, image.edge.data() + FR, 4);
    visit((cls * kEdgePermutations + permutation_rank(first_pieces(image.edge))) * kSliceOrders + slice_order(slice));
  }
}

Cube cube_of(const Fold& fold, std::uint32_t key) {
  Cube cube = to_cube(CornerPermutation{}, fold.corner_representative[key / kSliceOrders / kEdgePermutations]);
  cube.edge = to_cube(Phase2EdgePermutation{}, key / kSliceOrders % kEdgePermutations).edge;
  const Cube slice = to_cube(Phase2SlicePermutation{}, key % kSliceOrders);
  std::copy(slice.edge.begin() + FR, slice.edge.begin() + kEdges, cube.edge.begin() + FR);
  return cube;
}

}  // namespace

std::uint64_t NearSolved::bytes(Metric metric, int last) {
  std::uint64_t total = 0;
  for (int d = 0; d <= last; ++d) total += words(metric, d) * sizeof(std::uint64_t);
  return total;
}

NearSolved::NearSolved(Metric metric, int last, std::span<const std::byte> bytes) {
  const std::span all(reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
  for_each_filter(metric, last, all, [this](std::span<const std::uint64_t> w) { within_.emplace_back(w); });
}

// Breadth first by cost. The last distance is where most are: they go into the filter as they are met, again and again
// and with nearer ones, which changes nothing.
void NearSolved::make(const Fold& fold, Metric metric, int last, std::span<std::byte> bytes) {
  std::vector<BloomFilterMaker> within;
  const std::span all(reinterpret_cast<std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
  for_each_filter(metric, last, all, [&](std::span<std::uint64_t> w) { within.emplace_back(w); });

  std::vector<std::vector<std::uint32_t>> at{{}};
  visit_keys(fold, kSolved, [&](std::uint32_t key) { at[0].push_back(key); });
  std::sort(at[0].begin(), at[0].end());
  at[0].erase(std::unique(at[0].begin(), at[0].end()), at[0].end());
  std::vector<std::uint32_t> seen = at[0];
  const auto from_nearer = [&](int distance, const auto& visit) {
    for (int c = 1; c <= 2 && c <= distance; ++c)
      for (const std::uint32_t key : at[distance - c]) {
        const Cube cube = cube_of(fold, key);
        for (const Move m : kPhase2Moves)
          if (cost(m, metric) == c) visit_keys(fold, apply(cube, m), visit);
      }
  };
  for (int d = 1; d < last; ++d) {
    std::vector<std::uint32_t> found;
    from_nearer(d, [&](std::uint32_t key) { found.push_back(key); });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<std::uint32_t> fresh;
    std::set_difference(found.begin(), found.end(), seen.begin(), seen.end(), std::back_inserter(fresh));
    const auto middle = static_cast<std::ptrdiff_t>(seen.size());
    seen.insert(seen.end(), fresh.begin(), fresh.end());
    std::inplace_merge(seen.begin(), seen.begin() + middle, seen.end());
    at.push_back(std::move(fresh));
    if (seen.size() != keys(metric, d)) throw std::logic_error("other positions near solved than were counted");
  }
  for (int d = 0; d < last; ++d)
    for (const std::uint32_t key : at[d])
      for (int further = d; further <= last; ++further) within[further].insert(key);
  from_nearer(last, [&](std::uint32_t key) { within[last].insert(key); });
}

}  // namespace superflip::two_phase
