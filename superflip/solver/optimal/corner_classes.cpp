#include "superflip/solver/optimal/corner_classes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/numbering.h"

namespace superflip::optimal {
namespace {

int tetrad_mask(const Cube& c) {
  int mask = 0;
  for (int x = 0; x < kCorners; ++x) mask |= (c.corner_at(x) >> 2) << x;
  return mask;
}

// Representatives of the six orders into which K puts the slices.
std::array<Cube, kSliceOrders> make_slice_orders() {
  const auto pair = [](Face f) { return kMoveCubes[make_move(f, 1)] * kMoveCubes[make_move(opposite(f), 3)]; };
  const Cube u = pair(U);
  const Cube r = pair(R);
  return {kSolved, u, r, u * r, r * u, u * r * u};
}

// The number of the representative that puts the slices into the order in which c has them.
int slice_order_of(const Cube& c, const std::array<Cube, kSliceOrders>& orders) {
  const auto slices = [](const Cube& x) {
    const Cube renumbered = numbered(x);
    return std::array{renumbered.edge_at(0) / 4, renumbered.edge_at(4) / 4, renumbered.edge_at(8) / 4};
  };
  for (int i = 0; i < kSliceOrders; ++i)
    if (slices(orders[i]) == slices(c)) return i;
  assert(false);
  return 0;
}

// What a map multiplies a cube by on the left (A = R B^-1) and on the right (B), in the numbering.
struct Sides {
  Cube before, after;
};

Sides sides_of(int map, const std::array<Cube, kSliceOrders>& orders) {
  const Symmetry s(map % kSymmetries);
  return {numbered(compose(orders[map / kSymmetries], kSymmetryCubes[inverse(s)])), numbered(kSymmetryCubes[s])};
}

}  // namespace

CornerClasses::CornerClasses() {
  for (unsigned mask = 0, n = 0; mask < 128; ++mask)
    if (std::popcount(mask) == 4) tetrads[mask] = kTwists * n++;
  for (int mask = 0; mask < 128; ++mask)
    for (int x = 6; x >= 0; --x) ternary[mask] = static_cast<std::uint16_t>(3 * ternary[mask] + (mask >> x & 1));
  make_maps();
  make_relations();
  make_classes(make_relation_maps());
}

void CornerClasses::make_maps() {
  const auto orders = make_slice_orders();
  for (int n = 0; n < 2 * kMaps; ++n) {
    auto [a, b] = sides_of(n % kMaps, orders);
    if (n >= kMaps) a = compose(a, numbered(orders[1]));
    EdgeMap& m = map[n];
    for (int x = 0; x < 16; ++x) {
      m.place[x] = static_cast<std::uint8_t>(x < kEdges ? b.edge_at(x) : x);
      m.flip[x] = static_cast<std::uint8_t>(x < kEdges ? b.flip_at(x) << 5 : 0);
      constexpr std::array<std::uint8_t, 3> kSliceMarks{0, 0x80, 0x40};
      m.marks[x] = static_cast<std::uint8_t>(x < kEdges ? kSliceMarks[a.edge_at(x) / 4] | a.flip_at(x) << 5 : 0);
    }
  }
  product.resize(kMaps * kMaps);
  for (int a = 0; a < kSliceOrders; ++a)
    for (int b = 0; b < kSliceOrders; ++b)
      for (const Symmetry t : kAllSymmetries) {
        const int order = slice_order_of(orders[b] * conjugate(orders[a], t), orders);
        for (const Symmetry s : kAllSymmetries)
          product[(a * kSymmetries + s) * kMaps + b * kSymmetries + t] =
              static_cast<std::uint16_t>(order * kSymmetries + s * t);
      }
}

void CornerClasses::make_relations() {
  constexpr std::array<std::array<int, 3>, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  const auto number = [&](const std::array<int, 3>& order) {
    return static_cast<std::uint8_t>(std::find(kOrders.begin(), kOrders.end(), order) - kOrders.begin());
  };
  for (int key = 0; key < 256; ++key) {
    std::array<int, 4> v{};
    for (int i = 0; i < 4; ++i) v[i] = (key >> i & 1) | (key >> (4 + i) & 1) << 1;
    const std::uint8_t n = number({(v[0] ^ v[1]) - 1, (v[0] ^ v[2]) - 1, (v[0] ^ v[3]) - 1});
    pairing[key] = n < kOrders.size() ? n : std::uint8_t{0};  // not a permutation: never looked up
  }
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) {
      std::array<int, 3> order{};
      for (int j = 0; j < 3; ++j)
        order[j] =
            static_cast<int>(std::find(kOrders[b].begin(), kOrders[b].end(), kOrders[a][j]) - kOrders[b].begin());
      relation[a][b] = number(order);
    }
}

// The relation of the pieces at the eight places.
std::uint8_t CornerClasses::relation_of(const std::array<int, 8>& piece) const {
  std::array<int, 2> key{};
  std::array<int, 2> seen{};
  for (const int p : piece) {
    const int t = p >> 2;
    key[t] |= (p & 1) << seen[t] | (p >> 1 & 1) << (4 + seen[t]);
    ++seen[t];
  }
  return relation[pairing[key[0]]][pairing[key[1]]];
}

// What each map does to the relation of tetrads, by the places of the tetrads. Only a few different maps of relations
// occur, so an entry holds the number of one.
CornerClasses::RelationMaps CornerClasses::make_relation_maps() {
  const auto orders = make_slice_orders();
  std::map<std::array<std::uint8_t, 8>, std::uint8_t> numbers;
  const auto number_of = [&](int mask, const Sides& sides) {
    std::array<std::uint8_t, 8> result{};
    std::array<int, 3> rest{1, 2, 3};
    do {
      std::array<int, 8> piece{};
      std::array<int, 2> seen{};
      for (int x = 0; x < kCorners; ++x) {
        const int t = mask >> x & 1;
        const int i = seen[t]++;
        piece[x] = 4 * t + (t == 0 || i == 0 ? i : rest[i - 1]);
      }
      std::array<int, 8> mapped{};
      for (int x = 0; x < kCorners; ++x) mapped[x] = sides.before.corner_at(piece[sides.after.corner_at(x)]);
      result[relation_of(piece)] = relation_of(mapped);
    } while (std::next_permutation(rest.begin(), rest.end()));
    const auto [at, is_new] = numbers.try_emplace(result, static_cast<std::uint8_t>(relation_map.size()));
    if (is_new) relation_map.push_back(result);
    return at->second;
  };
  std::array<Sides, kMaps> sides;
  for (int m = 0; m < kMaps; ++m) sides[m] = sides_of(m, orders);
  RelationMaps maps(kTetradMasks * kMaps);
  for (int mask = 0; mask < 128; ++mask) {
    if (std::popcount(static_cast<unsigned>(mask)) != 4) continue;
    for (int m = 0; m < kMaps; ++m) maps[tetrads[mask] / kTwists * kMaps + m] = number_of(mask, sides[m]);
  }
  return maps;
}

// A cube in the numbering with these corners and solved edges.
Cube CornerClasses::cube_of(int configuration) const {
  const auto tetrad = static_cast<std::uint32_t>(configuration / kTwists * kTwists);
  int mask = 0;
  while (std::popcount(static_cast<unsigned>(mask)) != 4 || tetrads[mask] != tetrad) ++mask;
  Cube c;
  std::array<int, 2> seen{0, 4};
  int total = 0;
  for (int x = 0, twists = configuration % kTwists; x < kCorners; ++x, twists /= 3) {
    const int twist = x < 7 ? twists % 3 : (15 - total) % 3;
    total += twist;
    c.set_corner(x, seen[mask >> x & 1]++, twist);
  }
  return c;
}

int CornerClasses::configuration_of(const Cube& renumbered) const {
  int twists = 0;
  for (int x = 6; x >= 0; --x) twists = 3 * twists + renumbered.twist_at(x);
  return static_cast<int>(tetrads[tetrad_mask(renumbered)]) + twists;
}

void CornerClasses::make_classes(const RelationMaps& relation_maps) {
  const auto orders = make_slice_orders();
  std::array<Cube, kSliceOrders> numbered_orders;
  for (int r = 0; r < kSliceOrders; ++r) numbered_orders[r] = numbered(orders[r]);
  std::array<int, kMaps> inverse_map{};
  for (int a = 0; a < kMaps; ++a)
    for (int b = 0; b < kMaps; ++b)
      if (product[a * kMaps + b] == 0) inverse_map[a] = b;

  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  corner.assign(kCornerConfigurations, kNone);
  for (int configuration = 0; configuration < kCornerConfigurations; ++configuration) {
    if (corner[configuration] != kNone) continue;
    const int corner_class = static_cast<int>(others.size());
    others.emplace_back();
    const Cube c = cube_of(configuration);
    representative.push_back(c);
    const Cube usual = kNumbering * c * kNumberingInverse;
    for (const Symmetry s : kAllSymmetries) {
      const Cube turned = kNumberingInverse * conjugate(usual, s) * kNumbering;
      for (int r = 0; r < kSliceOrders; ++r) {
        const int m = r * kSymmetries + s;
        const Cube mapped = numbered_orders[r] * turned;
        if (mapped.corner_at(7) >= 4) continue;  // the tetrads are swapped: the map followed by U D' is a separate map
        const int image = configuration_of(mapped);
        const std::uint8_t* const relation_map_of = &relation_maps[image / kTwists * kMaps];
        if (image != configuration) {
          const int back = inverse_map[m];
          if (corner[image] == kNone) corner[image] = entry(corner_class, back, relation_map_of[back]);
        } else if (m == 0) {
          corner[image] = entry(corner_class, 0, relation_map_of[0]);
        } else {
          others.back().push_back({static_cast<std::uint16_t>(m), relation_map_of[m]});
        }
      }
    }
  }
  assert(others.size() == kCornerClasses);
}

}  // namespace superflip::optimal
