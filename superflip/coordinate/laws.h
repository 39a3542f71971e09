// Checks that a type obeys the laws of a coordinate.
//
// Everything that is built on a coordinate (classes, graphs, tables, distances) relies on the laws in concept.h. A type
// that breaks a law would silently give wrong distances. So the laws are checked, by random probes with a fixed seed,
// whenever a plan or a Symmetric is made:
//   1. there is at least one value, and index() gives 0..size()-1;
//   2. to_cube(i) is a cube with every piece once, and index(to_cube(i)) == i;
//   3. assign() writes everything that its value depends on, whatever the cube held before;
//   4. the values are right cosets: cubes of equal value have equal values after every move, or none of them has one;
//   5. many cubes at once (any.h) have the values that they have one by one;
//   6. (thorough) the admitted symmetries are a group, and carry cubes of equal value to cubes of equal value.
// Law 4 is that of admissible.h: with r = to_cube(index(g)) the cube h = g * r^-1 is in the subgroup H, and for every x
// the cubes x and h * x must have equal values. If that fails for some h, then in all but contrived cases it fails for
// at least half of them or for many x, so a few dozen probes suffice.
#pragma once

#include <cstdint>
#include <span>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/cube/move_set.h"

namespace SUPERFLIP_API superflip {

enum class LawEffort : std::uint8_t {
  quick,     // about a millisecond
  thorough,  // about a second: many more probes, all values of a coordinate of up to a million, and the symmetries
};

// Whether the coordinate, of any type, obeys the laws on all cubes on which it is defined; if it depends on the
// centres, on all cubes in space, where the moves are slices, rotations and face turns that turn their centres. The
// error is bad_option; its message says which law fails, and where.
Expected<void> check_laws(const AnyCoordinate& coordinate, LawEffort effort = LawEffort::quick);

// The same for only those cubes that the moves reach from the cubes of `from` (at least one), because a coordinate may
// be meant for a few moves only. Symmetries are not checked. It is an error, too, if a move leads to a cube without a
// value.
Expected<void> check_laws(const AnyCoordinate& coordinate, const MoveSet& moves, std::span<const Cube> from,
                          LawEffort effort = LawEffort::quick);

// Whether the parts of a product are about different things: whether writing a value of one leaves the values of the
// others. Error: bad_option; it names two parts that are not independent.
Expected<void> check_independent(std::span<const AnyCoordinate> parts);

}  // namespace superflip
