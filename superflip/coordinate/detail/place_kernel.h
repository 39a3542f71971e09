// Values of Orientation and Arrangement for many cubes, in vector registers.
//
// The numbers are those of orientation.h and arrangement.h, and are found in other steps: a set's pieces are marked
// among all places at once, the marks become a word of bits, and tables tell the combinatorial number of that word and
// how to move the marked pieces to the front. No step depends on a piece, so that a processor works on several cubes at
// the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/orientation.h"

namespace superflip::detail {

using Lanes = std::array<std::uint8_t, 16>;

// What a kernel needs to know of a coordinate. It is made anew for each block of cubes, in some 100 ns.
struct PlaceSteps {
  struct Set {
    alignas(16) Lanes order{};    // the places in the order in which the set looks at them
    alignas(16) Lanes earlier{};  // 0xFF for the pieces of earlier sets
    alignas(16) Lanes member{};   // 0xFF for its pieces
    alignas(16) Lanes rank{};     // the position of each of its pieces among them
    // Weights of the digits, for the places 0..7 and 8..11. The second ones have the common factor 8! where pieces are
    // ordered.
    alignas(16) std::array<std::int16_t, 16> order_weights{};
    alignas(16) std::array<std::int16_t, 16> orientation_weights{};
    const std::uint16_t* combination = nullptr;  // the number of each set of places
    int places = 0;                              // that earlier sets left free
    int pieces = 0;
    Index combinations = 1;
    Index orders = 1;        // pieces!, or 1
    Index orientations = 1;  // how many orientations the set's pieces have
    std::uint64_t kept = 0;  // the bytes of ranks in a word of eight
    std::uint64_t rest = 0;  // what stands in the others
    bool ordered = false;
    bool oriented = false;
  };

  PlaceSteps(PieceKind of, Frame frame);
  void add(std::uint16_t pieces, bool ordered, bool oriented);

  PieceKind kind;
  bool is_framed;  // the frame is not the usual one
  // Added to a byte, these two give it the orientation in the frame: by piece, and by place.
  alignas(16) Lanes of_piece{};
  alignas(16) Lanes of_place{};
  std::array<Set, kEdges> sets{};
  int count = 0;
};

// Values of Orientation in these steps' frame, and of an Arrangement with their sets.
void orientation_indices(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to);
void arrangement_indices(const PlaceSteps& steps, std::span<const Cube> cubes, std::span<Index> to);

}  // namespace superflip::detail
