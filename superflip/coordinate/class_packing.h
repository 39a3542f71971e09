// ClassPacking: the number of a class and the position of a map in a group, in 32 bits.
//
// The position takes as many of the upper bits as the group needs, and the class the others. So there may be almost
// 2^32 classes without symmetries, 2^28 with 16 and 2^26 with 48, in each case the classes of about 2^32 values.
#pragma once

#include <bit>
#include <cstdint>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

class ClassPacking {
 public:
  // For positions 0..positions-1. Precondition: 1..128 positions.
  constexpr explicit ClassPacking(int positions)
      : class_bits_(32 - static_cast<int>(std::bit_width(static_cast<unsigned>(positions) - 1))) {}

  // Classes may be numbered below this; with all bits set a packed pair stands for none.
  constexpr std::uint64_t max_classes() const { return (std::uint64_t{1} << class_bits_) - 1; }

  // How many of the lower bits are the class.
  constexpr int class_bits() const { return class_bits_; }

  constexpr std::uint32_t pack(std::uint32_t cls, std::uint32_t position) const {
    return cls | static_cast<std::uint32_t>(std::uint64_t{position} << class_bits_);
  }
  constexpr std::uint32_t cls(std::uint32_t packed) const {
    return packed & static_cast<std::uint32_t>((std::uint64_t{1} << class_bits_) - 1);
  }
  constexpr std::uint32_t position(std::uint32_t packed) const {
    return static_cast<std::uint32_t>(std::uint64_t{packed} >> class_bits_);
  }

 private:
  int class_bits_;
};

}  // namespace superflip
