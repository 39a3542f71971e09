#include "superflip/coordinate/basic.h"

#include <array>
#include <bit>
#include <cassert>

#include "superflip/base/detail/combinatorics.h"
#include "superflip/coordinate/detail/permutation_rank.h"

namespace superflip {
namespace {

constexpr int kFirstSliceEdge = FR;

// The eight bytes of places 0..7 as a word, the first one lowest.
std::uint64_t first_eight(const std::array<std::uint8_t, 16>& places) {
  std::uint64_t word = 0;
  for (int x = 0; x < 8; ++x) word |= std::uint64_t{places[x]} << 8 * x;
  return word;
}

constexpr std::uint64_t kPieces = 0x0F0F0F0F0F0F0F0F;  // the bits of those bytes that name the pieces

// The places of the slice's edges as a set of bits. These edges alone have a number with bit 3 set; for the first eight
// places a multiplication moves bit 3 of byte x to bit 56 + x.
unsigned slice_places(const Cube& c) {
  static_assert(kFirstSliceEdge == 8);
  const std::uint64_t bits = (first_eight(c.edge) >> 3 & 0x0101010101010101) * 0x0102040810204080;
  unsigned places = static_cast<unsigned>(bits >> 56);
  for (int p = 8; p < kEdges; ++p) places |= static_cast<unsigned>(c.edge_at(p) >> 3) << p;
  return places;
}

// UDSlice for every set of four places, and its inverse. A place p that holds none of the slice's edges adds C(p, k -
// 1) if k > 0 of these edges are on places before it.
struct SliceNumbers {
  std::array<std::uint16_t, 1 << kEdges> index{};
  std::array<std::uint16_t, 495> places{};
};

constexpr SliceNumbers make_slice_numbers() {
  SliceNumbers numbers;
  for (unsigned places = 0; places < 1 << kEdges; ++places) {
    if (std::popcount(places) != 4) continue;
    Index index = 0;
    int k = -1;
    for (int p = 0; p < kEdges; ++p) {
      if ((places >> p & 1) != 0)
        ++k;
      else if (k >= 0)
        index += binomial(p, k);
    }
    numbers.index[places] = static_cast<std::uint16_t>(index);
    numbers.places[index] = static_cast<std::uint16_t>(places);
  }
  return numbers;
}

constexpr SliceNumbers kSliceNumbers = make_slice_numbers();

// Puts the slice's edges on the given places in the given order; the edges of the U and D layers keep their order.
void assign_slice(Cube& c, unsigned places, const std::array<int, 4>& four) {
  std::array<int, kEdges> others{};
  int count = 0;
  for (int p = 0; p < kEdges; ++p)
    if (c.edge_at(p) < kFirstSliceEdge) others[count++] = c.edge_at(p);
  int slice = 0;
  int other = 0;
  for (int p = 0; p < kEdges; ++p)
    c.set_edge_piece(p, (places >> p & 1) != 0 ? kFirstSliceEdge + four[slice++] : others[other++]);
}

// The slice's edges in the order of their places, as 0..3.
std::array<int, 4> slice_edges(const Cube& c, unsigned places) {
  std::array<int, 4> four{};
  for (int& edge : four) {
    edge = c.edge_at(std::countr_zero(places)) - kFirstSliceEdge;
    places &= places - 1;
  }
  return four;
}

}  // namespace

Index CornerOrientation::index(const Cube& c) {
  Index i = 0;
  for (int x = 0; x < kCorners - 1; ++x) i = 3 * i + c.twist_at(x);
  return i;
}

void CornerOrientation::assign(Cube& c, Index i) {
  int sum = 0;
  for (int x = kCorners - 2; x >= 0; --x) {
    const auto twist = static_cast<int>(i % 3);
    i /= 3;
    sum += twist;
    c.set_twist(x, twist);
  }
  c.set_twist(kCorners - 1, (15 - sum) % 3);
}

// For the first eight places a multiplication moves bit 4 of byte x to bit 63 - x.
Index EdgeOrientation::index(const Cube& c) {
  Index i = ((first_eight(c.edge) >> 4 & 0x0101010101010101) * 0x8040201008040201) >> 56;
  for (int x = 8; x < kEdges - 1; ++x) i = 2 * i + c.flip_at(x);
  return i;
}

void EdgeOrientation::assign(Cube& c, Index i) {
  int sum = 0;
  for (int x = kEdges - 2; x >= 0; --x) {
    const auto flip = static_cast<int>(i % 2);
    i /= 2;
    sum += flip;
    c.set_flip(x, flip);
  }
  c.set_flip(kEdges - 1, sum % 2);
}

Index CornerPermutation::index(const Cube& c) { return permutation_rank(first_eight(c.corner) & kPieces); }

void CornerPermutation::assign(Cube& c, Index i) {
  put_permutation(kCorners, static_cast<std::uint32_t>(i), [&c](int x, int piece) { c.set_corner_piece(x, piece); });
}

Index EdgePermutation::index(const Cube& c) {
  return permutation_number(kEdges, [&c](int x) { return c.edge_at(x); });
}

void EdgePermutation::assign(Cube& c, Index i) {
  put_permutation(kEdges, static_cast<std::uint32_t>(i), [&c](int x, int piece) { c.set_edge_piece(x, piece); });
}

Index UDSlice::index(const Cube& c) { return kSliceNumbers.index[slice_places(c)]; }

// The slice's edges keep their order, and so do the others.
void UDSlice::assign(Cube& c, Index i) { assign_slice(c, kSliceNumbers.places[i], slice_edges(c, slice_places(c))); }

Index UDSliceSorted::index(const Cube& c) {
  const unsigned places = slice_places(c);
  const std::array<int, 4> four = slice_edges(c, places);
  return Index{24} * kSliceNumbers.index[places] + permutation_number(4, [&four](int x) { return four[x]; });
}

void UDSliceSorted::assign(Cube& c, Index i) {
  std::array<int, 4> four{};
  put_permutation(4, static_cast<std::uint32_t>(i % 24), [&four](int x, int piece) { four[x] = piece; });
  assign_slice(c, kSliceNumbers.places[i / 24], four);
}

bool Phase2SlicePermutation::defined(const Cube& c) { return UDSlice::index(c) == 0; }

Index Phase2SlicePermutation::index(const Cube& c) {
  assert(defined(c));
  return UDSliceSorted::index(c);
}

void Phase2SlicePermutation::assign(Cube& c, Index i) { UDSliceSorted::assign(c, i); }

bool Phase2EdgePermutation::defined(const Cube& c) { return UDSlice::index(c) == 0; }

Index Phase2EdgePermutation::index(const Cube& c) {
  assert(defined(c));
  return permutation_rank(first_eight(c.edge) & kPieces);
}

void Phase2EdgePermutation::assign(Cube& c, Index i) {
  put_permutation(8, static_cast<std::uint32_t>(i), [&c](int x, int piece) { c.set_edge_piece(x, piece); });
}

bool in_g1(const Cube& c) {
  return CornerOrientation::index(c) == 0 && EdgeOrientation::index(c) == 0 && UDSlice::index(c) == 0;
}

}  // namespace superflip
