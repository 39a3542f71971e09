#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "superflip/solver/optimal/optimal.h"

namespace superflip {
namespace optimal {

const Shape* find_shape(std::string_view name) {
  const auto* const found =
      std::find_if(kShapes.begin(), kShapes.end(), [name](const Shape& shape) { return shape.name == name; });
  return found == kShapes.end() ? nullptr : found;
}

std::size_t size_in_memory(const Shape& shape) {
  if (shape.bytes() > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  return static_cast<std::size_t>(shape.bytes());
}

const Shape* in_metric(const Shape& shape, Metric metric) {
  const auto* const found = std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& other) {
    return other.metric == metric && other.folded == shape.folded && other.relation == shape.relation &&
           other.flips == shape.flips;
  });
  return found == kShapes.end() ? nullptr : found;
}

}  // namespace optimal

TableIdentity OptimalTable::file(const optimal::Shape& shape) {
  constexpr std::uint32_t kVersion = 1;
  return {
      std::string(shape.name), kVersion,
      fmt::format("{}, cosets {}, {} bits of flips, relation {}, base {}", shape.metric == Metric::qtm ? "qtm" : "htm",
                  shape.folded ? "folded" : "plain", shape.flips, relation_count(shape.relation), shape.base),
      shape.bytes()};
}

std::shared_ptr<const OptimalTable> OptimalTable::open(const optimal::Shape& shape, const TableStore* store,
                                                       unsigned threads, const Progress& progress,
                                                       const StopFlag* stop) {
  const TableIdentity identity = file(shape);
  bool is_made = false;
  const auto make = [&](std::span<std::byte> bytes) {
    generate(shape, bytes, threads, progress, stop);
    is_made = true;
  };
  const auto shared = [&](Table table) {
    return std::shared_ptr<const OptimalTable>(new OptimalTable(shape, std::move(table)));
  };
  if (store == nullptr) {
    const TableMemory memory = allocate_table(optimal::size_in_memory(shape));
    make(memory.bytes);
    return shared(Table(memory.owner, memory.bytes));
  }
  const Table mapped = store->load_or_build(identity, make);
  if (is_made) return shared(mapped);  // it lies in memory as it was made
  // Few systems have huge pages for files, and without them each read of a line takes two or three times as long.
  const TableMemory memory = allocate_table(optimal::size_in_memory(shape));
  parallel_for(identity.bytes, std::size_t{1} << 24, threads, [&](std::size_t begin, std::size_t end) {
    std::memcpy(memory.bytes.data() + begin, mapped.bytes().data() + begin, end - begin);
  });
  return shared(Table(memory.owner, memory.bytes));
}

}  // namespace superflip
