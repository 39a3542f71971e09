// Descriptions: coordinates in words.
//
//   corners: orientation                     which pieces, a colon, and what about them counts
//   edges FR FL BL BR: place                 the places that these occupy, in any order
//   edges FR FL BL BR: order                 their places, each piece told apart
//   edges UF UR: place orientation           their orientations as well
//   corners: U layer | D layer               sets of places: pieces may be exchanged inside a set, not between sets
//   corners: tetrad, corners: layer, edges: slice
//                                            such sets by name: both tetrads, U and D layer, the three slices
//   edges: orientation UD                    another frame: UD, RL, FB (corners: the axis of their references; edges:
//                                            the axis whose quarter turns flip) or symmetric (every quarter turn flips)
//   corners: order modulo squares            up to what a move set (cube/move_set.h) does to the pieces
//   FlipUDSlice * corners: orientation       a product: both count; a name of the catalogue (catalogue.h) is a part,
//   too
//
// Pieces are names in any order of their faces (UF or FU), layers ("U layer") or slices ("M slice", "E slice",
// "S slice"); without any, all of the kind count. "order orientation" counts both.
//
// A product is the intersection of subgroups. What it says of the same pieces is joined to one orientation part and one
// arrangement part (the common refinement of the sets), so that the parts are independent and the numbers dense.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "superflip/coordinate/product.h"
#include "superflip/cube/error.h"

namespace superflip {

struct Description {
  std::vector<AnyCoordinate> parts;  // independent; at least one

  std::string name() const;  // a description of the same parts
  long double size() const;  // values of their product; up to 8.7e19, the whole cube's with odd permutations
  // The parts as one coordinate; an error when it has 2^63 values or more.
  Expected<Product> product() const;
};

// Errors name the place in the text, and what was expected there.
Expected<Description> parse_description(std::string_view text);

}  // namespace superflip
