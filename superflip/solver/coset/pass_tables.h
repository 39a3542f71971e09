// What the loops of a pass read beside the bitmap (pass.h): how bits are exchanged in a vector, and tiles with the
// addresses of all that is read and written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "superflip/cube/move.h"
#include "superflip/solver/coset/g1_numbers.h"

namespace superflip::coset {

// Tables for the exchange of bit b and bit b ^ (r << 3 | d) in a vector of 512 bits.
struct Exchanges {
  alignas(64) std::uint8_t bytes[64][64];  // [r]: the byte that goes to each place
  // [d]: a matrix over the field of two elements, byte 7 - i for bit i of the result.
  std::uint64_t matrix[8];
  alignas(16) std::uint8_t low[8][16];   // [d]: where the low four bits of a byte go
  alignas(16) std::uint8_t high[8][16];  // [d]: where its high four bits go
};

constexpr Exchanges make_exchanges() {
  Exchanges e{};
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned i = 0; i < 64; ++i) e.bytes[r][i] = static_cast<std::uint8_t>(i ^ r);
  for (unsigned d = 0; d < 8; ++d) {
    for (unsigned i = 0; i < 8; ++i) e.matrix[d] |= std::uint64_t{1} << (8 * (7 - i) + (i ^ d));
    for (unsigned n = 0; n < 16; ++n)
      for (unsigned b = 0; b < 4; ++b)
        if ((n >> b & 1) != 0) {
          e.low[d][n] = static_cast<std::uint8_t>(e.low[d][n] | 1U << (b ^ d));
          e.high[d][n] = static_cast<std::uint8_t>(e.high[d][n] | 1U << ((b + 4) ^ d));
        }
  }
  return e;
}

inline constexpr Exchanges kExchanges = make_exchanges();

// What a half turn, or two, do to the order of the slice's edges: constants, so that loops over them can be unrolled.
struct SliceStep {
  std::uint32_t target;
  std::uint32_t bytes;  // the exchange of bytes
};

consteval std::array<std::array<SliceStep, kSliceOrders>, kHalfTurns.size()> make_slice_steps() {
  // The orders of 0, 1, 2 with 3 in the last place, as G1Numbers numbers them.
  constexpr std::array<std::array<int, 4>, kSliceOrders> orders{
      {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}}};
  std::array<std::array<SliceStep, kSliceOrders>, kHalfTurns.size()> steps{};
  for (std::size_t h = 0; h < kHalfTurns.size(); ++h)
    for (std::size_t s = 0; s < kSliceOrders; ++s) {
      std::array<int, 4> moved = orders[s];
      for (const Move m : moves_of(kG1Letters[kHalfTurns[h]])) {
        if (m == kNoMove) continue;
        const std::array<int, 4> from = moved;
        for (int x = 0; x < 4; ++x) moved[x] = from[kMoveCubes[m].edge_at(8 + x) - 8];
      }
      const int a = moved[3] ^ 3;
      for (int& piece : moved) piece ^= a;
      for (std::uint32_t t = 0; t < kSliceOrders; ++t)
        if (orders[t] == moved) steps[h][s] = {t, static_cast<std::uint32_t>(a) << 4};
    }
  return steps;
}

inline constexpr auto kSliceSteps = make_slice_steps();

struct HalfTurn {
  const std::byte* from;  // the six vectors of the node that the half turn leads to
  std::uint32_t bytes;    // the exchange: of corners, and of edges
  std::uint32_t bits;
};

// The 16 nodes (C, E) * U^i D^j, number 4 * i + j.
struct Tile {
  std::array<const std::byte*, 16> from;
  std::array<std::byte*, 16> to;
  // The exchange from node 00.
  std::array<std::uint8_t, 16> bytes;
  std::array<std::uint8_t, 16> bits;
  std::array<std::uint8_t, 16> parity;                                 // of the corners with relabelling 0
  std::array<std::array<HalfTurn, kHalfTurns.size()>, 16> half_turns;  // those of the metric
  bool is_plain;                                                       // no bits are exchanged
  int weight;                                                          // how often each node is in the tile: 1, 2 or 4
};

struct PassTables {
  struct EdgeNode {
    std::array<Step, 16> turns;  // by U^i D^j
    std::array<Step, kHalfTurns.size()> half_turns;
  };
  std::vector<EdgeNode> edges;
  Metric metric;
  int wanted_parity;  // of the corners of new bits, in qtm
};

PassTables pass_tables(Metric metric, int wanted_parity);

// The tiles of one orbit of corners, one after the other.
class TileReader {
 public:
  // `from` is an array of all pages; `to` of the orbit's.
  TileReader(const PassTables& tables, Arrangements::Orbit orbit, const std::byte* const* from, std::byte* const* to);

  // The next tile; false at the end.
  bool read(Tile& tile);

 private:
  struct Corner {
    const std::byte* from;
    std::byte* to;
    std::uint8_t delta;
    std::uint8_t parity;
    bool is_first;  // the turns lead back to node 00
    std::array<const std::byte*, kHalfTurns.size()> half_turn_from;
    std::array<std::uint8_t, kHalfTurns.size()> half_turn_delta;
  };
  const PassTables& tables_;
  std::array<Corner, 16> corners_;
  bool is_free_;  // the orbit has 16 members
  bool has_deltas_;
  std::uint32_t next_ = 0;
};

}  // namespace superflip::coset
