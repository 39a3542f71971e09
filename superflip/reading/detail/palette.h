// Palette: which of the symbols of a net are its six colours.
//
// People write any symbols: the letters of the faces, those of the usual colours, digits, emoji. A known scheme names
// the faces; of other symbols, the six that occur most often are the colours. A symbol for an unknown sticker is never
// a colour. The net of a 3x3x3 (net.h) and that of a 2x2x2 (reading/pocket.h) are both read so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "superflip/reading/assembly.h"

namespace superflip {

// One symbol per sticker. A symbol is a UTF-8 code point, so emoji squares can be colours too.
using Symbols = std::vector<std::string>;

// Whether a symbol stands for an unknown sticker and is therefore not a colour: question marks always, and . - _ *
// where the colours are letters.
bool is_unknown(const std::string& symbol, const Symbols& symbols);

// The distinct symbols, in the order of their first occurrence.
Symbols distinct(const Symbols& symbols);

// Lower case means the same as upper case, unless both cases together make the six colours. Whether a symbol changed.
bool fold_case(Symbols& symbols);

// The colours of most cubes: white up, red on the right, green in front, ...
inline const ColourNames kUsualColours{"W", "R", "G", "Y", "O", "B"};

struct Palette {
  ColourNames names;      // of the colours 0..5; of a known scheme in the order of the faces U R F D L B
  bool is_known = false;  // they are kStandardColours or kUsualColours

  // The number of the colour; kFaces, which is kNoColour, if the symbol is none of the six.
  std::uint8_t operator[](const std::string& symbol) const;
};

// The six most frequent symbols, or as many as there are, but for those that stand for unknown stickers. Of equally
// frequent ones the first.
Symbols most_frequent(const Symbols& symbols);

// The palette of at most six colours. With fewer than six it is known only for standard letters or usual colours.
std::optional<Palette> palette_of(const Symbols& colours);

}  // namespace superflip
