// The integer type that a table of a coordinate's values is made of.
#pragma once

#include <cstdint>
#include <type_traits>

#include "superflip/coordinate/concept.h"

namespace superflip {

namespace detail {

template <class C>
consteval bool fits_16_bits() {
  if constexpr (requires { std::bool_constant<(C{}.size() <= 65536)>{}; })
    return C{}.size() <= 65536;
  else
    return false;
}

}  // namespace detail

// 16 bits where the coordinate's size, known when compiling, allows; else 32.
template <Coordinate C>
using Entry = std::conditional_t<detail::fits_16_bits<C>(), std::uint16_t, std::uint32_t>;

}  // namespace superflip
