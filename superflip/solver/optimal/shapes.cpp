#include "superflip/solver/optimal/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>

namespace superflip::optimal {

const Shape* find_shape(std::string_view name) {
  const auto* const found =
      std::find_if(kShapes.begin(), kShapes.end(), [name](const Shape& shape) { return shape.name == name; });
  return found == kShapes.end() ? nullptr : found;
}

const Shape* in_metric(const Shape& shape, Metric metric) {
  const auto* const found = std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& other) {
    return other.metric == metric && other.folded == shape.folded && other.relation == shape.relation &&
           other.flips == shape.flips;
  });
  return found == kShapes.end() ? nullptr : found;
}

std::size_t size_in_memory(const Shape& shape) {
  if (shape.bytes() > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  return static_cast<std::size_t>(shape.bytes());
}

TableIdentity identity(const Shape& shape) {
  constexpr std::uint32_t kVersion = 1;
  return {std::string(shape.name), kVersion,
          fmt::format("{}, cosets {}, {} bits of flips, relation {}, base {}", superflip::name(shape.metric),
                      shape.folded ? "folded" : "plain", shape.flips, relation_count(shape.relation), shape.base),
          shape.bytes()};
}

}  // namespace superflip::optimal
