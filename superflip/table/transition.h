// TransitionTable: what each move does to each value of a coordinate.
//
// The table is well defined because a coordinate numbers right cosets H*c and moves multiply on the right. Entry
// [i*moves + m] is index(to_cube(i) * move m), so all children of a value are adjacent in memory.
#pragma once

#include <array>
#include <cassert>
#include <span>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/concept.h"
#include "superflip/cube/move.h"
#include "superflip/table/entry.h"

namespace SUPERFLIP_API superflip {

template <Coordinate C>
class TransitionTable {
 public:
  using Value = Entry<C>;

  // size() * moves entries of 2 or 4 bytes. Preconditions: the coordinate has at most 2^32 values; the moves preserve
  // the set of cubes on which it is defined.
  explicit TransitionTable(const C& coordinate = {}, std::span<const Move> moves = kAllMoves, unsigned threads = 1)
      : moves_(moves.size()), next_(coordinate.size() * moves.size()) {
    assert(coordinate.size() <= Index{1} << 32);
    parallel_for(coordinate.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Cube cube = to_cube(coordinate, i);
        for (std::size_t m = 0; m < moves_; ++m)
          next_[i * moves_ + m] = static_cast<Value>(coordinate.index(apply(cube, moves[m])));
      }
    });
  }

  Index size() const { return next_.size() / moves_; }
  int moves() const { return static_cast<int>(moves_); }

  // The value after the move at position m of the list of moves; with all 18 moves, m is the move.
  Value at(Index i, int m) const { return next_[i * moves_ + static_cast<std::size_t>(m)]; }

  // The values after each of the moves.
  std::span<const Value> row(Index i) const { return {next_.data() + i * moves_, moves_}; }

 private:
  std::size_t moves_;
  std::vector<Value> next_;
};

}  // namespace superflip
