#include "superflip/coordinate/product.h"

#include <algorithm>
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

Index Product::index(const Cube& c) const {
  Index i = 0;
  for (std::size_t p = parts_.size(); p-- > 0;) i = i * parts_[p].size() + parts_[p].index(c);
  return i;
}

void Product::assign(Cube& c, Index i) const {
  for (const bool late : {false, true}) {
    Index rest = i;
    for (const AnyCoordinate& part : parts_) {
      if (part.follows_pieces() == late) part.assign(c, rest % part.size());
      rest /= part.size();
    }
  }
}

Cube Product::sample(Random& random) const {
  // A part that is defined on a subgroup alone draws its samples there; the others mostly have values there too.
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
