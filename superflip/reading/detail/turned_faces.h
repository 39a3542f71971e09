// Turned faces: layouts in which the rows of some faces run otherwise than they should. Somebody who photographs or
// copies a cube face by face may turn it in the hand between two faces, or look at its back as through glass. The way
// in which each face is written is then found by trying: a corner or an edge that no cube has, or that is already
// there, ends a trial early, so that of 4096 (or, with mirrors, 262,144) ways a few hundred are looked at.
#pragma once

#include <vector>

#include "superflip/reading/facelets.h"
#include "superflip/reading/layout.h"

namespace superflip {

enum class Mirrors : bool { no, yes };

// The layouts that differ from this one in so many faces (1..6), and in which the stickers are a reachable cube.
// `written`: the colours in the order of the text, nine of each of six; the centres differ. `oriented` as in net.h.
// With Mirrors::yes faces may be mirrored, too.
std::vector<Layout> turned_faces(const Stickers& written, bool oriented, const Layout& layout, int others,
                                 Mirrors mirrors);

}  // namespace superflip
