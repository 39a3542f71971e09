#include "superflip/table/fingerprint.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <vector>

namespace superflip {

std::uint64_t fingerprint(const AnyCoordinate& coordinate, std::span<const Cube> steps, const Cube& start) {
  constexpr int kWalk = 512;
  constexpr Index kFew = 4096;
  constexpr Index kSome = 1024;
  Random random(1);
  std::vector<std::uint64_t> values{coordinate.size()};
  const auto any_step = [&]() -> const Cube& { return steps[random.below(steps.size())]; };
  const auto add = [&](const Cube& cube) {
    values.push_back(coordinate.defined(cube) ? coordinate.index(cube) : ~Index{0});
  };
  Cube cube = start;
  for (int n = 0; n < kWalk; ++n) {
    add(cube);
    cube = cube * any_step();
  }
  const bool all = coordinate.size() <= kFew;
  for (Index n = 0; n < (all ? coordinate.size() : kSome); ++n) {
    const Cube of_value = to_cube(coordinate, all ? n : random.below(coordinate.size()));
    add(of_value);
    add(of_value * any_step());
  }
  return XXH3_64bits(values.data(), values.size() * sizeof(values[0]));
}

TableIdentity values_identity(std::string_view kind, const AnyCoordinate& coordinate, std::string_view more,
                              std::uint64_t bytes) {
  constexpr std::uint32_t kVersion = 1;
  const std::string parameters =
      fmt::format("{}, {} values; {}; fingerprint {:x}", coordinate.name(), coordinate.size(), more,
                  fingerprint(coordinate, kMoveCubes, to_cube(coordinate, 0)));
  const std::uint64_t key = XXH3_64bits(parameters.data(), parameters.size());
  return {fmt::format("{}-{:016x}", kind, key), kVersion, parameters, bytes};
}

Expected<Table> open_values(const TableSource* source, const TableIdentity& identity, const StopFlag* stop,
                            const std::function<void(std::span<std::byte>)>& fill) {
  const auto make = [&](std::span<std::byte> bytes) -> Expected<void> {
    fill(bytes);
    if (is_set(stop)) return tl::unexpected<Error>(stopped_error(identity, "made"));
    return {};
  };
  return open_table(source, identity, make, stop);
}

}  // namespace superflip
