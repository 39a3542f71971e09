#include "superflip/solver/optimal/edge_classes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

namespace superflip::optimal {
namespace {

constexpr unsigned kPlaces = 0xFFF;

unsigned turn_ring(unsigned ring, int turns) { return (ring | ring << 4) >> turns & 15; }

unsigned turn_rings(unsigned places, const std::array<int, 3>& turns) {
  return turn_ring(places & 15, turns[0]) | turn_ring(places >> 4 & 15, turns[1]) << 4 |
         turn_ring(places >> 8, turns[2]) << 8;
}

// Normalises the flips modulo those of two slices: the lowest edges of M and of S are not flipped, and the flip at
// place 11 follows from parity.
unsigned normal_flips(unsigned flips, const FoldedArrangement& a) {
  if ((flips >> a.first_m & 1) != 0) flips ^= a.not_s;
  if ((flips >> a.first_s & 1) != 0) flips ^= a.not_m;
  unsigned kept = 0;
  int n = 0;
  for (int x = 0; x < kEdges; ++x)
    if ((a.keep >> x & 1) != 0) kept |= (flips >> x & 1) << n++;
  return kept;
}

unsigned spread_flips(unsigned kept, const FoldedArrangement& a) {
  unsigned flips = 0;
  int n = 0;
  for (int x = 0; x < kEdges; ++x)
    if ((a.keep >> x & 1) != 0) flips |= (kept >> n++ & 1) << x;
  return flips | (std::popcount(flips) & 1U) << 11;
}

// Makes an arrangement, except for base and kind, from the masks of the places whose edges are of slices M and S.
FoldedArrangement make_arrangement(unsigned m, unsigned s) {
  FoldedArrangement a{};
  a.not_s = static_cast<std::uint16_t>(kPlaces & ~s);
  a.not_m = static_cast<std::uint16_t>(kPlaces & ~m);
  a.first_m = static_cast<std::uint8_t>(std::countr_zero(m));
  a.first_s = static_cast<std::uint8_t>(std::countr_zero(s));
  a.keep = static_cast<std::uint16_t>(0x7FFU & ~(1U << a.first_m) & ~(1U << a.first_s));
  const std::array<unsigned, 3> of_slice{kPlaces & ~m & ~s, m, s};
  for (unsigned odd = 0; odd < 8; ++odd) {
    unsigned flips = 0;
    for (int i = 0; i < 3; ++i)
      if ((odd >> i & 1) != 0) flips ^= 15U << 4 * i ^ of_slice[i];
    a.flipped[odd] = static_cast<std::uint16_t>(normal_flips(flips, a));
  }
  return a;
}

// The ranks of an arrangement by kept flips, and their number. Flips that turns of the rings carry to each other have
// the same rank.
struct Ranks {
  std::array<std::uint16_t, kFlips> of_flips{};
  std::uint16_t count = 0;
};

Ranks make_ranks(const FoldedArrangement& a) {
  std::vector<std::array<int, 3>> stabiliser;  // the turns that leave the arrangement alone
  for (int t = 0; t < 64; ++t) {
    const std::array<int, 3> turns{t % 4, t / 4 % 4, t / 16};
    if (turn_rings(a.not_m, turns) == a.not_m && turn_rings(a.not_s, turns) == a.not_s) stabiliser.push_back(turns);
  }
  Ranks ranks;
  for (unsigned f = 0; f < kFlips; ++f) {
    unsigned lowest = f;
    for (const auto& turns : stabiliser)
      lowest = std::min(lowest, normal_flips(turn_rings(spread_flips(f, a), turns), a) ^
                                    a.flipped[(turns[0] & 1) | (turns[1] & 1) << 1 | (turns[2] & 1) << 2]);
    ranks.of_flips[f] = lowest == f ? ranks.count++ : ranks.of_flips[lowest];
  }
  return ranks;
}

// The same arrangement with a spare bit after each ring.
FoldedArrangement spaced(FoldedArrangement a) {
  const auto spaced_mask = [](unsigned mask) {
    return static_cast<std::uint16_t>((mask & 15) | (mask & 0xF0) << 1 | (mask & 0xF00) << 2);
  };
  a.not_s = spaced_mask(a.not_s);
  a.not_m = spaced_mask(a.not_m);
  a.keep = spaced_mask(a.keep);
  a.first_m = static_cast<std::uint8_t>(a.first_m + a.first_m / 4);
  a.first_s = static_cast<std::uint8_t>(a.first_s + a.first_s / 4);
  return a;
}

}  // namespace

EdgeClasses::EdgeClasses() {
  make_arrangements();
  make_folded(make_necklaces());
}

void EdgeClasses::make_arrangements() {
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
  // With two rings known, the third has 4 minus their number of M edges and of S edges; codes with the same two numbers
  // are consecutive.
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

std::vector<EdgeClasses::Necklace> EdgeClasses::make_necklaces() {
  std::vector<Necklace> necklaces;
  std::array<int, 81> number{};
  number.fill(-1);
  const auto turns_to_least = [&](unsigned m, unsigned s) {
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
      const int turns = turns_to_least(m, s);
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
  return necklaces;
}

void EdgeClasses::make_folded(const std::vector<Necklace>& necklaces) {
  folded_of.assign(32 * 32 * 32, 0);
  std::map<std::array<std::uint16_t, kFlips>, std::uint16_t> kinds;
  flip_ranks.emplace_back();
  for (unsigned f = 0; f < kFlips; ++f) flip_ranks[0][f] = static_cast<std::uint16_t>(f);
  kinds[flip_ranks[0]] = 0;
  for (int three = 0; three < 24 * 24 * 24; ++three) {
    const std::array<int, 3> n{three % 24, three / 24 % 24, three / 576};
    const unsigned m = necklaces[n[0]].m | necklaces[n[1]].m << 4 | necklaces[n[2]].m << 8;
    const unsigned s = necklaces[n[0]].s | necklaces[n[1]].s << 4 | necklaces[n[2]].s << 8;
    if (std::popcount(m) != 4 || std::popcount(s) != 4) continue;
    FoldedArrangement a = make_arrangement(m, s);
    const Ranks ranks = make_ranks(a);
    const auto [kind, is_new] = kinds.try_emplace(ranks.of_flips, static_cast<std::uint16_t>(flip_ranks.size()));
    if (is_new) flip_ranks.push_back(ranks.of_flips);
    a.kind = kind->second;
    a.base = folded_edges;
    folded_edges += ranks.count;
    folded_of[n[0] | n[1] << 5 | n[2] << 10] = static_cast<std::uint16_t>(folded.size());
    folded.push_back(spaced(a));
  }
}

}  // namespace superflip::optimal
