#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "superflip/solver/optimal/optimal.h"
#include "superflip/solver/optimal/unfinished.h"

namespace superflip {
namespace optimal {

const Shape* find_shape(std::string_view name) {
  const auto* const found =
      std::find_if(kShapes.begin(), kShapes.end(), [name](const Shape& shape) { return shape.name == name; });
  return found == kShapes.end() ? nullptr : found;
}

const Shape* in_metric(const Shape& shape, Metric metric) {
  const auto* const found = std::find_if(kShapes.begin(), kShapes.end(), [&](const Shape& other) {
    return other.metric == metric && other.folded == shape.folded && other.relation == shape.relation &&
           other.flips == shape.flips;
  });
  return found == kShapes.end() ? nullptr : found;
}

std::size_t size_in_memory(const Shape& shape) {
  if (shape.bytes() > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  return static_cast<std::size_t>(shape.bytes());
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
  const std::size_t bytes = optimal::size_in_memory(shape);
  const TableIdentity identity = file(shape);
  optimal::Unfinished unfinished(store, shape);
  bool is_made = false;
  const auto make = [&](std::span<std::byte> memory) {
    generate(shape, memory, threads, progress, stop, &unfinished);
    unfinished.make_room();
    is_made = true;
  };
  Table made;
  if (store != nullptr) {
    made = store->load_or_build(identity, make);
    if (optimal::Unfinished::exists(*store, shape) && store->load(identity)) unfinished.remove();
  } else {
    const TableMemory memory = allocate_table(bytes);
    make(memory.bytes);
    made = Table(memory.owner, memory.bytes);
  }
  const std::shared_ptr<OptimalTable> table(
      new OptimalTable(shape, std::move(made), optimal::Near::open(shape, store)));
  if (is_made) {
    table->is_settled_ = true;  // it lies in memory as it was made
  } else if (!table->copying_.start([&copied = *table] { copied.copy(); })) {
    table->copy();
  }
  return table;
}

void OptimalTable::copy() {
  constexpr std::size_t kPiece = std::size_t{1} << 24;
  const auto from = table_.bytes();
  try {
    memory_ = allocate_table(from.size());
    for (std::size_t at = 0; at < from.size() && !is_ending_; at += kPiece)
      std::memcpy(memory_.bytes.data() + at, from.data() + at, std::min(kPiece, from.size() - at));
    if (!is_ending_) lines_ = reinterpret_cast<const std::uint8_t*>(memory_.bytes.data());
  } catch (const std::bad_alloc&) {  // then it stays where it is mapped
  }
  is_settled_ = true;
  is_settled_.notify_all();
}

}  // namespace superflip
