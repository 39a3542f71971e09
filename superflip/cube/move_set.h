// MoveSet: the allowed steps and their costs.
//
// A set is written as a list of generators, or as the group <U, R>. Each stands for its powers, as a face stands for
// its three turns:
//   U R F              faces: a quarter turn stands for U U2 U'
//   U D R2 L2 F2 B2    a half turn stands for itself only
//   M E S r x          slices, wide moves and rotations; what they do depends on Centres (space.h). In space they carry
//                      the centres; with fixed centres M is the pair of turns R L', r is L, and x does nothing
//   (R L) (R U R' U')  any sequence in brackets: one of order 2 or 4 stands for its powers, any other for itself and
//                      its inverse
// There are six names for sets. They are turns of faces as seen from the centres, in space too:
//   all         the six faces
//   G1          U D R2 L2 F2 B2
//   squares     the six half turns
//   slices      the pairs (R L') (U D') (F B')
//   antislices  (R L) (U D) (F B)
//   axial       any turns of two opposite faces at once
// In the half-turn metric each of these steps costs 1. In the quarter-turn metric, half turns are left out where
// quarter turns are allowed (a half turn is two steps), and a generator that consists of half turns costs 2.
//
// Costs of one's own are whole numbers:
//   R:3 (R L):4        each step of the generator costs that, in any metric. The last cost that is given for a step
//                      counts: in "R:2 R2:3" R and R' cost 2, and R2 costs 3. A step costs as much as its inverse,
//                      so that "R:3 R':2" is refused
//   R>F:2              a step of R that a step of F follows directly costs 2 more: a regrip, a change of the axis. Here
//                      too the last cost of a pair counts, and may be 0: "all>all:2 R>L:0 L>R:0"
//
// Invariant: steps are distinct, none is the identity, and for each step the set contains its inverse at the same cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/move.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

struct Step {
  Cube cube;            // the result on the solved cube: apply(kSolved, moves, rotation, MoveSet::centres())
  Moves moves;          // as face turns
  std::string name;     // "R2", "(R L')", in space "M2"
  int cost;             // 1 to MoveSet::kMaxCost
  Symmetry rotation{};  // of the whole cube after the face turns, in space: M is R L' x'
};

class MoveSet;
// Errors name the place in the text. At most MoveSet::kMaxSteps steps.
Expected<MoveSet> parse_move_set(std::string_view text, Metric metric = Metric::htm, Centres centres = Centres::fixed);

// The generators of a group, written the same way but without costs. Error: also where a cost is given.
Expected<MoveSet> parse_generators(std::string_view text, Centres centres);

class MoveSet {
 public:
  static constexpr std::size_t kMaxSteps = 200;
  static constexpr int kMaxCost = 20;

  // Errors (bad_option): no step, or more than kMaxSteps; a step whose cube is not that of its moves and its rotation,
  // or whose cost is not 1 to kMaxCost; two steps with the same cube; a step whose inverse is not a step, or has
  // another cost.
  static Expected<MoveSet> make(std::string text, std::vector<Step> steps, Centres centres = Centres::fixed);

  const std::string& text() const { return text_; }  // as it was written; of an image see conjugate()
  const std::vector<Step>& steps() const { return steps_; }
  int size() const { return static_cast<int>(steps_.size()); }
  const Step& operator[](int i) const { return steps_[i]; }

  // What the steps do to the centres: `fixed` whenever none of them moves or turns one.
  Centres centres() const { return centres_; }

  // The inverse of the step.
  int inverse(int i) const { return inverse_[i]; }

  // S^-1 * step * S. Precondition: symmetries() contains s.
  int conjugate(int i, Symmetry s) const { return conjugate_[i][s]; }

  // The symmetries S for which S^-1 * step * S is a step of the same cost for every step; a group, as bits 0..47.
  std::uint64_t symmetries() const { return symmetries_; }

  // Whether costs of one's own were given, in a text, or to make() one of more than 2, which no metric has: then
  // lengths are sums of these, in no metric.
  bool is_priced() const { return is_priced_; }

  // What a step costs more directly after another one, 0 to kMaxCost, and whether any does.
  int follow_cost(int last, int next) const { return follow_costs_.empty() ? 0 : follow_costs_[at(last, next)]; }
  bool has_follow_costs() const { return !follow_costs_.empty(); }

  // The most that a step may add to the cost of a word.
  int max_cost() const { return max_cost_; }

  // The greatest common divisor of all costs: the cost of every word is a multiple of it.
  int cost_unit() const { return cost_unit_; }

  // The cost of a word of steps, and that of its steps alone, without follow costs.
  int cost(const std::vector<int>& word) const;
  int cost_of_steps(const std::vector<int>& word) const;

  // The same steps without follow costs. A word costs no more in it.
  MoveSet without_follow_costs() const;

  // The same steps, where the inverse of a word costs what the word does in this set.
  MoveSet reversed() const;

  // Whether `next` may follow `last` in a normal word: their product equals no cheaper word of at most two steps, and
  // no word of the same cost that comes earlier in order, whatever comes before and after. Every reachable cube has a
  // shortest word in which all neighbours obey this: the first one in that order.
  bool may_follow(int last, int next) const { return may_follow_[at(last, next)]; }

  // Whether two steps commute.
  bool commute(int a, int b) const { return commute_[at(a, b)]; }

  // True when quarter turns of at least five faces are among the steps; these generate the whole group.
  bool generates_everything() const;

 private:
  // Precondition: make() gives no error. `follow_costs`: for each pair of steps, row by row, or empty.
  MoveSet(std::string text, std::vector<Step> steps, Centres centres, bool is_priced = false,
          std::vector<std::uint8_t> follow_costs = {});

  std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row) * steps_.size() + static_cast<std::size_t>(column);
  }
  void find_symmetries();
  void find_normal_pairs();

  friend Expected<MoveSet> parse_move_set(std::string_view text, Metric metric, Centres centres);
  friend MoveSet conjugate(const MoveSet& moves, Symmetry s);

  std::string text_;
  std::vector<Step> steps_;
  Centres centres_;
  bool is_priced_ = false;
  std::vector<std::uint8_t> follow_costs_;
  int max_cost_ = 1;
  int cost_unit_ = 0;
  std::vector<int> inverse_;
  std::vector<std::array<std::int16_t, kSymmetries>> conjugate_;
  std::uint64_t symmetries_ = 0;
  std::vector<bool> may_follow_;
  std::vector<bool> commute_;
};

// Distances in tables are sums of the costs of single steps. Error: bad_option, if the set has follow costs.
Expected<void> check_no_follow_costs(const MoveSet& moves);

// Everything that counts as one move in the metric: 18 face turns (htm), 12 quarter turns (qtm), 27 turns of faces and
// slices (stm), or 45 turns of a face or of two opposite faces (atm). These are turns of faces as seen from the
// centres: none moves a centre, and with Centres::turned each turns the centres of its faces.
MoveSet moves_of(Metric metric, Centres centres = Centres::fixed);

// S^-1 * step * S for every step, at the same costs: the steps that do to conjugate(c, s) what the given ones do to c.
// For a cube that is held as `held`, moves meant for the cube as held become conjugate(moves, inverse(held)) in the
// standard holding. The text names the steps with their costs, for errors; follow costs, of which there may be one for
// each pair of steps, are not in it.
MoveSet conjugate(const MoveSet& moves, Symmetry s);

}  // namespace superflip
