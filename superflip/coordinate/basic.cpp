#include "superflip/coordinate/basic.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace superflip {
namespace {

constexpr int kFirstSliceEdge = FR;

constexpr Index binomial(int n, int k) {
  if (k > n) return 0;
  Index b = 1;
  for (int i = 0; i < k; ++i) b = b * (n - i) / (i + 1);
  return b;
}

constexpr std::array<std::uint8_t, 12> identity() {
  std::array<std::uint8_t, 12> p{};
  for (int i = 0; i < 12; ++i) p[i] = static_cast<std::uint8_t>(i);
  return p;
}

// Sum over i of i! * (how many greater pieces stand before place i).
template <class PieceAt>
Index permutation_index(int n, PieceAt piece_at) {
  Index index = 0;
  for (int i = n - 1; i > 0; --i) {
    int greater = 0;
    for (int j = 0; j < i; ++j) greater += piece_at(j) > piece_at(i);
    index = (index + greater) * i;
  }
  return index;
}

// The digits tell, from the last place down, how many of the pieces still free are greater than the one there.
template <class SetPiece>
void assign_permutation(int n, Index index, SetPiece set_piece) {
  std::array<int, 12> digit{};
  for (int i = 1; i < n; ++i) {
    digit[i] = static_cast<int>(index % (i + 1));
    index /= i + 1;
  }
  std::array<std::uint8_t, 12> free = identity();
  for (int i = n - 1; i >= 0; --i) {
    const int at = i - digit[i];
    set_piece(i, free[at]);
    std::copy(free.begin() + at + 1, free.begin() + i + 1, free.begin() + at);
  }
}

// The four places of value i, found from BR down: with k+1 members still to come, place p is not one of them when the
// binomial of p over k fits in what is left.
std::array<bool, kEdges> slice_places(Index i) {
  std::array<bool, kEdges> places{};
  int k = 3;
  for (int p = kEdges - 1; p >= 0 && k >= 0; --p) {
    const Index below = binomial(p, k);
    if (i >= below) {
      i -= below;
    } else {
      places[p] = true;
      --k;
    }
  }
  return places;
}

// Slice edges in the given order on the given places; the edges of the U and D layers keep their order.
void assign_slice(Cube& c, const std::array<bool, kEdges>& places, const std::array<int, 4>& four) {
  std::array<int, kEdges> others{};
  int count = 0;
  for (int p = 0; p < kEdges; ++p)
    if (c.edge_at(p) < kFirstSliceEdge) others[count++] = c.edge_at(p);
  int slice = 0;
  int other = 0;
  for (int p = 0; p < kEdges; ++p) c.set_edge_piece(p, places[p] ? kFirstSliceEdge + four[slice++] : others[other++]);
}

// The slice's edges in the order of their places, as 0..3.
std::array<int, 4> slice_edges(const Cube& c) {
  std::array<int, 4> four{};
  int seen = 0;
  for (int p = 0; p < kEdges; ++p)
    if (c.edge_at(p) >= kFirstSliceEdge) four[seen++] = c.edge_at(p) - kFirstSliceEdge;
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

Index EdgeOrientation::index(const Cube& c) {
  Index i = 0;
  for (int x = 0; x < kEdges - 1; ++x) i = 2 * i + c.flip_at(x);
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

Index CornerPermutation::index(const Cube& c) {
  return permutation_index(kCorners, [&c](int x) { return c.corner_at(x); });
}

void CornerPermutation::assign(Cube& c, Index i) {
  assign_permutation(kCorners, i, [&c](int x, int piece) { c.set_corner_piece(x, piece); });
}

Index EdgePermutation::index(const Cube& c) {
  return permutation_index(kEdges, [&c](int x) { return c.edge_at(x); });
}

void EdgePermutation::assign(Cube& c, Index i) {
  assign_permutation(kEdges, i, [&c](int x, int piece) { c.set_edge_piece(x, piece); });
}

// Every place that does not hold one of the slice's edges adds the binomial of its number over one less than the count
// of those on places before it.
Index UDSlice::index(const Cube& c) {
  Index i = 0;
  int k = -1;
  for (int p = 0; p < kEdges; ++p) {
    if (c.edge_at(p) >= kFirstSliceEdge)
      ++k;
    else if (k >= 0)
      i += binomial(p, k);
  }
  return i;
}

// The slice's edges keep their order, as the others do.
void UDSlice::assign(Cube& c, Index i) { assign_slice(c, slice_places(i), slice_edges(c)); }

Index UDSliceSorted::index(const Cube& c) {
  const std::array<int, 4> four = slice_edges(c);
  return 24 * UDSlice::index(c) + permutation_index(4, [&four](int x) { return four[x]; });
}

void UDSliceSorted::assign(Cube& c, Index i) {
  std::array<int, 4> four{};
  assign_permutation(4, i % 24, [&four](int x, int piece) { four[x] = piece; });
  assign_slice(c, slice_places(i / 24), four);
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
  return permutation_index(8, [&c](int x) { return c.edge_at(x); });
}

void Phase2EdgePermutation::assign(Cube& c, Index i) {
  assign_permutation(8, i, [&c](int x, int piece) { c.set_edge_piece(x, piece); });
}

bool in_g1(const Cube& c) {
  return CornerOrientation::index(c) == 0 && EdgeOrientation::index(c) == 0 && UDSlice::index(c) == 0;
}

}  // namespace superflip
