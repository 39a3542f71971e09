// The classes of edges under a pruning coset: arrangements of slices over the places, and flips (see coset.h).
//
// The places are three rings of four, one for each slice.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/solver/optimal/coset.h"

namespace superflip::optimal {

// An arrangement of slices over the places, up to turns of the three rings. Place masks leave a spare bit after each
// ring (place p is bit p + p / 4); the search stores there whether that ring was turned by an odd number of quarter
// turns.
struct FoldedArrangement {
  std::uint32_t base;          // its first rank in the numbering of all ranks
  std::uint16_t not_s, not_m;  // places whose edge is not of slice S, not of M
  std::uint16_t keep;          // the nine places whose flips count
  std::uint16_t kind;          // which table of flip_ranks it uses
  std::uint8_t first_m, first_s;
  // By a mask of the rings that were turned by an odd number of quarter turns: the kept flips that these turns have
  // changed.
  std::array<std::uint16_t, 8> flipped;
};

class EdgeClasses {
 public:
  EdgeClasses();

  // A ring of four places is indexed by the masks of its M and S edges, m << 4 | s. With flips, it is a number in base
  // 6: the digit of an edge is 1 if it is flipped, plus 4 if it belongs to slice M or 2 if to S.
  std::array<std::uint8_t, 256> ring_code{};         // 0..80, in base 3
  std::array<std::uint32_t, 81 * 81> lower_rings{};  // by the codes of rings 0 and 1: the first arrangement
  std::array<std::uint16_t, 81> upper_ring{};        // by the code of ring 2: added to that, the arrangement 0..34649
  // By the number in base 6: the ring's necklace 0..23 | the flips after the turn to it << 16 | 1 << 20 if that turn is
  // odd.
  std::array<std::uint32_t, 6 * 6 * 6 * 6> necklace{};
  std::vector<std::uint16_t> folded_of;  // by three necklaces, n0 | n1 << 5 | n2 << 10: an index into folded
  std::vector<FoldedArrangement> folded;
  std::vector<std::array<std::uint16_t, kFlips>> flip_ranks;  // by kind; kind 0 is the identity
  std::uint32_t folded_edges = 0;                             // the number of all ranks, 295,548

 private:
  // A ring up to turns, as masks of the places whose edges are of slices M and S.
  struct Necklace {
    unsigned m, s;
  };

  void make_arrangements();
  std::vector<Necklace> make_necklaces();
  void make_folded(const std::vector<Necklace>& necklaces);
};

}  // namespace superflip::optimal
