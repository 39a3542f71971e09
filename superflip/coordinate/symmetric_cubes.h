// SymmetricCubes: all cubes that a group of symmetries carries to themselves, listed or drawn at random.
//
// Such a cube consists of whole orbits of facts (detail/facts.h), so it is made place by place, orbit by orbit. The
// cubes are the centraliser of the group, so that every choice for a place leaves as many choices for the others:
// uniform choices make a uniform cube. Corners and edges are chosen apart; together they must be reachable.
#pragma once

#include <functional>
#include <memory>
#include <set>

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

  // The orders that they have as elements of the group: a cube is solved after so many repetitions, 1..1260. Takes up
  // to a second.
  std::set<int> orders() const;

  // A cube that is being made: the pieces at some places, which are bits of a set. All corners come before any edge.
  struct Begun {
    const Cube& cube;  // elsewhere it holds anything
    unsigned corners;
    unsigned edges;
    double done;  // the part of all work that is behind, 0..1
  };

  // Calls visit() with each cube, always in the same order, until it returns false. Returns false then. may_go_on() is
  // asked whenever pieces were placed; where it says no, all cubes with these are left out.
  bool visit(const std::function<bool(const Cube&)>& visit,
             const std::function<bool(const Begun&)>& may_go_on = {}) const;

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
