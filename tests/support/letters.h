// What words consist of, for tests that enumerate them: made here from the definition of the metrics.
#pragma once

#include <vector>

#include "superflip/cube/move.h"

namespace superflip {

// All 45 that can be done about one axis, as normal words of one or two turns.
inline std::vector<Moves> syllables() {
  std::vector<Moves> words;
  for (const Face face : {U, R, F})
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        Moves word;
        if (a != 0) word.push_back(make_move(face, a));
        if (b != 0) word.push_back(make_move(opposite(face), b));
        if (!word.empty()) words.push_back(word);
      }
  return words;
}

// Everything that counts as one.
inline std::vector<Moves> steps_of(Metric metric) {
  std::vector<Moves> steps = syllables();
  std::erase_if(steps, [metric](const Moves& word) { return length(word, metric) != 1; });
  return steps;
}

}  // namespace superflip
