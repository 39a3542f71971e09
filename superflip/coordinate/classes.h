// Classes of a coordinate's values under symmetries, counted; and under inversion, where that is meaningful.
//
// Inversion acts on the values when c and h*c always have inverses of equal value: when the subgroup is normal, as for
// the permutation of all corners. Symmetries act when the coordinate admits them (admissible.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "superflip/coordinate/any.h"
#include "superflip/coordinate/symmetry_group.h"

namespace superflip {

struct ClassCount {
  std::uint64_t classes = 0;
  std::map<std::uint32_t, std::uint64_t> of_size;  // how many classes have so many values
  std::vector<Index> representatives;              // the smallest values of the first classes, at most as many as asked
};

// Whether inversion acts on the values.
bool admits_inversion(const AnyCoordinate& coordinate);

// One bit a value is kept. Preconditions: the coordinate admits the group, and inversion where asked for.
ClassCount count_classes(const AnyCoordinate& coordinate, const SymmetryGroup& group, bool inversion,
                         std::size_t representatives = 0, const std::function<void(double)>& progress = {});

}  // namespace superflip
