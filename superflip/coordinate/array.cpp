#include "superflip/coordinate/array.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace superflip {
namespace {

constexpr std::size_t kBlock = 256;             // rows that a coordinate is asked for at once: 8 KB
constexpr std::size_t kBlocksBetweenLooks = 8;  // at the flag: slow coordinates take a microsecond a row

template <class Value>
Expected<void> fill(const AnyCoordinate& coordinate, ConstCubeRows rows, std::span<Value> to, RowCheck check,
                    const StopFlag* stop) {
  if (to.size() != rows.count)
    return fail(ErrorKind::bad_option, fmt::format("{} rows are read, but there are {} values", rows.count, to.size()));
  if (sizeof(Value) == 4 && coordinate.size() > Index{1} << 32)
    return fail(ErrorKind::bad_option,
                fmt::format("{} has {} values, which do not fit into 32 bits", coordinate.name(), coordinate.size()));
  std::array<Cube, kBlock> cubes;
  std::array<Index, kBlock> values{};
  for (std::size_t at = 0; at < rows.count; at += kBlock) {
    if (at / kBlock % kBlocksBetweenLooks == 0 && is_set(stop))
      return fail(ErrorKind::stopped, fmt::format("stopped after {} rows", at));
    const std::size_t n = std::min(kBlock, rows.count - at);
    if (rows.stride == static_cast<std::ptrdiff_t>(kCubeBytes))
      std::memcpy(cubes.data(), rows.row(at), n * kCubeBytes);
    else
      for (std::size_t i = 0; i < n; ++i) std::memcpy(&cubes[i], rows.row(at + i), kCubeBytes);
    const std::span<const Cube> block(cubes.data(), n);
    if (check == RowCheck::cubes)
      if (const auto bad = first_bad_row(block)) {
        if (auto named = check_rows(rows.from(at + *bad, 1), nullptr, at + *bad); !named) return named;
        return fail(fmt::format("row {} changed while it was read", at + *bad));
      }
    if (const std::size_t defined = coordinate.count_defined(block); defined < n)
      return fail(fmt::format("row {} has no value: {} is not defined for it", at + defined, coordinate.name()));
    coordinate.indices(block, {values.data(), n});
    for (std::size_t i = 0; i < n; ++i) to[at + i] = static_cast<Value>(values[i]);
  }
  return {};
}

}  // namespace

Expected<void> row_indices(const AnyCoordinate& coordinate, ConstCubeRows rows, std::span<std::uint64_t> to,
                           RowCheck check, const StopFlag* stop) {
  return fill(coordinate, rows, to, check, stop);
}

Expected<void> row_indices(const AnyCoordinate& coordinate, ConstCubeRows rows, std::span<std::uint32_t> to,
                           RowCheck check, const StopFlag* stop) {
  return fill(coordinate, rows, to, check, stop);
}

Expected<void> rows_of_indices(const AnyCoordinate& coordinate, std::span<const std::uint64_t> values, CubeRows to,
                               const StopFlag* stop) {
  if (values.size() != to.count)
    return fail(ErrorKind::bad_option,
                fmt::format("there are {} values, but {} rows are written", values.size(), to.count));
  if (to.count > 1 && std::abs(to.stride) < static_cast<std::ptrdiff_t>(kCubeBytes))
    return fail(ErrorKind::bad_option,
                fmt::format("the rows to write are {} bytes apart; expected at least {}", to.stride, kCubeBytes));
  const Index size = coordinate.size();
  std::array<Cube, kBlock> cubes;
  for (std::size_t at = 0; at < values.size(); at += kBlock) {
    if (at / kBlock % kBlocksBetweenLooks == 0 && is_set(stop))
      return fail(ErrorKind::stopped, fmt::format("stopped after {} rows", at));
    const std::size_t n = std::min(kBlock, values.size() - at);
    const std::span<const Index> block = values.subspan(at, n);
    const auto bad = std::find_if(block.begin(), block.end(), [size](Index value) { return value >= size; });
    if (bad != block.end())
      return fail(fmt::format("value {} is {}; {} has the values 0..{}",
                              at + static_cast<std::size_t>(bad - block.begin()), *bad, coordinate.name(), size - 1));
    std::fill_n(cubes.begin(), n, kSolved);
    coordinate.assign(std::span(cubes.data(), n), block);
    for (std::size_t i = 0; i < n; ++i) std::memcpy(to.row(at + i), &cubes[i], kCubeBytes);
  }
  return {};
}

}  // namespace superflip
