// TransitionTable: what each move does to each value of a coordinate.
//
// The table is well defined because a coordinate numbers right cosets H*c and moves multiply on the right. Entry
// [i*moves + m] is index(to_cube(i) * move m), so all children of a value are adjacent in memory. Source:
// jaapsch.net/puzzles/compcube.htm, and Tronto's page on coordinates, where these tables are kept in files.
#pragma once

#include <cassert>
#include <concepts>
#include <span>
#include <string>

#include "superflip/base/api.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/concept.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/move.h"
#include "superflip/table/entry.h"
#include "superflip/table/fingerprint.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

template <Coordinate C>
class TransitionTable {
 public:
  using Value = Entry<C>;

  // size() * moves entries of 2 or 4 bytes, made in memory. Preconditions: the coordinate has at most 2^32 values; at
  // least one move; the moves preserve the set of cubes on which it is defined. Throws std::bad_alloc.
  TransitionTable() requires std::default_initializable<C> : TransitionTable(C{}) {}
  explicit TransitionTable(const C& coordinate, std::span<const Move> moves = kAllMoves, unsigned threads = 1)
      : moves_(moves.size()) {
    assert(coordinate.size() <= Index{1} << 32 && !moves.empty());
    const TableMemory memory = allocate_table(coordinate.size() * moves.size() * sizeof(Value));
    fill(coordinate, moves, threads, nullptr, memory.bytes);
    table_ = Table(memory.owner, memory.bytes);
  }

  // The table from the source, or made and kept there. Errors: those of open_table(), and bad_option if the coordinate
  // has more than 2^32 values. Preconditions: the moves preserve the set of cubes on which it is defined.
  static Expected<TransitionTable> open(const C& coordinate, const TableSource* source,
                                        std::span<const Move> moves = kAllMoves, unsigned threads = 1,
                                        const StopFlag* stop = nullptr) {
    if (coordinate.size() > Index{1} << 32)
      return fail(
          ErrorKind::bad_option,
          std::string(coordinate.name()).append(" has more than 2^32 values: too many for a table of transitions"));
    const std::string more = "transitions by " + to_string(Moves(moves.begin(), moves.end()));
    const TableIdentity identity = values_identity("transition", AnyCoordinate(coordinate), more,
                                                   coordinate.size() * moves.size() * sizeof(Value));
    const auto make = [&](std::span<std::byte> bytes) { fill(coordinate, moves, threads, stop, bytes); };
    return open_values(source, identity, stop, make).map([&](Table table) {
      return TransitionTable(moves.size(), std::move(table));
    });
  }

  Index size() const { return table_.bytes().size() / sizeof(Value) / moves_; }
  int moves() const { return static_cast<int>(moves_); }

  // The value after the move at position m of the list of moves; with all 18 moves, m is the move.
  Value at(Index i, int m) const { return next()[i * moves_ + static_cast<std::size_t>(m)]; }

  // The values after each of the moves.
  std::span<const Value> row(Index i) const { return {next() + i * moves_, moves_}; }

 private:
  TransitionTable(std::size_t moves, Table table) : moves_(moves), table_(std::move(table)) {}

  static void fill(const C& coordinate, std::span<const Move> moves, unsigned threads, const StopFlag* stop,
                   std::span<std::byte> bytes) {
    auto* const next = reinterpret_cast<Value*>(bytes.data());
    parallel_for(
        coordinate.size(), 1024, threads,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            const Cube cube = to_cube(coordinate, i);
            for (std::size_t m = 0; m < moves.size(); ++m)
              next[i * moves.size() + m] = static_cast<Value>(coordinate.index(apply(cube, moves[m])));
          }
        },
        stop);
  }

  const Value* next() const { return table_.template as<Value>(); }

  std::size_t moves_;
  Table table_;
};

}  // namespace superflip
