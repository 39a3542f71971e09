// Holdings: moves that carry the centres, as turns of a cube that nobody turns over (of a supercube, with its centres'
// turns).
//
// A cube in space is f * S: a cube f with its centres at home, held as the rotation S says (cube/space.h). A step is
// turns m and a rotation R, and f * S * m * R is (f * S m S^-1) * (S R). So to f a step does one of 24 turns, by how
// the cube is held; how it is held changes by the rotations of the steps alone. In space a far cube has many words that
// differ only in holdings (r for L, then the same turns of other faces), and a search for near-optimal ones goes
// through all of them. Instead f is solved by the turns S m S^-1. Then the cheapest steps are found that do these
// turns, each by one step, perhaps with rotations between, and hold the cube upright at the end: a shortest path
// through the 24 holdings after each turn.
//
// Invariant: the moves are the same in every holding to which they lead, and can turn the cube over without a turn, as
// x, r L' and R M' L' do. So what a turn costs at least does not depend on the holding, no word in space costs less
// than its turns, and every word of turns has steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "superflip/cube/move_set.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/generic/walk.h"

namespace superflip::generic {

class Holdings {
 public:
  // Nothing where the moves are not as above or carry no centre, or where no turn is left.
  static std::optional<Holdings> of(std::shared_ptr<const MoveSet> moves);

  // What the steps do to a cube in a holding that stays, each at the cost of the cheapest step that does it, without
  // what follows what.
  const std::shared_ptr<const MoveSet>& turns() const { return turns_; }

  // Steps that do the turns to a cube that is held in that way, a rotation to which the steps lead, and hold it upright
  // at the end: the cheapest, as above, with what follows what.
  Word steps_of(const Word& turns, Symmetry held) const;
  // The work of that for so many turns, in nodes of a search that take about as long.
  std::uint64_t nodes_for_steps(std::size_t turns) const;

 private:
  explicit Holdings(std::shared_ptr<const MoveSet> moves) : moves_(std::move(moves)) {}

  // The cheapest steps that only turn the cube over, in each way: up to three whose turns cancel, or several such
  // words. False: one of these rotations has none.
  bool find_rotations(const std::vector<Symmetry>& held);

  // How many last steps steps_of() tells apart: where it counts what follows what, all, and that there was none.
  std::size_t lasts() const { return moves_->has_follow_costs() ? static_cast<std::size_t>(moves_->size()) + 1 : 1; }

  std::shared_ptr<const MoveSet> moves_;
  std::shared_ptr<const MoveSet> turns_;
  std::vector<std::array<Word, kSymmetries>> steps_;  // by turn and holding: the steps that do it, in their order
  std::array<Word, kSymmetries> rotations_{};         // empty: none, or the identity
};

}  // namespace superflip::generic
