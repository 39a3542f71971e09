// Reached: the values of a coordinate that some moves can reach, numbered densely in increasing order.
//
// With few moves much of a coordinate is never met: U, R2, L2, F2, B2 and D leave the edges of the U and D layers
// there, so that of the 19,958,400 ordered places of eight edges 40,320 remain. The subgroup of the coordinate then
// counts only inside the group that the moves generate, which is where its symmetries are asked for (sample()).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "superflip/coordinate/any.h"
#include "superflip/cube/error.h"
#include "superflip/cube/move_set.h"

namespace superflip {

class Reached {
 public:
  static constexpr Index kMostValues = Index{1} << 25;

  // What is reached from the values of the given cubes; the base itself when the moves generate everything. An error
  // when more than kMostValues values are reached, or listing them takes more memory than `bytes`.
  static Expected<AnyCoordinate> make(const AnyCoordinate& base, std::shared_ptr<const MoveSet> moves,
                                      std::span<const Cube> from, std::uint64_t bytes = ~std::uint64_t{0});

  std::string name() const { return base_.name(); }
  Index size() const { return is_all_ ? base_.size() : values_.size(); }
  Index index(const Cube& c) const;  // precondition: defined(c)
  void assign(Cube& c, Index i) const { base_.assign(c, is_all_ ? i : values_[i]); }
  bool defined(const Cube& c) const;
  // A long random word on one of the cubes.
  Cube sample(Random& random) const;
  bool follows_pieces() const { return base_.follows_pieces(); }

 private:
  Reached(AnyCoordinate base, std::shared_ptr<const MoveSet> moves, std::span<const Cube> from)
      : base_(std::move(base)), moves_(std::move(moves)), from_(from.begin(), from.end()) {}

  AnyCoordinate base_;
  std::shared_ptr<const MoveSet> moves_;
  std::vector<Cube> from_;
  bool is_all_ = false;        // every value of the base is reached
  std::vector<Index> values_;  // of the base, increasing; empty when all are
};

}  // namespace superflip
