// A cover: cosets of G1 that are enough for a proof about all positions.
//
// A position has the length of its inverse and of each of its images under the 48 symmetries. The three axes lead to
// three cosets, and the inverse to three more, so that a proof needs one coset of these six for each position. A cover
// is a set of cosets that has one of the six for every position. The published one, of which the proof of God's number
// was made, has 55,882,296 cosets up to symmetry. This one has fewer.
//
// It is made of classes of edges: the 1,013,760 values of flip and UDSlice, of which 64,430 remain under the 16
// symmetries of the UD axis. A chosen class brings the cosets with all 2187 twists. It is enough to look at the edges,
// as these parts of the six cosets do not depend on the corners. The three classes of a position without its inverse
// follow from its flips and from the slice of each edge: 70,963,200 cases. For the inverse, let n(h, p, f) be how many
// edges of slice h are in slice p with flip f; the inverse has n(p, h, f). Of two cases whose numbers are transposed in
// this way, up to symmetry, only one needs to be covered, as long as it is the same one for all cases with these
// numbers. bench/coset_cover.cpp made that choice and the cover by a local search; the test checks all cases.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

class CosetCover {
 public:
  using EdgeClasses = Symmetric<FlipUDSlice>;

  // Which of a position's six cosets: that of conjugate(position or its inverse, rotation).
  struct View {
    Symmetry rotation{};  // about the diagonal through URF, by 0, 120 or 240 degrees
    bool inverted = false;
  };

  // Made at the first call, in about 0.1 seconds. Thread-safe. Throws std::bad_alloc.
  static const CosetCover& get();

  // How many cosets the cover has, up to the 16 symmetries.
  std::uint32_t count() const { return before_.back(); }
  // A reachable cube of coset i, 0..count()-1. Cosets of one class of edges follow each other.
  Cube cube(std::uint32_t i) const;
  // Whether the cover has the coset of a cube.
  bool contains(const Cube& cube) const;
  // The first of the six cosets of a reachable cube that the cover has.
  View view(const Cube& cube) const;

  CosetCover(const CosetCover&) = delete;
  CosetCover& operator=(const CosetCover&) = delete;

 private:
  CosetCover();

  EdgeClasses classes_;
  std::vector<std::uint32_t> chosen_;  // classes of edges, in increasing order
  std::vector<std::uint32_t> before_;  // cosets of the chosen classes before each one; one more for all
};

// The three rotations about the diagonal through URF.
inline constexpr std::array<Symmetry, 3> kDiagonalRotations{Symmetry(0), Symmetry(16), Symmetry(32)};

// The least twists of the orbits under some of the 16 symmetries (bits 0..15): 2187 of them for the identity alone.
std::vector<std::uint16_t> least_twists(std::uint64_t symmetries);

}  // namespace superflip
