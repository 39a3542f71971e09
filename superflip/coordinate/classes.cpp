#include "superflip/coordinate/classes.h"

#include <algorithm>
#include <cassert>

#include "superflip/coordinate/admissible.h"

namespace superflip {

bool admits_inversion(const AnyCoordinate& coordinate) {
  // As for symmetries (admissible.h): the h for which it holds are a subgroup, and if that is not all of H, a random h
  // is outside with probability at least 1/2.
  constexpr int kProbes = 128;
  Random random(1);
  for (int i = 0; i < kProbes; ++i) {
    const Cube g = sample(coordinate, random);
    const Cube h = g * inverse(to_cube(coordinate, coordinate.index(g)));
    const Cube c = inverse(sample(coordinate, random));
    const Cube other = c * inverse(h);
    if (!coordinate.defined(c) || !coordinate.defined(other) || coordinate.index(c) != coordinate.index(other))
      return false;
  }
  return true;
}

ClassCount count_classes(const AnyCoordinate& coordinate, const SymmetryGroup& group, bool inversion,
                         std::size_t representatives, const std::function<void(double)>& progress) {
  assert((group.bits() & ~admitted(coordinate)) == 0);
  assert(!inversion || admits_inversion(coordinate));
  constexpr Index kReport = Index{1} << 20;
  ClassCount count;
  std::vector<bool> met(coordinate.size());
  std::vector<Index> members;
  for (Index value = 0; value < coordinate.size(); ++value) {
    if (progress && value % kReport == 0) progress(static_cast<double>(value) / static_cast<double>(coordinate.size()));
    if (met[value]) continue;
    members.clear();
    const Cube cube = to_cube(coordinate, value);
    for (const Symmetry s : group.members()) {
      const Cube image = conjugate(cube, s);
      members.push_back(coordinate.index(image));
      if (inversion) members.push_back(coordinate.index(inverse(image)));
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const Index member : members) met[member] = true;
    ++count.of_size[static_cast<std::uint32_t>(members.size())];
    if (count.classes++ < representatives) count.representatives.push_back(value);
  }
  return count;
}

}  // namespace superflip
