#include "superflip/cube/symmetry.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/symmetry.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

void conjugate_cube(const Cube& c, const Cube& inverse, const Cube& forward, bool reflected, Cube& result) {
  CubeVector v = load(c);
  if (reflected) v.corner = negate_twists(v.corner);
  store(compose(compose(load(inverse), v), load(forward)), result);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {
namespace {

// What conjugation by one symmetry needs. Corner twists in a product with a reflection follow the rule of
// the group S3: those of what stands on the right count negatively. So with m = 1 for a reflection,
//   twist(x) = inverse_twist(c(S(x))) + (-1)^m (c_twist(S(x)) + S_twist(x)),
// and (-1)^m S_twist is kept here ready-made.
struct Conjugation {
  Cube inverse;  // S^-1, twists 0..2
  Cube forward;  // S, twists 0..2 with the sign already applied
};

constexpr std::array<Conjugation, kSymmetries> make_conjugations() {
  std::array<Conjugation, kSymmetries> all{};
  for (int s = 0; s < kSymmetries; ++s) {
    const auto symmetry = static_cast<Symmetry>(s);
    all[s].inverse = kSymmetryCubes[inverse_symmetry(symmetry)];
    all[s].forward = kSymmetryCubes[s];
    for (int x = 0; x < kCorners; ++x) {
      const int t = all[s].forward.twist_at(x) % 3;
      all[s].forward.set_twist(x, is_reflection(symmetry) ? (3 - t) % 3 : t);
      all[s].inverse.set_twist(x, all[s].inverse.twist_at(x) % 3);
    }
  }
  return all;
}

constexpr std::array<Conjugation, kSymmetries> kConjugations = make_conjugations();

}  // namespace

HWY_EXPORT(conjugate_cube);

Cube conjugate(const Cube& c, Symmetry s) {
  Cube result;
  HWY_DYNAMIC_DISPATCH(conjugate_cube)
  (c, kConjugations[s].inverse, kConjugations[s].forward, is_reflection(s), result);
  return result;
}

Moves conjugate(std::span<const Move> moves, Symmetry s) {
  Moves images(moves.begin(), moves.end());
  for (Move& m : images) m = conjugate(m, s);
  return normalise(images);
}

std::uint64_t symmetries_of(const Cube& c) {
  std::uint64_t set = 0;
  for (Symmetry s = 0; s < kSymmetries; ++s) set |= std::uint64_t{conjugate(c, s) == c} << s;
  return set;
}

std::uint64_t antisymmetries_of(const Cube& c) {
  const Cube undone = inverse(c);
  std::uint64_t set = 0;
  for (Symmetry s = 0; s < kSymmetries; ++s) set |= std::uint64_t{conjugate(c, s) == undone} << s;
  return set;
}

}  // namespace superflip
#endif  // HWY_ONCE
