// Symmetric<A>: a coordinate reduced by symmetry to classes.
//
// Two raw values are in one class when a symmetry S of the group carries one to the other, raw' = S^-1 * raw * S. A
// class is numbered by its smallest raw value, its representative, in increasing order; every raw value is
// (class, S) with raw = S^-1 * representative * S, where S is the first such member of the group in increasing order.
// The index is order*class + position of S in the group: for the 16 symmetries of the UD axis that is Kociemba's
// sym-coordinate 16*class + symmetry (kociemba.org/symmetric.htm).
//
// For self-symmetric representatives several S lead to the same raw value, so several indices name it. All are accepted
// as input (assign, raw); only that with the first S is returned. So the index after assign(i) is i or, for the others,
// another index of the same raw value.
//
// Where inversion acts on the values (classes.h), it can be one more symmetry: a class then has the inverses, too, and
// raw = S^-1 * representative^-1 * S for some of its values. Maps without inversion come first: the position of a map
// is that of S in the group, plus the order of the group if it includes inversion.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"
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
  // each class, 20 with inversion, and 10 to 20 MB meanwhile. The same for any number of threads. Errors: bad_option if
  // the base breaks a law of coordinates (laws.h), does not admit every member of the group, or inversion, or has more
  // values or classes than can be numbered (2^32 values; for the classes see class_packing.h); stopped. Throws
  // std::bad_alloc.
  static Expected<Symmetric> make(A base, const SymmetryGroup& group = kUd16, const StopFlag* stop = nullptr,
                                  bool inversion = false, unsigned threads = 1) {
    if (Expected<void> lawful = check_laws(AnyCoordinate(base)); !lawful)
      return tl::unexpected<Error>(std::move(lawful.error()));
    if (!admits(AnyCoordinate(base), group, inversion))
      return fail(ErrorKind::bad_option, std::string(base.name()) + " does not admit all of the symmetries " +
                                             to_string(group) + (inversion ? " and inversion" : "") +
                                             ", so that they make no classes of its values");
    return make_lawful(std::move(base), group, stop, inversion, threads);
  }

  // The same for a base that is known to obey the laws and to admit the group; neither is checked.
  static Expected<Symmetric> make_lawful(A base, const SymmetryGroup& group, const StopFlag* stop = nullptr,
                                         bool inversion = false, unsigned threads = 1) {
    Symmetric made(std::move(base), group, inversion);
    if (Expected<void> filled = made.fill(stop, threads); !filled)
      return tl::unexpected<Error>(std::move(filled.error()));
    return made;
  }

  // For a base of the library's own. Precondition: make() gives no error.
  explicit Symmetric(A base, const SymmetryGroup& group = kUd16) : Symmetric(std::move(base), group, false) {
    assert((group_.bits() & ~admitted(base_)) == 0);
    [[maybe_unused]] const Expected<void> filled = fill(nullptr, 1);
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

  // Prefetches the memory that class_of() and position_of() read.
  void prefetch(Index raw) const { __builtin_prefetch(class_and_position_.data() + raw); }

  // The class of a raw value, 0..classes()-1.
  std::uint32_t class_of(Index raw) const { return packing_.cls(class_and_position_[raw]); }

  // S with raw = S^-1 * representative(class_of(raw)) * S, or, for a value that is_inverted(), raw = S^-1 *
  // representative^-1 * S; 0 for representatives.
  Symmetry symmetry_of(Index raw) const { return group_.member(position_of(raw) % group_.order()); }
  bool is_inverted(Index raw) const { return position_of(raw) >= group_.order(); }

  // The smallest raw value of a class, 0..base().size()-1 (ClassIndexToRepresentant).
  Index representative(std::uint32_t cls) const { return representatives_[cls]; }

  // The representatives of all classes, in the order of the classes, which is increasing.
  std::span<const std::uint32_t> representatives() const { return representatives_; }

  // The symmetries S of the group with S^-1 * representative * S == representative, as a set of bits 0..47.
  std::uint64_t self_symmetries(std::uint32_t cls) const { return self_symmetries_[cls]; }
  // The self-symmetries of all classes, in the order of the classes.
  std::span<const std::uint64_t> self_symmetries() const { return self_symmetries_; }

  // For each class the symmetries S with S^-1 * representative^-1 * S == representative; empty without inversion.
  std::span<const std::uint64_t> self_antisymmetries() const { return self_antisymmetries_; }

  // The number of raw values in the class: the number of maps divided by the number of maps that fix the
  // representative.
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
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  Symmetric(A base, const SymmetryGroup& group, bool inversion)
      : base_(std::move(base)), group_(group), maps_(group.order() * (inversion ? 2 : 1)), packing_(maps_) {}

  // Values in no class yet, in increasing order, with their images under all maps, which are computed in parallel. A
  // value with a smaller image is in the class of that image, which is among the candidates before it.
  struct Candidates {
    std::vector<Index> raw;
    std::vector<std::uint32_t> images;  // those of each candidate, one after the other
    std::vector<std::uint8_t> is_representative;
  };

  Expected<void> fill(const StopFlag* stop, unsigned threads) {
    constexpr std::size_t kImages = std::size_t{1} << 21;  // kept at once: 8 MB
    constexpr std::size_t kFewest = 64;                    // candidates of one thread
    constexpr std::size_t kCandidatesAtOnce = 64;
    constexpr Index kLook = 1 << 16;  // values between two checks of `stop`
    const auto stopped = [] { return fail(ErrorKind::stopped, "stopped while classes were found"); };
    if (base_.size() > kMaxValues)
      return fail(ErrorKind::bad_option,
                  std::string(base_.name()).append(" has more than 2^32 values: classes are numbered with 32 bits"));
    if (!resize(class_and_position_, base_.size(), kUnknown, stop)) return stopped();
    const auto maps = static_cast<std::size_t>(maps_);
    Candidates candidates;
    std::vector<std::uint32_t> fresh;  // the candidates that are representatives
    for (Index next = 0; next < base_.size();) {
      // One thread looks at few at once, because a value whose class was found before is no candidate. Several threads
      // would start anew each time.
      std::size_t most = kImages / maps;
      if (threads == 1) most = std::min(most, std::max(kFewest, static_cast<std::size_t>(next / 8)));
      candidates.raw.clear();
      for (; next < base_.size() && candidates.raw.size() < most; ++next) {
        if (next % kLook == 0 && is_set(stop)) return stopped();
        if (class_and_position_[next] == kUnknown) candidates.raw.push_back(next);
      }
      candidates.images.resize(candidates.raw.size() * maps);
      candidates.is_representative.resize(candidates.raw.size());
      parallel_for(
          candidates.raw.size(), kCandidatesAtOnce, threads,
          [&](std::size_t begin, std::size_t end) {
            for (std::size_t c = begin; c < end; ++c) find_images(candidates, c);
          },
          stop);
      if (is_set(stop)) return stopped();
      fresh.clear();
      for (std::size_t c = 0; c < candidates.raw.size(); ++c)
        if (candidates.is_representative[c] != 0) fresh.push_back(static_cast<std::uint32_t>(c));
      if (classes() + fresh.size() > packing_.max_classes())
        return fail(ErrorKind::bad_option, std::string(base_.name())
                                               .append(" has more than ")
                                               .append(std::to_string(packing_.max_classes()))
                                               .append(" classes: a class and one of ")
                                               .append(std::to_string(maps_))
                                               .append(" maps have 32 bits together"));
      add_classes(candidates, fresh, threads);
    }
    representatives_.shrink_to_fit();
    self_symmetries_.shrink_to_fit();
    self_antisymmetries_.shrink_to_fit();
    return {};
  }

  // Lists the images of a candidate, and says whether none is smaller.
  void find_images(Candidates& candidates, std::size_t c) const {
    const Index raw = candidates.raw[c];
    std::uint32_t* to = candidates.images.data() + c * static_cast<std::size_t>(maps_);
    candidates.is_representative[c] = 0;
    Cube cube = to_cube(base_, raw);
    for (int kind = 0; kind < (has_inversion() ? 2 : 1); ++kind) {
      if (kind == 1) cube = inverse(cube);
      for (int position = 0; position < group_.order(); ++position) {
        const Index image = base_.index(conjugate(cube, group_.member(position)));
        if (image < raw) return;
        *to++ = static_cast<std::uint32_t>(image);
      }
    }
    candidates.is_representative[c] = 1;
  }

  // Makes the classes of the candidates that are representatives. No two of them write the same value.
  void add_classes(const Candidates& candidates, const std::vector<std::uint32_t>& fresh, unsigned threads) {
    constexpr std::size_t kClassesAtOnce = 256;
    constexpr std::size_t kAhead = 2;
    const auto maps = static_cast<std::size_t>(maps_);
    const std::uint32_t before = classes();
    representatives_.resize(before + fresh.size());
    self_symmetries_.resize(before + fresh.size());
    if (has_inversion()) self_antisymmetries_.resize(before + fresh.size());
    const auto images_of = [&](std::size_t i) { return candidates.images.data() + fresh[i] * maps; };
    parallel_for(fresh.size(), kClassesAtOnce, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (i + kAhead < end)
          for (std::size_t m = 0; m < maps; ++m)
            __builtin_prefetch(class_and_position_.data() + images_of(i + kAhead)[m], 1);
        const std::size_t cls = before + i;
        const auto raw = static_cast<std::uint32_t>(candidates.raw[fresh[i]]);
        representatives_[cls] = raw;
        for (std::size_t m = 0; m < maps; ++m) {
          const std::uint32_t image = images_of(i)[m];
          std::uint32_t& entry = class_and_position_[image];
          if (entry == kUnknown) entry = packing_.pack(static_cast<std::uint32_t>(cls), static_cast<std::uint32_t>(m));
          if (image != raw) continue;
          const int position = static_cast<int>(m) % group_.order();
          auto& fixing = static_cast<int>(m) < group_.order() ? self_symmetries_ : self_antisymmetries_;
          fixing[cls] |= std::uint64_t{1} << group_.member(position);
        }
      }
    });
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
