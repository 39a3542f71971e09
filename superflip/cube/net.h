// Net: the stickers as somebody wrote them down, in whatever six colours and however the cube was held. The six
// centres say which colour belongs to which face, and so make a cube of any net.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "superflip/cube/assembly.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/facelets.h"
#include "superflip/cube/symmetry.h"

namespace superflip {

// One symbol a sticker: a UTF-8 code point each, so that emoji squares are colours too.
using Symbols = std::vector<std::string>;

// The different ones, in the order in which they first occur.
Symbols distinct(const Symbols& symbols);

// The colours of most cubes: white up, red on the right, green in front, ...
inline const ColourNames kUsualColours{"W", "R", "G", "Y", "O", "B"};

struct Net {
  ColourNames colours;    // colour 0..5; of an oriented net those of U R F D L B
  Stickers stickers{};    // the colour of each facelet, kNoColour where the symbol is none of the six
  bool oriented = false;  // the colours are kStandardColours or kUsualColours, which say how the cube was held
};

// The net of 54 symbols, when six colours can be told. The centres are the colours, if they are six and each occurs
// again; else the six most frequent symbols, of which a centre may be none. Fewer than six are known only where they
// are standard letters or usual colours.
std::optional<Net> make_net(const Symbols& symbols);

// The colours of the six centres.
using Centres = std::array<int, kFaces>;
Centres centres(const Stickers& stickers);
bool all_known_and_different(const Centres& colours);

// The symmetry that carries each face f to the face number colours[f], if there is one: how an oriented cube was held.
std::optional<Symmetry> symmetry_to(const Centres& colours);

// For six different centres: every colour becomes the face in whose middle it is, and is called what it was.
Stickers named_by_centres(const Stickers& stickers);
ColourNames names_by_centres(const Net& net);

// The reachable cube that the stickers are. An oriented one in another holding is turned back, so that U is up and F in
// front.
std::optional<Cube> read(const Stickers& stickers, bool oriented);

}  // namespace superflip
