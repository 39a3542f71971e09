#include "superflip/solver/optimal/coset.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

#include "superflip/solver/optimal/frame.h"

namespace superflip::optimal {
namespace {

constexpr unsigned kPlaces = 0xFFF;

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
    const Cube framed = to_frame(x);
    return std::array{framed.edge_at(0) / 4, framed.edge_at(4) / 4, framed.edge_at(8) / 4};
  };
  for (int i = 0; i < kSliceOrders; ++i)
    if (slices(orders[i]) == slices(c)) return i;
  assert(false);
  return 0;
}

unsigned turn_ring(unsigned ring, int turns) { return (ring | ring << 4) >> turns & 15; }

unsigned turn_rings(unsigned places, const std::array<int, 3>& turns) {
  return turn_ring(places & 15, turns[0]) | turn_ring(places >> 4 & 15, turns[1]) << 4 |
         turn_ring(places >> 8, turns[2]) << 8;
}

// The flips without those of two slices: of the lowest edges of M and of S none is flipped, and that at place 11 is
// known by parity.
unsigned normal_flips(unsigned flips, const Ring& ring) {
  if ((flips >> ring.first_m & 1) != 0) flips ^= ring.not_s;
  if ((flips >> ring.first_s & 1) != 0) flips ^= ring.not_m;
  unsigned kept = 0;
  int n = 0;
  for (int x = 0; x < kEdges; ++x)
    if ((ring.keep >> x & 1) != 0) kept |= (flips >> x & 1) << n++;
  return kept;
}

unsigned spread_flips(unsigned kept, const Ring& ring) {
  unsigned flips = 0;
  int n = 0;
  for (int x = 0; x < kEdges; ++x)
    if ((ring.keep >> x & 1) != 0) flips |= (kept >> n++ & 1) << x;
  return flips | (std::popcount(flips) & 1U) << 11;
}

}  // namespace

const CosetTables& CosetTables::get() {
  static const CosetTables tables;
  return tables;
}

CosetTables::CosetTables() {
  for (unsigned mask = 0, n = 0; mask < 128; ++mask)
    if (std::popcount(mask) == 4) tetrads[mask] = kTwists * n++;
  for (int mask = 0; mask < 128; ++mask)
    for (int x = 6; x >= 0; --x) ternary[mask] = static_cast<std::uint16_t>(3 * ternary[mask] + (mask >> x & 1));
  make_maps();
  make_relations();
  make_corners();
  make_arrangements();
  make_rings();
}

void CosetTables::make_maps() {
  const auto orders = make_slice_orders();
  for (int n = 0; n < 2 * kMaps; ++n) {
    const auto s = static_cast<Symmetry>(n % kSymmetries);
    Cube a = to_frame(compose(orders[n % kMaps / kSymmetries], kSymmetryCubes[inverse_symmetry(s)]));
    if (n >= kMaps) a = compose(a, to_frame(orders[1]));
    const Cube b = to_frame(kSymmetryCubes[s]);
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
      for (Symmetry t = 0; t < kSymmetries; ++t) {
        const int order = slice_order_of(orders[b] * conjugate(orders[a], t), orders);
        for (Symmetry s = 0; s < kSymmetries; ++s)
          product[(a * kSymmetries + s) * kMaps + b * kSymmetries + t] =
              static_cast<std::uint16_t>(order * kSymmetries + symmetry_product(s, t));
      }
}

void CosetTables::make_relations() {
  constexpr std::array<std::array<int, 3>, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  const auto number = [&](const std::array<int, 3>& order) {
    return static_cast<std::uint8_t>(std::find(kOrders.begin(), kOrders.end(), order) - kOrders.begin());
  };
  for (int key = 0; key < 256; ++key) {
    std::array<int, 4> v{};
    for (int i = 0; i < 4; ++i) v[i] = (key >> i & 1) | (key >> (4 + i) & 1) << 1;
    const std::uint8_t n = number({(v[0] ^ v[1]) - 1, (v[0] ^ v[2]) - 1, (v[0] ^ v[3]) - 1});
    pairing[key] = n < kOrders.size() ? n : std::uint8_t{0};  // no permutation: never asked for
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

void CosetTables::make_corners() {
  const auto orders = make_slice_orders();
  // What map m makes of the relation of tetrads when these lie at the places of `mask`, as a number for an entry.
  std::map<std::array<std::uint8_t, 8>, int> numbers;
  const auto relation_of = [&](const std::array<int, 8>& piece) {
    std::array<int, 2> key{};
    std::array<int, 2> seen{};
    for (const int p : piece) {
      const int t = p >> 2;
      key[t] |= (p & 1) << seen[t] | (p >> 1 & 1) << (4 + seen[t]);
      ++seen[t];
    }
    return relation[pairing[key[0]]][pairing[key[1]]];
  };
  std::array<Cube, kMaps> before;  // A of each map, and B of each symmetry
  std::array<Cube, kSymmetries> after;
  for (int m = 0; m < kMaps; ++m)
    before[m] = to_frame(
        compose(orders[m / kSymmetries], kSymmetryCubes[inverse_symmetry(static_cast<Symmetry>(m % kSymmetries))]));
  for (Symmetry t = 0; t < kSymmetries; ++t) after[t] = to_frame(kSymmetryCubes[t]);
  const auto make_relation_map = [&](int mask, int m) {
    const Cube& a = before[m];
    const Cube& b = after[m % kSymmetries];
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
      for (int x = 0; x < kCorners; ++x) mapped[x] = a.corner_at(piece[b.corner_at(x)]);
      result[relation_of(piece)] = relation_of(mapped);
    } while (std::next_permutation(rest.begin(), rest.end()));
    const auto [at, is_new] = numbers.try_emplace(result, static_cast<int>(relation_map.size()));
    if (is_new) relation_map.push_back(result);
    return at->second;
  };
  std::vector<std::uint8_t> relation_map_of_mask(kTetradMasks * kMaps);
  std::array<int, kTetradMasks> masks{};
  for (int mask = 0; mask < 128; ++mask)
    if (std::popcount(static_cast<unsigned>(mask)) == 4) {
      const auto n = tetrads[mask] / kTwists;
      masks[n] = mask;
      for (int m = 0; m < kMaps; ++m)
        relation_map_of_mask[n * kMaps + m] = static_cast<std::uint8_t>(make_relation_map(mask, m));
    }

  std::array<int, kMaps> inverse_map{};
  for (int a = 0; a < kMaps; ++a)
    for (int b = 0; b < kMaps; ++b)
      if (product[a * kMaps + b] == 0) inverse_map[a] = b;

  const auto configuration_of = [&](const Cube& c) {
    int twists = 0;
    for (int x = 6; x >= 0; --x) twists = 3 * twists + c.twist_at(x);
    return static_cast<int>(tetrads[tetrad_mask(c)]) + twists;
  };
  std::array<Cube, kSliceOrders> framed_orders;
  for (int r = 0; r < kSliceOrders; ++r) framed_orders[r] = to_frame(orders[r]);
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  corner.assign(kCornerConfigurations, kNone);
  for (int configuration = 0; configuration < kCornerConfigurations; ++configuration) {
    if (corner[configuration] != kNone) continue;
    const int corner_class = static_cast<int>(others.size());
    others.emplace_back();
    Cube c;
    std::array<int, 2> seen{0, 4};
    int total = 0;
    for (int x = 0, twists = configuration % kTwists; x < kCorners; ++x, twists /= 3) {
      const int twist = x < 7 ? twists % 3 : (15 - total) % 3;
      total += twist;
      c.set_corner(x, seen[masks[configuration / kTwists] >> x & 1]++, twist);
    }
    representative.push_back(c);
    const Cube unframed = kFrame * c * kFrameInverse;
    for (Symmetry s = 0; s < kSymmetries; ++s) {
      const Cube turned = kFrameInverse * conjugate(unframed, s) * kFrame;
      for (int r = 0; r < kSliceOrders; ++r) {
        const int m = r * kSymmetries + s;
        const Cube mapped = framed_orders[r] * turned;
        if (mapped.corner_at(7) >= 4) continue;  // the tetrads exchanged: the same with U D' after it is another map
        const int image = configuration_of(mapped);
        const int back = inverse_map[m];
        const int there = image / kTwists;
        if (image == configuration) {
          if (m != 0)
            others.back().push_back({static_cast<std::uint16_t>(m), relation_map_of_mask[there * kMaps + m]});
          else
            corner[image] = entry(corner_class, 0, relation_map_of_mask[there * kMaps]);
        } else if (corner[image] == kNone) {
          corner[image] = entry(corner_class, back, relation_map_of_mask[there * kMaps + back]);
        }
      }
    }
  }
  assert(others.size() == kCornerClasses);
}

void CosetTables::make_arrangements() {
  std::array<int, 81> m_count{};
  std::array<int, 81> s_count{};
  for (int m = 0; m < 16; ++m)
    for (int s = 0; s < 16; ++s) {
      if ((m & s) != 0) continue;
      int code = 0;
      for (int x = 3; x >= 0; --x) code = 3 * code + (m >> x & 1) + 2 * (s >> x & 1);
      ring_code[m << 4 | s] = static_cast<std::uint8_t>(code);
      m_count[code] = std::popcount(static_cast<unsigned>(m));
      s_count[code] = std::popcount(static_cast<unsigned>(s));
    }
  // With two rings known, the third has 4 - (theirs) of M and of S: those codes follow one another.
  std::array<int, 25> of_counts{};
  for (int code = 0; code < 81; ++code)
    upper_ring[code] = static_cast<std::uint16_t>(of_counts[5 * m_count[code] + s_count[code]]++);
  std::uint32_t base = 0;
  for (int c1 = 0; c1 < 81; ++c1)
    for (int c0 = 0; c0 < 81; ++c0) {
      const int m = 4 - m_count[c0] - m_count[c1];
      const int s = 4 - s_count[c0] - s_count[c1];
      if (m < 0 || s < 0 || m + s > 4) continue;
      lower_rings[c0 + 81 * c1] = base;
      base += static_cast<std::uint32_t>(of_counts[5 * m + s]);
    }
  assert(base == kArrangements);
}

void CosetTables::make_rings() {
  struct Necklace {
    unsigned m, s;
  };
  std::vector<Necklace> necklaces;
  std::array<int, 81> number{};
  number.fill(-1);
  const auto least = [&](unsigned m, unsigned s) {
    int best = 0;
    for (int turns = 1; turns < 4; ++turns)
      if (ring_code[turn_ring(m, turns) << 4 | turn_ring(s, turns)] <
          ring_code[turn_ring(m, best) << 4 | turn_ring(s, best)])
        best = turns;
    return best;
  };
  for (unsigned m = 0; m < 16; ++m)
    for (unsigned s = 0; s < 16; ++s) {
      if ((m & s) != 0) continue;
      const int turns = least(m, s);
      const Necklace n{turn_ring(m, turns), turn_ring(s, turns)};
      int& id = number[ring_code[n.m << 4 | n.s]];
      if (id < 0) {
        id = static_cast<int>(necklaces.size());
        necklaces.push_back(n);
      }
      for (unsigned flips = 0; flips < 16; ++flips) {
        unsigned code = 0;
        for (int x = 3; x >= 0; --x) code = 6 * code + 4 * (m >> x & 1) + 2 * (s >> x & 1) + (flips >> x & 1);
        necklace[code] = static_cast<std::uint32_t>(id) | turn_ring(flips, turns) << 16 | (turns & 1U) << 20;
      }
    }
  assert(necklaces.size() == 24);

  ring_of.assign(32 * 32 * 32, 0);
  std::map<std::array<std::uint16_t, kFlips>, std::uint16_t> kinds;
  flip_ranks.emplace_back();
  for (unsigned f = 0; f < kFlips; ++f) flip_ranks[0][f] = static_cast<std::uint16_t>(f);
  kinds[flip_ranks[0]] = 0;
  const auto add = [this](const std::array<int, 3>& n, Ring ring) {
    ring_of[n[0] | n[1] << 5 | n[2] << 10] = static_cast<std::uint16_t>(rings.size());
    const auto spaced = [](unsigned mask) {
      return static_cast<std::uint16_t>((mask & 15) | (mask & 0xF0) << 1 | (mask & 0xF00) << 2);
    };
    ring.not_s = spaced(ring.not_s);
    ring.not_m = spaced(ring.not_m);
    ring.keep = spaced(ring.keep);
    ring.first_m = static_cast<std::uint8_t>(ring.first_m + ring.first_m / 4);
    ring.first_s = static_cast<std::uint8_t>(ring.first_s + ring.first_s / 4);
    rings.push_back(ring);
  };
  for (int number_of_three = 0; number_of_three < 24 * 24 * 24; ++number_of_three) {
    const std::array<int, 3> of_three{number_of_three % 24, number_of_three / 24 % 24, number_of_three / 576};
    const std::array<Necklace, 3> n3{necklaces[of_three[0]], necklaces[of_three[1]], necklaces[of_three[2]]};
    const unsigned m = n3[0].m | n3[1].m << 4 | n3[2].m << 8;
    const unsigned s = n3[0].s | n3[1].s << 4 | n3[2].s << 8;
    if (std::popcount(m) != 4 || std::popcount(s) != 4) continue;
    Ring ring{};
    ring.base = folded_edges;
    ring.not_s = static_cast<std::uint16_t>(kPlaces & ~s);
    ring.not_m = static_cast<std::uint16_t>(kPlaces & ~m);
    ring.first_m = static_cast<std::uint8_t>(std::countr_zero(m));
    ring.first_s = static_cast<std::uint8_t>(std::countr_zero(s));
    ring.keep = static_cast<std::uint16_t>(0x7FFU & ~(1U << ring.first_m) & ~(1U << ring.first_s));

    const std::array<unsigned, 3> of_slice{kPlaces & ~m & ~s, m, s};
    for (unsigned odd = 0; odd < 8; ++odd) {
      unsigned flips = 0;
      for (int i = 0; i < 3; ++i)
        if ((odd >> i & 1) != 0) flips ^= 15U << 4 * i ^ of_slice[i];
      ring.flipped[odd] = static_cast<std::uint16_t>(normal_flips(flips, ring));
    }

    std::vector<std::array<int, 3>> stabiliser;
    for (int t = 0; t < 64; ++t) {
      const std::array<int, 3> turns{t % 4, t / 4 % 4, t / 16};
      if (turn_rings(m, turns) == m && turn_rings(s, turns) == s) stabiliser.push_back(turns);
    }
    if (stabiliser.size() == 1) {  // the ranks are the flips
      folded_edges += kFlips;
      add(of_three, ring);
      continue;
    }
    std::array<std::uint16_t, kFlips> ranks{};
    std::uint16_t count = 0;
    for (unsigned f = 0; f < kFlips; ++f) {
      unsigned lowest = f;
      for (const auto& turns : stabiliser)
        lowest = std::min(lowest, normal_flips(turn_rings(spread_flips(f, ring), turns), ring) ^
                                      ring.flipped[(turns[0] & 1) | (turns[1] & 1) << 1 | (turns[2] & 1) << 2]);
      ranks[f] = lowest == f ? count++ : ranks[lowest];
    }
    const auto [kind, is_new] = kinds.try_emplace(ranks, static_cast<std::uint16_t>(flip_ranks.size()));
    if (is_new) flip_ranks.push_back(ranks);
    ring.kind = kind->second;
    folded_edges += count;
    add(of_three, ring);
  }
}

}  // namespace superflip::optimal
