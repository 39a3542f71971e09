// Descriptions: coordinates in words.
//
//   corners: orientation                     some pieces, a colon, and which of their properties count
//   edges FR FL BL BR: place                 which places these edges occupy, in any order
//   edges FR FL BL BR: order                 which place each of these edges occupies
//   edges UF UR: place orientation           the places as above, and the orientations of these edges
//   corners: U layer | D layer               sets of pieces: pieces may be exchanged inside a set, not between sets
//   corners: tetrad, corners: layer, edges: slice
//                                            such sets by name: both tetrads, U and D layer, the three slices
//   centres: order, centres U D: place       which centre is on which face (cube/space.h)
//   centres: orientation                     how the centres are turned, as on a supercube
//   edges: orientation UD                    another frame: UD, RL, FB (corners: the axis of their references; edges:
//                                            the axis whose quarter turns flip) or symmetric (every quarter turn flips)
//   corners: order modulo squares            the values up to a subgroup, given as a move set (cube/move_set.h)
//   edges U layer D layer: order within G1   only the values that these moves reach; cubes of others have no value
//   centres: order within U M                slices, wide moves and rotations in these sets are those in space
//   FlipUDSlice * corners: orientation       a product: both parts count; a part may be a name of the catalogue
//                                            (catalogue.h)
//
// Pieces are given by names, with their faces in any order (UF or FU), as layers ("U layer") or as slices ("M slice",
// "E slice", "S slice"); centres by their faces. If none are given, all pieces of the kind count. "order orientation"
// counts both properties.
//
// A product is the intersection of subgroups. All statements about the same kind of pieces are combined into one
// orientation part and one arrangement part (the common refinement of the sets), so that the parts are independent and
// the numbers dense.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/described/product.h"

namespace SUPERFLIP_API superflip {

struct Description {
  std::vector<AnyCoordinate> parts;  // independent; at least one
  std::string within{};              // the moves of the first part that has values only within some; else empty

  std::string name() const;  // a description of the same parts
  long double size() const;  // values of their product; up to 2.6e26, the whole supercube's with odd permutations
  // The parts as one coordinate; an error if it has 2^63 values or more.
  Expected<Product> product() const;

  // The values of the parts as one number, a + |A| * (b + |B| * ...), as product() has it, but up to 2^127.
  // Precondition here and below: size() is less than that; for value_of(), defined(c).
  Uint128 value_of(const Cube& c) const;
  Cube cube_of(Uint128 value) const;
  Uint128 values() const;  // size() exactly

  bool defined(const Cube& c) const;  // whether all parts are
};

// How its values depend on the centres (concept.h).
Centres centres_of(const Description& coordinate);

// Errors: bad_option, which names the place in the text and what was expected there; stopped, where listing the values
// that moves reach ("within", "modulo") took long.
Expected<Description> parse_description(std::string_view text, const StopFlag* stop = nullptr);

}  // namespace superflip
