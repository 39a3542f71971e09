// Arrangement: which places hold the pieces of given sets, optionally with their order and orientation.
//
// The subgroup carries each set of pieces to itself. In an ordered set it fixes every piece, and in an oriented set it
// preserves the orientations. One set without order generalises UDSlice; one set with order generalises UDSliceSorted
// and the permutations; several sets give the layers, tetrads and slices.
//
// Numbering: set by set, the first one highest. A set's digit is the combinatorial number of its places among those
// that earlier sets left free, followed, if it is ordered, by the factorial number of its pieces in the order of their
// places. All orientations follow as the lowest digits. In the order of places, a set's home places come last.
// Therefore the solved cube has the number 0, and UDSlice, UDSliceSorted, CornerPermutation and EdgePermutation are
// special cases with the same numbers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/coordinate/orientation.h"

namespace SUPERFLIP_API superflip {

struct PieceSet {
  std::uint16_t pieces = 0;  // bit p: piece p
  bool ordered = false;      // the pieces are told apart
  bool oriented = false;     // their orientations count

  friend bool operator==(const PieceSet&, const PieceSet&) = default;
};

class Arrangement {
 public:
  // Preconditions: the sets are disjoint and not empty; not all corners or edges are in oriented sets (that is a
  // composite with Orientation); the frame is one of the kind (orientation.h).
  Arrangement(PieceKind kind, std::vector<PieceSet> sets, Frame frame);

  PieceKind kind() const { return kind_; }

  // As in a description: "edges FR FL BL BR: order".
  std::string name() const;
  // At most 12!/2 * 2^11.
  Index size() const { return size_; }
  Index index(const Cube& c) const;
  void indices(std::span<const Cube> cubes, std::span<Index> to) const;
  // Pieces outside all sets, and those of a set without order, are placed in the order of their numbers. If no set is
  // oriented, the orientations stay as they are on their places. Otherwise the pieces outside oriented sets get
  // orientation 0; if the orientations have a fixed sum, the first of these pieces gets the one that makes the sum
  // right.
  void assign(Cube& c, Index i) const;
  bool is_described() const { return true; }

  // The places of ordered sets and of single pieces, and the orientations of oriented sets.
  Covered covered() const;

  // If all sets are ordered and none is oriented: for each orbit of places, the order of each set's pieces in it; else
  // empty (any.h).
  std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const;

 private:
  struct Places {  // in the order in which a set looks at them
    std::array<std::uint8_t, kEdges> place;
    int count;
  };
  Places places_left(std::uint16_t left, const PieceSet& set) const;
  struct Digits {                             // of a value
    std::array<Index, kEdges> combination;    // of each set
    std::array<std::uint32_t, kEdges> order;  // of each ordered set
    Index orientations;                       // of all oriented pieces
    int oriented;                             // the number of oriented pieces
  };
  Digits digits_of(Index i) const;
  // Puts the pieces of a set on some of the free places and returns the places still free. places_of: the place of each
  // piece in turn.
  std::uint16_t put_set(Cube& c, const PieceSet& set, Index combination, std::uint32_t order, std::uint16_t left,
                        std::array<int, kEdges>& places_of) const;
  void orient(Cube& c, const Digits& digits, const std::array<int, kEdges>& places) const;

  PieceKind kind_;
  std::vector<PieceSet> sets_;
  bool is_permutation_ = false;  // of all pieces of the kind, without their orientation
  Frame frame_;
  Index size_ = 1;
};

}  // namespace superflip
