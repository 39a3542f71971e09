// Incomplete cubes: facelets of which some are unknown.
//
// An unknown sticker is written ? (or . - _ * where the colours are letters). The known ones are read as the doctor
// reads them: in any six colours if all centres are known, in the usual letters (URFDLB or WRGYOB) also if they are
// not; in the usual order or, if its centres do not fit, in another that is in use; as a net if the lines show one. A
// place may hold every piece that shows its known stickers, so the text describes a Pattern. It is an error if no
// reachable cube fits; the message says why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/layout.h"

namespace SUPERFLIP_API superflip {

// The cubes with centres at home that show these stickers where they are known.
Pattern pattern_of(const Stickers& stickers);

// The stickers that all cubes of the pattern have in common. Precondition: it has one rotation.
Stickers known_stickers(const Pattern& pattern);

// The 54 letters, ? where a sticker is unknown.
std::string to_facelets(const Stickers& stickers);

struct Incomplete {
  Pattern pattern;                 // narrowed; in the standard holding
  Uint128 count;                   // of the reachable cubes that fit, at least 1
  Symmetry held{};                 // as Reading::held
  bool is_holding_open = false;    // as Reading::is_holding_open
  std::vector<std::string> notes;  // how it was understood
};

// Whether the text is 54 facelets with an unknown one among them.
bool is_incomplete(std::string_view text);

// Precondition: is_incomplete(text). `listed` as for diagnose(). Errors: unreadable, impossible.
Expected<Incomplete> read_incomplete(std::string_view text, const Listed& listed = {});

}  // namespace superflip
