// Repair: the least that makes a real cube of an impossible net, found by trying. What is tried, and in this order:
// two stickers exchanged (if every colour is there nine times) or one changed (if not), two stickers changed, one
// corner changed, every row read from the other side, faces read turned; where all pieces are there, and the cube
// itself was taken apart, pieces put in otherwise; for 53 or 55 symbols one put in or left out. Of a cube that is given
// by its pieces: one piece for another, or pieces put in otherwise.
#pragma once

#include <optional>
#include <string>

#include "superflip/cube/assembly.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/net.h"

namespace superflip {

struct Repair {
  std::string what;            // a sentence; empty if none was found
  std::optional<Cube> result;  // the reachable cube after it, when there is only one way
};

// For a net that is no reachable cube.
Repair find_repair(const Net& net);

// For parts that are no reachable cube.
Repair find_repair(const Assembly& parts);

// For 53 or 55 symbols; nothing for other numbers.
Repair find_missing_or_extra(const Symbols& symbols);

}  // namespace superflip
