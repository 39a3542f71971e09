#include "superflip/solver/two_phase/end_words.h"

namespace superflip::two_phase {
namespace {

// Whether m may be the next move of the word b of `length` moves.
bool may_extend(const EndWord& b, std::size_t length, Move m) {
  if (length == 0) return face_of(m) % 3 != U && turns_of(m) == 1;
  if (!may_follow(b.moves[length - 1], m)) return false;
  return length > 1 || turns_of(m) != 2 || face_of(m) != opposite(face_of(b.moves[0]));
}

EndWords make_end_words(Metric metric) {
  EndWords words;
  words.of_length[0].push_back({});
  for (int k = 1; k <= kMaxEndWord; ++k)
    for (int before = 0; before < k; ++before)
      for (const EndWord& w : words.of_length[before])
        for (const Move m : kAllMoves) {
          std::size_t length = 0;
          while (length < w.moves.size() && w.moves[length] != kNoMove) ++length;
          if (before + cost(m, metric) != k || !may_extend(w, length, m)) continue;
          EndWord longer = w;
          longer.cube = apply(w.cube, m);
          longer.moves[length] = m;
          words.of_length[k].push_back(longer);
        }
  return words;
}

}  // namespace

const EndWords& end_words(Metric metric) {
  static_assert(kFaceTurnsAreHtmOrQtm);
  static const EndWords htm = make_end_words(Metric::htm);
  static const EndWords qtm = make_end_words(Metric::qtm);
  return metric == Metric::htm ? htm : qtm;
}

}  // namespace superflip::two_phase
