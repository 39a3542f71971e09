// Composite<A, B, ...>: several coordinates as one, a + |A| * (b + |B| * ...).
//
// It numbers the cosets of the intersection of the parts' subgroups, so moves act on it part by part. The parts must
// describe independent properties (not two of EdgePermutation, UDSlice and UDSliceSorted), because assign() writes a
// cube one part after the other.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "superflip/base/api.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/concept.h"

namespace SUPERFLIP_API superflip {

template <Coordinate... Parts>
class Composite {
 public:
  constexpr Composite() = default;
  constexpr explicit Composite(Parts... parts) : parts_(std::move(parts)...) {}

  // The parts' names, as in "CornerOrientation x UDSlice".
  std::string name() const {
    std::string joined;
    each([&](const auto& part) { joined += (joined.empty() ? "" : " x ") + std::string(part.name()); });
    return joined;
  }

  constexpr Index size() const {
    Index product = 1;
    each([&](const auto& part) { product *= part.size(); });
    return product;
  }

  Index index(const Cube& cube) const {
    Index i = 0;
    Index weight = 1;
    each([&](const auto& part) {
      i += weight * part.index(cube);
      weight *= part.size();
    });
    return i;
  }

  void assign(Cube& cube, Index i) const {
    each([&](const auto& part) {
      part.assign(cube, i % part.size());
      i /= part.size();
    });
  }

  bool defined(const Cube& cube) const {
    return std::apply([&](const auto&... part) { return (is_defined(part, cube) && ...); }, parts_);
  }

  Covered covered() const {
    Covered all;
    each([&](const auto& part) { all = all | covered_by(part); });
    return all;
  }

  // The part at position I; part 0 is the lowest digit.
  template <std::size_t I>
  constexpr const auto& part() const {
    return std::get<I>(parts_);
  }

 private:
  template <class Body>
  constexpr void each(Body body) const {
    std::apply([&](const auto&... part) { (body(part), ...); }, parts_);
  }

  [[no_unique_address]] std::tuple<Parts...> parts_;
};

// Kociemba's phase 1 coordinate of the edges, 2048*UDSlice + flip: 0..1013759.
struct FlipUDSlice : Composite<EdgeOrientation, UDSlice> {
  static constexpr std::string_view name() { return "FlipUDSlice"; }
};

}  // namespace superflip
