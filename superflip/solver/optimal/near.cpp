#include "superflip/solver/optimal/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

#include "superflip/solver/optimal/optimal.h"

namespace superflip::optimal {

int Near::farthest(const Shape& shape) { return std::min(shape.base - 1, kMostListed); }

TableIdentity Near::file(const Shape& shape) {
  TableIdentity identity = OptimalTable::file(shape);
  identity.name += "-near";
  constexpr int kLayout = 1;  // of the slots: raised with any change of the hash or of what a slot holds
  identity.parameters += fmt::format("; entries up to {}, layout {}", farthest(shape), kLayout);
  // In half turns there are four million up to a distance of 8 and a third of one up to 7, in quarter turns half of one
  // up to 8.
  const bool is_many = shape.metric == Metric::htm && farthest(shape) > 7;
  identity.bytes = sizeof(std::uint16_t) << (is_many ? 23 : 20);
  return identity;
}

Near::Near(const Shape& shape, Table table)
    : table_(std::move(table)),
      distances_({table_.as<std::uint16_t>(), table_.bytes().size() / sizeof(std::uint16_t)}),
      farthest_(farthest(shape)) {}

Near Near::open(const Shape& shape, const TableStore* store) {
  const auto make = [&shape](std::span<std::byte> bytes) {
    const std::span slots(reinterpret_cast<std::uint16_t*>(bytes.data()), bytes.size() / sizeof(std::uint16_t));
    std::size_t used = 0;
    list_near(shape, farthest(shape), [&](std::uint64_t index, int distance) {
      used += HashedDistances::add(slots, hash_of(index), distance) ? 1 : 0;
      if (used > slots.size() / 8 * 7) throw std::logic_error("more near entries than were counted");
    });
  };
  const TableIdentity identity = file(shape);
  if (store != nullptr) return {shape, store->load_or_build(identity, make)};
  const TableMemory memory = allocate_table(identity.bytes);
  make(memory.bytes);
  return {shape, Table(memory.owner, memory.bytes)};
}

}  // namespace superflip::optimal
