// G1Numbers: the numbers of the 19,508,428,800 elements of G1, in vectors of 512 bits.
//
// An element g of G1 = <U, D, R2, L2, F2, B2> is three permutations: of the corners, of the eight edges of the U and D
// layers, and of the four edges of the slice; their signs multiply to +1. A move m acts on the right, (g*m)(x) =
// g(m(x)), and permutes places. Relabelling pieces acts on the left, so it commutes with all moves. K is a group of
// relabellings: corners 2j and 2j+1 exchanged (j = 0..3), the same for the edges, and x -> x ^ a for the slice's edges
// (a = 0..3). Its even part has 512 elements, and all of them but the identity have order 2. A vector holds one orbit
// of K, so that
//
//   a letter of G1 maps one vector onto one other vector, and bit b to bit b ^ delta.
//
// The orbits are the triples (C, E, S): C and E number the 2,520 arrangements of four pairs of equal labels (piece / 2)
// on eight places, S the six orders of the slice's edges with the last piece in the last place:
//
//   vector = (C * 2520 + E) * 6 + S,   bit = ks << 7 | kc << 3 | (ke & 7),   2520 * 2520 * 6 * 512 = 19,508,428,800
//
// where ks is the relabelling a that leads to S, and bit j of kc (of ke) says whether the first piece of pair j is the
// odd one, compared with a piece rho chosen for each arrangement. The fourth bit of ke follows from the signs.
//
// The arrangements are numbered by orbits under <U, D>, and rho is chosen so that delta is 0 for turns of U and D in
// all orbits of 16 arrangements. A page holds the vectors of one C.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/coset/letters.h"

namespace superflip::coset {

inline constexpr std::uint32_t kArrangements = 2520;  // 8! / 2^4
inline constexpr std::uint32_t kSliceOrders = 6;
inline constexpr std::uint32_t kVectorBits = 512;
inline constexpr std::uint32_t kPages = kArrangements;
inline constexpr std::uint32_t kNodeBytes = kSliceOrders * kVectorBits / 8;  // the six vectors of one (C, E)
inline constexpr std::uint32_t kPageBytes = kArrangements * kNodeBytes;      // 967,680
inline constexpr std::uint32_t kPageBits = kPageBytes * 8;
inline constexpr std::uint64_t kG1Order = std::uint64_t{kPages} * kPageBits;
static_assert(kG1Order == 19'508'428'800);

// The number of an element: its page C, and in the page (E * 6 + S) * 512 + bit.
struct Place {
  std::uint32_t page;
  std::uint32_t bit;

  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};

// Where a letter of G1 leads: the target's number, and what the element of K is changed by.
struct Step {
  std::uint16_t target;
  std::uint8_t delta;
};

// The arrangements of the eight corners, or of the eight edges of the U and D layers.
class Arrangements {
 public:
  // `places[m][x]` is the place from which letter m of kG1Letters takes the piece to place x.
  explicit Arrangements(const std::array<std::array<std::uint8_t, 8>, kG1Letters.size()>& places);

  struct Number {
    std::uint16_t arrangement;
    std::uint8_t relabelling;  // 4 bits
  };

  // Of a permutation of 0..7: byte x, from the lowest, is the piece at place x.
  Number number(std::uint64_t pieces) const {
    // The labels, two bits each, and the low bits of the pieces, place 0 lowest.
    std::uint64_t labels = pieces >> 1 & 0x0303030303030303;
    labels = (labels | labels >> 6) & 0x000F000F000F000F;
    labels = labels | labels >> 12;
    const std::uint32_t lexical = first_[labels & 0xFF] + rest_[labels >> 32 & 0xFF];
    const std::uint32_t odd = static_cast<std::uint32_t>((pieces & 0x0101010101010101) * 0x0102040810204080 >> 56);
    const Reading& r = reading_[lexical];
    const std::uint32_t relabelling = (odd >> r.shift[0] & 1) | (odd >> r.shift[1] & 1) << 1 |
                                      (odd >> r.shift[2] & 1) << 2 | (odd >> r.shift[3] & 1) << 3;
    return {r.arrangement, static_cast<std::uint8_t>(relabelling ^ r.rho)};
  }

  // The permutation with that number.
  std::array<std::uint8_t, 8> pieces(Number number) const;

  // By letter `n` of kG1Letters.
  Step step(std::uint32_t arrangement, std::size_t n) const { return steps_[arrangement][n]; }

  // The sign of the permutation with relabelling 0: 0 even, 1 odd.
  int parity(std::uint32_t arrangement) const { return parity_[arrangement]; }

  // The orbit of an arrangement under <U, D>: its first number, and how many it has.
  struct Orbit {
    std::uint16_t first;
    std::uint16_t size;
  };
  const std::vector<Orbit>& orbits() const { return orbits_; }
  std::uint32_t orbit_of(std::uint32_t arrangement) const { return orbit_of_[arrangement]; }

 private:
  struct Reading {
    std::uint16_t arrangement;
    std::uint8_t rho;
    std::array<std::uint8_t, 4> shift;  // the place of the first piece of each pair
  };
  using Labels = std::array<std::uint8_t, 8>;
  std::uint32_t lexical(const Labels& labels) const;

  std::array<std::uint16_t, 256> first_{};        // by the labels of places 0..3
  std::array<std::uint8_t, 256> rest_{};          // by the labels of places 4..7
  std::array<Reading, kArrangements> reading_{};  // by lexical number
  std::array<Labels, kArrangements> labels_{};    // by number
  std::array<std::uint8_t, kArrangements> rho_{};
  std::array<std::uint8_t, kArrangements> parity_{};
  std::array<std::array<Step, kG1Letters.size()>, kArrangements> steps_{};
  std::vector<Orbit> orbits_;
  std::array<std::uint16_t, kArrangements> orbit_of_{};
};

// What is the same for all cosets. Made at the first call (some milliseconds). Thread-safe.
struct G1Numbers {
  Arrangements corners;
  Arrangements edges;
  // Byte x, from the lowest, is 0..3 for the slice's piece at place FR + x: S * 4 + ks, by the gathered bits.
  std::array<std::uint8_t, 256> slice_number;
  std::array<std::array<std::uint8_t, 4>, kSliceOrders * 4> slice_pieces;  // the inverse
  std::array<std::array<Step, kG1Letters.size()>, kSliceOrders> slice_steps;
  std::array<std::uint8_t, kSliceOrders> slice_parity;

  G1Numbers();

  // The number of an element of G1, given as permutations: corners 0..7, edges 0..7 and 8..11 as bytes, place 0 lowest.
  Place place(std::uint64_t corner_pieces, std::uint64_t edge_pieces, std::uint32_t slice_pieces_as_bytes) const {
    const Arrangements::Number c = corners.number(corner_pieces);
    const Arrangements::Number e = edges.number(edge_pieces);
    std::uint32_t s = slice_pieces_as_bytes & 0x03030303;
    s |= s >> 6;
    const std::uint32_t slice = slice_number[(s & 0xF) | (s >> 12 & 0xF0)];
    return {c.arrangement, (e.arrangement * kSliceOrders + (slice >> 2)) * kVectorBits +
                               ((slice & 3) << 7 | std::uint32_t{c.relabelling} << 3 | (e.relabelling & 7U))};
  }
  Place place(const Cube& element) const;

  // The element with that number.
  Cube element(Place place) const;

  // The number of g * kG1Letters[n], from that of g.
  Place moved(Place place, std::size_t n) const {
    const std::uint32_t node = place.bit / kVectorBits;
    const Step c = corners.step(place.page, n);
    const Step e = edges.step(node / kSliceOrders, n);
    const Step s = slice_steps[node % kSliceOrders][n];
    const std::uint32_t delta = std::uint32_t{s.delta} << 7 | std::uint32_t{c.delta} << 3 | (e.delta & 7U);
    return {c.target,
            (std::uint32_t{e.target} * kSliceOrders + s.target) * kVectorBits + ((place.bit % kVectorBits) ^ delta)};
  }

  // The sign of the corners of the vector's bits: 1 where odd, for bits with an even kc.
  int corner_parity(std::uint32_t page) const { return corners.parity(page); }
};

const G1Numbers& g1_numbers();

}  // namespace superflip::coset
