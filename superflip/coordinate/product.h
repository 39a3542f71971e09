// Product: Composite at run time, a + |A| * (b + |B| * ...).
//
// The parts must describe independent properties, as for Composite.
#pragma once

#include <string>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/any.h"

namespace SUPERFLIP_API superflip {

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
  // A random cube on which all parts are defined.
  Cube sample(Random& random) const;
  bool follows_pieces() const { return false; }

 private:
  std::vector<AnyCoordinate> parts_;
  Index size_ = 1;
  std::vector<std::size_t> samplers_;  // the parts, those first whose samples move and turn the centres
};

}  // namespace superflip
