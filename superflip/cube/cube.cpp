#include "superflip/cube/cube.h"

#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/cube.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

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

HWY_EXPORT(multiply);

Cube operator*(const Cube& a, const Cube& b) {
  Cube c;
  HWY_DYNAMIC_DISPATCH(multiply)(a, b, c);
  return c;
}

Cube inverse(const Cube& a) {
  Cube c;
  for (int x = 0; x < kCorners; ++x) c.set_corner(a.corner_at(x), x, (3 - a.twist_at(x)) % 3);
  for (int x = 0; x < kEdges; ++x) c.set_edge(a.edge_at(x), x, a.flip_at(x));
  return c;
}

int corner_parity(const Cube& c) {
  int inversions = 0;
  for (int x = 0; x < kCorners; ++x)
    for (int y = 0; y < x; ++y) inversions += c.corner_at(y) > c.corner_at(x);
  return inversions & 1;
}

int edge_parity(const Cube& c) {
  int inversions = 0;
  for (int x = 0; x < kEdges; ++x)
    for (int y = 0; y < x; ++y) inversions += c.edge_at(y) > c.edge_at(x);
  return inversions & 1;
}

Imbalance imbalance(const Cube& c) {
  int twists = 0;
  int flips = 0;
  for (int x = 0; x < kCorners; ++x) twists += c.twist_at(x);
  for (int x = 0; x < kEdges; ++x) flips += c.flip_at(x);
  return {twists % 3, flips % 2, corner_parity(c) ^ edge_parity(c)};
}

// The order of a cycle of pieces is its length, times 3 (corners) or 2 (edges) when its orientations do not cancel.
int order(const Cube& c) {
  int n = 1;
  for (int x = 0; x < kCorners; ++x) {
    int cycle = 1;
    int twist = c.twist_at(x);
    for (int y = c.corner_at(x); y != x; y = c.corner_at(y), ++cycle) twist += c.twist_at(y);
    n = std::lcm(n, twist % 3 == 0 ? cycle : 3 * cycle);
  }
  for (int x = 0; x < kEdges; ++x) {
    int cycle = 1;
    int flip = c.flip_at(x);
    for (int y = c.edge_at(x); y != x; y = c.edge_at(y), ++cycle) flip += c.flip_at(y);
    n = std::lcm(n, flip % 2 == 0 ? cycle : 2 * cycle);
  }
  return n;
}

// The 8 corner bytes and 12 edge bytes as three words, mixed by the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
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
  return mix(edges + word(c.edge.data() + 8, 4));
}

}  // namespace superflip
#endif  // HWY_ONCE
