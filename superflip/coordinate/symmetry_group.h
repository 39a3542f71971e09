// SymmetryGroup: a subgroup of the 48 symmetries, as a set of bits and as a list in increasing order.
//
// Reductions by symmetry number the symmetries of their group by the position in that list, so that 16-fold and 48-fold
// reductions share the same code.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

class SymmetryGroup {
 public:
  // The symmetries whose bits 0..47 are set. Precondition: they are a group (closed under products).
  constexpr explicit SymmetryGroup(std::uint64_t bits) : bits_(bits) {
    for (const Symmetry s : kAllSymmetries)
      if (contains(s)) {
        position_[s] = static_cast<std::uint8_t>(order_);
        members_[order_++] = s;
      }
    assert(is_closed());
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr int order() const { return order_; }
  constexpr bool contains(Symmetry s) const { return (bits_ >> s & 1) != 0; }

  // The members in increasing order; the first is always 0, the identity.
  constexpr std::span<const Symmetry> members() const { return {members_.data(), static_cast<std::size_t>(order_)}; }
  constexpr Symmetry member(int position) const { return members_[position]; }

  // The position of s in members(), 0..order()-1. Precondition: contains(s).
  constexpr int position(Symmetry s) const { return position_[s]; }

  friend constexpr bool operator==(const SymmetryGroup& a, const SymmetryGroup& b) { return a.bits_ == b.bits_; }

 private:
  constexpr bool is_closed() const {
    for (const Symmetry s : members())
      for (const Symmetry t : members())
        if (!contains(s * t)) return false;
    return contains(Symmetry{});
  }

  std::uint64_t bits_;
  int order_ = 0;
  std::array<Symmetry, kSymmetries> members_{};
  std::array<std::uint8_t, kSymmetries> position_{};
};

inline constexpr SymmetryGroup kAxes8{0x3333};  // those that preserve each of the three axes
inline constexpr SymmetryGroup kUd16{0xFFFF};   // those that preserve the UD axis
inline constexpr SymmetryGroup kAll48{(std::uint64_t{1} << kSymmetries) - 1};

// A group from its name, or from generators: `none`, `axes8`, `UD16`, `rotations` (24), `all` (48); or any of these
// generators: URF3 F2 U4 LR2 (those of the source: a third of a turn about URF, a half turn about F, a quarter turn
// about U, the reflection that exchanges L and R), and S0..S47, a symmetry by its number. Errors name the place in the
// text.
Expected<SymmetryGroup> parse_symmetry_group(std::string_view text);

// The smallest group that contains the symmetries whose bits are set.
SymmetryGroup generated_group(std::uint64_t bits);

// Its name above, or a few generators: "S4 S27".
std::string to_string(const SymmetryGroup& group);

}  // namespace superflip
