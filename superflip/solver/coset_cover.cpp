#include "superflip/solver/coset_cover.h"

#include <algorithm>
#include <cassert>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/concept.h"
#include "superflip/solver/detail/coset_cover_classes.h"

namespace superflip {

std::vector<std::uint16_t> least_twists(std::uint64_t symmetries) {
  std::vector<std::uint16_t> least;
  for (Index twist = 0; twist < CornerOrientation::size(); ++twist) {
    const Cube cube = to_cube(CornerOrientation(), twist);
    if (std::all_of(kAllUdSymmetries.begin(), kAllUdSymmetries.end(), [&](Symmetry s) {
          return (symmetries >> s & 1) == 0 || CornerOrientation::index(conjugate(cube, s)) >= twist;
        }))
      least.push_back(static_cast<std::uint16_t>(twist));
  }
  return least;
}

CosetCover::CosetCover() : before_{0} {
  for (std::uint32_t cls = 0; cls < classes_.classes(); ++cls) {
    if ((detail::kCoverClasses[cls / 64] >> cls % 64 & 1) == 0) continue;
    chosen_.push_back(cls);
    const std::uint64_t symmetries = classes_.self_symmetries(cls);
    const auto twists = symmetries == 1 ? CornerOrientation::size() : least_twists(symmetries).size();
    before_.push_back(before_.back() + static_cast<std::uint32_t>(twists));
  }
}

const CosetCover& CosetCover::get() {
  static const CosetCover made;
  return made;
}

Cube CosetCover::cube(std::uint32_t i) const {
  assert(i < count());
  const auto c = static_cast<std::size_t>(std::upper_bound(before_.begin(), before_.end(), i) - before_.begin() - 1);
  Cube cube = to_cube(classes_.base(), classes_.representative(chosen_[c]));
  if (corner_parity(cube) != edge_parity(cube)) std::swap(cube.corner[0], cube.corner[1]);
  CornerOrientation::assign(cube, least_twists(classes_.self_symmetries(chosen_[c]))[i - before_[c]]);
  return cube;
}

bool CosetCover::contains(const Cube& cube) const {
  const std::uint32_t cls = classes_.class_of(FlipUDSlice().index(cube));
  return (detail::kCoverClasses[cls / 64] >> cls % 64 & 1) != 0;
}

CosetCover::View CosetCover::view(const Cube& cube) const {
  for (const bool inverted : {false, true})
    for (const Symmetry rotation : kDiagonalRotations)
      if (contains(conjugate(inverted ? inverse(cube) : cube, rotation))) return {rotation, inverted};
  assert(false);  // the cover covers all positions
  return {};
}

}  // namespace superflip
