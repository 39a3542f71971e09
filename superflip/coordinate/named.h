// The coordinates that people know by name, and their values for a cube.
//
// Every coordinate that needs no tables is one entry of the list NamedCoordinates; a new one is shown, and tested for
// index(to_cube(i)) == i, by being added here.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"

namespace superflip {

using NamedCoordinates = std::tuple<CornerOrientation, EdgeOrientation, CornerPermutation, EdgePermutation, UDSlice,
                                    UDSliceSorted, FlipUDSlice, Phase2EdgePermutation, Phase2SlicePermutation>;

struct NamedValue {
  std::string name;
  std::optional<Index> value;  // 0..size-1; nothing where the coordinate is not defined for the cube
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

}  // namespace superflip
