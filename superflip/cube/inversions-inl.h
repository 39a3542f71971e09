// Inversions of a permutation in a vector register.
//
// Include from a file that is itself compiled through hwy/foreach_target.h, after kernel-inl.h. The counts are the
// digits of Kociemba's number of a permutation (kociemba.org/math/coordlevel.htm); their sum has its parity.

#if defined(SUPERFLIP_CUBE_INVERSIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_CUBE_INVERSIONS_INL_H_
#undef SUPERFLIP_CUBE_INVERSIONS_INL_H_
#else
#define SUPERFLIP_CUBE_INVERSIONS_INL_H_
#endif

#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {

// For each place, how many greater pieces are on places before it: all places at once, for the places 1, 2, ...,
// kMost before.
template <int kMost>
HWY_INLINE ByteVector inversions(ByteVector pieces) {
  const Bytes d;
  const hn::RebindToSigned<Bytes> signed_bytes;
  if constexpr (kMost == 0) {
    return hn::Zero(d);
  } else {
    const auto greater =
        hn::Gt(hn::BitCast(signed_bytes, hn::ShiftLeftBytes<kMost>(d, pieces)), hn::BitCast(signed_bytes, pieces));
    return hn::Sub(inversions<kMost - 1>(pieces), hn::BitCast(d, hn::VecFromMask(signed_bytes, greater)));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#endif  // SUPERFLIP_CUBE_INVERSIONS_INL_H_
