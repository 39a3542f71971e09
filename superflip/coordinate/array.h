// Coordinates of arrays of cubes: the values of all rows, and rows for values.
//
// The values are those of index() and the cubes those of to_cube() (concept.h), for any coordinate that is held by an
// AnyCoordinate, such as Description::product(). A coordinate is asked once for each block of rows, and those that are
// described in words have code of their own for that (any.h), so that a simple one takes a few nanoseconds a row.
//
// Rows, their checks and the errors that all functions share are described in cube/array.h. Besides, a row on which the
// coordinate is not defined is an error of kind `unreadable`; a coordinate with values that do not fit is `bad_option`.
#pragma once

#include <cstdint>
#include <span>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/described/any.h"
#include "superflip/cube/array.h"

namespace SUPERFLIP_API superflip {

// to[i] becomes the value of row i, 0..size()-1. With 32 bits the coordinate must have at most 2^32 values.
Expected<void> row_indices(const AnyCoordinate& coordinate, ConstCubeRows rows, std::span<std::uint64_t> to,
                           RowCheck check = RowCheck::cubes, const StopFlag* stop = nullptr);
Expected<void> row_indices(const AnyCoordinate& coordinate, ConstCubeRows rows, std::span<std::uint32_t> to,
                           RowCheck check = RowCheck::cubes, const StopFlag* stop = nullptr);

// Row i becomes to_cube(coordinate, values[i]), which need not be reachable. A value that is too large is an error of
// kind `unreadable` that names its place in `values`.
Expected<void> rows_of_indices(const AnyCoordinate& coordinate, std::span<const std::uint64_t> values, CubeRows to,
                               const StopFlag* stop = nullptr);

}  // namespace superflip
