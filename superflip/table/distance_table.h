// DistanceTable: the distances of all values of a coordinate, packed, with their distribution.
//
// A pruning table over any coordinate, with any moves, metric, goal and symmetries (schreier_graph.h). Distances are
// computed with one byte per entry and then packed: as exact bytes; as nibbles, where 14 means 14 or more; or mod 3 in
// two bits per entry. Mod 3 gives a neighbour's distance only relative to one's own (kociemba.org/math/pruning.htm),
// and so needs steps of cost 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/table/schreier_graph.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

enum class TablePacking : std::uint8_t { bytes, nibbles, mod3 };

constexpr int bits(TablePacking packing) {
  return packing == TablePacking::bytes ? 8 : packing == TablePacking::nibbles ? 4 : 2;
}

// Counts the entries of a graph at each distance from its goals, without a table, in about three bits for each entry.
// Errors: `stopped`, within 20 ms of the flag; `out_of_memory`; `bad_option` for distances over
// DistanceTable::kMaxDistance.
Expected<Distribution> count_distances(const SchreierGraph& graph, unsigned threads, const Progress& progress = {},
                                       const StopFlag* stop = nullptr);

class DistanceTable {
 public:
  using Place = SchreierGraph::Place;
  static constexpr int kUnknown = 255;      // more than any distance: no word leads to the goal
  static constexpr int kMaxDistance = 252;  // the largest that can be stored
  static constexpr int kNibbleMax = 14;

  // With a source, the table is taken from there, or made and kept there; without one it is made in memory. Besides the
  // graph, this needs at most one byte per entry and the packed table at the same time. Errors: `stopped`, within 20 ms
  // of the flag; `out_of_memory`; `bad_option` where distances exceed kMaxDistance, and for TablePacking::mod3 where
  // some step costs more.
  static Expected<DistanceTable> make(std::shared_ptr<const SchreierGraph> graph, TablePacking packing,
                                      unsigned threads, const Progress& progress = {},
                                      const TableSource* source = nullptr, const StopFlag* stop = nullptr);

  // The identity of the table, which also gives the name of its file. A coordinate is recognised by what it does: the
  // identity contains a probe of the parts, a hash of their values for a few thousand cubes. The file's name contains
  // the probe only for types of a user's own, because other coordinates are identified by their descriptions.
  static TableIdentity identity(const SchreierGraph& graph, TablePacking packing);

  const SchreierGraph& graph() const { return *graph_; }
  const Distribution& distribution() const { return distribution_; }
  TablePacking packing() const { return packing_; }
  std::size_t bytes() const { return packed_; }  // of the entries
  // The entries as they are packed: graph().stride() for each block, of which the first graph().block_size() count.
  std::span<const std::byte> entries() const { return table_.bytes().first(packed_); }

  // The distance of a place, or kUnknown. With nibbles the result is at most kNibbleMax, which is then a lower bound.
  // With mod 3, `near` is the known distance of a place one step away; without it, the distance is found by walking to
  // the goal.
  int distance(const Place& place) const;
  int distance(const Place& place, int near) const {
    return packing_ == TablePacking::mod3 ? from_mod3(entry(place), near) : exact(entry(place));
  }

  // A shortest word of steps from the cube to the goal; empty if there is none or if nibbles cannot determine one.
  std::optional<std::vector<int>> word(const Cube& cube) const;

  // The first `max` entries at the greatest distance. Precondition: TablePacking::bytes.
  std::vector<GraphEntry> deepest(std::size_t max) const;

 private:
  static constexpr int kNoResidue = 3;

  std::uint64_t entry(const Place& place) const {
    return std::uint64_t{place.entry.block} * graph_->stride() + place.entry.offset;
  }
  int exact(std::uint64_t entry) const {
    if (packing_ == TablePacking::nibbles) {
      const int d = nibble(table_.bytes().data(), entry);
      return d > kNibbleMax ? kUnknown : d;
    }
    return std::to_integer<int>(table_.bytes()[entry]);
  }
  int residue(std::uint64_t entry) const {
    return std::to_integer<int>(table_.bytes()[entry / 4]) >> (2 * (entry % 4)) & 3;
  }
  int from_mod3(std::uint64_t entry, int near) const {
    const int now = residue(entry);
    if (now == kNoResidue) return kUnknown;
    return near - 1 + (now + 4 - near % 3) % 3;
  }

  std::shared_ptr<const SchreierGraph> graph_;
  TablePacking packing_ = TablePacking::bytes;
  Table table_;  // the entries, then the distribution
  std::size_t packed_ = 0;
  Distribution distribution_;
};

}  // namespace superflip
