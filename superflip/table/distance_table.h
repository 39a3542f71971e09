// DistanceTable: the distances of all values of a coordinate, packed, with their distribution.
//
// A pruning table over any coordinate, with any moves, metric, goal and symmetries (schreier_graph.h). Distances are
// found in one byte an entry and then packed: as bytes, exact; as nibbles, 14 standing for 14 or more; or mod 3, two
// bits an entry, which tell the distance of a neighbour from one's own (kociemba.org/math/pruning.htm), and so need
// steps of cost 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/cube/error.h"
#include "superflip/table/schreier_graph.h"
#include "superflip/table/store.h"

namespace superflip {

enum class TablePacking : std::uint8_t { bytes, nibbles, mod3 };

constexpr int bits(TablePacking packing) {
  return packing == TablePacking::bytes ? 8 : packing == TablePacking::nibbles ? 4 : 2;
}

class DistanceTable {
 public:
  using Place = SchreierGraph::Place;
  static constexpr int kUnknown = 255;   // more than any distance: no word leads to the goal
  static constexpr int kFarthest = 252;  // distances beyond it cannot be told
  static constexpr int kNibbleMost = 14;

  // Found now, in memory; or, with a store, from its file, made and saved if there is none. At most one byte an entry
  // and the packed table at the same time, besides the graph. Throws std::bad_alloc, and std::range_error
  // where distances pass kFarthest. Precondition: with TablePacking::mod3
  // every step costs 1.
  static DistanceTable make(std::shared_ptr<const SchreierGraph> graph, TablePacking packing, unsigned threads,
                            const Progress& progress = {}, const TableStore* store = nullptr);

  // What names the table's file, were there one.
  static TableIdentity identity(const SchreierGraph& graph, TablePacking packing);

  const SchreierGraph& graph() const { return *graph_; }
  const Distribution& distribution() const { return distribution_; }
  TablePacking packing() const { return packing_; }
  std::size_t bytes() const { return packed_; }  // of the entries

  // The distance of a place, or kUnknown. Nibbles: at most kNibbleMost, which then is a lower bound. Mod 3: `near` is
  // the distance of a place one step away; without it the way to the goal is walked.
  int distance(const Place& place) const;
  int distance(const Place& place, int near) const {
    return packing_ == TablePacking::mod3 ? from_mod3(entry(place), near) : exact(entry(place));
  }

  // A shortest word of steps from the cube to the goal; nothing where there is none, nor where nibbles do not tell.
  std::optional<std::vector<int>> word(const Cube& cube) const;

  // Entries at the greatest distance, the first `most` of them. Precondition: TablePacking::bytes.
  std::vector<GraphEntry> deepest(std::size_t most) const;

 private:
  static constexpr int kNoResidue = 3;

  std::uint64_t entry(const Place& place) const {
    return std::uint64_t{place.entry.block} * graph_->stride() + place.entry.offset;
  }
  int exact(std::uint64_t entry) const {
    if (packing_ == TablePacking::nibbles) {
      const int d = nibble(table_.bytes().data(), entry);
      return d > kNibbleMost ? kUnknown : d;
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
