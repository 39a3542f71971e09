// SymComposite<A, B>: two coordinates, the pair of them reduced by symmetry through the classes of A.
//
// With raw(A) = S^-1 * representative * S for the symmetry S that Symmetric<A> gives, the cube is carried to
// S * cube * S^-1, whose A is the representative, and the index is class * |B| + B of that cube. These are the entries
// of a pruning table that is smaller by nearly the order of the group (kociemba.org/symmetric.htm).
//
// Invariant: index(to_cube(i)) == i, and cubes of one index are images of each other under the group as far as A and B
// see them. The converse fails for self-symmetric classes: when T fixes the representative, b and the b of T^-1 * cube
// * T are two indices of symmetrical pairs, and what holds for one (a distance) holds for the other.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>

#include "superflip/coordinate/symmetric.h"

namespace superflip {

template <Coordinate A, Coordinate B>
class SymComposite {
 public:
  // Preconditions: as for Symmetric<A>; B admits every member of the group, too.
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
    return a_.class_of(raw) * b_.size() + b_.index(conjugate(cube, inverse_symmetry(a_.symmetry_of(raw))));
  }

  // Writes the representative of the class and the value of B.
  void assign(Cube& cube, Index i) const {
    a_.base().assign(cube, a_.representative(class_of(i)));
    b_.assign(cube, i % b_.size());
  }

  bool defined(const Cube& cube) const { return a_.defined(cube) && is_defined(b_, cube); }

  std::uint32_t class_of(Index i) const { return static_cast<std::uint32_t>(i / b_.size()); }

  // How many pairs of values (raw A, raw B) have this index: the size of A's class. Over all indices they sum to |A| *
  // |B|, so that entries counted with this weight give the distribution of the pairs.
  std::uint32_t weight(Index i) const { return a_.class_size(class_of(i)); }

 private:
  Symmetric<A> a_;
  [[no_unique_address]] B b_;
};

}  // namespace superflip
