// SymComposite<A, B>: a pair of coordinates, reduced by symmetry through the classes of A.
//
// Symmetric<A> gives a symmetry S with raw(A) = S^-1 * representative * S. It carries the cube to S * cube * S^-1,
// whose value of A is the representative. The index is class * |B| + the value of B of that cube. These are the entries
// of a pruning table that is smaller by nearly the order of the group (kociemba.org/symmetric.htm).
//
// Invariant: index(to_cube(i)) == i, and cubes with the same index have values of (A, B) that are images of each other
// under the group. The converse fails for self-symmetric classes: if T fixes the representative, a cube and T^-1 * cube
// * T may have different values of B and so different indices, although the two are symmetrical. What depends only on
// the position up to symmetry, such as a distance, is then the same for both indices.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>

#include "superflip/base/api.h"
#include "superflip/coordinate/symmetric.h"

namespace SUPERFLIP_API superflip {

template <Coordinate A, Coordinate B>
class SymComposite {
 public:
  // Preconditions: those of Symmetric<A>, and B admits every member of the group.
  explicit SymComposite(Symmetric<A> a, B b = {}) : a_(std::move(a)), b_(std::move(b)) {
    assert((a_.group().bits() & ~admitted(b_)) == 0);
  }

  std::string name() const { return a_.name() + " x " + std::string(b_.name()); }
  const Symmetric<A>& a() const { return a_; }
  const B& b() const { return b_; }

  // classes * |B|.
  Index size() const { return a_.classes() * b_.size(); }

  Index index(const Cube& cube) const {
    const Index raw = a_.base().index(cube);
    return a_.class_of(raw) * b_.size() + b_.index(conjugate(cube, inverse(a_.symmetry_of(raw))));
  }

  // Writes the representative of the class and the value of B.
  void assign(Cube& cube, Index i) const {
    a_.base().assign(cube, a_.representative(class_of(i)));
    b_.assign(cube, i % b_.size());
  }

  bool defined(const Cube& cube) const { return a_.defined(cube) && is_defined(b_, cube); }

  std::uint32_t class_of(Index i) const { return static_cast<std::uint32_t>(i / b_.size()); }

  // The number of pairs of values (raw A, raw B) with this index: the size of A's class. Over all indices they sum to
  // |A| * |B|, so that entries counted with this weight give the distribution of the pairs.
  std::uint32_t weight(Index i) const { return a_.class_size(class_of(i)); }

 private:
  Symmetric<A> a_;
  [[no_unique_address]] B b_;
};

}  // namespace superflip
