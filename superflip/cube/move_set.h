// MoveSet: what one may do, and what it costs.
//
// A set is written as generators; each stands for its powers, as a face stands for its three turns:
//   U R F              faces: a quarter turn stands for U U2 U'
//   U D R2 L2 F2 B2    a half turn for itself alone
//   M E S              slices: with fixed centres M is the pair R L', and so on
//   (R L) (R U R' U')  any sequence in brackets; one of order 2 or 4 stands for its powers, any other for itself and
//                      its inverse
//   all, G1, squares, slices, antislices, axial
//                      names for the six faces; U D R2 L2 F2 B2; the six half turns; M E S; (R L) (U D) (F B);
//                      and any turns of two opposite faces at once
// In the half-turn metric each of these costs 1. In the quarter-turn metric half turns of what may be turned by a
// quarter are left out (they are two steps), and a generator that consists of half turns costs 2.
//
// Invariant: steps are distinct, none is the identity, and with each the set contains its inverse at the same cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/cube/error.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace superflip {

struct Step {
  Cube cube;         // what it makes of the solved cube
  Moves moves;       // as face turns, at least one
  std::string name;  // "R2", "(R L')"
  int cost;          // 1 or 2
};

class MoveSet {
 public:
  // At least one step, with their inverses.
  MoveSet(std::string text, std::vector<Step> steps);

  const std::string& text() const { return text_; }  // as it was written
  const std::vector<Step>& steps() const { return steps_; }
  int size() const { return static_cast<int>(steps_.size()); }
  const Step& operator[](int i) const { return steps_[i]; }

  // The step undone.
  int inverse(int i) const { return inverse_[i]; }

  // S^-1 * step * S. Precondition: symmetries() contains s.
  int conjugate(int i, Symmetry s) const { return conjugate_[i][s]; }

  // The symmetries S for which S^-1 * step * S is a step of the same cost for every step; a group, as bits 0..47.
  std::uint64_t symmetries() const { return symmetries_; }

  // Whether `next` may follow `last` in a normal word: their product is no cheaper and no earlier word of at most two
  // steps. Every cube that can be reached has a shortest word in which all neighbours obey this: the least one.
  bool may_follow(int last, int next) const { return may_follow_[last * steps_.size() + next]; }

  // Whether both orders of two steps are the same.
  bool commute(int a, int b) const { return commute_[a * steps_.size() + b]; }

  // Whether the steps generate the whole group: turns of at least five faces by a quarter are among them.
  bool generates_everything() const;

 private:
  std::string text_;
  std::vector<Step> steps_;
  std::vector<int> inverse_;
  std::vector<std::array<std::int16_t, kSymmetries>> conjugate_;
  std::uint64_t symmetries_ = 0;
  std::vector<bool> may_follow_;
  std::vector<bool> commute_;
};

// Errors name the place in the text. At most 200 steps.
Expected<MoveSet> parse_move_set(std::string_view text, Metric metric = Metric::htm);

}  // namespace superflip
