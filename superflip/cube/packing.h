// Packing: a whole cube as one exact whole number, in three ways; 0 is the solved cube in each.
//
//   packed69  corners 28, edges 29, flips 12 bits: any arrangement of the pieces, reachable or not
//   packed71  down corners 18, down and middle edges 25, their flips 8, up corners 11, up edges 5, their flips 4 bits:
//             the same, as a layer-by-layer (CFOP) solve goes: what is solved first is in the highest bits
//   rank      0..43,252,003,274,489,855,999, our own: the reachable cubes only, without gaps, in 66 bits
//
// Fields are given from the highest bits to the lowest. Each is a mixed-radix number of digits, whose first is the most
// significant. The pieces come in the order of piece.h, begun at the down layer:
//
//   corners DFR DLF DBL DRB URF UFL ULB UBR      edges DR DF DL DB FR FL BL BR UR UF UL UB
//
// The place of the n-th piece (n from 0) is a digit of radix 8-n or 12-n: how many places before its own, in the same
// order, do not hold one of the n pieces before it. So a piece at home adds 0 if all before it are at home. A twist is
// a digit of radix 3, a flip of radix 2: those of the *piece*, by the place where it is. The digits' order is
//
//   corners   place and twist of each down corner in turn, then the twists of the four up corners, then their places
//   edges     their places; flips apart
//
// since a solve brings home the pieces of the lower layers one by one, but orients the last layer before it permutes
// it. A field is 0 exactly when its pieces are home, or, of flips, when they are not flipped. In packed71 the fields of
// the up layer are relative to places that the pieces before them leave free.
//
// The rank has three digits less, which follow from the others: the twist of UBR, the flip of UB, and, from the parity,
// which of the last two edges is where. Its fields (corners 8! 3^7, edges 12!/2, flips 2^11) are not bits but digits.
//
// packed69 and packed71 follow a description of a packing whose own text we have not found: fields, widths and order of
// fields are its, the digits ours. It says that packed71 goes down as a layer-by-layer solve goes on. Measured on 100
// such solves: it is less than before after 81 % of the steps (cross, four pairs, last layer oriented, permuted), and
// after 92 % if the pairs are solved in the order of the number; after single moves in half the cases only (51 % and
// 50 %). The cross lowers it by chance, in 56 %, for its edges lie below the corners; the last pair and what follows do
// so nearly always. To repeat it:
//   cmake --preset release -DSUPERFLIP_BENCH=ON && ninja -C build/release layer_by_layer &&
//   build/release/bin/layer_by_layer
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"

namespace superflip {

__extension__ typedef unsigned __int128 Uint128;

enum class Packing : std::uint8_t { packed69, packed71, rank };

// The largest number that is a cube.
Uint128 largest(Packing packing);

// 0..largest(packing). Any cube; a reachable one for Packing::rank.
Uint128 pack(const Cube& c, Packing packing);

// pack(unpack(n)) == n, and unpack(pack(c)) == c. The error names the field that holds more than it can.
Expected<Cube> unpack(Uint128 number, Packing packing);

// In decimal.
std::string to_decimal(Uint128 number);

// A whole number less than 2^128, decimal, or hexadecimal after 0x; white space around it is ignored.
Expected<Uint128> parse_uint128(std::string_view text);

}  // namespace superflip
