// The pruning tables of the optimal solver: what each distinguishes, its layout, and its name.
//
// An entry has two bits and is a lower bound of the distance of a coset. A line of 64 bytes holds 254 entries and, in
// its last four bits, the least distance among them. With b the table's base distance, entry 0 means at most b (and at
// least the line's least distance), 1 and 2 mean exactly b + 1 and b + 2, and 3 means more. Entries that share a line
// differ only in the flips of the edges, so their least distance is a useful bound.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "superflip/cube/move.h"
#include "superflip/solver/optimal/coset.h"
#include "superflip/table/source.h"

namespace superflip::optimal {

inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::uint64_t kLineEntries = 254;

// What a table distinguishes, and from which distance on.
struct Shape {
  std::string_view name;  // of the table and its file
  bool folded;            // x and x s for s in <U D', R L', F B'> have one entry
  Relation relation;      // what is distinguished within a coset of K; Relation::tetrads on folded tables only
  int flips;              // how many of the nine bits of flips are kept, 0..9; 9 when folded
  int base;               // b, 0..12: distances up to b have the entry 0
  Metric metric = Metric::htm;

  constexpr std::uint64_t edges() const { return folded ? 295548 : static_cast<std::uint64_t>(kArrangements) << flips; }
  constexpr std::uint64_t entries() const {
    return static_cast<std::uint64_t>(kCornerClasses) * relation_count(relation) * edges();
  }
  constexpr std::uint64_t bytes() const { return (entries() + kLineEntries - 1) / kLineEntries * kLineBytes; }
  constexpr int max_bound() const { return base + 3; }  // no bound is larger
  // A table with 8 bits has one entry for each pair of the table with 9 bits, and is made from it, since that is
  // fastest (see generate.h).
  constexpr bool is_of_pairs() const { return !folded && flips == 8; }
  constexpr Shape whole() const {
    Shape shape = *this;
    if (is_of_pairs()) shape.flips = 9;
    return shape;
  }
  // Memory in bytes that making the table takes.
  constexpr std::uint64_t bytes_to_make() const { return bytes() * (is_of_pairs() ? 3 : 1) + (std::uint64_t{1} << 26); }
};

// Equals shape.bytes(); throws std::bad_alloc when the address space is too small for it.
std::size_t size_in_memory(const Shape& shape);

// From small to large, for each metric. A search reads fewer lines of a larger table: 64 M of
// optimal-282, 16 M of optimal-2818 and 8 M of optimal-5636 for a random cube (docs/measurements.md).
inline constexpr std::array<Shape, 20> kShapes{{
    {"optimal-47", true, Relation::none, 9, 8, Metric::htm},
    {"optimal-94", true, Relation::parity, 9, 8, Metric::htm},
    {"optimal-282", true, Relation::tetrads, 9, 8, Metric::htm},
    {"optimal-705", false, Relation::none, 7, 8, Metric::htm},
    {"optimal-1409", false, Relation::none, 8, 9, Metric::htm},
    {"optimal-2818", false, Relation::none, 9, 9, Metric::htm},
    {"optimal-5636", false, Relation::parity, 9, 9, Metric::htm},
    {"optimal-47-qtm", true, Relation::none, 9, 9, Metric::qtm},
    {"optimal-94-qtm", true, Relation::parity, 9, 10, Metric::qtm},
    {"optimal-282-qtm", true, Relation::tetrads, 9, 10, Metric::qtm},
    {"optimal-705-qtm", false, Relation::none, 7, 10, Metric::qtm},
    {"optimal-1409-qtm", false, Relation::none, 8, 11, Metric::qtm},
    {"optimal-2818-qtm", false, Relation::none, 9, 11, Metric::qtm},
    {"optimal-5636-qtm", false, Relation::parity, 9, 11, Metric::qtm},
    {"optimal-47-stm", true, Relation::none, 9, 7, Metric::stm},
    {"optimal-94-stm", true, Relation::parity, 9, 7, Metric::stm},
    {"optimal-282-stm", true, Relation::tetrads, 9, 8, Metric::stm},
    {"optimal-47-atm", true, Relation::none, 9, 6, Metric::atm},
    {"optimal-94-atm", true, Relation::parity, 9, 6, Metric::atm},
    {"optimal-282-atm", true, Relation::tetrads, 9, 7, Metric::atm},
}};

// The shape of that name, or nullptr.
const Shape* find_shape(std::string_view name);

// Whether there is a table in the metric.
constexpr bool has_tables(Metric metric) {
  return std::any_of(kShapes.begin(), kShapes.end(), [metric](const Shape& s) { return s.metric == metric; });
}

// The one of kShapes that distinguishes the same in the given metric, or nullptr.
const Shape* in_metric(const Shape& shape, Metric metric);

// The identity of the table's file.
TableIdentity identity(const Shape& shape);

// The lower bound of the distance, in the table's metric, that entry `slot` (0..253) of a line stands for: 0..base + 3.
inline int bound(const std::uint8_t* line, unsigned slot, int base) {
  const unsigned code = line[slot >> 2] >> 2 * (slot & 3) & 3;
  return code == 0 ? line[kLineBytes - 1] >> 4 : base + static_cast<int>(code);
}

}  // namespace superflip::optimal
