// The number of a permutation of eight pieces from two lookups.
//
// Kociemba's number is the sum over the places i of i! times the count of greater pieces before i. The places 0..3 need
// only the first four pieces. What the places 4..7 add depends on the last four alone: all greater pieces that are not
// among the last four are on places before them. With three bits a piece, both halves are 12-bit keys.
#pragma once

#include <array>
#include <cstdint>

namespace superflip {

namespace detail {

struct PermutationRankTables {
  std::array<std::uint16_t, 4096> first{};
  std::array<std::uint16_t, 4096> last{};
};

constexpr PermutationRankTables make_permutation_rank_tables() {
  constexpr std::array<int, 8> factorial{1, 1, 2, 6, 24, 120, 720, 5040};
  PermutationRankTables tables;
  for (int key = 0; key < 4096; ++key) {
    const std::array<int, 4> piece{key & 7, key >> 3 & 7, key >> 6 & 7, key >> 9};
    int first = 0;
    int last = 0;
    bool distinct = true;  // keys that contain a piece twice are never used
    for (int i = 0; i < 4; ++i) {
      last += factorial[4 + i] * (7 - piece[i]);
      for (int j = 0; j < i && distinct; ++j) {
        distinct = piece[j] != piece[i];
        if (piece[j] > piece[i])
          first += factorial[i];
        else
          last -= factorial[4 + j];  // a greater piece after place 4 + j
      }
      if (!distinct) break;
    }
    if (!distinct) continue;
    tables.first[key] = static_cast<std::uint16_t>(first);
    tables.last[key] = static_cast<std::uint16_t>(last);
  }
  return tables;
}

inline constexpr PermutationRankTables kPermutationRank = make_permutation_rank_tables();

}  // namespace detail

// `pieces` holds the piece (0..7) of place i in byte i, each once. Result 0..40319.
constexpr std::uint32_t permutation_rank(std::uint64_t pieces) {
  std::uint64_t x = (pieces | pieces >> 5) & 0x003F003F003F003F;
  x = (x | x >> 10) & 0x00000FFF00000FFF;
  return detail::kPermutationRank.first[x & 0xFFF] + detail::kPermutationRank.last[x >> 32];
}

}  // namespace superflip
