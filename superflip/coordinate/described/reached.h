// Reached: the values of a coordinate that given moves can reach, numbered densely in increasing order.
//
// With few moves, many values of a coordinate never occur: U, R2, L2, F2, B2 and D keep the edges of the U and D layers
// in these layers, so only 40,320 of the 19,958,400 ordered places of eight edges remain. The subgroup of the
// coordinate then matters only inside the group that the moves generate, so its symmetries are tested with members of
// that group (sample()).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

class Reached {
 public:
  static constexpr Index kMaxValues = Index{1} << 25;

  // The values reached from those of the given cubes; the base itself if the moves generate everything. If the moves
  // carry centres and the base does not depend on them, all values count as reached. An error when more than kMaxValues
  // values are reached, or listing them takes more memory than `bytes`; or stopped.
  static Expected<AnyCoordinate> make(const AnyCoordinate& base, std::shared_ptr<const MoveSet> moves,
                                      std::span<const Cube> from, std::uint64_t bytes = ~std::uint64_t{0},
                                      const StopFlag* stop = nullptr);

  std::string name() const { return base_.name(); }
  Index size() const { return is_all_ ? base_.size() : values_.size(); }
  Index index(const Cube& c) const;  // precondition: defined(c)
  void assign(Cube& c, Index i) const { base_.assign(c, is_all_ ? i : values_[i]); }
  bool defined(const Cube& c) const;
  void indices(std::span<const Cube> cubes, std::span<Index> to) const;
  // One of the cubes after a long random word.
  Cube sample(Random& random) const;
  bool follows_pieces() const { return base_.follows_pieces(); }
  bool is_described() const { return base_.is_described(); }

  Covered covered() const { return base_.covered(); }

  std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const {
    return base_.factors(moves, from);
  }

 private:
  Reached(AnyCoordinate base, std::shared_ptr<const MoveSet> moves, std::span<const Cube> from)
      : base_(std::move(base)), moves_(std::move(moves)), from_(from.begin(), from.end()) {}

  Index number(Index value) const;  // of a value of the base that is reached

  AnyCoordinate base_;
  std::shared_ptr<const MoveSet> moves_;
  std::vector<Cube> from_;
  bool is_all_ = false;        // every value of the base is reached
  std::vector<Index> values_;  // of the base, increasing; empty when all are
};

}  // namespace superflip
