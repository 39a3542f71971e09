// EdgeColumns: the permutation of the U and D layers' edges, up to one permutation of the four columns.
//
// The subgroup is the 24 ways to exchange the pieces UR UF UL UB among themselves and DR DF DL DB in the same way. It
// is normalised by the 16 symmetries that preserve the UD axis. Of several ways to reduce Phase2EdgePermutation by a
// factor of 24, this loses least: with the corner permutation the mean distance is 11.59, compared with 13.29 for all
// edges and 10.02 for the sets of U and D edges alone (moves of G1, half-turn metric).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "superflip/coordinate/basic.h"

namespace superflip {

class EdgeColumns {
 public:
  EdgeColumns();

  static constexpr std::string_view name() { return "EdgeColumns"; }
  static constexpr Index size() { return 1680; }
  static bool defined(const Cube& c) { return Phase2EdgePermutation::defined(c); }
  Index index(const Cube& c) const { return value_of_[Phase2EdgePermutation::index(c)]; }  // precondition: defined(c)
  void assign(Cube& c, Index i) const { Phase2EdgePermutation::assign(c, smallest_[i]); }

  // The value of a Phase2EdgePermutation, 0..1679; values are numbered by their smallest permutation.
  const std::vector<std::uint16_t>& value_of() const { return value_of_; }

 private:
  std::vector<std::uint16_t> value_of_;
  std::vector<std::uint16_t> smallest_;
};

}  // namespace superflip
