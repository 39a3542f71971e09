// Holdings: moves that carry the centres, as turns of a cube that nobody turns over (of a supercube, with its centres'
// turns).
//
// A cube in space is f * S: a cube f with its centres at home, held as the rotation S says (cube/space.h). A step is
// turns m and a rotation R, and f * S * m * R is (f * S m S^-1) * (S R). So to f a step does one of 24 turns, by how
// the cube is held; how it is held changes by the rotations of the steps alone. In space a far cube has many words that
// differ only in holdings (r for L, then the same turns of other faces), and a search for near-optimal ones goes
// through all of them. Instead f is solved by the turns S m S^-1, and then the cheapest steps that do these turns and
// end as the cube is to be held are found among 24 holdings after each turn.
//
// Invariant: the moves are the same in every holding to which they lead, and can turn the cube over without a turn, as
// x and r L' do. So what a turn costs at least does not depend on the holding, no word in space costs less than its
// turns, and every word of turns has steps.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/cube/move_set.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/generic/walk.h"

namespace superflip::generic {

class Holdings {
 public:
  // Nothing where the moves are not as above or carry no centre, or where no turn is left. Costs are those of single
  // steps.
  static std::optional<Holdings> of(const MoveSet& moves);

  // What the steps do to a cube in a holding that stays, each at the cost of the cheapest step that does it.
  const std::shared_ptr<const MoveSet>& turns() const { return turns_; }

  // The cheapest steps that do the turns to a cube that is held in that way, a rotation to which the steps lead, and
  // hold it upright at the end.
  Word steps_of(const Word& turns, Symmetry held) const;

 private:
  // The cheapest steps that only turn the cube over: one, or two whose turns cancel. Empty: there are none, or it is
  // the identity.
  struct Rotation {
    Word steps;
    int cost = 0;
  };

  std::shared_ptr<const MoveSet> turns_;
  std::vector<int> costs_;                                   // of the steps
  std::vector<Symmetry> rotations_;                          // of the steps
  std::vector<std::array<std::int16_t, kSymmetries>> turn_;  // by step and holding: which turn it is; -1: none
  std::array<Rotation, kSymmetries> turned_over_{};          // by rotation
};

}  // namespace superflip::generic
