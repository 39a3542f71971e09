// Counts the classes of all reachable cubes under symmetries, and under inversion, without listing the cubes.
//
// A cube that a group of symmetries fixes, some of them after inversion, consists of whole orbits of facts
// (detail/facts.h). So the cubes that a subgroup fixes are counted place by place, orbit by orbit; those that no larger
// subgroup fixes follow by subtraction. The size of a class is the order of the group divided by the number of its
// members that fix one of the class's cubes. Source: Burnside's lemma (Cauchy and Frobenius); the published counts are
// those of oeis.org/A005452 and of forum.cubeman.org.
#pragma once

#include <map>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/described/description.h"
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

// The reachable cubes that every symmetry of the group carries to themselves. It takes at most some milliseconds.
Uint128 count_fixed_cubes(const SymmetryGroup& group);

// Counts the reachable cubes by what fixes them. Any group is allowed, the trivial one included. It cannot fail, needs
// little memory and takes at most half a second; no count exceeds 2^66.
CubeClasses count_cube_classes(const SymmetryGroup& group, bool inversion);

}  // namespace superflip
