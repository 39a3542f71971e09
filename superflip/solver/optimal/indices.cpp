#include "superflip/solver/optimal/indices.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/optimal/indices.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/base/detail/dispatch.h"
#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/numbering.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

using superflip::HWY_NAMESPACE::CubeVector;
using superflip::HWY_NAMESPACE::load;

void list_indices_here(const Shape& shape, const Cube& renumbered, unsigned parity,
                       std::vector<std::uint64_t>& indices) {
  indices.clear();
  const CubeVector v = load(renumbered);
  with_indexer(shape, [&](const auto& index) {
    index.all_indices(v.corner, v.edge, parity, [&](std::uint64_t i) { indices.push_back(i); });
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::optimal {

SUPERFLIP_DISPATCH_TABLE(list_indices_here);

void list_indices(const Shape& shape, const Cube& renumbered, unsigned parity, std::vector<std::uint64_t>& indices) {
  SUPERFLIP_DISPATCH(list_indices_here)(shape, renumbered, parity, indices);
}

std::vector<std::uint64_t> indices_of(const Shape& shape, const Cube& cube) {
  std::vector<std::uint64_t> indices;
  list_indices(shape, numbered(cube), static_cast<unsigned>(corner_parity(cube)), indices);
  return indices;
}

std::uint64_t index_of(const Shape& shape, const Cube& cube) { return indices_of(shape, cube).front(); }

}  // namespace superflip::optimal
#endif  // HWY_ONCE
