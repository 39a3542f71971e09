#include "superflip/solver/optimal/near.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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
      slots_(table_.as<std::uint16_t>()),
      mask_(table_.bytes().size() / 2 - 1),
      shift_(64 - static_cast<int>(std::bit_width(mask_))),
      farthest_(farthest(shape)) {}

Near Near::open(const Shape& shape, const TableStore* store) {
  const auto make = [&shape](std::span<std::byte> bytes) {
    auto* const slots = reinterpret_cast<std::uint16_t*>(bytes.data());
    const std::uint64_t mask = bytes.size() / 2 - 1;
    const int shift = 64 - static_cast<int>(std::bit_width(mask));
    std::uint64_t used = 0;
    list_near(shape, farthest(shape), [&](std::uint64_t index, int distance) {
      const std::uint64_t hash = hash_of(index);
      std::uint64_t at = hash >> shift;
      for (; slots[at] != 0; at = (at + 1) & mask)
        if (slots[at] >> kDistanceBits == part_of(hash)) return;
      if (++used > mask / 8 * 7) throw std::logic_error("more near entries than were counted");
      slots[at] = static_cast<std::uint16_t>(part_of(hash) << kDistanceBits | static_cast<unsigned>(distance + 1));
    });
  };
  const TableIdentity identity = file(shape);
  if (store != nullptr) return {shape, store->load_or_build(identity, make)};
  const TableMemory memory = allocate_table(identity.bytes);
  make(memory.bytes);
  return {shape, Table(memory.owner, memory.bytes)};
}

}  // namespace superflip::optimal
