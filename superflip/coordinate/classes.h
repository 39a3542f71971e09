// Counts the classes of a coordinate's values under symmetries, and under inversion where that is meaningful.
//
// Inversion acts on the values when c and h*c always have inverses of equal value: that is, when the subgroup is
// normal, as for the permutation of all corners. Symmetries act when the coordinate admits them (admissible.h).
//
// A product need not be listed. A map fixes a value of the product exactly if it fixes the values of all parts. The
// size of a class is the number of maps divided by the number of maps that fix one of its values. So it is enough to
// know for each part how many values each subgroup fixes; that is found class by class.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/coordinate/described/product.h"
#include "superflip/coordinate/symmetry_group.h"

namespace SUPERFLIP_API superflip {

struct ClassCount {
  std::uint64_t classes = 0;
  std::map<std::uint32_t, std::uint64_t> of_size;  // the number of classes of each size
  std::vector<Index> representatives;              // the smallest values of the first classes, as many as requested
};

// Whether inversion acts on the values.
bool admits_inversion(const AnyCoordinate& coordinate);

// Whether all symmetries of the group, and inversion if that is requested, act on the values.
bool admits(const AnyCoordinate& coordinate, const SymmetryGroup& group, bool inversion);

// The parts of a product, combined into the smallest groups of parts on each of which the symmetries (and inversion)
// act. Classes are counted for one such group after the other, with one bit of memory for each of its values.
// Precondition: the product admits the group, and inversion if that is requested.
std::vector<Product> split_for_classes(const Product& product, const SymmetryGroup& group, bool inversion);

// Preconditions as above. Errors: bad_option (parts that are not independent); stopped, within 20 ms of the flag;
// out_of_memory.
Expected<ClassCount> count_classes(const Product& product, const SymmetryGroup& group, bool inversion,
                                   std::size_t representatives = 0, const std::function<void(double)>& progress = {},
                                   const StopFlag* stop = nullptr);

}  // namespace superflip
