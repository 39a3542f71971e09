// Product: Composite at run time, a + |A| * (b + |B| * ...).
//
// The parts must describe independent properties, as for Composite.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/described/any.h"

namespace SUPERFLIP_API superflip {

// The values of several coordinates as one number, a + |A| * (b + |B| * ...). Precondition: the product of their sizes
// fits into Number; for the first, all are defined on the cube.
template <class Number>
Number value_of_parts(const std::vector<AnyCoordinate>& parts, const Cube& c) {
  Number value = 0;
  for (std::size_t p = parts.size(); p-- > 0;) value = value * parts[p].size() + parts[p].index(c);
  return value;
}
template <class Number>
void assign_parts(const std::vector<AnyCoordinate>& parts, Cube& c, Number value) {
  for (const bool late : {false, true}) {  // a part that follows pieces comes after those that place them
    Number rest = value;
    for (const AnyCoordinate& part : parts) {
      if (part.follows_pieces() == late) part.assign(c, static_cast<Index>(rest % part.size()));
      rest /= part.size();
    }
  }
}

class Product {
 public:
  // Preconditions: at least one part; the product of the sizes is below 2^63.
  explicit Product(std::vector<AnyCoordinate> parts);

  const std::vector<AnyCoordinate>& parts() const { return parts_; }

  std::string name() const;  // the parts' names joined by " * "
  Index size() const { return size_; }
  Index index(const Cube& c) const;
  void assign(Cube& c, Index i) const;
  bool defined(const Cube& c) const;
  void indices(std::span<const Cube> cubes, std::span<Index> to) const;
  std::size_t count_defined(std::span<const Cube> cubes) const;
  // A random cube on which all parts are defined.
  Cube sample(Random& random) const;
  bool follows_pieces() const { return false; }

 private:
  std::vector<AnyCoordinate> parts_;
  Index size_ = 1;
  std::vector<std::size_t> samplers_;  // the parts; first those whose samples move and turn the centres
};

}  // namespace superflip
