#include "superflip/coordinate/described/product.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace superflip {

Product::Product(std::vector<AnyCoordinate> parts) : parts_(std::move(parts)) {
  assert(!parts_.empty());
  for (const AnyCoordinate& part : parts_) size_ *= part.size();
  for (const Centres seen : {Centres::turned, Centres::moved, Centres::fixed})
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (centres_of(parts_[p]) == seen) samplers_.push_back(p);
}

std::string Product::name() const {
  std::string joined;
  for (const AnyCoordinate& part : parts_) joined += (joined.empty() ? "" : " * ") + part.name();
  return joined;
}

Index Product::index(const Cube& c) const { return value_of_parts<Index>(parts_, c); }

void Product::indices(std::span<const Cube> cubes, std::span<Index> to) const {
  constexpr std::size_t kBlock = 256;
  std::array<Index, kBlock> part{};
  for (std::size_t at = 0; at < cubes.size(); at += kBlock) {
    const std::size_t n = std::min(kBlock, cubes.size() - at);
    const std::span<const Cube> block = cubes.subspan(at, n);
    const std::span<Index> values = to.subspan(at, n);
    parts_.back().indices(block, values);
    for (std::size_t p = parts_.size() - 1; p-- > 0;) {
      const Index size = parts_[p].size();
      parts_[p].indices(block, {part.data(), n});
      for (std::size_t i = 0; i < n; ++i) values[i] = values[i] * size + part[i];
    }
  }
}

std::size_t Product::count_defined(std::span<const Cube> cubes) const {
  for (const AnyCoordinate& part : parts_) cubes = cubes.first(part.count_defined(cubes));
  return cubes.size();
}

void Product::assign(Cube& c, Index i) const { assign_parts(parts_, c, i); }

Cube Product::sample(Random& random) const {
  // A part that is defined only on a subgroup draws its samples there; the other parts usually have values on that
  // subgroup, too.
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i)
    for (const std::size_t p : samplers_)
      if (const Cube cube = parts_[p].sample(random); defined(cube)) return cube;
  return walk(*this, random);
}

bool Product::defined(const Cube& c) const {
  return std::all_of(parts_.begin(), parts_.end(), [&c](const AnyCoordinate& part) { return part.defined(c); });
}

}  // namespace superflip
