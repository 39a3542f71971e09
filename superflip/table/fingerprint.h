// Fingerprints: a hash that identifies a coordinate by its values.
//
// The file of a table is used only for the coordinate that it was made for. Descriptions identify themselves, but two
// types of a user's own may have one name and one size, and a type changes with its code. So the identity of a table
// contains a hash of what the coordinate makes of many cubes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

// A hash of the coordinate's values for cubes along a random walk from `start` by the steps, and for cubes made by
// to_cube(), before and after a step: for all values of a small coordinate, for a sample of a large one. The same on
// every machine. Preconditions: at least one step; the coordinate is defined for `start`.
std::uint64_t fingerprint(const AnyCoordinate& coordinate, std::span<const Cube> steps, const Cube& start);

// The identity of a table of a coordinate's values: "KIND-HASH", with the coordinate's name, size and fingerprint and
// `more` among the parameters. Precondition: the coordinate is defined for some cube.
TableIdentity values_identity(std::string_view kind, const AnyCoordinate& coordinate, std::string_view more,
                              std::uint64_t bytes);

// The table of that identity from the source, or made by `fill` and kept there. `fill` may end early when the flag is
// set. Errors: those of open_table().
Expected<Table> open_values(const TableSource* source, const TableIdentity& identity, const StopFlag* stop,
                            const std::function<void(std::span<std::byte>)>& fill);

}  // namespace superflip
