// Reports on coordinates as JSON, the same for every interface of the library: which there are, what is known of one,
// what a cube's value is and where it lies in its class, and a cube of a given value. The keys are those of report.h.
//
// | key                                 | meaning                                                                     |
// |-------------------------------------|-----------------------------------------------------------------------------|
// | value                               | of the coordinate; beyond 64 bits a text of decimal digits                  |
// | parts                               | the independent parts, or a cube's values of them                           |
// | bits                                | ceil(log2(values))                                                          |
// | representative, symmetry            | the smallest value of the class; value = S^-1 * representative * S          |
// | transformation                      | inverse of symmetry: from the value to its representative (Tronto)          |
// | class, sym                          | the number of the class; order * class + position of S: Kociemba's number   |
// | self_symmetries, class_size         | what carries the representative to itself; how many values the class has    |
// | solved                              | whether the value is that of the solved cube                                |
// | transitions                         | what each move makes of the value; null where it is not defined then        |
// | turns                               | quarter turns of the centres, where they count                              |
// | reachable                           | whether moves lead to a cube of that value                                  |
#pragma once

#include <optional>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/json.h"
#include "superflip/base/uint128.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/described/orbit.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

// A value of a coordinate: a number up to 2^64, beyond that its decimal digits as a text.
Json json_value(Uint128 value);
// How many values: a number; beyond 64 bits with a decimal exponent.
Json json_count(long double values);

// An array with the names of the catalogue, their descriptions, sizes and summaries. The first call takes a second.
Json catalogue_report();

// What is known of a coordinate without looking at cubes. `name` is what it was asked for by: for a name of the
// catalogue its summary and source are added.
Json coordinate_report(std::string_view name, const Description& coordinate);

// A cube of that value, one that moves reach if there is one. Precondition: value < coordinate.values().
Json cube_report(const Description& coordinate, Uint128 value);

// The classes that symmetries make of a coordinate's values.
struct Folding {
  AnyCoordinate coordinate;
  SymmetryGroup group;
  std::optional<Symmetric<AnyCoordinate>> classes{};  // empty where they are not numbered
};

// Tells the values of cubes; with a folding also their classes. Immutable, for several threads at once.
class CoordinateView {
 public:
  // `folding`: of that coordinate; nothing: no classes are told.
  CoordinateView(Description coordinate, std::optional<Folding> folding);

  const Description& coordinate() const { return coordinate_; }
  const std::optional<Folding>& folding() const { return folding_; }
  // The moves of the transitions: all turns of faces; for coordinates of centres also slices and rotations.
  const MoveSet& moves() const { return moves_; }
  Centres centres() const { return centres_of(coordinate_); }

  // Whether the cube has the value of the solved one. Precondition: the coordinate is defined for the cube.
  bool is_solved(const Cube& cube) const;
  // Preconditions: there is a folding; the coordinate is defined for the cube.
  Orbit orbit_at(const Cube& cube) const;
  // An empty object where the coordinate is not defined for the cube.
  Json report(const Cube& cube, bool with_transitions) const;

 private:
  Json place_of(const Cube& cube) const;

  Description coordinate_;
  std::optional<Folding> folding_;
  MoveSet moves_;
};

}  // namespace superflip
