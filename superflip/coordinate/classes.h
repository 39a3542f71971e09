// Counts the classes of a coordinate's values under symmetries, and under inversion where that is meaningful.
//
// Inversion acts on the values when c and h*c always have inverses of equal value: that is, when the subgroup is
// normal, as for the permutation of all corners. Symmetries act when the coordinate admits them (admissible.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/any.h"
#include "superflip/coordinate/symmetry_group.h"

namespace SUPERFLIP_API superflip {

struct ClassCount {
  std::uint64_t classes = 0;
  std::map<std::uint32_t, std::uint64_t> of_size;  // the number of classes of each size
  std::vector<Index> representatives;              // the smallest values of the first classes, as many as requested
};

// Whether inversion acts on the values.
bool admits_inversion(const AnyCoordinate& coordinate);

// Uses one bit per value. Preconditions: the coordinate admits the group, and inversion if that is requested.
ClassCount count_classes(const AnyCoordinate& coordinate, const SymmetryGroup& group, bool inversion,
                         std::size_t representatives = 0, const std::function<void(double)>& progress = {});

}  // namespace superflip
