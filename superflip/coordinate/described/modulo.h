// Modulo: the values of a coordinate up to a subgroup, that is, the cosets of a larger subgroup.
//
// For every h of the subgroup, c and h*c get the same value. This requires that h carries the cosets H*c to cosets (h*H
// == H*h). "corners: order modulo squares" are the 420 cosets of the square group's 96 corner permutations. Values are
// numbered by the smallest value of the base that they stand for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

class Modulo {
 public:
  static constexpr Index kMaxBase = Index{1} << 20;

  // An error if the base has more than kMaxBase values or a generator does not carry its cosets to cosets;
  // or stopped.
  static Expected<Modulo> make(AnyCoordinate base, const MoveSet& subgroup, const StopFlag* stop = nullptr);

  std::string name() const { return base_.name() + " modulo " + subgroup_; }
  Index size() const { return smallest_.size(); }
  Index index(const Cube& c) const { return value_of_[base_.index(c)]; }
  void assign(Cube& c, Index i) const { base_.assign(c, smallest_[i]); }
  void indices(std::span<const Cube> cubes, std::span<Index> to) const {
    base_.indices(cubes, to);
    for (Index& value : to) value = value_of_[value];
  }
  bool follows_pieces() const { return base_.follows_pieces(); }
  bool is_described() const { return base_.is_described(); }

 private:
  Modulo(AnyCoordinate base, std::string subgroup) : base_(std::move(base)), subgroup_(std::move(subgroup)) {}

  AnyCoordinate base_;
  std::string subgroup_;
  std::vector<std::uint32_t> value_of_;  // for each value of the base
  std::vector<std::uint32_t> smallest_;  // for each value
};

}  // namespace superflip
