// The near entries of a pruning table.
//
// Two bits tell of an entry up to the base distance only that, and the least distance of its line is little where the
// line has one that is very near: beside the cosets of patterns with few corners out of place a search would see
// nothing but such lines, and take minutes for 15 moves. There are few entries so near (one in 200; in quarter turns
// one in 40), and the nearer of them are fewer still, so that their distances fit into a small table by hash. What that
// tells may be too small, never too large.
#pragma once

#include <cstdint>
#include <functional>

#include "superflip/solver/optimal/hashed_distances.h"
#include "superflip/solver/optimal/table.h"
#include "superflip/table/store.h"

namespace superflip::optimal {

class Near {
 public:
  // From the store's file, or made and saved there, in a second or two; without a store it is made in memory. Throws
  // std::bad_alloc, and std::logic_error for a shape with more near entries than were ever counted.
  static Near open(const Shape& shape, const TableStore* store);

  // Of an entry that is 0: its distance up to farthest(), else farthest() + 1; it may be less, never more. The line's
  // least distance may be the better bound.
  int bound(std::uint64_t index) const {
    const int distance = distances_[hash_of(index)];
    return distance == HashedDistances::kNone ? farthest_ + 1 : distance;
  }

  // Asks for what bound() will read.
  void ask(std::uint64_t index) const { distances_.ask(hash_of(index)); }

  // Up to which distance entries are held, -1..kMostListed: less than the base.
  static int farthest(const Shape& shape);

  // The file that open() uses.
  static TableIdentity file(const Shape& shape);

 private:
  Near(const Shape& shape, Table table);

  static std::uint64_t hash_of(std::uint64_t index) { return (index + 1) * 0x9E3779B97F4A7C15U; }

  Table table_;
  HashedDistances distances_;
  int farthest_;
};

// use(index, distance) for all indices of all cosets up to the distance `farthest`, at most kMostListed, nearer ones
// first. Some come again, with the same distance or a greater one.
inline constexpr int kMostListed = 8;
void list_near(const Shape& shape, int farthest, const std::function<void(std::uint64_t index, int distance)>& use);

}  // namespace superflip::optimal
