// Symmetric<A>: a coordinate reduced by symmetry to classes.
//
// Two raw values are in one class when a symmetry S of the group carries one to the other, raw' = S^-1 * raw * S. A
// class is numbered by its smallest raw value, its representative, in increasing order; every raw value is
// (class, S) with raw = S^-1 * representative * S, where S is the first such member of the group in increasing order.
// The index is order*class + position of S in the group: for the 16 symmetries of the UD axis that is Kociemba's
// sym-coordinate 16*class + symmetry (kociemba.org/symmetric.htm).
//
// Self-symmetric representatives are reached by several S. An index with another S than the first is understood on the
// way in (assign, raw), and never given: index(assign(i)) is i except for these, and always names the same raw value.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"

namespace superflip {

template <Coordinate A>
class Symmetric {
 public:
  // Finds all classes by cube-level conjugation of each representative; 4 bytes are kept for each raw value and 12 for
  // each class. Preconditions: every member of the group is admitted by the base (see admissible.h), and the base has
  // at most 2^32 values in at most 2^26 classes.
  explicit Symmetric(A base, const SymmetryGroup& group = kUd16) : base_(std::move(base)), group_(group) {
    assert((group.bits() & ~admitted(base_)) == 0);
    assert(base_.size() <= Index{1} << 32);
    constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
    class_and_position_.assign(base_.size(), kUnknown);
    for (Index raw = 0; raw < base_.size(); ++raw) {
      if (class_and_position_[raw] != kUnknown) continue;
      const auto cls = static_cast<std::uint32_t>(representatives_.size());
      if (cls > kClassMask) throw std::length_error("more than 2^26 classes cannot be numbered");
      const Cube cube = to_cube(base_, raw);
      std::uint64_t fixing = 0;
      for (int position = 0; position < group_.order(); ++position) {
        const Symmetry s = group_.member(position);
        const Index image = base_.index(conjugate(cube, s));
        if (image == raw) fixing |= std::uint64_t{1} << s;
        std::uint32_t& entry = class_and_position_[image];
        if (entry == kUnknown) entry = cls | static_cast<std::uint32_t>(position) << kClassBits;
      }
      representatives_.push_back(static_cast<std::uint32_t>(raw));
      self_symmetries_.push_back(fixing);
    }
    representatives_.shrink_to_fit();
    self_symmetries_.shrink_to_fit();
  }

  Symmetric() requires std::default_initializable<A> : Symmetric(A()) {}

  std::string name() const {
    return "Symmetric" + std::to_string(group_.order()) + "(" + std::string(base_.name()) + ")";
  }
  const A& base() const { return base_; }
  const SymmetryGroup& group() const { return group_; }

  // order * classes: the indices 0..size()-1, of which self-symmetric classes use only some.
  Index size() const { return static_cast<Index>(group_.order()) * classes(); }
  std::uint32_t classes() const { return static_cast<std::uint32_t>(representatives_.size()); }

  // The class of a raw value, 0..classes()-1.
  std::uint32_t class_of(Index raw) const { return class_and_position_[raw] & kClassMask; }

  // S with raw = S^-1 * representative(class_of(raw)) * S; 0 for representatives.
  Symmetry symmetry_of(Index raw) const { return group_.member(position_of(raw)); }

  // The smallest raw value of a class, 0..base().size()-1 (ClassIndexToRepresentant).
  Index representative(std::uint32_t cls) const { return representatives_[cls]; }

  // The symmetries S of the group with S^-1 * representative * S == representative, as a set of bits 0..47.
  std::uint64_t self_symmetries(std::uint32_t cls) const { return self_symmetries_[cls]; }

  // How many raw values the class has: the order of the group over the number of self-symmetries.
  std::uint32_t class_size(std::uint32_t cls) const {
    return static_cast<std::uint32_t>(group_.order() / std::popcount(self_symmetries_[cls]));
  }

  // order*class + position of the symmetry, for a raw value of the base.
  Index index_of_raw(Index raw) const { return static_cast<Index>(group_.order()) * class_of(raw) + position_of(raw); }
  Index index(const Cube& cube) const { return index_of_raw(base_.index(cube)); }

  // Writes the raw value S^-1 * representative * S; any index 0..size()-1 is understood.
  void assign(Cube& cube, Index i) const {
    const Cube representative_cube = to_cube(base_, representative(static_cast<std::uint32_t>(i / group_.order())));
    const Symmetry s = group_.member(static_cast<int>(i % group_.order()));
    base_.assign(cube, base_.index(conjugate(representative_cube, s)));
  }

  bool defined(const Cube& cube) const { return is_defined(base_, cube); }

 private:
  static constexpr int kClassBits = 26;  // the 6 bits above hold a position 0..47
  static constexpr std::uint32_t kClassMask = (std::uint32_t{1} << kClassBits) - 1;

  int position_of(Index raw) const { return static_cast<int>(class_and_position_[raw] >> kClassBits); }

  A base_;
  SymmetryGroup group_;
  std::vector<std::uint32_t> class_and_position_;  // for each raw value
  std::vector<std::uint32_t> representatives_;     // for each class
  std::vector<std::uint64_t> self_symmetries_;     // for each class
};

}  // namespace superflip
