#include "superflip/engine/symmetry_report.h"

#include <string>

#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

Json numbers(std::uint64_t set) {
  Json list = Json::array();
  for (const Symmetry s : kAllSymmetries)
    if ((set >> s & 1) != 0) list.push_back(s.index);
  return list;
}

}  // namespace

SymmetryReport symmetry_report(const Cube& cube) {
  const std::uint64_t symmetries = symmetries_of(cube);
  const std::uint64_t antisymmetries = antisymmetries_of(cube);
  const SymmetryType& type = symmetry_type_of(SymmetryGroup(symmetries));
  const int alike = kSymmetries / type.group.order();
  return {&type,
          symmetries,
          antisymmetries,
          (antisymmetries & 1) != 0,
          alike,
          antisymmetries != 0 ? alike : 2 * alike,
          least_image(cube),
          least_image(cube, true)};
}

Json to_json(const Cube& cube, const SymmetryReport& report) {
  return {{"facelets", to_facelets(cube)},
          {"type", std::string(report.type->name)},
          {"symmetries", numbers(report.symmetries)},
          {"antisymmetries", numbers(report.antisymmetries)},
          {"self_inverse", report.is_self_inverse},
          {"alike", report.alike},
          {"alike_with_inverses", report.alike_with_inverses},
          {"representative", to_facelets(report.representative)},
          {"representative_with_inverses", to_facelets(report.representative_with_inverses)}};
}

}  // namespace superflip
