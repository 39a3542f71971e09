// Repair: the smallest change that turns an impossible net into a real cube, found by trying all of them. The changes
// are tried in this order: exchange two stickers (if every colour occurs nine times) or change one (if not); change two
// stickers; change one corner. If every piece is present, the physical cube was reassembled wrongly, and the last
// change is to put pieces in differently. (Faces that are written otherwise are a matter of the layout:
// turned_faces.h.) With 53 or 55 symbols, one is inserted or dropped. For a cube given by its pieces, one piece is
// replaced by another, or pieces are put in differently.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "superflip/cube/cube.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/detail/net.h"
#include "superflip/reading/facelets.h"

namespace superflip {

struct Repair {
  std::string what;            // a sentence; empty if none was found
  std::optional<Cube> result;  // the reachable cube after it
  int ways = 0;                // number of equally small repairs; if several, `what` says so and describes the first
};

// What the facelets are called in a sentence: facelet_name(), and where they are in the text.
using FaceletNames = std::array<std::string, kFacelets>;

// For a net that is not a reachable cube.
Repair find_repair(const Net& net, const FaceletNames& facelet_names);

// For parts that are not a reachable cube.
Repair find_repair(const Assembly& parts);

// For 53 or 55 symbols; for other numbers the result is empty.
Repair find_missing_or_extra(const Symbols& symbols);

}  // namespace superflip
