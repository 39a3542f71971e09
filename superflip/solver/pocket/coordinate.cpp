#include "superflip/solver/pocket/coordinate.h"

#include <cassert>

#include "superflip/coordinate/basic.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"

namespace superflip {
namespace {

[[maybe_unused]] bool dbl_is_home(const Cube& c) { return c.corner_at(DBL) == DBL && c.twist_at(DBL) == 0; }

// Exchanges DBL and DRB, both the pieces and the places.
Cube exchanged(const Cube& c) {
  Cube exchange;
  exchange.set_corner(DBL, DRB, 0);
  exchange.set_corner(DRB, DBL, 0);
  return exchange * c * exchange;
}

}  // namespace

Cube with_dbl_home(const Cube& c) {
  for (const Symmetry s : kAllSymmetries) {
    if (is_reflection(s)) continue;
    const Cube& turn = kSymmetryCubes[s];
    const int piece = c.corner_at(DBL);
    if (turn.corner_at(piece) == DBL && (turn.twist_at(piece) + c.twist_at(DBL)) % 3 == 0)
      return with_home_centres(turn * c);
  }
  assert(false);  // the 24 rotations take a corner to each place with each twist
  return c;
}

Index PocketPermutation::index(const Cube& c) {
  assert(dbl_is_home(c));
  return CornerPermutation::index(exchanged(c));
}

void PocketPermutation::assign(Cube& c, Index i) {
  Cube last;
  CornerPermutation::assign(last, i);
  const Cube permuted = exchanged(last);
  for (int x = 0; x < kCorners; ++x) c.set_corner_piece(x, permuted.corner_at(x));
}

// The last digit of the base-3 number of seven twists, that of DRB, follows from the others.
Index PocketTwist::index(const Cube& c) {
  assert(dbl_is_home(c));
  return CornerOrientation::index(exchanged(c)) / 3;
}

void PocketTwist::assign(Cube& c, Index i) {
  for (Index digit = 0; digit < 3; ++digit) {
    Cube twisted;
    CornerOrientation::assign(twisted, 3 * i + digit);
    if (twisted.twist_at(DRB) != 0) continue;  // the twist of DRB balances the sum of the others
    for (int x = 0; x < kCorners; ++x) c.set_twist(x, twisted.twist_at(x == DBL ? DRB : x == DRB ? DBL : x));
  }
}

Index PocketCorners::index(const Cube& c) {
  const Cube home = with_dbl_home(c);
  return PocketPermutation::index(home) * PocketTwist::size() + PocketTwist::index(home);
}

void PocketCorners::assign(Cube& c, Index i) {
  PocketPermutation::assign(c, i / PocketTwist::size());
  PocketTwist::assign(c, i % PocketTwist::size());
}

}  // namespace superflip
