// The cosets of G1 up to symmetry, numbered.
//
// A coset is a value of phase 1's coordinates: twist, flip and UDSlice. The 16 symmetries that preserve the UD axis map
// cosets onto cosets with the same numbers of positions at each distance. Of the 2,217,093,120 cosets, 138,639,780
// remain. They are numbered in the order of their places in the table of phase 1, (twist class * 495 + slice) * 2048 +
// flip, of which the least of each class counts.
#pragma once

#include <cstdint>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"

namespace SUPERFLIP_API superflip {

inline constexpr std::uint64_t kCosets = 2'217'093'120;  // 2187 * 2048 * 495
inline constexpr std::uint64_t kCosetClasses = 138'639'780;

class CosetClasses {
 public:
  // Made at the first call, in less than a second. Thread-safe. Throws std::bad_alloc.
  static const CosetClasses& get();

  // kCosetClasses, as counted.
  std::uint64_t count() const { return before_.back(); }
  // A reachable cube of the coset that represents class i, 0..kCosetClasses-1.
  Cube cube(std::uint32_t i) const;
  // The class of a reachable cube's coset.
  std::uint32_t number(const Cube& cube) const;
  // How many cosets the class of a cube's coset has: 1, 2, 4, 8 or 16.
  static int size(const Cube& cube);

  CosetClasses(const CosetClasses&) = delete;
  CosetClasses& operator=(const CosetClasses&) = delete;

 private:
  CosetClasses();
  // How many classes there are in the blocks of 2048 places before each one; one more for all.
  std::vector<std::uint32_t> before_;
};

}  // namespace superflip
