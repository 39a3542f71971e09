// The coordinates of the catalogue that are types of this library too, because solvers use them, and their values for a
// cube.
//
// catalogue.h has all coordinates with names. These are found at once for any cube: no description is read, and nothing
// is listed or kept but the classes of SymCoordinates, which Kociemba reduces by the 16 symmetries of the UD axis
// (kociemba.org/symmetric.htm). Invariant, which a test checks: each has the name, the size and the numbers of its
// entry in the catalogue. What this list has is what `superflip show` prints.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/symmetric.h"

namespace SUPERFLIP_API superflip {

using NamedCoordinates = std::tuple<CornerOrientation, EdgeOrientation, CornerPermutation, EdgePermutation, UDSlice,
                                    UDSliceSorted, FlipUDSlice, Phase2EdgePermutation, Phase2SlicePermutation>;

struct NamedValue {
  std::string name;
  std::optional<Index> value;  // 0..size-1; empty where the coordinate is not defined for the cube
  Index size;
};

// All of NamedCoordinates for one cube, in their order.
inline std::vector<NamedValue> values(const Cube& cube) {
  std::vector<NamedValue> all;
  const auto add = [&](const auto& coordinate) {
    std::optional<Index> value;
    if (is_defined(coordinate, cube)) value = coordinate.index(cube);
    all.push_back({std::string(coordinate.name()), value, coordinate.size()});
  };
  std::apply([&](const auto&... coordinate) { (add(coordinate), ...); }, NamedCoordinates{});
  return all;
}

using SymCoordinates = std::tuple<Symmetric<CornerPermutation>, Symmetric<UDSliceSorted>, Symmetric<FlipUDSlice>>;

struct SymValue {
  std::string name;   // of the base
  std::uint32_t cls;  // 0..classes-1
  Symmetry symmetry;  // 0..15, from the representative to the cube's value
  Index sym;          // 16*cls + symmetry
  std::uint32_t classes;
};

// All of SymCoordinates for one cube, in their order. The first call finds their classes, in about 50 ms, and keeps
// them: 4.9 MB.
inline std::vector<SymValue> sym_values(const Cube& cube) {
  static const SymCoordinates coordinates;
  std::vector<SymValue> all;
  const auto add = [&](const auto& coordinate) {
    const Index raw = coordinate.base().index(cube);
    all.push_back({std::string(coordinate.base().name()), coordinate.class_of(raw), coordinate.symmetry_of(raw),
                   coordinate.index_of_raw(raw), coordinate.classes()});
  };
  std::apply([&](const auto&... coordinate) { (add(coordinate), ...); }, coordinates);
  return all;
}

}  // namespace superflip
