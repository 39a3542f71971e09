// Counts the classes of all reachable cubes under symmetries, and under inversion, without listing the cubes.
//
// A map is a conjugation by a symmetry, or inversion before it. It carries the fact "piece p is at place x with
// orientation o" to another such fact, whatever the rest of the cube is. A cube is a set of facts with each place and
// each piece once, and a set of maps fixes the cube exactly if the set of facts consists of whole orbits of facts. So
// the cubes that a subgroup of the maps fixes are counted place by place, orbit by orbit; those that are fixed by no
// larger subgroup follow by subtraction. The size of a class is the number of maps divided by the number of maps that
// fix one of its cubes. Source: Burnside's lemma (Cauchy and Frobenius); the published counts are those of
// oeis.org/A005452 and of forum.cubeman.org.
#pragma once

#include <map>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/description.h"
#include "superflip/coordinate/symmetry_group.h"

namespace SUPERFLIP_API superflip {

struct CubeClasses {
  Uint128 cubes = 0;                 // 43,252,003,274,489,856,000
  Uint128 classes = 0;               // under the group, and inversion if that was asked for
  Uint128 symmetric = 0;             // cubes that a member of the group, not the identity, carries to themselves
  std::map<int, Uint128> of_size{};  // the number of classes of each size
};

// Whether the values of a coordinate are exactly the arrangements of the corners and edges.
bool is_whole_cube(const Description& coordinate);

// Counts the reachable cubes by what fixes them. Any group is allowed, the trivial one included. It cannot fail, needs
// little memory and takes at most half a second; no count exceeds 2^66.
CubeClasses count_cube_classes(const SymmetryGroup& group, bool inversion);

}  // namespace superflip
