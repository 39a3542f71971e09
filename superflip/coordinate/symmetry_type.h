// Symmetry types: the 33 classes of subgroups of the 48 symmetries that are alike up to a rotation or reflection.
//
// The symmetries of a cube are a subgroup. Two subgroups H and S^-1 * H * S are alike: a cube with one of them, seen
// from elsewhere or in a mirror, has the other. The names are Schoenflies' symbols; where two types share one, a word
// in brackets tells them apart, as in Cube Explorer (kociemba.org/symmetric2.htm). The invariant of the list: the
// types' groups and their conjugates are all 98 subgroups.
#pragma once

#include <span>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kSymmetryTypes = 33;

struct SymmetryType {
  std::string_view name;         // "D2d(face)"
  std::string_view description;  // in words
  SymmetryGroup group;           // one of those that are alike
  int conjugates;                // how many are alike
};

// All types, from the one with the fewest cubes ("Oh") to that without symmetry ("C1"). Made at the first call.
// Thread-safe.
std::span<const SymmetryType, kSymmetryTypes> symmetry_types();

// The type of a group, and of a cube's symmetries.
const SymmetryType& symmetry_type_of(const SymmetryGroup& group);
const SymmetryType& symmetry_type_of(const Cube& cube);

// By its name, in capital or small letters. Error: bad_option, with the names.
Expected<const SymmetryType*> find_symmetry_type(std::string_view name);

// How many reachable cubes have a symmetry.
struct SymmetryCount {
  Uint128 at_least;  // all symmetries of the type's group, and perhaps more
  Uint128 exactly;   // these and no others
  Uint128 of_type;   // exactly those of one of the groups that are alike
};

// By the types' order: the sum of `of_type` is the number of all cubes. Made at the first call (some hundredths of a
// second). Thread-safe.
std::span<const SymmetryCount, kSymmetryTypes> symmetry_counts();

}  // namespace superflip
