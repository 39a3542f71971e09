// Packing: a whole cube as one exact whole number, in three ways; 0 is the solved cube in each.
//
//   packed69  corners 28, edges 29, flips 12 bits: any arrangement of the pieces, reachable or not
//   packed71  down corners 18, down and middle edges 25, their flips 8, up corners 11, up edges 5, their flips 4 bits:
//             the same in the order of a layer-by-layer (CFOP) solve: what is solved first is in the highest bits
//   rank      0..43,252,003,274,489,855,999, our own: the reachable cubes only, without gaps, in 66 bits
//
// Fields are given from the highest bits to the lowest. Each is a mixed-radix number of digits, the first being the
// most significant. The pieces come in the order of piece.h, but starting with the down layer:
//
//   corners DFR DLF DBL DRB URF UFL ULB UBR      edges DR DF DL DB FR FL BL BR UR UF UL UB
//
// The place of the n-th piece (n from 0) is a digit of radix 8-n or 12-n: the number of places before its own, in the
// same order, that hold none of the n pieces before it. So a piece at home gives 0 if all pieces before it are at home.
// A twist is a digit of radix 3, a flip of radix 2; both belong to the *piece* and are measured at its current place.
// The digits' order is
//
//   corners   place and twist of each down corner in turn, then the twists of the four up corners, then their places
//   edges     their places; flips apart
//
// because a solve brings home the pieces of the lower layers one by one, but orients the last layer before it permutes
// it. A field is 0 exactly when its pieces are home, or, for a field of flips, when they are not flipped. In packed71
// the fields of the up layer are relative to places that the pieces before them leave free.
//
// The rank has three digits fewer, which follow from the others: the twist of UBR, the flip of UB, and the order of the
// last two edges (from the parity). Its fields (corners 8! 3^7, edges 12!/2, flips 2^11) are mixed-radix digits, not
// bits.
//
// packed69 and packed71 take the fields, their widths and their order from a published description (original text not
// found); the digits are ours. It claims that packed71 decreases during a layer-by-layer solve. Measured on 100 such
// solves: it decreases in 81 % of the steps (cross, four pairs, last layer oriented, permuted), and in 92 % if the
// pairs are solved in the order of the number. Over single moves it decreases in only half the cases (51 % and 50 %).
// The cross lowers it only by chance, in 56 %, because its edges lie below the corners; the last pair and the later
// steps nearly always lower it. To repeat the measurement:
//   cmake --preset release -DSUPERFLIP_BENCH=ON && ninja -C build/release layer_by_layer &&
//   build/release/bin/layer_by_layer
#pragma once

#include <cstdint>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

enum class Packing : std::uint8_t { packed69, packed71, rank };

// The largest number that stands for a cube.
Uint128 largest(Packing packing);

// The number of a cube, 0..largest(packing). Precondition for Packing::rank: the cube is reachable.
Uint128 pack(const Cube& c, Packing packing);

// pack(unpack(n)) == n, and unpack(pack(c)) == c. The error names the field whose value is too large.
Expected<Cube> unpack(Uint128 number, Packing packing);

}  // namespace superflip
