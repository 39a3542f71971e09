#include "superflip/coordinate/classes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <new>
#include <optional>
#include <utility>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/laws.h"

namespace superflip {
namespace {

// Maps of values: symmetries, and symmetries after inversion, each as bits 0..47.
using Maps = std::array<std::uint64_t, 2>;

int count(const Maps& maps) { return std::popcount(maps[0]) + std::popcount(maps[1]); }

// T^-1 * map * T for each of the maps.
Maps conjugate(const Maps& maps, Symmetry t) {
  Maps images{};
  for (std::size_t inverted = 0; inverted < 2; ++inverted)
    for (std::uint64_t set = maps[inverted]; set != 0; set &= set - 1) {
      const Symmetry s = inverse(t) * Symmetry(std::countr_zero(set)) * t;
      images[inverted] |= std::uint64_t{1} << s;
    }
  return images;
}

// How many values are fixed by exactly these maps.
using Fixed = std::map<Maps, std::uint64_t>;

// The fixed values of a product of two coordinates.
Fixed operator*(const Fixed& a, const Fixed& b) {
  Fixed product;
  for (const auto& [of_a, values_of_a] : a)
    for (const auto& [of_b, values_of_b] : b)
      product[{of_a[0] & of_b[0], of_a[1] & of_b[1]}] += values_of_a * values_of_b;
  return product;
}

class Orbits {
 public:
  Orbits(const Product& coordinate, const SymmetryGroup& group, bool inversion)
      : coordinate_(coordinate), group_(group), inversion_(inversion) {}

  // The images of a value, in the order of the symmetries, first all without and then all with inversion.
  void list(Index value, std::vector<Index>& images) const {
    images.clear();
    const Cube cube = to_cube(coordinate_, value);
    for (const Symmetry s : group_.members()) images.push_back(coordinate_.index(superflip::conjugate(cube, s)));
    if (!inversion_) return;
    const Cube back = inverse(cube);
    for (const Symmetry s : group_.members()) images.push_back(coordinate_.index(superflip::conjugate(back, s)));
  }

  // Empty when it was stopped. on_values(n) is called from time to time with the number of values met so far.
  std::optional<Fixed> fixed(const std::function<void(Index)>& on_values, const StopFlag* stop) const {
    constexpr Index kReport = Index{1} << 20;
    constexpr Index kLook = 256;  // classes between two checks of `stop`
    Fixed fixed;
    std::vector<bool> met(coordinate_.size());
    std::vector<Index> images;
    Index classes = 0;
    for (Index value = 0; value < coordinate_.size(); ++value) {
      if (on_values && value % kReport == 0) on_values(value);
      if (met[value]) continue;
      if (classes++ % kLook == 0 && is_set(stop)) return std::nullopt;
      list(value, images);
      const auto order = static_cast<std::size_t>(group_.order());
      Maps fixing{};
      for (std::size_t i = 0; i < images.size(); ++i)
        if (images[i] == value) fixing[i / order] |= std::uint64_t{1} << group_.members()[i % order];
      for (std::size_t i = 0; i < images.size(); ++i) {
        if (met[images[i]]) continue;
        met[images[i]] = true;
        ++fixed[count(fixing) == 1 ? fixing : conjugate(fixing, group_.members()[i % order])];
      }
    }
    return fixed;
  }

  // The smallest values of the first classes. Empty when it was stopped.
  std::optional<std::vector<Index>> representatives(std::size_t most, const StopFlag* stop) const {
    std::vector<Index> found;
    std::vector<Index> images;
    for (Index value = 0; value < coordinate_.size() && found.size() < most; ++value) {
      if (is_set(stop)) return std::nullopt;
      list(value, images);
      if (*std::min_element(images.begin(), images.end()) == value) found.push_back(value);
    }
    return found;
  }

 private:
  const Product& coordinate_;
  const SymmetryGroup& group_;
  bool inversion_;
};

}  // namespace

bool admits_inversion(const AnyCoordinate& coordinate) {
  // As for symmetries (admissible.h): the h for which it holds are a subgroup, and if that is not all of H, a random h
  // is outside with probability at least 1/2.
  constexpr int kProbes = 128;
  Random random(1);
  for (int i = 0; i < kProbes; ++i) {
    const Cube g = sample(coordinate, random);
    const Cube h = g * inverse(to_cube(coordinate, coordinate.index(g)));
    const Cube c = inverse(sample(coordinate, random));
    const Cube other = c * inverse(h);
    if (!coordinate.defined(c) || !coordinate.defined(other) || coordinate.index(c) != coordinate.index(other))
      return false;
  }
  return true;
}

bool admits(const AnyCoordinate& coordinate, const SymmetryGroup& group, bool inversion) {
  return (group.bits() & ~admitted(coordinate)) == 0 && (!inversion || admits_inversion(coordinate));
}

std::vector<Product> split_for_classes(const Product& product, const SymmetryGroup& group, bool inversion) {
  constexpr std::size_t kMany = 10;  // up to so many parts, all subsets are tried
  std::vector<Product> split;
  std::vector<AnyCoordinate> left = product.parts();
  const auto acts_on = [&](const std::vector<AnyCoordinate>& parts) {
    return parts.empty() || admits(AnyCoordinate(Product(parts)), group, inversion);
  };
  // Splits off a smallest set of parts such that the group acts on this set and on the remaining parts.
  while (left.size() > 1 && left.size() <= kMany) {
    const auto all = (1U << left.size()) - 1;
    std::vector<unsigned> sets;
    for (unsigned set = 1; set < all; ++set) sets.push_back(set);
    std::stable_sort(sets.begin(), sets.end(),
                     [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
    const auto chosen = [&left](unsigned set) {
      std::vector<AnyCoordinate> parts;
      for (std::size_t p = 0; p < left.size(); ++p)
        if ((set >> p & 1) != 0) parts.push_back(left[p]);
      return parts;
    };
    const auto found = std::find_if(sets.begin(), sets.end(),
                                    [&](unsigned set) { return acts_on(chosen(set)) && acts_on(chosen(all & ~set)); });
    if (found == sets.end()) break;
    split.emplace_back(chosen(*found));
    left = chosen(all & ~*found);
  }
  split.emplace_back(std::move(left));
  return split;
}

Expected<ClassCount> count_classes(const Product& product, const SymmetryGroup& group, bool inversion,
                                   std::size_t representatives, const std::function<void(double)>& progress,
                                   const StopFlag* stop) try {
  if (const Expected<void> apart = check_independent(product.parts()); !apart)
    return tl::unexpected<Error>(apart.error());
  assert(admits(AnyCoordinate(product), group, inversion));
  const auto stopped = [] { return fail(ErrorKind::stopped, "stopped while classes were counted"); };
  const std::vector<Product> parts = split_for_classes(product, group, inversion);
  long double in_all = 0;
  for (const Product& part : parts) in_all += static_cast<long double>(part.size());
  long double before = 0;
  Fixed fixed{{Maps{group.bits(), inversion ? group.bits() : 0}, 1}};
  for (const Product& part : parts) {
    const auto on_values = [&](Index n) {
      if (progress) progress(static_cast<double>((before + static_cast<long double>(n)) / in_all));
    };
    const std::optional<Fixed> of_part = Orbits(part, group, inversion).fixed(on_values, stop);
    if (!of_part) return stopped();
    fixed = fixed * *of_part;
    before += static_cast<long double>(part.size());
  }
  ClassCount counted;
  const int maps = group.order() * (inversion ? 2 : 1);
  for (const auto& [fixing, values] : fixed)
    counted.of_size[static_cast<std::uint32_t>(maps / count(fixing))] += values;
  for (auto& [size, n] : counted.of_size) {
    n /= size;  // from values to classes
    counted.classes += n;
  }
  if (representatives > 0) {
    auto found = Orbits(product, group, inversion).representatives(representatives, stop);
    if (!found) return stopped();
    counted.representatives = *std::move(found);
  }
  return counted;
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::out_of_memory, "there is not enough memory to count classes");
}

}  // namespace superflip
