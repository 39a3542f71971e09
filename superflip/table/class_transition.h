// ClassTransitionTable: what each move does to each class of a symmetric coordinate, with the offset.
//
// A move carries the representative of a class to a value j of some class, and a symmetry carries j to the
// representative of that class, its offset. A search that keeps the product of the offsets moves from class to class
// without the cube. Where the class is the folded part of a SymComposite, the other part changes by the move and then
// by the offset (TransformTable). Source: Tronto's page on coordinates, "Moving coordinates".
//
// Invariant: with {cls, offset} = at(c, m), representative(cls) is the value of offset^-1 * (cube * m) * offset for
// every cube whose value is representative(c).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "superflip/base/api.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/class_packing.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/cube/algorithm.h"
#include "superflip/table/fingerprint.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

template <Coordinate A>
class ClassTransitionTable {
 public:
  struct Target {
    std::uint32_t cls;  // the class after the move
    Symmetry offset;    // brings the representative after the move to the representative of that class
  };

  // classes * moves entries of 4 bytes, made in memory. Precondition: the classes are without inversion. Throws
  // std::bad_alloc.
  explicit ClassTransitionTable(const Symmetric<A>& symmetric, std::span<const Move> moves = kAllMoves,
                                unsigned threads = 1)
      : group_(symmetric.group()), packing_(symmetric.group().order()), moves_(moves.size()) {
    const TableMemory memory = allocate_table(std::size_t{symmetric.classes()} * moves.size() * sizeof(std::uint32_t));
    fill(symmetric, moves, threads, nullptr, memory.bytes);
    table_ = Table(memory.owner, memory.bytes);
  }

  // The table from the source, or made and kept there. Errors: those of open_table().
  static Expected<ClassTransitionTable> open(const Symmetric<A>& symmetric, const TableSource* source,
                                             std::span<const Move> moves = kAllMoves, unsigned threads = 1,
                                             const StopFlag* stop = nullptr) {
    const std::string more = "packed class transitions by " + to_string(Moves(moves.begin(), moves.end())) + " under " +
                             to_string(symmetric.group());
    const TableIdentity identity =
        values_identity("class-transition", AnyCoordinate(symmetric.base()), more,
                        std::uint64_t{symmetric.classes()} * moves.size() * sizeof(std::uint32_t));
    const auto make = [&](std::span<std::byte> bytes) { fill(symmetric, moves, threads, stop, bytes); };
    return open_values(source, identity, stop, make).map([&](Table table) {
      return ClassTransitionTable(symmetric.group(), moves.size(), std::move(table));
    });
  }

  std::uint32_t classes() const {
    return static_cast<std::uint32_t>(table_.bytes().size() / sizeof(std::uint32_t) / moves_);
  }
  int moves() const { return static_cast<int>(moves_); }

  // What the move at position m of the list of moves does to the representative of a class.
  Target at(std::uint32_t cls, int m) const {
    const std::uint32_t entry = table_.template as<std::uint32_t>()[cls * moves_ + static_cast<std::size_t>(m)];
    return {packing_.cls(entry), group_.member(static_cast<int>(packing_.position(entry)))};
  }

  // All entries, moves() for each class: a class and the position of an offset in the group, as packing() has them.
  std::span<const std::uint32_t> entries() const {
    return {table_.template as<std::uint32_t>(), table_.bytes().size() / sizeof(std::uint32_t)};
  }
  const ClassPacking& packing() const { return packing_; }

 private:
  ClassTransitionTable(const SymmetryGroup& group, std::size_t moves, Table table)
      : group_(group), packing_(group.order()), moves_(moves), table_(std::move(table)) {}

  static void fill(const Symmetric<A>& symmetric, std::span<const Move> moves, unsigned threads, const StopFlag* stop,
                   std::span<std::byte> bytes) {
    auto* const entries = reinterpret_cast<std::uint32_t*>(bytes.data());
    const ClassPacking packing(symmetric.group().order());
    parallel_for(
        symmetric.classes(), 1024, threads,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t cls = begin; cls < end; ++cls) {
            const Cube cube = to_cube(symmetric.base(), symmetric.representative(static_cast<std::uint32_t>(cls)));
            for (std::size_t m = 0; m < moves.size(); ++m) {
              const Index j = symmetric.base().index(apply(cube, moves[m]));
              const int offset = symmetric.group().position(inverse(symmetric.symmetry_of(j)));
              entries[cls * moves.size() + m] = packing.pack(symmetric.class_of(j), static_cast<std::uint32_t>(offset));
            }
          }
        },
        stop);
  }

  SymmetryGroup group_;
  ClassPacking packing_;
  std::size_t moves_;
  Table table_;
};

}  // namespace superflip
