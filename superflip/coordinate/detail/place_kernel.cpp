#include "superflip/coordinate/detail/place_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/coordinate/detail/place_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <bit>

#include "superflip/base/detail/combinatorics.h"
#include "superflip/base/detail/dispatch.h"
#include "superflip/coordinate/detail/permutation_rank.h"
#include "superflip/coordinate/detail/reference.h"
#include "superflip/cube/inversions-inl.h"
#include "superflip/cube/kernel-inl.h"

// For all instruction sets: this file is compiled again for each.
#ifndef SUPERFLIP_COORDINATE_DETAIL_PLACE_KERNEL_CPP_
#define SUPERFLIP_COORDINATE_DETAIL_PLACE_KERNEL_CPP_
namespace superflip::detail {
namespace {

constexpr int kSetsOfPlaces = 1 << kEdges;

// For each set of places, as bits, the positions of those places in increasing order, and 0x80 after them.
struct alignas(16) Fronts {
  std::array<Lanes, kSetsOfPlaces> of{};
};

constexpr Fronts make_fronts() {
  Fronts fronts;
  for (int set = 0; set < kSetsOfPlaces; ++set) {
    std::size_t n = 0;
    for (int x = 0; x < kEdges; ++x)
      if ((set >> x & 1) != 0) fronts.of[static_cast<std::size_t>(set)][n++] = static_cast<std::uint8_t>(x);
    while (n < 16) fronts.of[static_cast<std::size_t>(set)][n++] = 0x80;
  }
  return fronts;
}

constexpr Fronts kFronts = make_fronts();

// The combinatorial number of each set of places among the first n places: at kCombinations[2^n + set]. Every place
// that is not in the set adds the binomial coefficient of its position over k - 1, where k places of the set are before
// it.
constexpr auto make_combinations() {
  std::array<std::array<std::uint16_t, kEdges + 1>, kEdges + 1> choose{};
  for (int n = 0; n <= kEdges; ++n)
    for (int k = 0; k <= n; ++k)
      choose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(binomial(n, k));
  std::array<std::uint16_t, 2 * kSetsOfPlaces> number{};
  for (std::size_t n = 0; n <= kEdges; ++n)
    for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
      std::size_t k = 0;
      for (std::size_t x = 0; x < n; ++x) {
        if ((set >> x & 1) != 0)
          ++k;
        else if (k > 0)
          number[(std::size_t{1} << n) + set] += choose[x][k - 1];
      }
    }
  return number;
}

constexpr auto kCombinations = make_combinations();

}  // namespace
}  // namespace superflip::detail
#endif  // SUPERFLIP_COORDINATE_DETAIL_PLACE_KERNEL_CPP_

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

using detail::Lanes;
using detail::PlaceSteps;

HWY_INLINE ByteVector lanes(const Lanes& bytes) { return hn::Load(Bytes(), bytes.data()); }

HWY_INLINE ByteVector pieces_of(ByteVector v) { return hn::And(v, hn::Set(Bytes(), 0x0F)); }

// The vector that holds the pieces, with orientations in the frame.
HWY_INLINE ByteVector pieces_in_frame(const PlaceSteps& steps, const Cube& c) {
  const Bytes d;
  const ByteVector v = hn::Load(d, steps.kind == PieceKind::edges ? c.edge.data() : c.corner.data());
  if (!steps.is_framed) return v;
  const auto more = hn::Add(hn::TableLookupBytes(lanes(steps.of_piece), pieces_of(v)), lanes(steps.of_place));
  const auto sum = hn::Add(v, more);
  if (steps.kind == PieceKind::edges) return hn::And(sum, hn::Set(d, 0x1F));
  const auto three = hn::Set(d, 0x30);
  const auto once = hn::Min(sum, hn::Sub(sum, three));
  return hn::Min(once, hn::Sub(once, three));
}

// The sum of the first 8 bytes, and of the last 8, each times its weight.
struct Sums {
  std::uint32_t first, last;
};
HWY_INLINE Sums weighted_sums(ByteVector digits, const std::array<std::int16_t, 16>& weights) {
  const hn::Half<Bytes> half;
  const hn::FixedTag<std::int16_t, 8> d16;
  const hn::FixedTag<std::int32_t, 4> d32;
  auto first_more = hn::Zero(d32);
  auto last_more = hn::Zero(d32);
  const auto first = hn::ReorderWidenMulAccumulate(d32, hn::PromoteTo(d16, hn::LowerHalf(half, digits)),
                                                   hn::Load(d16, weights.data()), hn::Zero(d32), first_more);
  const auto last = hn::ReorderWidenMulAccumulate(d32, hn::PromoteTo(d16, hn::UpperHalf(half, digits)),
                                                  hn::Load(d16, weights.data() + 8), hn::Zero(d32), last_more);
  return {static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d32, hn::Add(first, first_more)))),
          static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d32, hn::Add(last, last_more))))};
}

HWY_INLINE Index orientation_number(ByteVector oriented, const PlaceSteps::Set& set) {
  const Sums sums = weighted_sums(hn::ShiftRight<4>(oriented), set.orientation_weights);
  return Index{sums.first} + sums.last;
}

// The number of the order of the pieces at the front.
HWY_INLINE Index order_number(ByteVector front, const PlaceSteps::Set& set) {
  const hn::Repartition<std::uint64_t, Bytes> d64;
  if (set.pieces <= kCorners) {
    const auto ranks = hn::TableLookupBytes(lanes(set.rank), pieces_of(front));
    return permutation_rank((hn::GetLane(hn::BitCast(d64, ranks)) & set.kept) | set.rest);
  }
  const Sums sums = weighted_sums(inversions<kEdges - 1>(pieces_of(front)), set.order_weights);
  return sums.first + factorial(8) * sums.last;
}

// As bits, the bytes that are 0xFF; the others are 0.
HWY_INLINE std::uint32_t marked(ByteVector v) {
  const Bytes d;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::MaskFromVec(v), bits);
  return bits[0] | static_cast<std::uint32_t>(bits[1]) << 8;
}

HWY_INLINE ByteVector to_front(ByteVector v, std::uint32_t places) {
  return hn::TableLookupBytesOr0(v, lanes(detail::kFronts.of[places]));
}

HWY_INLINE Index arrangement_index(const PlaceSteps& steps, const Cube& c) {
  const ByteVector all = pieces_in_frame(steps, c);
  Index number = 0;
  Index orientations = 0;
  Index weight = 1;
  for (int s = 0; s < steps.count; ++s) {
    const PlaceSteps::Set& set = steps.sets[static_cast<std::size_t>(s)];
    const std::uint32_t places = (1U << set.places) - 1;
    ByteVector seen = hn::TableLookupBytes(all, lanes(set.order));
    if (s > 0) {
      const std::uint32_t taken = marked(hn::TableLookupBytes(lanes(set.earlier), pieces_of(seen)));
      seen = to_front(seen, ~taken & ((1U << superflip::pieces_of(steps.kind)) - 1));
    }
    if (set.pieces < set.places) {
      const std::uint32_t mine = marked(hn::TableLookupBytes(lanes(set.member), pieces_of(seen))) & places;
      number = number * set.combinations + set.combination[mine];
      if (set.ordered || set.oriented) seen = to_front(seen, mine);
    }
    if (set.ordered) number = number * set.orders + order_number(seen, set);
    if (set.oriented) {
      orientations = orientations * set.orientations + orientation_number(seen, set);
      weight *= set.orientations;
    }
  }
  return number * weight + orientations;
}

void arrangement_values(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to) {
  for (std::size_t i = 0; i < cubes.size(); ++i) to[i] = arrangement_index(steps, cubes[i]);
}

void orientation_values(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to) {
  const PlaceSteps::Set& set = steps.sets[0];
  for (std::size_t i = 0; i < cubes.size(); ++i)
    to[i] = orientation_number(hn::TableLookupBytes(pieces_in_frame(steps, cubes[i]), lanes(set.order)), set);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::detail {

SUPERFLIP_DISPATCH_TABLE(arrangement_values);
SUPERFLIP_DISPATCH_TABLE(orientation_values);

namespace {

// Centres are in the second half of the corners' vector, and their pieces count from 8.
constexpr int first_byte(PieceKind kind) { return kind == PieceKind::centres ? kCorners : 0; }

// base^(n-1), ..., base, 1 for n digits; 0 for the others.
std::array<std::int16_t, 16> powers(int base, int n) {
  std::array<std::int16_t, 16> weights{};
  int weight = 1;
  for (int x = n - 1; x >= 0; --x, weight *= base)
    weights[static_cast<std::size_t>(x)] = static_cast<std::int16_t>(weight);
  return weights;
}

}  // namespace

// With one set, of all pieces, which is that of Orientation; add() begins anew.
PlaceSteps::PlaceSteps(PieceKind of, Frame frame) : kind(of), is_framed(has_fixed_sum(of) && frame != usual_frame(of)) {
  const int n = superflip::pieces_of(kind);
  Set& set = sets[0];
  for (int x = 0; x < n; ++x) set.order[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(first_byte(kind) + x);
  set.orientation_weights = powers(orientations_of(kind), has_fixed_sum(kind) ? n - 1 : n);
  if (!is_framed) return;
  const auto& reference = kReference[static_cast<std::size_t>(kind)][static_cast<std::size_t>(frame)];
  for (std::size_t x = 0; x < static_cast<std::size_t>(n); ++x) {
    of_piece[x] = static_cast<std::uint8_t>(reference[x] << 4);
    of_place[x] = static_cast<std::uint8_t>((orientations_of(kind) - reference[x]) << 4);
  }
}

void PlaceSteps::add(std::uint16_t pieces, bool ordered, bool oriented) {
  const int all = superflip::pieces_of(kind);
  const int first = first_byte(kind);
  Set& set = sets[static_cast<std::size_t>(count)];
  set = Set{};
  set.places = all;
  if (count > 0) {
    const Set& last = sets[static_cast<std::size_t>(count) - 1];
    set.places = last.places - last.pieces;
    for (std::size_t p = 0; p < set.earlier.size(); ++p)
      set.earlier[p] = static_cast<std::uint8_t>(last.earlier[p] | last.member[p]);
  }
  std::size_t at = 0;
  for (const bool is_home : {false, true})  // a set's home places come last
    for (int x = 0; x < all; ++x)
      if (((pieces >> x & 1) != 0) == is_home) set.order[at++] = static_cast<std::uint8_t>(first + x);
  for (int p = 0; p < all; ++p)
    if ((pieces >> p & 1) != 0) {
      const std::size_t piece = static_cast<std::size_t>(first) + static_cast<std::size_t>(p);
      set.member[piece] = 0xFF;
      set.rank[piece] = static_cast<std::uint8_t>(set.pieces++);
    }
  set.ordered = ordered;
  set.oriented = oriented;
  set.combination = kCombinations.data() + (std::size_t{1} << set.places);
  set.combinations = binomial(set.places, set.pieces);
  if (ordered) set.orders = factorial(set.pieces);
  if (oriented) {
    for (int k = 0; k < set.pieces; ++k) set.orientations *= static_cast<Index>(orientations_of(kind));
    set.orientation_weights = powers(orientations_of(kind), set.pieces);
  }
  for (int x = 0; x < set.pieces; ++x)
    set.order_weights[static_cast<std::size_t>(x)] =
        static_cast<std::int16_t>(x < 8 ? factorial(x) : factorial(x) / factorial(8));
  for (int x = 0; x < 8; ++x)
    (x < set.pieces ? set.kept : set.rest) |= static_cast<std::uint64_t>(x < set.pieces ? 0xFF : x) << 8 * x;
  ++count;
}

void orientation_indices(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to) {
  SUPERFLIP_DISPATCH(orientation_values)(steps, cubes, to);
}

void arrangement_indices(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to) {
  SUPERFLIP_DISPATCH(arrangement_values)(steps, cubes, to);
}

}  // namespace superflip::detail
#endif  // HWY_ONCE
