#include "superflip/cube/move.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/move.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

void apply_all(Cube& c, std::span<const Move> word, const std::array<Cube, kMoves>& cubes) {
  CubeVector product = load(c);
  for (const Move m : word) product = compose(product, load(cubes[m]));
  store(product, c);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {

SUPERFLIP_DISPATCH_TABLE(apply_all);

void detail::apply_word(Cube& c, std::span<const Move> word, const std::array<Cube, kMoves>& cubes) {
  SUPERFLIP_DISPATCH(apply_all)(c, word, cubes);
}

Moves inverse(std::span<const Move> moves) {
  Moves undone(moves.rbegin(), moves.rend());
  for (Move& m : undone) m = inverse(m);
  return undone;
}

// A turn commutes past at most one turn of the opposite face. It then joins a turn of its own face, or takes the place
// that the order of opposite faces requires. The word is normal after every step, so looking back two places suffices.
Moves normalise(std::span<const Move> moves) {
  Moves word;
  word.reserve(moves.size());
  for (const Move m : moves) {
    const Face f = face_of(m);
    auto at = word.end();
    if (at != word.begin() && face_of(at[-1]) == opposite(f)) --at;
    if (at != word.begin() && face_of(at[-1]) == f) {
      const int turns = (turns_of(at[-1]) + turns_of(m)) % 4;
      if (turns == 0)
        word.erase(at - 1);
      else
        at[-1] = make_move(f, turns);
    } else {
      if (at != word.end() && may_follow(*at, m)) ++at;
      word.insert(at, m);
    }
  }
  return word;
}

}  // namespace superflip
#endif  // HWY_ONCE
