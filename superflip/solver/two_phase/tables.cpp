#include "superflip/solver/two_phase/tables.h"

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/memory.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/cube/symmetry.h"
#include "superflip/solver/two_phase/graphs.h"
#include "superflip/solver/two_phase/phase1_tables.h"
#include "superflip/table/block_graph.h"

namespace superflip::two_phase {
namespace {

TableIdentity identity(std::string_view what, Metric metric, std::uint64_t bytes, std::string_view parameters) {
  std::string file = "two-phase-";
  file += what;
  file += '-';
  file += name(metric);
  return {std::move(file), kTablesVersion, std::string(parameters), bytes};
}

constexpr std::uint64_t kPhase1Entries = std::uint64_t{kTwistClasses} * kSlices * kEdgeFlips;
constexpr std::uint64_t kCornersSliceEntries = std::uint64_t{kCornerClasses} * kSlicePermutations;
constexpr std::uint64_t kCornersEdgesEntries = std::uint64_t{kCornerClasses} * kEdgePermutations;

TableIdentity low_distance_words_identity(Metric metric) {
  return identity("endings", metric, sizeof(LowDistanceWords), "up to 5 moves before G1");
}
TableIdentity masks_identity() {
  return identity("phase1-moves", Metric::htm, kPhase1Entries * sizeof(MaskEntry), "32 bits an entry");
}
TableIdentity twist_slice_identity(Metric metric) {
  return identity("twist-slice", metric, kTwistClasses * kSlices * sizeof(MaskEntry), "32 bits an entry");
}
TableIdentity twist_slice_flips_identity(Metric metric) {
  return identity("twist-slice-flips", metric, kTwistClasses * kSlices * 16 / 2, "4 bits an entry");
}
TableIdentity twist_flip_identity(Metric metric) {
  return identity("twist-flip", metric, kTwistClasses * kEdgeFlips / 2, "4 bits an entry");
}
TableIdentity flip_slice_identity(Metric metric) {
  return identity("flip-slice", metric, kSlices * kEdgeFlips / 2, "4 bits an entry");
}
TableIdentity corners_columns_identity(Metric metric) {
  return identity("corners-columns", metric, (kCornerClasses * EdgeColumns::size() + 2) / 3, "digits of base 6");
}
TableIdentity near_solved_identity(Profile profile, Metric metric) {
  static_assert(kFaceTurnsAreHtmOrQtm);
  return identity("near-solved", metric,
                  LowDistancePhase2::bytes(metric, LowDistancePhase2::max_distance(metric, profile)),
                  metric == Metric::htm ? "within 0 to 9 moves" : "within 0 to 14 quarter turns");
}
TableIdentity corners_slice_identity(Metric metric) {
  return identity("corners-slice", metric, kCornersSliceEntries / 2, "4 bits an entry");
}
TableIdentity corners_edges_identity(Metric metric) {
  return identity("corners-edges", metric, kCornersEdgesEntries / 2, "4 bits an entry");
}

// In the quarter-turn metric half turns would need entries of their own.
bool has_phase1_masks(Profile profile, Metric metric) { return profile == Profile::large && metric == Metric::htm; }

// The masks of all entries of one block. A graph has all turns or only the quarter turns; missing half turns are
// assumed to lead farther away.
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

// For coordinates folded by the eight symmetries that EdgeOrientation admits.
constexpr int kAxes8ClassBits = 12;

// Packs the distances over a graph of the classes of an outer coordinate and 2,048 flips: the entry 2048 * i + flip is
// that of values[i] and the flip. False when it was stopped.
bool make_with_flips(const Fold& fold, const BlockGraph& graph, const Folding& folding,
                     std::span<const std::uint16_t> values, std::span<std::byte> packed, const StopFlag* stop) {
  std::vector<std::uint8_t> distance(std::size_t{graph.blocks()} * kEdgeFlips);
  if (!measure_distances(graph, distance, 99, 1, {}, stop)) return false;
  std::byte* to = packed.data();
  for (const std::uint16_t value : values) {
    const std::uint8_t* const from = distance.data() + std::size_t{folding.class_of(value)} * kEdgeFlips;
    const auto& flip = fold.flip_conjugate[folding.to_representative(value)];
    for (std::uint32_t f = 0; f < kEdgeFlips; f += 2)  // no distance exceeds 15
      *to++ = static_cast<std::byte>(from[flip[f]] | from[flip[f + 1]] << 4);
  }
  return true;
}

// Opens the tables: those of files one after the other, each made by all threads; those of the compact profile, which
// are small and always made, side by side. An `open` function returns false when the work was stopped or failed.
class Opener {
 public:
  Opener(Tables& tables, const TableSource* source, unsigned threads, const Progress& progress, const StopFlag* stop)
      : tables_(tables), source_(source), threads_(threads), progress_(&progress), stop_(stop) {}

  // Returns false when it was stopped or failed; error() then says why, and not before: tables are opened side by side.
  bool open() {
    static_assert(kFaceTurnsAreHtmOrQtm);
    tables_.phase2_shift = metric() == Metric::qtm ? 1 : 0;
    if (!keep(tables_.fold, open_fold(source_, threads_, stop_))) return false;
    if (tables_.profile == Profile::compact) return open(tables_.by_profile.emplace<BoundTables>());
    if (!open_words() || !open_near_solved() || !open_corners_slice()) return false;
#ifdef SUPERFLIP_COMPACT_ONLY
    error_ = {"only the compact tables are built in", {}, ErrorKind::bad_option};
    return false;
#else
    if (has_phase1_masks(tables_.profile, tables_.metric)) return open(tables_.by_profile.emplace<MaskTables>());
    return open(tables_.by_profile.emplace<DistanceTables>());
#endif
  }

  Error error() const { return error_ ? *error_ : stopped_before_ready(); }

 private:
  // Fills the memory of a table, which is zeroed; false when it was stopped.
  using Build = std::function<bool(std::span<std::byte>)>;

  const Fold& fold() const { return *tables_.fold; }
  Metric metric() const { return tables_.metric; }

  // The tables that all profiles have.
  bool open_words() {
    return open(tables_.low_distance_words, low_distance_words_identity(metric()), [&](std::span<std::byte> bytes) {
      return reinterpret_cast<LowDistanceWords*>(bytes.data())->make(fold(), metric(), stop_);
    });
  }

  bool open_near_solved() {
    const int max = LowDistancePhase2::max_distance(metric(), tables_.profile);
    const TableIdentity near_solved = near_solved_identity(tables_.profile, metric());
    const std::byte* filters = nullptr;
    if (!open(filters, near_solved,
              [&](std::span<std::byte> bytes) { return LowDistancePhase2::make(fold(), metric(), max, bytes, stop_); }))
      return false;
    tables_.low_distance_phase2 =
        LowDistancePhase2(metric(), max, {filters, static_cast<std::size_t>(near_solved.bytes)});
    return true;
  }

  bool open_corners_slice() {
    for (const Symmetry s : kAllUdSymmetries)
      for (std::uint32_t i = 0; i < kSlicePermutations; ++i)
        tables_.slice_order_conjugate[s][i] = static_cast<std::uint8_t>(
            Phase2SlicePermutation::index(conjugate(to_cube(Phase2SlicePermutation{}, i), s)));
    if (metric() == Metric::qtm) {
      for (std::uint32_t i = 0; i < kCornerPermutations; ++i)
        tables_.odd_corners[i] = corner_parity(to_cube(CornerPermutation{}, i)) != 0;
    }
    return open_distances(tables_.corners_slice, corners_slice_identity(metric()), "phase 2, corners and slice",
                          tables_.phase2_shift, [&] { return make_corners_slice_graph(fold(), metric()); });
  }

  bool open(MaskTables& tables) {
    return open_masks(tables.phase1, masks_identity(), "phase 1",
                      [&] { return make_phase1_graph(fold(), metric()); }) &&
           open(tables.phase2);
  }

  bool open(DistanceTables& tables) {
    return open_twist_slice(tables.twist_slice) &&
           keep(tables.phase1, open_phase1(fold(), metric(), source_, threads_, *progress_, stop_)) &&
           open(tables.phase2);
  }

  bool open(Phase2Edges& tables) {
    return open_distances(tables.distances, corners_edges_identity(metric()), "phase 2, corners and edges",
                          tables_.phase2_shift, [&] { return make_corners_edges_graph(fold(), metric(), threads_); });
  }

  // Each by one thread, the longest first. Progress counts those that are open.
  bool open(BoundTables& tables) {
    static constexpr std::array kOpenings{
        &Opener::open_columns,      &Opener::open_filters,    &Opener::open_slice_flips, &Opener::open_near,
        &Opener::open_slice_tables, &Opener::open_twist_flip, &Opener::open_flip_slice};
    const unsigned threads = std::exchange(threads_, 1);
    const Progress& progress = *std::exchange(progress_, &silent_);
    std::atomic<bool> is_right{true};
    std::size_t done = 0;
    parallel_for(kOpenings.size(), 1, threads, [&](std::size_t i, std::size_t) {
      if (!is_right) return;
      if (!(this->*kOpenings[i])(tables)) is_right = false;
      const std::lock_guard lock(mutex_);
      if (progress) progress("compact tables", static_cast<double>(++done) / kOpenings.size());
    });
    return is_right;
  }

  bool open_filters(BoundTables& tables) {
    if (!open_words() || !tables.low_distance_phase1.make(fold(), *tables_.low_distance_words, metric(), stop_))
      return false;
    add_bytes(LowDistancePhase1::bytes());
    return true;
  }
  bool open_columns(BoundTables& tables) { return open(tables.phase2); }
  bool open_slice_flips(BoundTables& tables) {
    return open_distances(tables.twist_slice_flips, twist_slice_flips_identity(metric()),
                          "phase 1, twist, slice and its flips", 0,
                          [&] { return make_twist_slice_flips_graph(fold(), metric()); });
  }
  bool open_flip_slice(BoundTables& tables) {
    const Classes classes(UDSlice{}, kAxes8, kAxes8ClassBits);
    std::array<std::uint16_t, kSlices> all{};
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return open(tables.flip_slice, flip_slice_identity(metric()), [&](std::span<std::byte> bytes) {
      const auto graph = make_flip_slice_graph(fold(), classes.folding(), metric());
      return make_with_flips(fold(), *graph, classes.folding(), all, bytes, stop_);
    });
  }
  bool open_near(BoundTables&) { return open_near_solved(); }
  // Keeps a block for each of the 168 twist classes under all sixteen symmetries, that of its representative.
  bool open_twist_flip(BoundTables& tables) {
    const Classes classes(CornerOrientation{}, kAxes8, kAxes8ClassBits);
    return open(tables.twist_flip, twist_flip_identity(metric()), [&](std::span<std::byte> bytes) {
      const auto graph = make_twist_flip_graph(fold(), classes.folding(), metric());
      return make_with_flips(fold(), *graph, classes.folding(), fold().twist_representative, bytes, stop_);
    });
  }
  bool open_slice_tables(BoundTables& tables) {
    tables.slice_shifts = make_slice_shifts();
    return open_twist_slice(tables.twist_slice) && open_corners_slice();
  }

  bool open(Phase2Columns& tables) {
    const EdgeColumns columns;
    tables.columns = columns.value_of();
    add_bytes(tables.columns.size() * sizeof(std::uint16_t));
    tables.least = LowDistancePhase2::max_distance(metric(), tables_.profile) >> tables_.phase2_shift;
    return open(tables.digits, corners_columns_identity(metric()), [&](std::span<std::byte> bytes) {
      const auto graph = make_corners_columns_graph(fold(), metric(), columns);
      std::vector<std::uint8_t> distance(kCornerClasses * EdgeColumns::size());
      // What is not reached by then has the greatest digit.
      const int last = ((tables.least + kGreatestDigit) << tables_.phase2_shift) - 1;
      if (!measure_distances(*graph, distance, last, 1, {}, stop_)) return false;
      pack_digits(distance, bytes, tables_.phase2_shift, tables.least);
      return true;
    });
  }

  bool open_twist_slice(const MaskEntry*& to) {
    return open_masks(to, twist_slice_identity(metric()), "phase 1, twist and slice",
                      [&] { return make_twist_slice_graph(fold(), metric()); });
  }

  bool open_distances(const std::byte*& to, const TableIdentity& identity, std::string_view step, int shift,
                      const MakeGraph& make_graph) {
    return keep(to, two_phase::open_distances(identity, step, shift, make_graph, source_, threads_, *progress_, stop_));
  }

  bool open_masks(const MaskEntry*& to, const TableIdentity& identity, std::string_view step,
                  const MakeGraph& make_graph) {
    return open(to, identity, [&](std::span<std::byte> entries) {
      const auto graph = make_graph();
      const std::uint32_t size = graph->block_size();
      const TableMemory memory = allocate_table(std::uint64_t{graph->blocks()} * size);
      const auto distance = measure(*graph, step, memory, threads_, *progress_, stop_);
      if (distance.empty()) return false;
      auto* entry = reinterpret_cast<MaskEntry*>(entries.data());
      const auto make = graph->moves() == kMoves ? make_masks<3> : make_masks<2>;
      const auto make_range = [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
          make(*graph, distance.data(), static_cast<std::uint32_t>(b), entry + b * size);
      };
      parallel_for(graph->blocks(), 64, threads_, make_range, stop_);
      return !is_set(stop_);
    });
  }

  // The table, from its file or newly made.
  template <class T>
  bool open(const T*& to, const TableIdentity& identity, const Build& build) {
    return keep(to, open_table(
                        source_, identity,
                        [&](std::span<std::byte> bytes) -> Expected<void> {
                          if (build(bytes)) return {};
                          return tl::unexpected<Error>(stopped_before_ready());
                        },
                        stop_));
  }

  // Keeps a table for as long as the tables live. False if it could not be opened.
  template <class T>
  bool keep(const T*& to, Expected<Table> table) {
    const std::lock_guard lock(mutex_);
    if (!table) {
      if (!error_) error_ = table.error();
      return false;
    }
    tables_.bytes += table->bytes().size();
    to = table->as<T>();
    tables_.owners.push_back(*std::move(table));
    return true;
  }

  void add_bytes(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    tables_.bytes += bytes;
  }

  Tables& tables_;
  const TableSource* const source_;
  unsigned threads_;
  const Progress* progress_;
  const StopFlag* const stop_;
  const Progress silent_{};
  std::mutex mutex_;  // guards error_, and the tables' bytes and owners
  std::optional<Error> error_{};
};

}  // namespace

Expected<std::shared_ptr<const Tables>> open_tables(Profile profile, Metric metric, const TableSource* source,
                                                    unsigned threads, const Progress& progress, const StopFlag* stop) {
  try {
    auto tables = std::make_shared<Tables>();
    tables->profile = profile;
    tables->metric = metric;
    Opener opener(*tables, profile == Profile::compact ? nullptr : source, threads, progress, stop);
    if (!opener.open()) return tl::unexpected<Error>(opener.error());
    return tables;
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::out_of_memory, "there is not enough memory for the tables of the two-phase solver");
  }
}

void Tables::move_to_memory(const StopFlag* stop) const {
  const std::lock_guard lock(moving_);
  if (is_moved_) return;
  for (const Table& table : owners)
    if (table.is_mapped()) superflip::move_to_memory(table.bytes(), [stop](std::size_t) { return !is_set(stop); });
  is_moved_ = !is_set(stop);
}

std::vector<TableIdentity> tables_of(Profile profile, Metric metric) {
  std::vector<TableIdentity> tables{fold_identity(), low_distance_words_identity(metric),
                                    near_solved_identity(profile, metric), corners_slice_identity(metric)};
  if (has_phase1_masks(profile, metric)) {
    tables.push_back(masks_identity());
    tables.push_back(corners_edges_identity(metric));
    return tables;
  }
  tables.push_back(twist_slice_identity(metric));
  if (profile == Profile::compact) {
    tables.push_back(twist_slice_flips_identity(metric));
    tables.push_back(twist_flip_identity(metric));
    tables.push_back(flip_slice_identity(metric));
    tables.push_back(corners_columns_identity(metric));
  } else {
    tables.push_back(phase1_identity(metric));
    tables.push_back(corners_edges_identity(metric));
  }
  return tables;
}

std::uint64_t bytes_of(Profile profile, Metric metric) {
  std::uint64_t bytes = 0;
  for (const TableIdentity& table : tables_of(profile, metric)) bytes += table.bytes;
  if (profile == Profile::compact) bytes += LowDistancePhase1::bytes() + kEdgePermutations * sizeof(std::uint16_t);
  return bytes;
}

}  // namespace superflip::two_phase
