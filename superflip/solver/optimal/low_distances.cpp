#include "superflip/solver/optimal/low_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "superflip/solver/optimal/figures.h"
#include "superflip/solver/optimal/frontier.h"
#include "superflip/solver/optimal/indices.h"
#include "superflip/solver/optimal/numbering.h"

namespace superflip::optimal {

int LowDistances::max_distance(const Shape& shape) {
  return std::min(shape.base - 1, kFigures[shape.metric].max_frontier + 1);
}

TableIdentity LowDistances::identity(const Shape& shape) {
  TableIdentity file = optimal::identity(shape);
  file.name += "-near";
  constexpr int kLayout = 1;  // of the slots; raised with any change of the hash or of what a slot holds
  file.parameters += fmt::format("; entries up to {}, layout {}", max_distance(shape), kLayout);
  // In half turns there are four million entries up to distance 8 and a third of a million up to 7; in quarter turns,
  // half a million up to 8; in stm half a million up to 7, in atm a third of that up to 6.
  const bool is_large = shape.metric == Metric::htm && max_distance(shape) > 7;
  file.bytes = sizeof(std::uint16_t) << (is_large ? 23 : 20);
  return file;
}

LowDistances::LowDistances(const Shape& shape, Table table)
    : table_(std::move(table)),
      distances_({table_.as<std::uint16_t>(), table_.bytes().size() / sizeof(std::uint16_t)}),
      max_distance_(max_distance(shape)) {}

Expected<LowDistances> LowDistances::open(const Shape& shape, const TableSource* source, const StopFlag* stop) {
  const auto make = [&](std::span<std::byte> bytes) -> Expected<void> {
    const std::span slots(reinterpret_cast<std::uint16_t*>(bytes.data()), bytes.size() / sizeof(std::uint16_t));
    std::size_t used = 0;
    const auto insert = [&](std::uint64_t index, int distance) {
      used += LowDistanceHash::insert(slots, hash_of(index), distance) ? 1 : 0;
      if (used > slots.size() / 8 * 7) throw std::logic_error("more low distances than were counted");
    };
    if (!list_low_distances(shape, max_distance(shape), insert, stop))
      return tl::unexpected(stopped_error(identity(shape), "made"));
    return {};
  };
  return open_table(source, identity(shape), make, stop).map([&shape](Table table) {
    return LowDistances(shape, std::move(table));
  });
}

bool list_low_distances(const Shape& shape, int max_distance, const std::function<void(std::uint64_t, int)>& use,
                        const StopFlag* stop) {
  assert(max_distance <= kFigures[shape.metric].max_frontier + 1);
  if (max_distance < 0) return !is_set(stop);
  const int frontier_distance = std::min(kFigures[shape.metric].max_frontier, max_distance);
  const auto levels = make_frontier(shape.relation, shape.metric, frontier_distance, stop);
  if (levels.empty()) return false;
  std::vector<std::uint64_t> indices;
  const auto list = [&](const Cube& cube, unsigned parity, int distance) {
    list_indices(shape, cube, parity, indices);
    for (const std::uint64_t i : indices) use(i, distance);
  };
  for (int d = 0; d <= frontier_distance; ++d)
    for (const FrontierCube& f : levels[d]) list(f.cube, f.parity, d);
  if (max_distance == frontier_distance) return !is_set(stop);
  return with_alphabet(shape.metric, [&]<class Alphabet>(const Alphabet& alphabet) {
    for (const FrontierCube& f : levels[frontier_distance]) {
      if (is_set(stop)) return false;
      for (Letter m = 0; m < Alphabet::kLetters; ++m)
        if (alphabet.cost(m) == 1)
          list(f.cube * Alphabet::cube(m), f.parity ^ (Alphabet::is_even(m) ? 0U : 1U), max_distance);
    }
    return true;
  });
}

}  // namespace superflip::optimal
