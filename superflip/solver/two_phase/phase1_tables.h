// The tables of phase 1 that do not depend on phase 2: the folding tables, and the distance of every place from G1. And
// how any table of distances is opened, of either phase.
//
// The distances are those of the standard profile (tables.h), in nibbles. There are also some in stm, where the moves
// are turns of faces and of slices: the two-phase solver does not search in stm, but whole cosets are (solver/coset).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "superflip/base/error.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/cube/metric.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/table/block_graph.h"
#include "superflip/table/source.h"

namespace superflip::two_phase {

// Of all tables of the two-phase solver: raised whenever the bytes of one would come out differently.
inline constexpr std::uint32_t kTablesVersion = 1;

TableIdentity fold_identity();
// In htm, qtm or stm.
TableIdentity phase1_identity(Metric metric);

// Makes the graph over which distances are measured.
using MakeGraph = std::function<std::unique_ptr<BlockGraph>()>;

Error stopped_before_ready();

// The distances over a graph in that memory, which has a byte for each; empty when it was stopped. `step` is the name
// of what is made, for `progress`.
std::span<const std::uint8_t> measure(const BlockGraph& graph, std::string_view step, const TableMemory& memory,
                                      unsigned threads, const Progress& progress, const StopFlag* stop);

// A table of distances over a graph in nibbles, divided by 2^shift. The graph is made only where the source does not
// have them. The errors are those of open_phase1().
Expected<Table> open_distances(const TableIdentity& identity, std::string_view step, int shift,
                               const MakeGraph& make_graph, const TableSource* source, unsigned threads,
                               const Progress& progress, const StopFlag* stop);

// The tables from the source, or made and kept there; with source == nullptr they are made in memory. The errors are
// stopped and those of the source. They may throw std::bad_alloc.
Expected<Table> open_fold(const TableSource* source, unsigned threads, const StopFlag* stop);
Expected<Table> open_phase1(const Fold& fold, Metric metric, const TableSource* source, unsigned threads,
                            const Progress& progress, const StopFlag* stop);

}  // namespace superflip::two_phase
