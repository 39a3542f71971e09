// The pruning tables of the optimal solver: lower bounds of the distance of a coset, two bits each.
//
// A line of 64 bytes holds 254 entries and, in its last four bits, the least distance among them. Entry 0 means at most
// the table's base distance b (and at least the line's least one), 1 and 2 mean b + 1 and b + 2 exactly, 3 means more.
// Neighbours in a line differ in the edges' flips alone, so that the least distance tells something.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include "superflip/solver/optimal/coset.h"
#include "superflip/solver/search.h"
#include "superflip/table/parallel.h"
#include "superflip/table/store.h"

namespace superflip::optimal {

inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::uint64_t kLineEntries = 254;

// What a table tells apart, and from which distance on.
struct Shape {
  std::string_view name;  // of the table and its file
  bool folded;            // x and x s for s in <U D', R L', F B'> have one entry
  Relation relation;      // what is told apart beyond a coset of K; that of the tetrads on folded tables alone
  int flips;              // how many of the nine bits of flips, 0..9; 9 when folded
  int base;               // b, 0..12: distances up to b are entry 0
  Metric metric = Metric::htm;
  int seconds = 1;  // that making it takes on one core of 2.5 GHz: measured, or guessed from its like

  constexpr std::uint64_t edges() const { return folded ? 295548 : static_cast<std::uint64_t>(kArrangements) << flips; }
  constexpr std::uint64_t entries() const {
    return static_cast<std::uint64_t>(kCornerClasses) * relation_count(relation) * edges();
  }
  constexpr std::uint64_t bytes() const { return (entries() + kLineEntries - 1) / kLineEntries * kLineBytes; }
  constexpr int most() const { return base + 3; }  // no entry says more
  // With 8 bits, each entry is made of two of the whole table, with 9, which is made the fastest (see generate.cpp).
  constexpr bool is_of_pairs() const { return !folded && flips == 8; }
  constexpr Shape whole() const {
    Shape shape = *this;
    if (is_of_pairs()) shape.flips = 9;
    return shape;
  }
  // Of memory, while it is made.
  constexpr std::uint64_t bytes_to_make() const { return bytes() * (is_of_pairs() ? 3 : 1) + (std::uint64_t{1} << 26); }
};

// shape.bytes(); throws std::bad_alloc when there are no addresses for so many.
std::size_t size_in_memory(const Shape& shape);

// From small to large, for either metric. A search reads half as many lines with each doubling.
inline constexpr std::array<Shape, 14> kShapes{{
    {"optimal-47", true, Relation::none, 9, 8, Metric::htm, 28},
    {"optimal-94", true, Relation::parity, 9, 8, Metric::htm, 35},
    {"optimal-282", true, Relation::tetrads, 9, 8, Metric::htm, 45},
    {"optimal-705", false, Relation::none, 7, 8, Metric::htm, 56},
    {"optimal-1409", false, Relation::none, 8, 9, Metric::htm, 240},
    {"optimal-2818", false, Relation::none, 9, 9, Metric::htm, 240},
    {"optimal-5636", false, Relation::parity, 9, 9, Metric::htm, 380},
    {"optimal-47-qtm", true, Relation::none, 9, 9, Metric::qtm, 25},
    {"optimal-94-qtm", true, Relation::parity, 9, 10, Metric::qtm, 250},
    {"optimal-282-qtm", true, Relation::tetrads, 9, 10, Metric::qtm, 250},
    {"optimal-705-qtm", false, Relation::none, 7, 10, Metric::qtm, 430},
    {"optimal-1409-qtm", false, Relation::none, 8, 11, Metric::qtm, 480},
    {"optimal-2818-qtm", false, Relation::none, 9, 11, Metric::qtm, 460},
    {"optimal-5636-qtm", false, Relation::parity, 9, 11, Metric::qtm, 1000},
}};

// The shape of that name, or nullptr.
const Shape* find_shape(std::string_view name);

// The one of kShapes that tells the same apart in a metric, or nullptr.
const Shape* in_metric(const Shape& shape, Metric metric);

// A lower bound of the distance, in the table's metric, that entry `slot` (0..253) of a line stands for: 0..base + 3.
inline int bound(const std::uint8_t* line, unsigned slot, int base) {
  const unsigned code = line[slot >> 2] >> 2 * (slot & 3) & 3;
  return code == 0 ? line[kLineBytes - 1] >> 4 : base + static_cast<int>(code);
}

struct Interrupted : std::exception {
  const char* what() const noexcept override { return "the making of a table was interrupted"; }
};

class Unfinished;

// Fills memory of shape.bytes(), whatever was there. Goes on from what is kept and keeps what it makes, where that is
// given. Throws Interrupted when the flag is set.
void generate(const Shape& shape, std::span<std::byte> bytes, unsigned threads, const Progress& progress,
              const StopFlag* stop, Unfinished* kept = nullptr);

// Makes a plain table from one of the same cosets and metric with one bit of flips more: of each two entries the
// lesser. Each span is a whole table, of its shape's bytes().
void take_pairs(std::span<const std::byte> from, std::span<std::byte> to, unsigned threads);

// One index of a cube's entry, 0..shape.entries() - 1.
std::uint64_t index_of(const Shape& shape, const Cube& cube);
// All indices of its coset: several when its corners are symmetric.
std::vector<std::uint64_t> indices_of(const Shape& shape, const Cube& cube);

// For a plain shape with all flips, which is closed under moves: the entry to which a move leads from the cube that
// entry `index` stands for.
std::uint64_t neighbour_of(const Shape& shape, std::uint64_t index, Move move);
// ... and what ends the making of such a table: of rows begin..end - 1 (of kFlips entries each) those entries become 2
// that are 3 and have a neighbour that is 1. No other call may write to lines of these rows meanwhile.
void take_rows(const Shape& shape, std::uint8_t* lines, std::uint64_t begin, std::uint64_t end);

// How many entries are 0, 1, 2 and 3.
std::array<std::uint64_t, 4> distribution(const Shape& shape, std::span<const std::byte> bytes);

}  // namespace superflip::optimal
