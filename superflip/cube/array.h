// Arrays of cubes: rows of 32 bytes, one after the other or with a stride.
//
// A row holds the bytes of a Cube (cube.h): 16 for corners and centres, 16 for edges. So a std::vector<Cube>, a NumPy
// array of shape (n, 32) and a C program's buffer are arrays of cubes, wherever they begin: rows need not be aligned.
// The functions here do for all rows what those of cube.h, move.h and symmetry.h do for one cube, many times faster.
//
// Bytes from outside may be anything. Every function checks each row as it reads it, unless the caller vouches for the
// rows by RowCheck::none. The check costs about a nanosecond a row. An error names the first bad row, counted from 0;
// the rows of the result are then unspecified from that one on.
//
// Rows are read with a stride in bytes of any sign; 0 means the same cube for all rows. Rows that are written must not
// overlap each other. They may be the very rows that are read (in place), but must not overlap them otherwise.
//
// Errors of all functions: unreadable (a row that is not a cube), bad_option (numbers of rows that differ, rows that
// overlap), stopped (within 20 ms of the flag).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

inline constexpr std::size_t kCubeBytes = 32;
static_assert(sizeof(Cube) == kCubeBytes);

// A view of the rows. Byte is std::uint8_t, or const std::uint8_t for rows that are only read.
template <class Byte>
struct BasicCubeRows {
  Byte* data = nullptr;  // of row 0
  std::size_t count = 0;
  std::ptrdiff_t stride = kCubeBytes;  // bytes from one row to the next

  BasicCubeRows() = default;
  BasicCubeRows(Byte* first, std::size_t rows, std::ptrdiff_t bytes = kCubeBytes)
      : data(first), count(rows), stride(bytes) {}
  // The cubes of a std::vector or an array.
  BasicCubeRows(std::span<std::conditional_t<std::is_const_v<Byte>, const Cube, Cube>> cubes)
      : data(reinterpret_cast<Byte*>(cubes.data())), count(cubes.size()) {}
  // Rows that are written may be read.
  template <class Other>
  requires(std::is_const_v<Byte>&& std::is_same_v<Other, std::uint8_t>) BasicCubeRows(const BasicCubeRows<Other>& rows)
      : data(rows.data), count(rows.count), stride(rows.stride) {}

  Byte* row(std::size_t i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
  BasicCubeRows from(std::size_t first, std::size_t rows) const { return {row(first), rows, stride}; }
};

using CubeRows = BasicCubeRows<std::uint8_t>;
using ConstCubeRows = BasicCubeRows<const std::uint8_t>;

// The cube as `count` equal rows.
inline ConstCubeRows repeated(const Cube& c, std::size_t count) {
  return {reinterpret_cast<const std::uint8_t*>(&c), count, 0};
}

enum class RowCheck : std::uint8_t {
  cubes,  // each row is checked before it is used
  none,   // precondition: each row that is read is a cube
};

// The first row that is not a cube, as Cube's invariant says; empty if all are. It need not be reachable.
std::optional<std::size_t> first_bad_row(ConstCubeRows rows);

// An error that names the first bad row and says what is wrong with it. Row 0 is called `first`.
Expected<void> check_rows(ConstCubeRows rows, const StopFlag* stop = nullptr, std::size_t first = 0);

// to[i] is 1 where is_reachable(row i), else 0.
Expected<void> reachable_rows(ConstCubeRows rows, std::span<std::uint8_t> to, RowCheck check = RowCheck::cubes,
                              const StopFlag* stop = nullptr);

// Every row after one move, or after one word.
Expected<void> apply_rows(ConstCubeRows rows, Move m, CubeRows to, RowCheck check = RowCheck::cubes,
                          const StopFlag* stop = nullptr);
Expected<void> apply_rows(ConstCubeRows rows, std::span<const Move> word, CubeRows to, RowCheck check = RowCheck::cubes,
                          const StopFlag* stop = nullptr);

// Row i after moves[i]. A move over 17 is an error of kind `unreadable` that names its row, whatever `check` says.
Expected<void> apply_each_row(ConstCubeRows rows, std::span<const Move> moves, CubeRows to,
                              RowCheck check = RowCheck::cubes, const StopFlag* stop = nullptr);

// The products a[i] * b[i].
Expected<void> multiply_rows(ConstCubeRows a, ConstCubeRows b, CubeRows to, RowCheck check = RowCheck::cubes,
                             const StopFlag* stop = nullptr);

// The inverse of every row.
Expected<void> invert_rows(ConstCubeRows rows, CubeRows to, RowCheck check = RowCheck::cubes,
                           const StopFlag* stop = nullptr);

// S^-1 * row * S for every row.
Expected<void> conjugate_rows(ConstCubeRows rows, Symmetry s, CubeRows to, RowCheck check = RowCheck::cubes,
                              const StopFlag* stop = nullptr);

}  // namespace superflip
