// Arrangement: which places hold the pieces of some sets, perhaps in which order and orientation.
//
// The subgroup is that which carries each set of pieces to itself (and, where a set is ordered, every piece of it; and
// where it is oriented, keeps those orientations). One set without order generalises UDSlice, one with order
// UDSliceSorted and the permutations, several make the layers, tetrads and slices.
//
// Numbering: set by set, the first one highest. A set's digit is the combinatorial number of its places among those
// that earlier sets left, then, if it is ordered, the factorial number of its pieces in the order of their places; all
// orientations follow as the lowest digits. In that order a set's home places come last, so that the number of the
// solved cube is 0, and those of UDSlice, UDSliceSorted, CornerPermutation, EdgePermutation and UDSliceFlips come out.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/orientation.h"

namespace superflip {

struct PieceSet {
  std::uint16_t pieces = 0;  // bit p: piece p
  bool ordered = false;      // the pieces are told apart
  bool oriented = false;     // their orientations count

  friend bool operator==(const PieceSet&, const PieceSet&) = default;
};

class Arrangement {
 public:
  // Preconditions: the sets are disjoint and not empty; not all pieces are in oriented sets (that is a composite with
  // Orientation); frame is not symmetric for corners.
  Arrangement(PieceKind kind, std::vector<PieceSet> sets, Frame frame);

  PieceKind kind() const { return kind_; }

  // As in a description: "edges FR FL BL BR: order".
  std::string name() const;
  // At most 12!/2 * 2^11.
  Index size() const { return size_; }
  Index index(const Cube& c) const;
  // Pieces of no set, and those of a set without order, keep the order of their numbers. Where no set is oriented the
  // orientations stay as they are on their places; else pieces of other sets get orientation 0, but for the first of
  // them, which makes the sum right.
  void assign(Cube& c, Index i) const;

 private:
  struct Places {  // in the order in which a set looks at them
    std::array<std::uint8_t, kEdges> place;
    int count;
  };
  Places places_left(std::uint16_t left, const PieceSet& set) const;
  int piece_at(const Cube& c, int place) const {
    return kind_ == PieceKind::corners ? c.corner_at(place) : c.edge_at(place);
  }

  PieceKind kind_;
  std::vector<PieceSet> sets_;
  Frame frame_;
  Index size_ = 1;
};

}  // namespace superflip
