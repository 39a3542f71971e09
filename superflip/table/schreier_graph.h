// SchreierGraph: the cosets that a coordinate numbers, joined by moves and folded by symmetry; of any description.
//
// The parts of a coordinate are split in two. The outer ones are folded: their classes under the symmetries are the
// blocks of a BlockGraph. The inner ones count the entries of a block, so that the entry of a cube is
// class * |inner| + inner value of the cube as seen from the class's representative, as in SymComposite. That works for
// every group under which the outer parts together, and the inner parts together, are carried to themselves; the
// largest group that coordinate, moves and goals allow is found by asking (admissible.h). So Kociemba's phase 1, the
// corners, a 2x2x2 or a block of a solver of steps are all the same few lines.
//
// Parts are first cut down to what the moves reach (reached.h); what is left unreached is so for reasons that concern
// several parts, as parity does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "superflip/coordinate/description.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/error.h"
#include "superflip/cube/move_set.h"
#include "superflip/table/parallel.h"
#include "superflip/table/pruning.h"

namespace superflip {

// What is asked for.
struct SchreierSpec {
  Description coordinate;
  std::shared_ptr<const MoveSet> moves;
  std::vector<Cube> goals{kSolved};          // distance 0; at least one
  std::optional<SymmetryGroup> group{};      // to fold by; without it the largest that can be used
  std::optional<Description> fold{};         // parts of the coordinate that shall be the outer ones
  std::uint64_t memory = ~std::uint64_t{0};  // bytes that listing what the moves reach may take
};

// What comes of it, before anything large is made.
struct SchreierPlan {
  std::vector<AnyCoordinate> outer;
  std::vector<AnyCoordinate> inner;  // perhaps none
  std::shared_ptr<const MoveSet> moves;
  std::vector<Cube> goals;
  SymmetryGroup group;

  std::string name() const;
  Index values() const;  // of all parts together, what they reach alone; 1..2^63-1
  // About how many entries the table will have (a few hundredths less than there will be), and the most memory that
  // making it with one byte for each takes.
  std::uint64_t estimated_entries() const;
  std::uint64_t estimated_bytes() const;
};

// Errors: a group that coordinate, moves or goals do not admit (and which they do); a coordinate with too many values.
Expected<SchreierPlan> plan(const SchreierSpec& spec);

// Cubes that stand for the given values of the coordinate: a goal. An error when one of them is too large.
Expected<std::vector<Cube>> goals_at(const Description& coordinate, std::span<const Index> values);

// The cubes that stand for all values which the moves of `subgroup` reach from the solved one: a goal. At most 10^6,
// else an error.
Expected<std::vector<Cube>> goals_of(const Description& coordinate, const MoveSet& subgroup);

class SchreierGraph final : public BlockGraph {
 public:
  // Throws std::bad_alloc.
  SchreierGraph(SchreierPlan plan, unsigned threads);

  const SchreierPlan& plan() const { return plan_; }
  const MoveSet& move_set() const { return *plan_.moves; }
  // Entries that stand for the goals; their images are left out.
  const std::vector<GraphEntry>& goals() const { return goals_; }
  std::uint64_t entries() const { return std::uint64_t{blocks_} * size_; }

  std::uint32_t blocks() const override { return blocks_; }
  std::uint32_t block_size() const override { return size_; }
  std::uint32_t stride() const override { return stride_; }
  int moves() const override { return plan_.moves->size(); }
  int cost(int move) const override { return (*plan_.moves)[move].cost; }
  BlockMap move(std::uint32_t block, int move) const override {
    const std::uint32_t to = target_[std::size_t{block} * steps_ + move];
    return {to & kClassMask, 0, rows_.data() + (move * order_ + (to >> kClassBits)) * size_};
  }
  void images(std::uint32_t block, std::vector<BlockMap>& maps) const override;
  std::uint32_t weight(std::uint32_t block) const override { return classes_ ? classes_->class_size(block) : 1; }

  // A cube's entry, and the symmetry F of the group for which F^-1 * cube * F has exactly its values. `defined` says
  // whether the moves can carry the cube to a goal as far as each part alone can tell.
  struct Place {
    GraphEntry entry;
    Symmetry frame;
  };
  bool defined(const Cube& cube) const;
  // Whether the cube's values are those of a goal: by the coordinate itself, whatever tables say.
  bool is_goal(const Cube& cube) const;
  Place place(const Cube& cube) const;  // precondition: defined(cube)
  // The place after a step.
  Place after(const Place& place, int step) const {
    const std::uint32_t block = place.entry.block;
    const int seen = plan_.moves->conjugate(step, place.frame);
    const std::uint32_t to = target_[std::size_t{block} * steps_ + seen];
    const std::uint32_t position = to >> kClassBits;
    return {{to & kClassMask, rows_[(seen * order_ + position) * size_ + place.entry.offset]},
            symmetry_product(place.frame, back_[position])};
  }

  // A cube of that entry, perhaps one that cannot be reached.
  Cube to_cube(const GraphEntry& entry) const;

 private:
  static constexpr int kClassBits = 26;
  static constexpr std::uint32_t kClassMask = (std::uint32_t{1} << kClassBits) - 1;

  SchreierPlan plan_;
  Product outer_;
  std::optional<Product> inner_;
  Product all_;
  std::optional<Symmetric<Product>> classes_;  // nothing when there is nothing to fold by
  std::uint32_t blocks_;
  std::uint32_t size_;
  std::uint32_t stride_;
  std::size_t steps_;
  std::size_t order_;
  std::vector<Symmetry> back_;             // for each position in the group the inverse of the member
  std::vector<std::uint32_t> target_;      // for each block and step the class, and the position of the symmetry
  std::vector<std::uint16_t> rows_;        // for each step and position the inner values after both
  std::vector<std::uint16_t> conjugates_;  // for each position the inner values
  std::vector<GraphEntry> goals_;
  std::unordered_set<Index> goal_values_;
};

}  // namespace superflip
