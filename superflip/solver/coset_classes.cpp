#include "superflip/solver/coset_classes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <memory>

#include "superflip/base/parallel.h"
#include "superflip/coordinate/basic.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/two_phase/fold.h"

namespace superflip {
namespace {

using two_phase::Fold;
using two_phase::kEdgeFlips;
using two_phase::kSlices;

constexpr std::uint32_t kBlocks = two_phase::kTwistClasses * kSlices;

const Fold& fold() {
  static const std::unique_ptr<const Fold> made = [] {
    auto f = std::make_unique<Fold>();
    two_phase::make_fold(*f, 1);
    return f;
  }();
  return *made;
}

std::uint32_t least_image(std::uint32_t place) {
  std::uint32_t least = place;
  two_phase::visit_images(fold(), place, [&](std::uint32_t image) { least = std::min(least, image); });
  return least;
}

std::uint32_t place_of(const Cube& cube) {
  return fold()
      .place(static_cast<std::uint32_t>(CornerOrientation::index(cube)),
             static_cast<std::uint32_t>(EdgeOrientation::index(cube)), static_cast<std::uint32_t>(UDSlice::index(cube)))
      .index;
}

// The number of places of a block before its place `end` that are the least of their classes.
std::uint32_t classes_before(std::uint32_t block, std::uint32_t end) {
  if (std::has_single_bit(unsigned{fold().twist_stabiliser[block / kSlices]})) return end;
  std::uint32_t n = 0;
  for (std::uint32_t flip = 0; flip < end; ++flip) {
    const std::uint32_t place = block * kEdgeFlips + flip;
    n += least_image(place) == place ? 1 : 0;
  }
  return n;
}

}  // namespace

CosetClasses::CosetClasses() : before_(kBlocks + 1) {
  std::vector<std::uint32_t> counts(kBlocks);
  parallel_for(kBlocks, 64, hardware_threads(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) counts[b] = classes_before(static_cast<std::uint32_t>(b), kEdgeFlips);
  });
  for (std::uint32_t b = 0; b < kBlocks; ++b) before_[b + 1] = before_[b] + counts[b];
  assert(before_.back() == kCosetClasses);
}

const CosetClasses& CosetClasses::get() {
  static const CosetClasses made;
  return made;
}

Cube CosetClasses::cube(std::uint32_t i) const {
  const auto block =
      static_cast<std::uint32_t>(std::upper_bound(before_.begin(), before_.end(), i) - before_.begin() - 1);
  std::uint32_t flip = 0;
  for (std::uint32_t left = i - before_[block];; ++flip) {
    const std::uint32_t place = block * kEdgeFlips + flip;
    if (least_image(place) == place && left-- == 0) break;
  }
  Cube cube;
  UDSlice::assign(cube, block % kSlices);
  if (corner_parity(cube) != edge_parity(cube)) std::swap(cube.corner[0], cube.corner[1]);
  CornerOrientation::assign(cube, fold().twist_representative[block / kSlices]);
  EdgeOrientation::assign(cube, flip);
  return cube;
}

std::uint32_t CosetClasses::number(const Cube& cube) const {
  const std::uint32_t place = least_image(place_of(cube));
  const std::uint32_t block = place / kEdgeFlips;
  return before_[block] + classes_before(block, place % kEdgeFlips);
}

int CosetClasses::size(const Cube& cube) {
  const auto values = [](const Cube& c) {
    return std::array{CornerOrientation::index(c), EdgeOrientation::index(c), UDSlice::index(c)};
  };
  const auto own = values(cube);
  return kUdSymmetries / static_cast<int>(std::count_if(kAllUdSymmetries.begin(), kAllUdSymmetries.end(),
                                                        [&](Symmetry s) { return values(conjugate(cube, s)) == own; }));
}

}  // namespace superflip
