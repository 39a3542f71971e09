// SchreierGraph: the cosets that a coordinate numbers, connected by moves and folded by symmetry, for any description.
//
// The parts of a coordinate are split. The outer ones are folded into classes under the symmetries. The inner ones
// number the entries of a block, so that the entry of a cube is class * |inner| + inner value of the cube as seen from
// the class's representative, as in SymComposite. Where they are too many for a block, some of them are middle ones,
// and each of their values has blocks of its own (folded_graph.h). That works for every group under which the outer
// parts together, the middle ones together, and the inner ones together are mapped to themselves. The largest group
// that the coordinate, the moves and the goals allow is computed (admissible.h). So the same code serves Kociemba's
// phase 1, the corners, the 2x2x2, or a block.
//
// A larger group can be used if it maps the outer parts to themselves and all parts together to themselves, even if it
// does not map the inner parts to themselves: all 48 symmetries fold the permutation of the corners, but mix it into
// their twists. Each class then has rows of its own (folded_graph.h). Making them takes longer than the search, so that
// a smaller group without them is the better choice, unless that group and these outer parts are requested.
//
// Inversion can be one more symmetry: where it acts on the values (classes.h) and the solved value is the goal, a cube
// and its inverse are equally far away. Inversion acts on all corners, on all edges and on whole permutations; it does
// not act on most coordinates.
//
// Parts are first reduced to the values that the moves reach (reached.h). If some entries are still not reached, the
// cause concerns several parts, such as parity.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/move_set.h"
#include "superflip/table/folded_graph.h"

namespace SUPERFLIP_API superflip {

// The request.
struct SchreierSpec {
  Description coordinate;
  std::shared_ptr<const MoveSet> moves;
  std::vector<Cube> goals{kSolved};          // distance 0; at least one
  std::optional<SymmetryGroup> group{};      // to fold by; if empty, the largest that can be used
  std::optional<Description> fold{};         // the parts of the coordinate that are to be the outer ones
  std::uint64_t memory = ~std::uint64_t{0};  // bytes that the listing of reached values may use
  bool inversion = false;                    // to fold by inversion, too
};

// The plan that results, before anything large is made.
struct SchreierPlan {
  std::vector<AnyCoordinate> outer;
  std::vector<AnyCoordinate> inner;  // may be empty
  std::shared_ptr<const MoveSet> moves;
  std::vector<Cube> goals;
  SymmetryGroup group;
  // Parts of which the moves reach only one value. They add nothing to the table, but a cube with another value cannot
  // be brought to a goal.
  std::vector<AnyCoordinate> fixed{};
  std::vector<AnyCoordinate> middle{};  // may be empty
  bool inversion = false;               // folded by inversion, too
  bool class_rows = false;              // the inner parts are kept only together with the outer ones; no middle parts

  std::string name() const;
  std::vector<AnyCoordinate> reached() const;  // the parts that number the entries: outer, middle, inner
  int maps() const { return group.order() * (inversion ? 2 : 1); }  // by which it is folded
  std::string folded_by() const;                                    // "UD16 and inversion"
  Index values() const;  // product of the numbers of values that each part reaches on its own; 1..2^63-1
  // Estimates: the number of entries (a few per cent too low); the most memory that making a table with one byte for
  // each takes; the same without the table, when entries are only counted at each distance.
  std::uint64_t estimated_entries() const;
  std::uint64_t estimated_bytes() const;
  std::uint64_t estimated_bytes_to_count() const;
};

// Errors: a part that breaks a law of coordinates (laws.h); a goal without a value; a group that coordinate, moves or
// goals do not admit (the message names one that they do); inversion where it does not act on the values, or the solved
// value is not the only goal; a coordinate with too many values; stopped; out_of_memory.
// All but the last two are bad_option.
Expected<SchreierPlan> plan(const SchreierSpec& spec, const StopFlag* stop = nullptr);

// Cubes that stand for the given values of the coordinate, for use as a goal. Errors: bad_option (one of the values is
// too large), stopped.
Expected<std::vector<Cube>> goals_at(const Description& coordinate, std::span<const Index> values,
                                     const StopFlag* stop = nullptr);

// Cubes that stand for all values which the moves of `subgroup` reach from the solved one, for use as a goal. Errors:
// bad_option (more than 10^6 values), stopped.
Expected<std::vector<Cube>> goals_of(const Description& coordinate, const MoveSet& subgroup,
                                     const StopFlag* stop = nullptr);

class SchreierGraph final : public FoldedGraph {
 public:
  // The graph of a plan made by plan(). Errors: stopped, within about 20 ms of the flag; out_of_memory.
  static Expected<std::shared_ptr<const SchreierGraph>> make(SchreierPlan plan, unsigned threads,
                                                             const StopFlag* stop = nullptr);

  const SchreierPlan& plan() const { return plan_; }
  const MoveSet& move_set() const { return *plan_.moves; }
  // Entries that stand for the goals; their images are left out.
  const std::vector<GraphEntry>& goals() const { return goals_; }
  std::uint64_t entries() const { return std::uint64_t{blocks()} * block_size(); }

  // A cube's entry, and the symmetry F of the group for which F^-1 * cube * F has exactly its values, or, if it is
  // inverted, F^-1 * cube^-1 * F. defined() is false when a single part already shows that the moves cannot carry the
  // cube to a goal.
  struct Place {
    GraphEntry entry;
    Symmetry symmetry;
    bool inverted = false;
  };
  bool defined(const Cube& cube) const;
  // Whether the cube's values are those of a goal: computed from the coordinate itself, without tables.
  bool is_goal(const Cube& cube) const;
  Place place(const Cube& cube) const;  // precondition: defined(cube)
  // The place after a step.
  Place after(const Place& place, int step) const {
    int seen = plan_.moves->conjugate(step, place.symmetry);
    if (place.inverted) seen += plan_.moves->size();  // the neighbours of the inverse
    const std::uint32_t block = place.entry.block;
    const Target to = target(class_of(block), seen);
    const int position = static_cast<int>(to.position);
    const bool inverted = position >= group().order();
    return {{block_of(to.cls, middle_after(block, seen, to.position)),
             row(class_of(block), seen, to.position)[place.entry.offset]},
            place.symmetry * group().member(inverted ? position - group().order() : position),
            inverted};
  }

  // A cube of that entry; it need not be reachable.
  Cube to_cube(const GraphEntry& entry) const;

 private:
  explicit SchreierGraph(SchreierPlan plan);

  bool fill(unsigned threads, const StopFlag* stop);
  template <class Moved, class Seen>
  void list_values(const Product& product, std::uint32_t value, Moved moved, Seen seen) const;
  template <class Moved, class Seen>
  void list_values_of_class(std::uint32_t cls, std::uint32_t value, Moved moved, Seen seen) const;
  Target target_of(Index raw) const;
  bool find_goals(const StopFlag* stop);  // false: stopped

  SchreierPlan plan_;
  Product outer_;
  std::optional<Product> middle_;
  std::optional<Product> inner_;
  Product all_;                                // the outer, middle, inner and fixed parts
  std::optional<Symmetric<Product>> classes_;  // empty when nothing is folded
  std::vector<GraphEntry> goals_;
  std::unordered_set<Index> goal_values_;
};

}  // namespace superflip
