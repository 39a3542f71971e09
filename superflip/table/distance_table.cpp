#include "superflip/table/distance_table.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "superflip/base/memory.h"
#include "superflip/table/fingerprint.h"

namespace superflip {
namespace {

constexpr std::size_t kMaxDistances = 254;
constexpr std::size_t kCounts = 3;
constexpr std::size_t kTrailer = kCounts * kMaxDistances * sizeof(std::uint64_t);

std::uint64_t places(const SchreierGraph& graph) { return std::uint64_t{graph.blocks()} * graph.stride(); }

std::size_t packed_bytes(const SchreierGraph& graph, TablePacking packing) {
  const std::uint64_t bits_in_all = places(graph) * static_cast<std::uint64_t>(bits(packing));
  return (bits_in_all + 63) / 64 * 8;
}

// Reduces distances from eight bits to four: large ones become kNibbleMax, and unreached entries become more than that.
void cut_to_nibbles(std::span<std::uint8_t> distance, unsigned threads, const StopFlag* stop) {
  const auto cut = [distance](std::size_t begin, std::size_t end) {
    for (std::uint8_t& d : distance.subspan(begin, end - begin))
      d = d >= kPadding ? 15 : std::min<std::uint8_t>(d, DistanceTable::kNibbleMax);
  };
  parallel_for(distance.size(), std::size_t{1} << 20, threads, cut, stop);
}

void pack_mod3(std::span<const std::uint8_t> distance, std::span<std::byte> packed, unsigned threads,
               const StopFlag* stop) {
  const auto pack = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      unsigned byte = 0;
      for (std::size_t j = 4; j-- > 0;) {
        const std::size_t at = 4 * i + j;
        const bool known = at < distance.size() && distance[at] < kPadding;
        byte = byte << 2 | (known ? distance[at] % 3U : 3U);
      }
      packed[i] = static_cast<std::byte>(byte);
    }
  };
  parallel_for(packed.size(), std::size_t{1} << 20, threads, pack, stop);
}

// The three counts of a distribution, in the order in which they are stored.
std::array<std::vector<std::uint64_t>*, kCounts> counts_of(Distribution& distribution) {
  return {&distribution.entries, &distribution.values, &distribution.classes};
}

void write_distribution(Distribution distribution, std::byte* to) {
  for (std::vector<std::uint64_t>* counts : counts_of(distribution)) {
    counts->resize(kMaxDistances);
    std::memcpy(to, counts->data(), kMaxDistances * sizeof(std::uint64_t));
    to += kMaxDistances * sizeof(std::uint64_t);
  }
}

Distribution read_distribution(const std::byte* from) {
  Distribution distribution;
  for (std::vector<std::uint64_t>* counts : counts_of(distribution)) {
    counts->resize(kMaxDistances);
    std::memcpy(counts->data(), from, kMaxDistances * sizeof(std::uint64_t));
    from += kMaxDistances * sizeof(std::uint64_t);
    while (!counts->empty() && counts->back() == 0) counts->pop_back();
  }
  return distribution;
}

// If `distance` is empty, the distances are only counted.
Expected<Distribution> measure(const SchreierGraph& graph, std::span<std::uint8_t> distance, unsigned threads,
                               const Progress& progress, const StopFlag* stop) {
  const auto tell = [&progress](double done) {
    if (progress) progress("distances", done);
  };
  Expected<Distribution> found =
      measure_distances(graph, graph.goals(), distance, static_cast<int>(kMaxDistances) - 1, threads, tell, stop);
  if (found && found->entries.size() > DistanceTable::kMaxDistance + 1)
    return fail(ErrorKind::bad_option,
                fmt::format("some values are farther than {} from the goal, and such distances cannot be stored: "
                            "allow more moves or smaller costs, or choose another goal",
                            DistanceTable::kMaxDistance));
  return found;
}

// Fills the whole table: the entries, then the distribution.
Expected<void> fill(const SchreierGraph& graph, TablePacking packing, unsigned threads, const Progress& progress,
                    const StopFlag* stop, std::span<std::byte> bytes) {
  const std::size_t packed = bytes.size() - kTrailer;
  TableMemory scratch;
  std::span<std::byte> raw = bytes.first(packed);
  if (packing != TablePacking::bytes) {
    scratch = allocate_table(places(graph));
    raw = scratch.bytes;
  }
  const std::span<std::uint8_t> distance(reinterpret_cast<std::uint8_t*>(raw.data()), places(graph));
  const auto distribution = measure(graph, distance, threads, progress, stop);
  if (!distribution) return tl::unexpected(distribution.error());
  if (packing == TablePacking::nibbles) cut_to_nibbles(distance, threads, stop);
  if (packing == TablePacking::nibbles)
    pack_nibbles(distance, bytes.first((distance.size() + 1) / 2), 0, threads, stop);
  if (packing == TablePacking::mod3) pack_mod3(distance, bytes.first(packed), threads, stop);
  if (is_set(stop)) return fail(ErrorKind::stopped, "the distances were not packed: stopped");
  write_distribution(*distribution, bytes.data() + packed);
  return {};
}

}  // namespace

Expected<Distribution> count_distances(const SchreierGraph& graph, unsigned threads, const Progress& progress,
                                       const StopFlag* stop) try {
  return measure(graph, {}, threads, progress, stop);
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "not enough memory to count the distances of " + graph.plan().name());
}

TableIdentity DistanceTable::identity(const SchreierGraph& graph, TablePacking packing) {
  constexpr std::uint32_t kVersion = 4;
  const SchreierPlan& plan = graph.plan();
  std::string steps;
  for (const Step& step : graph.move_set().steps()) steps += fmt::format("{}:{} ", step.name, step.cost);
  constexpr std::size_t kLong = 1000;  // parameters have a limit (source.h)
  if (graph.move_set().centres() != Centres::fixed)
    steps += graph.move_set().centres() == Centres::moved ? "moving centres " : "turning centres ";
  if (steps.size() > kLong) steps = fmt::format("{:x} ", XXH3_64bits(steps.data(), steps.size()));
  // The goals as cubes, because the numbers of the reached values depend on them.
  const std::uint64_t goals = XXH3_64bits(plan.goals.data(), plan.goals.size() * sizeof(Cube));
  std::string outer;
  for (const AnyCoordinate& part : plan.outer) outer += fmt::format("[{} {}]", part.name(), part.size());
  for (const AnyCoordinate& part : plan.middle) outer += fmt::format("({} {})", part.name(), part.size());
  for (const AnyCoordinate& part : plan.inner) outer += fmt::format(" {}", part.size());
  std::string parameters = fmt::format("{} folded in {}; {} symmetries {:x}{}; moves {}; goals {:x}; {} bits",
                                       plan.name(), outer, plan.group.order(), plan.group.bits(),
                                       plan.inversion ? " and inversion" : "", steps, goals, bits(packing));
  std::string probes;
  bool is_described = true;
  std::vector<Cube> step_cubes;
  for (const Step& step : graph.move_set().steps()) step_cubes.push_back(step.cube);
  for (const AnyCoordinate& part : plan.reached()) {
    probes += fmt::format(" {:x}", fingerprint(part, step_cubes, plan.goals.front()));
    is_described = is_described && part.is_described();
  }
  const std::string named = is_described ? parameters : parameters + probes;
  const std::uint64_t key = XXH3_64bits(named.data(), named.size());
  return {fmt::format("coordinate-{:016x}", key), kVersion, parameters + "; values" + probes,
          packed_bytes(graph, packing) + kTrailer};
}

Expected<DistanceTable> DistanceTable::make(std::shared_ptr<const SchreierGraph> graph, TablePacking packing,
                                            unsigned threads, const Progress& progress, const TableSource* source,
                                            const StopFlag* stop) {
  if (!graph) return fail(ErrorKind::bad_option, "a distance table needs a graph");
  const auto& steps = graph->move_set().steps();
  if (packing == TablePacking::mod3 &&
      std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.cost != 1; }))
    return fail(
        ErrorKind::bad_option,
        "distances mod 3 cannot be used with moves that cost more than 1: expected a table of 4 or 8 bits an entry");
  Expected<Table> opened = open_table(
      source, identity(*graph, packing),
      [&](std::span<std::byte> bytes) { return fill(*graph, packing, threads, progress, stop, bytes); }, stop);
  if (!opened) return tl::unexpected(opened.error());
  DistanceTable table;
  table.packing_ = packing;
  table.packed_ = packed_bytes(*graph, packing);
  table.table_ = *std::move(opened);
  table.distribution_ = read_distribution(table.table_.bytes().last(kTrailer).data());
  table.graph_ = std::move(graph);
  return table;
}

int DistanceTable::distance(const Place& place) const {
  if (packing_ != TablePacking::mod3) return exact(entry(place));
  if (residue(entry(place)) == kNoResidue) return kUnknown;
  // Walks down until no step leads nearer: that is a goal.
  int walked = 0;
  Place at = place;
  for (;; ++walked) {
    const int nearer = (residue(entry(at)) + 2) % 3;
    int step = 0;
    Place next{};
    for (; step < graph_->move_set().size(); ++step) {
      next = graph_->after(at, step);
      if (residue(entry(next)) == nearer) break;
    }
    if (step == graph_->move_set().size()) return walked;
    at = next;
  }
}

std::optional<std::vector<int>> DistanceTable::word(const Cube& cube) const {
  if (!graph_->defined(cube)) return std::nullopt;
  Place at = graph_->place(cube);
  int d = distance(at);
  if (d == kUnknown) return std::nullopt;
  std::vector<int> word;
  while (d > 0) {
    const int before = d;
    for (int step = 0; step < graph_->move_set().size(); ++step) {
      const Place next = graph_->after(at, step);
      const int after = distance(next, d);
      if (after != d - graph_->cost(step)) continue;
      word.push_back(step);
      at = next;
      d = after;
      break;
    }
    if (d == before) return std::nullopt;
  }
  return word;
}

std::vector<GraphEntry> DistanceTable::deepest(std::size_t max) const {
  assert(packing_ == TablePacking::bytes);
  std::vector<GraphEntry> entries;
  const auto depth = static_cast<std::byte>(distribution_.entries.size() - 1);
  for (std::uint32_t block = 0; block < graph_->blocks() && entries.size() < max; ++block) {
    const auto row = table_.bytes().subspan(std::uint64_t{block} * graph_->stride(), graph_->block_size());
    for (std::uint32_t offset = 0; offset < row.size() && entries.size() < max; ++offset)
      if (row[offset] == depth) entries.push_back({block, offset});
  }
  return entries;
}

}  // namespace superflip
