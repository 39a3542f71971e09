// Net: the stickers as somebody wrote them down, in whatever six colours and however the cube was held. The six centres
// say which colour belongs to which face, so any net can be read as a cube.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/detail/palette.h"
#include "superflip/reading/facelets.h"

namespace superflip {

// The symbols of a text. Blanks and commas separate symbols, invisible characters are ignored, and variation selectors
// belong to the symbol before them.
struct Written {
  Symbols symbols;                  // the first `max` of them
  std::vector<std::size_t> before;  // for each, the number of characters of the text before it
  std::size_t count = 0;            // of all symbols
  bool blanks = false;              // there are blanks between them
  bool commas = false;              // there are commas between them
};
Written split(std::string_view text, std::size_t max);

// Visits these symbols, as they stand in the text, until visit() returns false. Returns whether all were visited.
template <class Visit>
bool visit_symbols(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    const bool is_between = symbol == "," || text::is_skipped(symbol);
    if (!is_between && !visit(symbol)) return false;
  }
  return true;
}

struct Net {
  ColourNames colours;    // names of the colours 0..5; in an oriented net those of U R F D L B
  Stickers stickers{};    // the colour of each facelet, kNoColour if it is none of the six
  bool oriented = false;  // the colours are kStandardColours or kUsualColours, which show how the cube was held
};

// The net of 54 symbols, if six colours can be determined. The colours are those of the centres, if these are six
// different symbols and each occurs again; else they are the six most frequent symbols, which need not include every
// centre. With fewer than six symbols, the colours are known only for standard letters or usual colours. A symbol for
// an unknown sticker is never a colour.
std::optional<Net> make_net(const Symbols& symbols);

// The colours of the six centres.
using CentreColours = std::array<int, kFaces>;
CentreColours centres(const Stickers& stickers);
bool all_known_and_different(const CentreColours& colours);

// The symmetry that carries each face f to the face number colours[f], if there is one. For an oriented net it says how
// the cube was held.
std::optional<Symmetry> symmetry_to(const CentreColours& colours);

// Precondition: the six centres differ. Gives each colour the number of the face whose centre has it.
Stickers named_by_centres(const Stickers& stickers);
ColourNames names_by_centres(const Net& net);

// The reachable cube that the stickers show, if they do. An oriented one in another holding is turned back so that U is
// up and F in front.
std::optional<Cube> read_stickers(const Stickers& stickers, bool oriented);

}  // namespace superflip
