// Within: the values of a coordinate that certain moves reach, as a coordinate that has no other values.
//
// "edges U layer D layer: order within G1" is Kociemba's phase-2 edge permutation: of the 19,958,400 ordered places of
// eight edges the moves of G1 reach 40,320. It is defined for cubes of these values alone, numbered densely in
// increasing order (reached.h). Source: kociemba.org/math/twophase.htm.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

class Within {
 public:
  // Errors as for Reached::make.
  static Expected<Within> make(const AnyCoordinate& base, const MoveSet& moves, const StopFlag* stop = nullptr);

  std::string name() const { return name_; }
  Index size() const { return reached_.size(); }
  Index index(const Cube& c) const { return reached_.index(c); }  // precondition: defined(c)
  void assign(Cube& c, Index i) const { reached_.assign(c, i); }
  bool defined(const Cube& c) const { return reached_.defined(c); }
  void indices(std::span<const Cube> cubes, std::span<Index> to) const { reached_.indices(cubes, to); }
  std::size_t count_defined(std::span<const Cube> cubes) const { return reached_.count_defined(cubes); }
  Cube sample(Random& random) const { return reached_.sample(random); }
  bool follows_pieces() const { return reached_.follows_pieces(); }
  bool is_described() const { return reached_.is_described(); }
  Covered covered() const { return reached_.covered(); }
  std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const {
    return reached_.factors(moves, from);
  }

 private:
  Within(std::string name, AnyCoordinate reached) : name_(std::move(name)), reached_(std::move(reached)) {}

  std::string name_;
  AnyCoordinate reached_;
};

}  // namespace superflip
