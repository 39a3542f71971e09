// The integer type of the entries in a table of coordinate values, for TransitionTable and TransformTable: 16 bits
// suffice for small coordinates, so that their tables stay in the caches.
#pragma once

#include <cstdint>
#include <type_traits>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"

namespace SUPERFLIP_API superflip {

namespace detail {

template <class C>
consteval bool fits_16_bits() {
  if constexpr (requires { std::bool_constant<(C{}.size() <= 65536)>{}; })
    return C{}.size() <= 65536;
  else
    return false;
}

}  // namespace detail

// 16 bits where the coordinate's size is known at compile time and small enough; else 32.
template <Coordinate C>
using Entry = std::conditional_t<detail::fits_16_bits<C>(), std::uint16_t, std::uint32_t>;

}  // namespace superflip
