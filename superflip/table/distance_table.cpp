#include "superflip/table/distance_table.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace superflip {
namespace {

constexpr std::size_t kMostDistances = 254;
constexpr std::size_t kTrailer = 2 * kMostDistances * sizeof(std::uint64_t);

std::uint64_t places(const SchreierGraph& graph) { return std::uint64_t{graph.blocks()} * graph.stride(); }

std::size_t packed_bytes(const SchreierGraph& graph, TablePacking packing) {
  const std::uint64_t bits_in_all = places(graph) * static_cast<std::uint64_t>(bits(packing));
  return (bits_in_all + 63) / 64 * 8;
}

// Eight bits to four: what is far at kNibbleMost, what was not reached beyond it.
void cut_to_nibbles(std::span<std::uint8_t> distance, unsigned threads) {
  parallel_for(distance.size(), std::size_t{1} << 20, threads, [&](std::size_t begin, std::size_t end) {
    for (std::uint8_t& d : distance.subspan(begin, end - begin))
      d = d >= kPadding ? 15 : std::min<std::uint8_t>(d, DistanceTable::kNibbleMost);
  });
}

void pack_mod3(std::span<const std::uint8_t> distance, std::span<std::byte> packed, unsigned threads) {
  parallel_for(packed.size(), std::size_t{1} << 20, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      unsigned byte = 0;
      for (std::size_t j = 4; j-- > 0;) {
        const std::size_t at = 4 * i + j;
        const bool known = at < distance.size() && distance[at] < kPadding;
        byte = byte << 2 | (known ? distance[at] % 3U : 3U);
      }
      packed[i] = static_cast<std::byte>(byte);
    }
  });
}

void write_distribution(const Distribution& distribution, std::byte* to) {
  std::array<std::uint64_t, 2 * kMostDistances> counts{};
  std::copy(distribution.entries.begin(), distribution.entries.end(), counts.begin());
  std::copy(distribution.values.begin(), distribution.values.end(), counts.begin() + kMostDistances);
  std::memcpy(to, counts.data(), kTrailer);
}

Distribution read_distribution(const std::byte* from) {
  std::array<std::uint64_t, 2 * kMostDistances> counts;
  std::memcpy(counts.data(), from, kTrailer);
  std::size_t n = kMostDistances;
  while (n > 0 && counts[n - 1] == 0) --n;
  return {{counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(n)},
          {counts.begin() + kMostDistances, counts.begin() + static_cast<std::ptrdiff_t>(kMostDistances + n)}};
}

}  // namespace

TableIdentity DistanceTable::identity(const SchreierGraph& graph, TablePacking packing) {
  const SchreierPlan& plan = graph.plan();
  std::string steps;
  for (const Step& step : graph.move_set().steps()) steps += fmt::format("{}:{} ", step.name, step.cost);
  // The goals as cubes: the numbers of what is reached depend on them.
  const std::uint64_t goals = XXH3_64bits(plan.goals.data(), plan.goals.size() * sizeof(Cube));
  std::string outer;
  for (const AnyCoordinate& part : plan.outer) outer += fmt::format("[{} {}]", part.name(), part.size());
  for (const AnyCoordinate& part : plan.inner) outer += fmt::format(" {}", part.size());
  const std::string parameters =
      fmt::format("{} folded in {}; {} symmetries {:x}; moves {}; goals {:x}; {} bits", plan.name(), outer,
                  plan.group.order(), plan.group.bits(), steps, goals, bits(packing));
  const std::uint64_t key = XXH3_64bits(parameters.data(), parameters.size());
  return {fmt::format("coordinate-{:016x}", key), 2, parameters, packed_bytes(graph, packing) + kTrailer};
}

DistanceTable DistanceTable::make(std::shared_ptr<const SchreierGraph> graph, TablePacking packing, unsigned threads,
                                  const Progress& progress, const TableStore* store) {
  const auto build = [&](std::span<std::byte> bytes) {
    const std::size_t packed = bytes.size() - kTrailer;
    TableMemory scratch;
    std::span<std::byte> raw = bytes.first(packed);
    if (packing != TablePacking::bytes) {
      scratch = allocate_table(places(*graph));
      raw = scratch.bytes;
    }
    const std::span<std::uint8_t> distance(reinterpret_cast<std::uint8_t*>(raw.data()), places(*graph));
    const Distribution distribution = measure_distances(
        *graph, graph->goals(), distance, static_cast<int>(kMostDistances) - 1, threads, [&progress](double done) {
          if (progress) progress("distances", done);
        });
    if (distribution.entries.size() > kFarthest + 1)
      throw std::range_error(
          fmt::format("distances beyond {} moves cannot be told: expected more moves, or another goal", kFarthest));
    if (packing == TablePacking::nibbles) cut_to_nibbles(distance, threads);
    if (packing == TablePacking::nibbles) pack_nibbles(distance, bytes.first((distance.size() + 1) / 2), 0, threads);
    if (packing == TablePacking::mod3) pack_mod3(distance, bytes.first(packed), threads);
    write_distribution(distribution, bytes.data() + packed);
  };
  DistanceTable table;
  table.packing_ = packing;
  table.packed_ = packed_bytes(*graph, packing);
  assert(packing != TablePacking::mod3 ||
         std::all_of(graph->move_set().steps().begin(), graph->move_set().steps().end(),
                     [](const Step& step) { return step.cost == 1; }));
  if (store != nullptr) {
    table.table_ = store->load_or_build(identity(*graph, packing), build);
  } else {
    TableMemory memory = allocate_table(packed_bytes(*graph, packing) + kTrailer);
    build(memory.bytes);
    table.table_ = Table(memory.owner, memory.bytes);
  }
  table.distribution_ = read_distribution(table.table_.bytes().last(kTrailer).data());
  table.graph_ = std::move(graph);
  return table;
}

int DistanceTable::distance(const Place& place) const {
  if (packing_ != TablePacking::mod3) return exact(entry(place));
  if (residue(entry(place)) == kNoResidue) return kUnknown;
  // Down to where no step comes nearer: a goal.
  int walked = 0;
  Place at = place;
  for (;; ++walked) {
    const int nearer = (residue(entry(at)) + 2) % 3;
    int step = 0;
    Place next{};
    for (; step < graph_->moves(); ++step) {
      next = graph_->after(at, step);
      if (residue(entry(next)) == nearer) break;
    }
    if (step == graph_->moves()) return walked;
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
    for (int step = 0; step < graph_->moves(); ++step) {
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

std::vector<GraphEntry> DistanceTable::deepest(std::size_t most) const {
  assert(packing_ == TablePacking::bytes);
  std::vector<GraphEntry> entries;
  const auto depth = static_cast<std::byte>(distribution_.entries.size() - 1);
  for (std::uint32_t block = 0; block < graph_->blocks() && entries.size() < most; ++block) {
    const auto row = table_.bytes().subspan(std::uint64_t{block} * graph_->stride(), graph_->block_size());
    for (std::uint32_t offset = 0; offset < row.size() && entries.size() < most; ++offset)
      if (row[offset] == depth) entries.push_back({block, offset});
  }
  return entries;
}

}  // namespace superflip
