// What every door says about the symmetries of a cube, as JSON.
#pragma once

#include "superflip/base/api.h"
#include "superflip/base/json.h"
#include "superflip/coordinate/symmetry_type.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

// A cube and what is like it.
struct SymmetryReport {
  const SymmetryType* type;
  std::uint64_t symmetries;      // symmetries_of()
  std::uint64_t antisymmetries;  // antisymmetries_of()
  bool is_self_inverse;
  int alike;                // its images under the 48 symmetries, itself included
  int alike_with_inverses;  // and the inverses of these
  Cube representative;      // least_image()
  Cube representative_with_inverses;
};

SymmetryReport symmetry_report(const Cube& cube);

// {"facelets", "type", "symmetries", "antisymmetries", "self_inverse", "alike", "alike_with_inverses",
// "representative", "representative_with_inverses"}; the lists are of numbers 0..47.
Json to_json(const Cube& cube, const SymmetryReport& report);

}  // namespace superflip
