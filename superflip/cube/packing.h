// Packing: a whole cube as one exact whole number, in three ways; 0 is the solved cube in each.
//
//   packed69  corners 28, edges 29, states of the edges 12 bits: any arrangement of the pieces, reachable or not
//   packed71  down corners 18, down and middle edges 25, states of these edges 8, up corners 11, up edges 5, states of
//             the up edges 4 bits: the same in the order of a layer-by-layer (CFOP) solve, so that what is solved first
//             is in the highest bits
//   rank      0..43,252,003,274,489,855,999, our own: the reachable cubes only, without gaps, in 66 bits
//
// packed69 and packed71 are those of the notes on packing a cube (docs/sources.md), field by field and digit by digit.
// Fields are given from the highest bits to the lowest. Each is an offset of mixed radix (base/mixed_radix.h). Pieces
// and places have the numbers of the notes:
//
//   corners 0..7   DLF DFR DBL DRB UFL URF ULB UBR      edges 0..11   DL DF DR DB FL FR BL BR UL UF UR UB
//
// The place of the n-th piece is a digit of radix 8-n or 12-n: the number of places before its own that hold none of
// the pieces before it. The notes call the first of these digits a7 (a11), because it has the values 0..7 (0..11), and
// the last, which is always 0, a0. The offset of the corners' permutation is a7 + 8*a6 + 8*7*a5 + ..., and above it
// stand the states, 8! * 3^i * state(i). The state of a corner is the axis along which its U or D sticker points: 0
// up/down, 1 front/back, 2 right/left. The state of an edge is 0 or 1, and turns of F and B alone change it: the flip.
// The offset of the states of edges is 2^i * state(i).
//
// The rank has another order of the pieces and their digits, with the most significant digit first:
//
//   corners DFR DLF DBL DRB URF UFL ULB UBR      edges DR DF DL DB FR FL BL BR UR UF UL UB
//   corners   place and twist of each down corner in turn, then the twists of the four up corners, then their places
//   edges     their places; flips apart
//
// Three digits follow from the others and are left out: the twist of UBR, the flip of UB, and the order of the last two
// edges (from the parity). Its fields (corners 8! 3^7, edges 12!/2, flips 2^11) are mixed-radix digits, not bits.
//
// The notes expect that packed71 decreases as a cube is solved layer by layer. docs/sources.md has the measurement.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

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

// A field of a packing, with its value for a cube.
struct PackedField {
  std::string_view name;    // "down corners"
  std::string_view symbol;  // the notes' name of the item: "C8..4-4sigma3"; empty for the rank
  std::uint64_t value;      // 0..values-1
  std::uint64_t values;
  int bits;  // ceil(log2(values)); in packed69 and packed71 the width of the field
  // For the corner fields of packed69 and packed71: places and states as two fields, which would take more bits than
  // the joint field.
  std::vector<PackedField> parts{};
};

// The fields of pack(c, packing), from the highest to the lowest. Precondition as for pack().
std::vector<PackedField> packed_fields(const Cube& c, Packing packing);

}  // namespace superflip
