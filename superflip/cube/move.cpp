#include "superflip/cube/move.h"

namespace superflip {

Moves inverse(std::span<const Move> moves) {
  Moves undone(moves.rbegin(), moves.rend());
  for (Move& m : undone) m = inverse(m);
  return undone;
}

// A turn commutes past at most one turn of the opposite face. It then joins a turn of its own face, or takes the place
// that the order of opposite faces requires. The word is normal after every step, so looking back two places suffices.
Moves normalise(std::span<const Move> moves) {
  Moves word;
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
