// TransformTable: what each symmetry of a group does to each value of a coordinate.
//
// Entry (i, s) is index(S^-1 * to_cube(i) * S). Each symmetry has a row of all values. Conjugation by s and then by t
// is conjugation by s * t, so only the rows of a few generators are computed from cubes; the others are composed.
#pragma once

#include <cassert>
#include <concepts>
#include <span>
#include <string>

#include "superflip/base/api.h"
#include "superflip/base/memory.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/table/entry.h"
#include "superflip/table/fingerprint.h"
#include "superflip/table/source.h"

namespace SUPERFLIP_API superflip {

template <Coordinate C>
class TransformTable {
 public:
  using Value = Entry<C>;

  // size() * order entries of 2 or 4 bytes, made in memory. Preconditions: the coordinate has at most 2^32 values and
  // admits every member of the group. Throws std::bad_alloc.
  TransformTable() requires std::default_initializable<C> : TransformTable(C{}) {}
  explicit TransformTable(const C& coordinate, const SymmetryGroup& group = kUd16, unsigned threads = 1)
      : group_(group), size_(coordinate.size()) {
    assert((group.bits() & ~admitted(coordinate)) == 0);
    assert(size_ <= Index{1} << 32);
    const TableMemory memory = allocate_table(size_ * group.members().size() * sizeof(Value));
    fill(coordinate, group, threads, nullptr, memory.bytes);
    table_ = Table(memory.owner, memory.bytes);
  }

  // The table from the source, or made and kept there. Errors: those of open_table(), and bad_option if the coordinate
  // has more than 2^32 values or does not admit every member of the group.
  static Expected<TransformTable> open(const C& coordinate, const TableSource* source,
                                       const SymmetryGroup& group = kUd16, unsigned threads = 1,
                                       const StopFlag* stop = nullptr) {
    if (coordinate.size() > Index{1} << 32 || (group.bits() & ~admitted(coordinate)) != 0)
      return fail(ErrorKind::bad_option, std::string(coordinate.name()) +
                                             " has more than 2^32 values, or does not admit all of the symmetries " +
                                             to_string(group));
    const TableIdentity identity =
        values_identity("transform", AnyCoordinate(coordinate), "transformations by " + to_string(group),
                        coordinate.size() * group.members().size() * sizeof(Value));
    const auto make = [&](std::span<std::byte> bytes) { fill(coordinate, group, threads, stop, bytes); };
    return open_values(source, identity, stop, make).map([&](Table table) {
      return TransformTable(group, coordinate.size(), std::move(table));
    });
  }

  Index size() const { return size_; }
  const SymmetryGroup& group() const { return group_; }

  // The value of S^-1 * c * S for cubes c of value i. Precondition: the group contains s.
  Value at(Index i, Symmetry s) const { return image()[group_.position(s) * size_ + i]; }

  // The row of at(i, s) for all i.
  std::span<const Value> row(Symmetry s) const { return {image() + group_.position(s) * size_, size_}; }

 private:
  struct Factors {
    Symmetry s, t;
  };

  TransformTable(const SymmetryGroup& group, Index size, Table table)
      : group_(group), size_(size), table_(std::move(table)) {}

  static void fill(const C& coordinate, const SymmetryGroup& group, unsigned threads, const StopFlag* stop,
                   std::span<std::byte> bytes) {
    auto* const image = reinterpret_cast<Value*>(bytes.data());
    const std::size_t size = coordinate.size();
    const auto row_of = [&](Symmetry s) { return image + static_cast<std::size_t>(group.position(s)) * size; };
    for (const Symmetry product : group.members()) {
      Value* const row = row_of(product);
      const auto fill_row = [&](auto value) {
        parallel_for(
            size, 4096, threads,
            [row, value](std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i) row[i] = static_cast<Value>(value(i));
            },
            stop);
      };
      if (const auto [s, t] = factors(group, product); s != 0)
        fill_row([first = row_of(s), second = row_of(t)](Index i) { return second[first[i]]; });
      else
        fill_row([&](Index i) { return coordinate.index(conjugate(to_cube(coordinate, i), product)); });
      if (is_set(stop)) return;
    }
  }

  // Two earlier members other than the identity with that product; {0, 0} if there are none.
  static Factors factors(const SymmetryGroup& group, Symmetry product) {
    const int position = group.position(product);
    for (int p = 1; p < position; ++p)
      for (int q = 1; q < position; ++q)
        if (group.member(p) * group.member(q) == product) return {group.member(p), group.member(q)};
    return {Symmetry{}, Symmetry{}};
  }

  const Value* image() const { return table_.template as<Value>(); }

  SymmetryGroup group_;
  std::size_t size_;
  Table table_;
};

}  // namespace superflip
