// Conjugation by a symmetry in vector registers: the vector form of conjugate() in symmetry.h.
//
// Include from a file that is itself compiled through hwy/foreach_target.h, after kernel-inl.h. Corner twists in a
// product with a reflection follow the rule of the group S3: if the left factor is a reflection, the twists of the
// right factor count negatively. So with m = 1 for a reflection,
//   twist(x) = inverse_twist(c(S(x))) + (-1)^m (c_twist(S(x)) + S_twist(x)),
// and (-1)^m S_twist is stored here. The turns of centres follow the same rule in the group of the square.

#ifndef SUPERFLIP_CUBE_CONJUGATION_H_
#define SUPERFLIP_CUBE_CONJUGATION_H_
#include <array>

#include "superflip/cube/symmetry.h"

namespace superflip {

struct Conjugation {
  Cube inverse;  // S^-1, twists 0..2, turns 0..3
  Cube forward;  // S, the same with the sign already applied
};

constexpr std::array<Conjugation, kSymmetries> make_conjugations() {
  std::array<Conjugation, kSymmetries> all{};
  for (const Symmetry s : kAllSymmetries) {
    all[s].inverse = kSymmetryCubes[inverse(s)];
    all[s].forward = kSymmetryCubes[s];
    for (int x = 0; x < kCorners; ++x) {
      const int t = all[s].forward.twist_at(x) % 3;
      all[s].forward.set_twist(x, is_reflection(s) ? (3 - t) % 3 : t);
      all[s].inverse.set_twist(x, all[s].inverse.twist_at(x) % 3);
    }
    for (int f = 0; f < kFaces; ++f) {
      const int t = all[s].forward.turn_at(f) % 4;
      all[s].forward.set_turn(f, is_reflection(s) ? (4 - t) % 4 : t);
      all[s].inverse.set_turn(f, all[s].inverse.turn_at(f) % 4);
    }
  }
  return all;
}

inline constexpr std::array<Conjugation, kSymmetries> kConjugations = make_conjugations();

}  // namespace superflip
#endif  // SUPERFLIP_CUBE_CONJUGATION_H_

#if defined(SUPERFLIP_CUBE_CONJUGATION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_CUBE_CONJUGATION_INL_H_
#undef SUPERFLIP_CUBE_CONJUGATION_INL_H_
#else
#define SUPERFLIP_CUBE_CONJUGATION_INL_H_
#endif

#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {

HWY_INLINE CubeVector conjugate(const CubeVector& v, Symmetry s) {
  const ByteVector corner = is_reflection(s) ? negate_orientations(v.corner) : v.corner;
  return compose(compose(load(kConjugations[s].inverse), {corner, v.edge}), load(kConjugations[s].forward));
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#endif  // SUPERFLIP_CUBE_CONJUGATION_INL_H_
