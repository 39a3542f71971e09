#include "superflip/solver/two_phase/tables.h"

#include <array>
#include <cstring>
#include <functional>
#include <string>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/solver/two_phase/graphs.h"
#include "superflip/table/pruning.h"

namespace superflip {
namespace two_phase {
namespace {

// Raised whenever the bytes of a table would come out otherwise.
constexpr std::uint32_t kVersion = 1;

std::string_view metric_name(Metric metric) { return metric == Metric::htm ? "htm" : "qtm"; }

TableIdentity identity(std::string_view what, Metric metric, std::uint64_t bytes, std::string_view parameters) {
  std::string file = "two-phase-";
  file += what;
  file += '-';
  file += metric_name(metric);
  return {std::move(file), kVersion, std::string(parameters), bytes};
}

constexpr std::uint64_t kPhase1Entries = std::uint64_t{kTwistClasses} * kSlices * kFlips;
constexpr std::uint64_t kCornersSliceEntries = std::uint64_t{kCornerClasses} * kSliceOrders;
constexpr std::uint64_t kCornersEdgesEntries = std::uint64_t{kCornerClasses} * kEdgePermutations;

TableIdentity fold_identity() {
  return {"two-phase-fold", kVersion, "168 twist classes, 2768 corner classes", sizeof(Fold)};
}
TableIdentity endings_identity(Metric metric) {
  return identity("endings", metric, sizeof(Endings), "up to 5 moves before G1");
}
TableIdentity masks_identity() {
  return identity("phase1-moves", Metric::htm, kPhase1Entries * sizeof(MaskEntry), "32 bits an entry");
}
TableIdentity twist_slice_identity(Metric metric) {
  return identity("twist-slice", metric, kTwistClasses * kSlices * sizeof(MaskEntry), "32 bits an entry");
}
TableIdentity phase1_identity(Metric metric) {
  return identity("phase1", metric, kPhase1Entries / 2, "4 bits an entry");
}
TableIdentity twist_slice_flips_identity(Metric metric) {
  return identity("twist-slice-flips", metric, kTwistClasses * kSlices * 16 / 2, "4 bits an entry");
}
TableIdentity twist_flip_identity(Metric metric) {
  return identity("twist-flip", metric, kTwistClasses * kFlips / 2, "4 bits an entry");
}
TableIdentity flip_slice_identity(Metric metric) {
  return identity("flip-slice", metric, kSlices * kFlips / 2, "4 bits an entry");
}
TableIdentity corners_columns_identity(Metric metric) {
  return identity("corners-columns", metric, (kCornerClasses * EdgeColumns::size() + 2) / 3, "digits of base 6");
}
TableIdentity near_solved_identity(Metric metric) {
  return identity("near-solved", metric, NearSolved::bytes(metric, NearSolved::greatest(metric)),
                  metric == Metric::htm ? "within 0 to 9 moves" : "within 0 to 14 quarter turns");
}
TableIdentity corners_slice_identity(Metric metric) {
  return identity("corners-slice", metric, kCornersSliceEntries / 2, "4 bits an entry");
}
TableIdentity corners_edges_identity(Metric metric) {
  return identity("corners-edges", metric, kCornersEdgesEntries / 2, "4 bits an entry");
}

bool has_phase1_masks(Profile profile, Metric metric) { return profile == Profile::large && metric == Metric::htm; }

// The masks of all entries of one block. A graph has all turns, or the quarter turns alone; the half turns that it
// lacks are taken to lead farther.
template <int kTurns>
void make_masks(const BlockGraph& graph, const std::uint8_t* distance, std::uint32_t block, MaskEntry* entry) {
  const std::uint32_t size = graph.block_size();
  const std::uint8_t* here = distance + std::uint64_t{block} * size;
  for (std::uint32_t e = 0; e < size; ++e) entry[e] = here[e];
  for (int face = 0; face < kFaces; ++face) {
    std::array<BlockMap, 3> map;
    std::array<const std::uint8_t*, 3> to;
    for (int t = 0; t < kTurns; ++t) {
      map[t] = graph.move(block, kTurns * face + t);
      to[t] = distance + std::uint64_t{map[t].target} * size;
    }
    for (std::uint32_t e = 0; e < size; ++e) {
      unsigned nearer = 0;
      unsigned same = 0;
      for (int t = 0; t < kTurns; ++t) {
        const int change = to[t][map[t].row[e] ^ map[t].mask] - here[e];
        const unsigned bit = 1U << (kTurns == 3 ? t : 2 * t);
        nearer |= change < 0 ? bit : 0;
        same |= change == 0 ? bit : 0;
      }
      entry[e] |= (nearer != 0 ? nearer | 8 : same) << (4 + 4 * face);
    }
  }
}

// Twist and flip admit only the eight symmetries without quarter turns about the U axis; of their classes this keeps
// what belongs to the representatives of the 168.
void make_twist_flip(const Fold& fold, Metric metric, std::span<std::byte> packed) {
  const Symmetric<CornerOrientation> classes(CornerOrientation{}, SymmetryGroup(0x3333));
  std::vector<std::uint16_t> to_class(kTwists);
  std::vector<std::uint16_t> representatives;
  std::vector<std::uint16_t> stabilisers;
  for (std::uint32_t t = 0; t < kTwists; ++t)
    to_class[t] = static_cast<std::uint16_t>(classes.class_of(t) | inverse_symmetry(classes.symmetry_of(t)) << 12);
  for (std::uint32_t c = 0; c < classes.classes(); ++c) {
    representatives.push_back(static_cast<std::uint16_t>(classes.representative(c)));
    stabilisers.push_back(static_cast<std::uint16_t>(classes.self_symmetries(c)));
  }
  const auto graph = make_twist_flip_graph({classes.group(), to_class, 12, representatives, stabilisers}, metric);
  std::vector<std::uint8_t> distance(std::size_t{classes.classes()} * kFlips);
  measure_distances(*graph, distance, 99, 1);
  std::vector<std::uint8_t> kept;
  for (const std::uint16_t twist : fold.twist_representative)
    for (std::uint32_t f = 0; f < kFlips; ++f)
      kept.push_back(distance[(to_class[twist] & 0xFFF) * kFlips + fold.flip_conjugate[to_class[twist] >> 12][f]]);
  pack_nibbles(kept, packed, 0, 1);
}

class Maker {
 public:
  Maker(const TableStore* store, unsigned threads, const Progress& progress)
      : store_(store), threads_(threads), progress_(progress) {}

  // The table from its file or made; kept alive by `tables`.
  const std::byte* open(Tables& tables, const TableIdentity& identity,
                        const std::function<void(std::span<std::byte>)>& build) const {
    Table table;
    if (store_ != nullptr) {
      table = store_->load_or_build(identity, build);
    } else {
      TableMemory memory = allocate_table(identity.bytes);
      build(memory.bytes);
      table = Table(std::move(memory.owner), memory.bytes);
    }
    tables.keep_.push_back(table);
    tables.bytes_ += table.bytes().size();
    return table.bytes().data();
  }

  // Distances over the graph, 4 bits an entry, divided by 2^shift.
  void nibbles(const BlockGraph& graph, std::string_view step, int shift, std::span<std::byte> packed) const {
    const TableMemory memory = allocate_table(2 * packed.size());
    pack_nibbles(distances(graph, step, memory), packed, shift, threads_);
  }

  void masks(const BlockGraph& graph, std::string_view step, std::span<std::byte> entries) const {
    const std::uint32_t size = graph.block_size();
    const TableMemory memory = allocate_table(std::uint64_t{graph.blocks()} * size);
    const auto distance = distances(graph, step, memory);
    auto* entry = reinterpret_cast<MaskEntry*>(entries.data());
    parallel_for(graph.blocks(), 64, threads_, [&](std::size_t begin, std::size_t end) {
      const auto make = graph.moves() == kMoves ? make_masks<3> : make_masks<2>;
      for (std::size_t b = begin; b < end; ++b)
        make(graph, distance.data(), static_cast<std::uint32_t>(b), entry + b * size);
    });
  }

 private:
  std::span<std::uint8_t> distances(const BlockGraph& graph, std::string_view step, const TableMemory& memory) const {
    const std::span<std::uint8_t> distance(reinterpret_cast<std::uint8_t*>(memory.bytes.data()), memory.bytes.size());
    measure_distances(graph, distance, 99, threads_, [&](double done) {
      if (progress_) progress_(step, done);
    });
    return distance;
  }

  const TableStore* store_;
  unsigned threads_;
  const Progress& progress_;
};

}  // namespace
}  // namespace two_phase

using namespace two_phase;

std::shared_ptr<const TwoPhaseTables> TwoPhaseTables::open(Profile profile, Metric metric, const TableStore* store,
                                                           unsigned threads, const Progress& progress) {
  auto tables = std::make_shared<Tables>();
  tables->profile_ = profile;
  tables->metric_ = metric;
  const Maker maker(profile == Profile::compact ? nullptr : store, threads, progress);
  tables->fold = reinterpret_cast<const Fold*>(maker.open(*tables, fold_identity(), [&](std::span<std::byte> bytes) {
    make_fold(*reinterpret_cast<Fold*>(bytes.data()), threads);
  }));
  const Fold& fold = *tables->fold;
  tables->endings =
      reinterpret_cast<const Endings*>(maker.open(*tables, endings_identity(metric), [&](std::span<std::byte> bytes) {
        reinterpret_cast<Endings*>(bytes.data())->make(fold, metric);
      }));
  tables->phase2_shift = metric == Metric::qtm ? 1 : 0;
  for (std::uint32_t i = 0; metric == Metric::qtm && i < kCornerPermutations; ++i)
    tables->odd_corners[i] = corner_parity(to_cube(CornerPermutation{}, i)) != 0;
  for (Symmetry c = 0; c < kUdSymmetries; ++c)
    for (std::uint32_t i = 0; i < kSliceOrders; ++i)
      tables->slice_order_conjugate[c][i] =
          static_cast<std::uint8_t>(Phase2SlicePermutation::index(conjugate(to_cube(Phase2SlicePermutation{}, i), c)));
  {
    const bool compact = profile == Profile::compact;
    const int last = compact ? NearSolved::greatest_compact(metric) : NearSolved::greatest(metric);
    TableIdentity id = near_solved_identity(metric);
    id.bytes = NearSolved::bytes(metric, last);
    const std::byte* bytes =
        maker.open(*tables, id, [&](std::span<std::byte> memory) { NearSolved::make(fold, metric, last, memory); });
    tables->near_solved = NearSolved(metric, last, {bytes, static_cast<std::size_t>(id.bytes)});
  }
  // Distances over a graph, made from it only when no file has them.
  const auto distances = [&](const TableIdentity& identity, std::string_view step, int shift, const auto& make_graph) {
    return maker.open(*tables, identity,
                      [&](std::span<std::byte> bytes) { maker.nibbles(*make_graph(), step, shift, bytes); });
  };
  const auto masks = [&](const TableIdentity& identity, std::string_view step, const auto& make_graph) {
    return reinterpret_cast<const MaskEntry*>(
        maker.open(*tables, identity, [&](std::span<std::byte> bytes) { maker.masks(*make_graph(), step, bytes); }));
  };
  tables->corners_slice = distances(corners_slice_identity(metric), "phase 2, corners and slice", tables->phase2_shift,
                                    [&] { return make_corners_slice_graph(fold, metric); });
  if (!has_phase1_masks(profile, metric))
    tables->twist_slice_masks = masks(twist_slice_identity(metric), "phase 1, twist and slice",
                                      [&] { return make_twist_slice_graph(fold, metric); });
  if (profile == Profile::compact) {
    tables->near_g1 = NearG1(fold, *tables->endings, metric);
    tables->bytes_ += tables->near_g1.bytes();
    const EdgeColumns columns;
    tables->edge_columns = columns.value_of();
    tables->bytes_ += tables->edge_columns.size() * sizeof(std::uint16_t);
    for (std::uint32_t slice = 0; slice < kSlices; ++slice) {
      const Cube cube = to_cube(UDSlice{}, slice);
      int seen = 0;
      for (int x = 0; x < kEdges; ++x)
        if (cube.edge_at(x) >= FR) tables->slice_shifts[slice][seen++] = static_cast<std::uint8_t>(11 - x);
    }
    tables->twist_slice_flips = distances(twist_slice_flips_identity(metric), "phase 1, twist, slice and its flips", 0,
                                          [&] { return make_twist_slice_flips_graph(fold, metric); });
    tables->twist_flip = maker.open(*tables, twist_flip_identity(metric),
                                    [&](std::span<std::byte> bytes) { make_twist_flip(fold, metric, bytes); });
    tables->flip_slice = distances(flip_slice_identity(metric), "phase 1, flip and slice", 0,
                                   [&] { return make_flip_slice_graph(fold, metric); });
    tables->corners_columns = maker.open(*tables, corners_columns_identity(metric), [&](std::span<std::byte> bytes) {
      const auto graph = make_corners_columns_graph(fold, metric, columns);
      std::vector<std::uint8_t> distance(kCornerClasses * EdgeColumns::size());
      measure_distances(*graph, distance, 99, 1);
      pack_digits(distance, bytes, tables->phase2_shift, tables->least_columns());
    });
    return tables;
  }
  if (has_phase1_masks(profile, metric)) {
    tables->phase1_masks = masks(masks_identity(), "phase 1", [&] { return make_phase1_graph(fold, metric); });
  } else {
    tables->phase1_distances =
        distances(phase1_identity(metric), "phase 1", 0, [&] { return make_phase1_graph(fold, metric); });
  }
  tables->corners_edges = distances(corners_edges_identity(metric), "phase 2, corners and edges", tables->phase2_shift,
                                    [&] { return make_corners_edges_graph(fold, metric, threads); });
  return tables;
}

std::vector<TableIdentity> TwoPhaseTables::files(Profile profile, Metric metric) {
  if (profile == Profile::compact) return {};
  std::vector<TableIdentity> files{fold_identity(), endings_identity(metric), near_solved_identity(metric),
                                   corners_slice_identity(metric), corners_edges_identity(metric)};
  if (has_phase1_masks(profile, metric)) {
    files.push_back(masks_identity());
  } else {
    files.push_back(phase1_identity(metric));
    files.push_back(twist_slice_identity(metric));
  }
  return files;
}

}  // namespace superflip
