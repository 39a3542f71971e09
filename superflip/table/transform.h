// TransformTable: what each symmetry of a group does to each value of a coordinate.
//
// Entry (i, s) is index(S^-1 * to_cube(i) * S). Each symmetry has a row of all values. Conjugation by s and then by t
// is conjugation by s * t, so only the rows of a few generators are computed from cubes; the others are composed.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/table/entry.h"

namespace SUPERFLIP_API superflip {

template <Coordinate C>
class TransformTable {
 public:
  using Value = Entry<C>;

  // size() * order entries of 2 or 4 bytes. Preconditions: the coordinate has at most 2^32 values and admits every
  // member of the group.
  explicit TransformTable(const C& coordinate = {}, const SymmetryGroup& group = kUd16, unsigned threads = 1)
      : group_(group), size_(coordinate.size()), image_(size_ * group.members().size()) {
    assert((group.bits() & ~admitted(coordinate)) == 0);
    assert(size_ <= Index{1} << 32);
    for (int position = 0; position < group_.order(); ++position) {
      const Symmetry product = group_.member(position);
      Value* const row = image_.data() + position * size_;
      const auto fill = [&](auto value) {
        parallel_for(size_, 4096, threads, [row, value](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) row[i] = static_cast<Value>(value(i));
        });
      };
      if (const auto [s, t] = factors(position); s != 0)
        fill([first = this->row(s), second = this->row(t)](Index i) { return second[first[i]]; });
      else
        fill([&](Index i) { return coordinate.index(conjugate(to_cube(coordinate, i), product)); });
    }
  }

  Index size() const { return size_; }
  const SymmetryGroup& group() const { return group_; }

  // The value of S^-1 * c * S for cubes c of value i. Precondition: the group contains s.
  Value at(Index i, Symmetry s) const { return image_[group_.position(s) * size_ + i]; }

  // The row of at(i, s) for all i.
  std::span<const Value> row(Symmetry s) const { return {image_.data() + group_.position(s) * size_, size_}; }

 private:
  struct Factors {
    Symmetry s, t;
  };

  // Two earlier members other than the identity whose product is the one at that position; {0, 0} if there are none.
  Factors factors(int position) const {
    for (int p = 1; p < position; ++p)
      for (int q = 1; q < position; ++q)
        if (group_.member(p) * group_.member(q) == group_.member(position)) return {group_.member(p), group_.member(q)};
    return {Symmetry{}, Symmetry{}};
  }

  SymmetryGroup group_;
  std::size_t size_;
  std::vector<Value> image_;
};

}  // namespace superflip
