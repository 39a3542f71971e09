#include "superflip/solver/optimal/optimal_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "superflip/base/memory.h"
#include "superflip/solver/optimal/checkpoint.h"
#include "superflip/solver/optimal/generate.h"
#include "superflip/table/store.h"

namespace superflip {

Expected<std::shared_ptr<const OptimalTable>> OptimalTable::open(const optimal::Shape& shape, const TableSource* source,
                                                                 unsigned threads, const Progress& progress,
                                                                 const StopFlag* stop) try {
  const TableIdentity identity = optimal::identity(shape);
  const TableStore* const store = source == nullptr ? nullptr : source->as_folder();
  optimal::Checkpoint checkpoint(store, shape);
  const auto make = [&](std::span<std::byte> memory) -> Expected<void> {
    if (!generate(shape, memory, threads, progress, stop, &checkpoint))
      return tl::unexpected(stopped_error(identity, "made"));
    checkpoint.make_room();
    return {};
  };
  Expected<Table> lines = open_table(source, identity, make, stop);
  if (!lines) return tl::unexpected(lines.error());
  if (store != nullptr && optimal::Checkpoint::exists(*store, shape) && store->has(identity)) checkpoint.remove();
  Expected<optimal::LowDistances> low_distances = optimal::LowDistances::open(shape, source, stop);
  if (!low_distances) return tl::unexpected(low_distances.error());
  const bool is_mapped = lines->is_mapped();
  const std::shared_ptr<OptimalTable> table(new OptimalTable(shape, *std::move(lines), *std::move(low_distances)));
  if (!is_mapped) {
    table->is_resident_ = true;
  } else if (!table->copying_.start([&copied = *table] { copied.copy(); })) {
    table->copy();
  }
  return table;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, fmt::format("there is not enough memory for the table {}", shape.name));
}

Clock::duration OptimalTable::until_resident() const {
  if (is_resident_) return {};
  const auto done = static_cast<double>(copied_.load());
  const auto all = static_cast<double>(table_.bytes().size());
  constexpr double kBytesASecond = 1e9;  // assumed before anything is measured
  const double each =
      done == 0 ? 1 / kBytesASecond : std::chrono::duration<double>(Clock::now() - opened_at_).count() / done;
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>((all - done) * each));
}

void OptimalTable::copy() {
  move_to_memory(table_.bytes(), [this](std::size_t bytes) {
    copied_ = bytes;
    return !is_ending_;
  });
  is_resident_ = true;
  is_resident_.notify_all();
}

}  // namespace superflip
