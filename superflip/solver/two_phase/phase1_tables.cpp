#include "superflip/solver/two_phase/phase1_tables.h"

#include <string>

#include "superflip/base/memory.h"
#include "superflip/cube/names.h"
#include "superflip/solver/two_phase/graphs.h"
#include "superflip/table/block_graph.h"

namespace superflip::two_phase {
namespace {

tl::unexpected<Error> stopped() { return fail(ErrorKind::stopped, "stopped before the tables of phase 1 were ready"); }

}  // namespace

TableIdentity fold_identity() {
  return {"two-phase-fold", kTablesVersion, "168 twist classes, 2768 corner classes", sizeof(Fold)};
}

TableIdentity phase1_identity(Metric metric) {
  constexpr std::uint64_t kEntries = std::uint64_t{kTwistClasses} * kSlices * kEdgeFlips;
  return {"two-phase-phase1-" + std::string(name(metric)), kTablesVersion, "4 bits an entry", kEntries / 2};
}

Expected<Table> open_fold(const TableSource* source, unsigned threads, const StopFlag* stop) {
  return open_table(
      source, fold_identity(),
      [&](std::span<std::byte> bytes) -> Expected<void> {
        if (make_fold(*reinterpret_cast<Fold*>(bytes.data()), threads, stop)) return {};
        return stopped();
      },
      stop);
}

Expected<Table> open_phase1(const Fold& fold, Metric metric, const TableSource* source, unsigned threads,
                            const Progress& progress, const StopFlag* stop) {
  const auto tell = [&](double done) {
    if (progress) progress("phase 1", done);
  };
  return open_table(
      source, phase1_identity(metric),
      [&](std::span<std::byte> packed) -> Expected<void> {
        const TableMemory memory = allocate_table(2 * packed.size());
        const std::span<std::uint8_t> distance(reinterpret_cast<std::uint8_t*>(memory.bytes.data()),
                                               memory.bytes.size());
        if (!measure_distances(*make_phase1_graph(fold, metric), distance, 99, threads, tell, stop)) return stopped();
        pack_nibbles(distance, packed, 0, threads, stop);
        if (is_set(stop)) return stopped();
        return {};
      },
      stop);
}

}  // namespace superflip::two_phase
