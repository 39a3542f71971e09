// The coordinates of the catalogue that are types of this library too, because solvers use them, and their values for a
// cube.
//
// catalogue.h has all coordinates with names; this list says which of them are types, in the order in which `superflip
// show` prints them. That command does not read the catalogue, because its first cube would take about 80 ms instead of
// 33: with descriptions the classes of FlipUDSlice alone take some 70. Nor would that save the list, since the tests of
// what holds for every type go through it. Invariant, which a test checks: each has the name, the size and the numbers
// of its entry in the catalogue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/symmetric.h"

namespace SUPERFLIP_API superflip {

using NamedCoordinates = std::tuple<CornerOrientation, EdgeOrientation, CornerPermutation, EdgePermutation, UDSlice,
                                    UDSliceSorted, FlipUDSlice, Phase2EdgePermutation, Phase2SlicePermutation>;

// Those of them that Kociemba reduces by the 16 symmetries of the UD axis (kociemba.org/symmetric.htm).
template <class C>
inline constexpr bool kIsReduced =
    std::is_same_v<C, CornerPermutation> || std::is_same_v<C, UDSliceSorted> || std::is_same_v<C, FlipUDSlice>;

struct SymValue {
  std::uint32_t cls;  // 0..classes-1
  Symmetry symmetry;  // 0..15, from the representative to the cube's value
  Index sym;          // 16*cls + symmetry
  std::uint32_t classes;
};

struct NamedValue {
  std::string name;
  std::optional<Index> value;  // 0..size-1; empty where the coordinate is not defined for the cube
  Index size;
  std::optional<SymValue> reduced{};  // where kIsReduced
};

// All of NamedCoordinates for one cube, in their order. The first call finds the classes of those that are reduced, in
// about 50 ms, and keeps them: 4.9 MB.
inline std::vector<NamedValue> values(const Cube& cube) {
  std::vector<NamedValue> all;
  const auto add = [&]<class C>(const C& coordinate) {
    NamedValue named{std::string(coordinate.name()), {}, coordinate.size()};
    if (is_defined(coordinate, cube)) named.value = coordinate.index(cube);
    if constexpr (kIsReduced<C>) {
      static const Symmetric<C> symmetric;
      named.reduced = SymValue{symmetric.class_of(*named.value), symmetric.symmetry_of(*named.value),
                               symmetric.index_of_raw(*named.value), symmetric.classes()};
    }
    all.push_back(std::move(named));
  };
  std::apply([&](const auto&... coordinate) { (add(coordinate), ...); }, NamedCoordinates{});
  return all;
}

}  // namespace superflip
