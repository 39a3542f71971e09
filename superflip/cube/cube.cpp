#include "superflip/cube/cube.h"

#include <algorithm>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/cube.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

void multiply(const Cube& a, const Cube& b, Cube& product) { store(compose(load(a), load(b)), product); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {

SUPERFLIP_DISPATCH_TABLE(multiply);

Cube operator*(const Cube& a, const Cube& b) {
  Cube c;
  SUPERFLIP_DISPATCH(multiply)(a, b, c);
  return c;
}

namespace {

// Of the inversions only whether they are odd: bit p of `above` says so of the pieces seen above p.
template <int kCount, class PieceAt>
int parity(const PieceAt& piece_at) {
  unsigned inversions = 0;
  unsigned above = 0;
  for (int x = 0; x < kCount; ++x) {
    inversions ^= above >> piece_at(x);
    above ^= (1U << piece_at(x)) - 1;
  }
  return static_cast<int>(inversions & 1);
}

// Whether the bytes at places begin..end-1 are pieces of these places, each with one of so many orientations.
bool is_pieces(const std::array<std::uint8_t, 16>& places, int begin, int end, int orientations) {
  unsigned seen = 0;
  for (int x = begin; x < end; ++x) {
    const int piece = places[static_cast<std::size_t>(x)] & 15;
    if (places[static_cast<std::size_t>(x)] >> 4 >= orientations) return false;
    seen |= 1U << piece;
  }
  return seen == (1U << end) - (1U << begin);
}

bool has_home_centres(const Cube& c) {
  return std::equal(c.corner.begin() + kCorners, c.corner.end(), kSolved.corner.begin() + kCorners);
}

// The least common multiple of the cycles' orders. A cycle's order is its length times the order of the sum of its
// orientations (mod 3, 2 or 4).
template <class PieceAt, class OrientationAt>
int order_of_pieces(int pieces, int orientations, const PieceAt& piece_at, const OrientationAt& orientation_at) {
  int n = 1;
  for (int x = 0; x < pieces; ++x) {
    int cycle = 1;
    int sum = orientation_at(x);
    for (int y = piece_at(x); y != x; y = piece_at(y), ++cycle) sum += orientation_at(y);
    n = std::lcm(n, cycle * (orientations / std::gcd(orientations, sum)));
  }
  return n;
}

}  // namespace

bool is_cube(const Cube& c) {
  constexpr int kFirstPadding = kCorners + kFaces;
  return is_pieces(c.corner, 0, kCorners, 3) && is_pieces(c.corner, kCorners, kFirstPadding, 4) &&
         std::equal(c.corner.begin() + kFirstPadding, c.corner.end(), kSolved.corner.begin() + kFirstPadding) &&
         is_pieces(c.edge, 0, kEdges, 2) &&
         std::equal(c.edge.begin() + kEdges, c.edge.end(), kSolved.edge.begin() + kEdges);
}

int corner_parity(const Cube& c) {
  return parity<kCorners>([&c](int x) { return c.corner_at(x); });
}

int edge_parity(const Cube& c) {
  return parity<kEdges>([&c](int x) { return c.edge_at(x); });
}

int centre_parity(const Cube& c) {
  return parity<kFaces>([&c](int f) { return c.centre_at(f); });
}

Imbalance imbalance(const Cube& c) {
  int twists = 0;
  int flips = 0;
  for (int x = 0; x < kCorners; ++x) twists += c.twist_at(x);
  for (int x = 0; x < kEdges; ++x) flips += c.flip_at(x);
  return {twists % 3, flips % 2, corner_parity(c) ^ edge_parity(c)};
}

bool is_reachable(const Cube& c) { return imbalance(c).none() && has_home_centres(c); }

int order(const Cube& c) {
  const int corners = order_of_pieces(
      kCorners, 3, [&c](int x) { return c.corner_at(x); }, [&c](int x) { return c.twist_at(x); });
  const int edges = order_of_pieces(
      kEdges, 2, [&c](int x) { return c.edge_at(x); }, [&c](int x) { return c.flip_at(x); });
  const int centres = order_of_pieces(
      kFaces, 4, [&c](int f) { return c.centre_at(f); }, [&c](int f) { return c.turn_at(f); });
  return std::lcm(std::lcm(corners, edges), centres);
}

// The 8 corner bytes and 12 edge bytes as three words, mixed by the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
// The centres are a fourth word where they are not as in the solved cube.
std::uint64_t hash(const Cube& c) {
  const auto word = [](const std::uint8_t* bytes, int count) {
    std::uint64_t w = 0;
    for (int i = 0; i < count; ++i) w |= std::uint64_t{bytes[i]} << (8 * i);
    return w;
  };
  const auto mix = [](std::uint64_t h) {
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EB;
    return h ^ (h >> 31);
  };
  const std::uint64_t corners = mix(word(c.corner.data(), 8));
  const std::uint64_t edges = mix(corners + word(c.edge.data(), 8));
  const std::uint64_t all = mix(edges + word(c.edge.data() + 8, 4));
  return has_home_centres(c) ? all : mix(all + word(c.corner.data() + kCorners, kFaces));
}

}  // namespace superflip
#endif  // HWY_ONCE
