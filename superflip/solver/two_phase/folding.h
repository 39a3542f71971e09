// Coordinates folded by a group of symmetries, with 16 bits for each value: its class, and a symmetry that carries it
// to the class's representative, the smallest value. Classes are numbered by their representatives, in increasing
// order.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"

namespace superflip::two_phase {

// For each raw value its class in the low `class_bits` and above them the symmetry S for which S^-1 * c * S has the
// representative's value; for each class the representative and the self-symmetries (bits 0..15).
struct Folding {
  SymmetryGroup group;
  std::span<const std::uint16_t> fold;
  int class_bits;
  std::span<const std::uint16_t> representatives;
  std::span<const std::uint16_t> stabilisers;

  std::uint32_t class_of(std::uint32_t raw) const { return fold[raw] & ((1U << class_bits) - 1); }
  Symmetry to_representative(std::uint32_t raw) const { return Symmetry(fold[raw] >> class_bits); }
};

// The classes of a coordinate.
class Classes {
 public:
  // Preconditions: the coordinate admits the group; there are less than 2^class_bits classes, and the symmetries of the
  // group are less than 2^(16 - class_bits).
  template <class C>
  Classes(const C& coordinate, const SymmetryGroup& group, int class_bits)
      : group_(group), class_bits_(class_bits), fold_(coordinate.size(), kUnknown) {
    for (std::size_t raw = 0; raw < fold_.size(); ++raw) {
      if (fold_[raw] != kUnknown) continue;
      const std::size_t cls = representatives_.size();
      assert(cls + 1 < std::size_t{1} << class_bits);
      const Cube representative = to_cube(coordinate, raw);
      unsigned keep = 0;
      for (const Symmetry s : group.members()) {
        const Index image = coordinate.index(conjugate(representative, s));
        if (image == raw) keep |= 1U << s;
        if (fold_[image] == kUnknown) fold_[image] = static_cast<std::uint16_t>(cls | inverse(s) << class_bits);
      }
      representatives_.push_back(static_cast<std::uint16_t>(raw));
      stabilisers_.push_back(static_cast<std::uint16_t>(keep));
    }
  }

  // It refers to these classes.
  Folding folding() const { return {group_, fold_, class_bits_, representatives_, stabilisers_}; }

 private:
  static constexpr std::uint16_t kUnknown = 0xFFFF;

  SymmetryGroup group_;
  int class_bits_;
  std::vector<std::uint16_t> fold_, representatives_, stabilisers_;
};

}  // namespace superflip::two_phase
