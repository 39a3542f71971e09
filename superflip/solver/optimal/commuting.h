// Words that differ only in the order of commuting letters: they count as one solution.
//
// Turns of opposite faces commute, and a normal word has them in one order. In stm and atm the half turns of slices
// commute as well, although their axes differ: R2 L2 and U2 D2. Such a square may also be a part of a letter (R2 L2 in
// R' L2, which is R R2 L2), as long as it and the rest cost no more than the letter. Invariant: all words of a class
// make the same cube and have the same length.
#pragma once

#include <vector>

#include "superflip/cube/move.h"

namespace superflip::optimal {

// All normal words that only differ from this normal word in the order of commuting letters, itself included. The first
// one is the same for each of them. In htm and qtm there is only the word itself. The result is empty if such an order
// makes the word shorter: U D' R2 L2 U2 D2 is U' D R2 L2.
std::vector<Moves> commuting(const Moves& word, Metric metric);

}  // namespace superflip::optimal
