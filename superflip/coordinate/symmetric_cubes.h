// SymmetricCubes: all cubes that a group of symmetries carries to themselves, listed or drawn at random.
//
// Such a cube consists of whole orbits of facts (detail/facts.h), so it is made place by place, orbit by orbit. The
// cubes are the centraliser of the group, so that every choice for a place leaves as many choices for the others:
// uniform choices make a uniform cube. Corners and edges are chosen apart; together they must be reachable.
#pragma once

#include <functional>
#include <memory>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/random.h"

namespace SUPERFLIP_API superflip {

class SymmetricCubes {
 public:
  explicit SymmetricCubes(const SymmetryGroup& group);

  const SymmetryGroup& group() const { return group_; }

  // How many there are: 43,252,003,274,489,856,000 for the trivial group.
  Uint128 count() const;

  // Calls visit() with each cube, always in the same order, until it returns false. Returns false then.
  bool visit(const std::function<bool(const Cube&)>& visit) const;

  // Uniform over all of them; every cube has a chance, so those with more symmetries are drawn too.
  Cube random(Random& random) const;

 private:
  struct Choices;

  SymmetryGroup group_;
  std::shared_ptr<const Choices> choices_;
};

// Whether no image of the cube, or with `inversion` of its inverse, that is wanted comes before it (is_less). So of
// wanted cubes that are alike, one is first. `is_wanted` is asked about images that come before the cube.
bool is_first_of_alike(const Cube& cube, bool inversion, const std::function<bool(const Cube&)>& is_wanted);

}  // namespace superflip
