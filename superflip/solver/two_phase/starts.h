// The cubes b*C at which a search begins, for all end words b of one length (end_words.h).
//
// A list is sorted by the phase-1 distance of b*C, so the starts that can reach G1 in a given number of moves are a
// prefix of it. Computing a list costs one lookup per word, so lists are made when the search first needs them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/solver/detail/watch.h"
#include "superflip/solver/two_phase/tables.h"

namespace superflip::two_phase {

inline constexpr int kDirections = 6;
inline constexpr int kMaxPhase1Length = 20;  // no search comes close to it

// One start cube b*C of a direction.
struct Start {
  std::uint16_t word;  // index into end_words(metric).of_length[k]
  std::uint8_t k;
  std::uint8_t direction;
};

// The end words of one length for one direction, by the phase-1 distance of b*C.
struct StartList {
  std::span<const std::uint16_t> words;
  std::array<std::uint32_t, kMaxPhase1Length + 3> within{};  // within[d]: the number of words nearer than d

  // The distance of the word at that position.
  int distance_at(std::uint32_t position) const {
    int distance = 0;
    while (within[distance + 1] <= position) ++distance;
    return distance;
  }

  // In the first of the lists that are made together: the words of all of them, and the room in which these were
  // sorted.
  std::vector<std::uint16_t> words_of_all;
};

// Fills the lists of words of length k for those directions, one list for each. Where the search is over before that,
// the lists are not to be used. Returns the number of phase-1 table entries read.
std::uint64_t make_starts(const Tables& tables, int k, std::span<const Cube> directions, std::span<StartList> lists,
                          const Watch& watch);

}  // namespace superflip::two_phase
