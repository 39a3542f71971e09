// Symmetric<A>: a coordinate reduced by symmetry to classes.
//
// Two raw values are in one class when a symmetry S of the group carries one to the other, raw' = S^-1 * raw * S. A
// class is numbered by its smallest raw value, its representative, in increasing order; every raw value is
// (class, S) with raw = S^-1 * representative * S, where S is the first such member of the group in increasing order.
// The index is order*class + position of S in the group: for the 16 symmetries of the UD axis that is Kociemba's
// sym-coordinate 16*class + symmetry (kociemba.org/symmetric.htm).
//
// For self-symmetric representatives several S lead to the same raw value. An index with an S other than the first is
// accepted as input (assign, raw) but never returned. So index(assign(i)) is i except for these indices, and always
// names the same raw value.
//
// Where inversion acts on the values (classes.h), it can be one more symmetry: a class then has the inverses, too, and
// raw = S^-1 * representative^-1 * S for some of its values. The maps without inversion come before those with it, so
// that a position is that of S, or the order of the group plus it.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/class_packing.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/laws.h"
#include "superflip/coordinate/symmetry_group.h"

namespace SUPERFLIP_API superflip {

template <Coordinate A>
class Symmetric {
 public:
  // The classes, found by cube-level conjugation of each representative; uses 4 bytes for each raw value and 12 for
  // each class, 20 with inversion. Errors: bad_option if the base breaks a law of coordinates (laws.h), does not admit
  // every member of the group, or inversion, or has more values or classes than can be numbered (2^32 values; for the
  // classes see class_packing.h); stopped. Throws std::bad_alloc.
  static Expected<Symmetric> make(A base, const SymmetryGroup& group = kUd16, const StopFlag* stop = nullptr,
                                  bool inversion = false) {
    if (Expected<void> lawful = check_laws(AnyCoordinate(base)); !lawful)
      return tl::unexpected<Error>(std::move(lawful.error()));
    if (!admits(AnyCoordinate(base), group, inversion))
      return fail(ErrorKind::bad_option, std::string(base.name()) + " does not admit all of the symmetries " +
                                             to_string(group) + (inversion ? " and inversion" : "") +
                                             ", so that they make no classes of its values");
    return make_lawful(std::move(base), group, stop, inversion);
  }

  // The same for a base that is known to obey the laws and to admit the group; neither is checked.
  static Expected<Symmetric> make_lawful(A base, const SymmetryGroup& group, const StopFlag* stop = nullptr,
                                         bool inversion = false) {
    Symmetric made(std::move(base), group, inversion);
    if (Expected<void> filled = made.fill(stop); !filled) return tl::unexpected<Error>(std::move(filled.error()));
    return made;
  }

  // For a base of the library's own. Precondition: make() gives no error.
  explicit Symmetric(A base, const SymmetryGroup& group = kUd16) : Symmetric(std::move(base), group, false) {
    assert((group_.bits() & ~admitted(base_)) == 0);
    [[maybe_unused]] const Expected<void> filled = fill(nullptr);
    assert(filled);
  }

  Symmetric() requires std::default_initializable<A> : Symmetric(A()) {}

  std::string name() const { return "Symmetric" + std::to_string(maps()) + "(" + std::string(base_.name()) + ")"; }
  const A& base() const { return base_; }
  const SymmetryGroup& group() const { return group_; }

  bool has_inversion() const { return maps_ > group_.order(); }
  // The order of the group, twice that with inversion.
  int maps() const { return maps_; }

  // maps() * classes: the indices are 0..size()-1; self-symmetric classes use only some of theirs.
  Index size() const { return static_cast<Index>(maps()) * classes(); }
  std::uint32_t classes() const { return static_cast<std::uint32_t>(representatives_.size()); }

  // The class of a raw value, 0..classes()-1.
  std::uint32_t class_of(Index raw) const { return packing_.cls(class_and_position_[raw]); }

  // S with raw = S^-1 * representative(class_of(raw)) * S, or, for a value that is_inverted(), raw = S^-1 *
  // representative^-1 * S; 0 for representatives.
  Symmetry symmetry_of(Index raw) const { return group_.member(position_of(raw) % group_.order()); }
  bool is_inverted(Index raw) const { return position_of(raw) >= group_.order(); }

  // The smallest raw value of a class, 0..base().size()-1 (ClassIndexToRepresentant).
  Index representative(std::uint32_t cls) const { return representatives_[cls]; }

  // The symmetries S of the group with S^-1 * representative * S == representative, as a set of bits 0..47.
  std::uint64_t self_symmetries(std::uint32_t cls) const { return self_symmetries_[cls]; }
  // The self-symmetries of all classes, in the order of the classes.
  std::span<const std::uint64_t> self_symmetries() const { return self_symmetries_; }

  // For each class the symmetries S with S^-1 * representative^-1 * S == representative; empty without inversion.
  std::span<const std::uint64_t> self_antisymmetries() const { return self_antisymmetries_; }

  // The number of raw values in the class: the number of maps divided by that of those that fix the representative.
  std::uint32_t class_size(std::uint32_t cls) const {
    const int fixing =
        std::popcount(self_symmetries_[cls]) + (has_inversion() ? std::popcount(self_antisymmetries_[cls]) : 0);
    return static_cast<std::uint32_t>(maps() / fixing);
  }

  // maps()*class + position of the map, for a raw value of the base.
  Index index_of_raw(Index raw) const { return static_cast<Index>(maps()) * class_of(raw) + position_of(raw); }
  Index index(const Cube& cube) const { return index_of_raw(base_.index(cube)); }

  // Writes the raw value S^-1 * representative * S, or S^-1 * representative^-1 * S; any index 0..size()-1 is accepted.
  void assign(Cube& cube, Index i) const {
    const Cube representative_cube = to_cube(base_, representative(static_cast<std::uint32_t>(i / maps())));
    const int position = static_cast<int>(i % maps());
    const Symmetry s = group_.member(position % group_.order());
    const bool inverted = position >= group_.order();
    base_.assign(cube, base_.index(conjugate(inverted ? inverse(representative_cube) : representative_cube, s)));
  }

  bool defined(const Cube& cube) const { return is_defined(base_, cube); }

 private:
  static constexpr Index kMaxValues = Index{1} << 32;

  Symmetric(A base, const SymmetryGroup& group, bool inversion)
      : base_(std::move(base)), group_(group), maps_(group.order() * (inversion ? 2 : 1)), packing_(maps_) {}

  Expected<void> fill(const StopFlag* stop) {
    constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
    constexpr Index kLook = 256;  // values between two checks of `stop`
    const auto stopped = [] { return fail(ErrorKind::stopped, "stopped while classes were found"); };
    if (base_.size() > kMaxValues)
      return fail(ErrorKind::bad_option,
                  std::string(base_.name()).append(" has more than 2^32 values: classes are numbered with 32 bits"));
    if (!resize(class_and_position_, base_.size(), kUnknown, stop)) return stopped();
    for (Index raw = 0; raw < base_.size(); ++raw) {
      if (raw % kLook == 0 && is_set(stop)) return stopped();
      if (class_and_position_[raw] != kUnknown) continue;
      if (classes() >= packing_.max_classes())
        return fail(ErrorKind::bad_option, std::string(base_.name())
                                               .append(" has more than ")
                                               .append(std::to_string(packing_.max_classes()))
                                               .append(" classes: a class and one of ")
                                               .append(std::to_string(maps()))
                                               .append(" maps have 32 bits together"));
      add_class(raw, kUnknown);
    }
    representatives_.shrink_to_fit();
    self_symmetries_.shrink_to_fit();
    self_antisymmetries_.shrink_to_fit();
    return {};
  }

  // Makes the class of a value that is in no class yet.
  void add_class(Index raw, std::uint32_t unknown) {
    const std::uint32_t cls = classes();
    const Cube cube = to_cube(base_, raw);
    // Gives the images of the cube positions from `first` on, and returns the symmetries that lead back to `raw`.
    const auto meet = [&](const Cube& c, int first) {
      std::uint64_t fixing = 0;
      for (int position = 0; position < group_.order(); ++position) {
        const Symmetry s = group_.member(position);
        const Index image = base_.index(conjugate(c, s));
        if (image == raw) fixing |= std::uint64_t{1} << s;
        std::uint32_t& entry = class_and_position_[image];
        if (entry == unknown) entry = packing_.pack(cls, static_cast<std::uint32_t>(first + position));
      }
      return fixing;
    };
    self_symmetries_.push_back(meet(cube, 0));
    if (has_inversion()) self_antisymmetries_.push_back(meet(inverse(cube), group_.order()));
    representatives_.push_back(static_cast<std::uint32_t>(raw));
  }

  int position_of(Index raw) const { return static_cast<int>(packing_.position(class_and_position_[raw])); }

  A base_;
  SymmetryGroup group_;
  int maps_;
  ClassPacking packing_;
  std::vector<std::uint32_t> class_and_position_;   // for each raw value
  std::vector<std::uint32_t> representatives_;      // for each class
  std::vector<std::uint64_t> self_symmetries_;      // for each class
  std::vector<std::uint64_t> self_antisymmetries_;  // for each class, with inversion
};

}  // namespace superflip
