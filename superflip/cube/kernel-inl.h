// The cube in vector registers: what hot loops use, compiled once for every instruction set.
//
// Include from a file that is itself compiled through hwy/foreach_target.h (see cube.cpp). The functions are the vector
// forms of those in cube.h; both vectors are 16 bytes wide everywhere, so every x86-64, NEON and WebAssembly machine
// runs the same code: one shuffle and two or three byte operations per composition.
//
// On x86-64 the instruction sets are SSE4, AVX2, AVX-512 and Highway's portable one: cmake/library.cmake leaves out
// SSSE3 and AVX3_DL for all files, because they gain nothing here. A file that wants other sets redefines
// HWY_DISABLED_TARGETS before it includes a Highway header, as base/detail/simd_targets.h does.

#if defined(SUPERFLIP_CUBE_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_CUBE_KERNEL_INL_H_
#undef SUPERFLIP_CUBE_KERNEL_INL_H_
#else
#define SUPERFLIP_CUBE_KERNEL_INL_H_
#endif

#include <hwy/highway.h>

#include "superflip/cube/cube.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::FixedTag<std::uint8_t, 16>;
using ByteVector = hn::Vec<Bytes>;

struct CubeVector {
  ByteVector corner;
  ByteVector edge;
};

HWY_INLINE CubeVector load(const Cube& c) {
  const Bytes d;
  return {hn::Load(d, c.corner.data()), hn::Load(d, c.edge.data())};
}

HWY_INLINE void store(const CubeVector& v, Cube& c) {
  const Bytes d;
  hn::Store(v.corner, d, c.corner.data());
  hn::Store(v.edge, d, c.edge.data());
}

// How many orientations the pieces of the corners' vector have, above the piece: 3 for corners, 4 for centres.
inline constexpr struct alignas(16) {
  std::uint8_t bytes[16] = {0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30,
                            0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40};
} kOrientations;

// Orientations are added above the piece; a sum of n or more is reduced by taking the minimum of v and v - n (which
// wraps to a large byte when v is already in range).
HWY_INLINE ByteVector compose_corners(ByteVector a, ByteVector b) {
  const Bytes d;
  const auto moved = hn::TableLookupBytes(a, hn::And(b, hn::Set(d, 0x0F)));
  const auto sum = hn::Add(moved, hn::And(b, hn::Set(d, 0x30)));
  return hn::Min(sum, hn::Sub(sum, hn::Load(d, kOrientations.bytes)));
}

HWY_INLINE ByteVector compose_edges(ByteVector a, ByteVector b) {
  const Bytes d;
  const auto moved = hn::TableLookupBytes(a, hn::And(b, hn::Set(d, 0x0F)));
  return hn::Xor(moved, hn::And(b, hn::Set(d, 0x10)));
}

HWY_INLINE CubeVector compose(const CubeVector& a, const CubeVector& b) {
  return {compose_corners(a.corner, b.corner), compose_edges(a.edge, b.edge)};
}

// Orientation o becomes -o, as in a mirror: twist 1 becomes 2, a turn to the right one to the left.
HWY_INLINE ByteVector negate_orientations(ByteVector corner) {
  const Bytes d;
  const auto orientation = hn::And(corner, hn::Set(d, 0x30));
  const auto others = hn::Sub(hn::Load(d, kOrientations.bytes), orientation);
  return hn::Or(hn::And(corner, hn::Set(d, 0x0F)), hn::Min(others, hn::Sub(hn::Zero(d), orientation)));
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#endif  // SUPERFLIP_CUBE_KERNEL_INL_H_
