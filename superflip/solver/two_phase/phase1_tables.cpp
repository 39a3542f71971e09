#include "superflip/solver/two_phase/phase1_tables.h"

#include <string>

#include "superflip/cube/names.h"
#include "superflip/solver/two_phase/graphs.h"

namespace superflip::two_phase {
TableIdentity fold_identity() {
  return {"two-phase-fold", kTablesVersion, "168 twist classes, 2768 corner classes", sizeof(Fold)};
}

TableIdentity phase1_identity(Metric metric) {
  constexpr std::uint64_t kEntries = std::uint64_t{kTwistClasses} * kSlices * kEdgeFlips;
  return {"two-phase-phase1-" + std::string(name(metric)), kTablesVersion, "4 bits an entry", kEntries / 2};
}

Error stopped_before_ready() {
  return {"stopped before the tables of the two-phase solver were ready", {}, ErrorKind::stopped};
}

std::span<const std::uint8_t> measure(const BlockGraph& graph, std::string_view step, const TableMemory& memory,
                                      unsigned threads, const Progress& progress, const StopFlag* stop) {
  const std::span<std::uint8_t> distance(reinterpret_cast<std::uint8_t*>(memory.bytes.data()), memory.bytes.size());
  const auto tell = [&](double done) {
    if (progress) progress(step, done);
  };
  if (!measure_distances(graph, distance, 99, threads, tell, stop)) return {};
  return distance;
}

Expected<Table> open_distances(const TableIdentity& identity, std::string_view step, int shift,
                               const MakeGraph& make_graph, const TableSource* source, unsigned threads,
                               const Progress& progress, const StopFlag* stop) {
  return open_table(
      source, identity,
      [&](std::span<std::byte> packed) -> Expected<void> {
        const TableMemory memory = allocate_table(2 * packed.size());
        const auto distance = measure(*make_graph(), step, memory, threads, progress, stop);
        if (!distance.empty()) pack_nibbles(distance, packed, shift, threads, stop);
        if (distance.empty() || is_set(stop)) return tl::unexpected<Error>(stopped_before_ready());
        return {};
      },
      stop);
}

Expected<Table> open_fold(const TableSource* source, unsigned threads, const StopFlag* stop) {
  return open_table(
      source, fold_identity(),
      [&](std::span<std::byte> bytes) -> Expected<void> {
        if (make_fold(*reinterpret_cast<Fold*>(bytes.data()), threads, stop)) return {};
        return tl::unexpected<Error>(stopped_before_ready());
      },
      stop);
}

Expected<Table> open_phase1(const Fold& fold, Metric metric, const TableSource* source, unsigned threads,
                            const Progress& progress, const StopFlag* stop) {
  const auto make_graph = [&] { return make_phase1_graph(fold, metric); };
  return open_distances(phase1_identity(metric), "phase 1", 0, make_graph, source, threads, progress, stop);
}

}  // namespace superflip::two_phase
