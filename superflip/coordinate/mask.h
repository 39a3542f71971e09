// Mask: what of a cube counts, where only a part of it shall be solved.
//
//   corners, edges               all pieces of a kind
//   U layer, E slice             the pieces there
//   UF DFR                       single pieces, named with their faces in any order
//   edges D layer                of these pieces, the edges alone
//   U layer: orientation         only how the pieces there are turned, not which ones they are
//   edges: orientation UD        in another frame: UD, RL, FB, symmetric (orientation.h)
//   corners: order               only which pieces are where, not how they are turned
//   edges E slice: place         these pieces on these places, in any order and turned in any way
//   centres, centres R L         all six or some, named by their faces
//   centres U: orientation       how they are turned, on a supercube
//   Cross + DFR FR               both
//   corners + edges - U layer    all but these; OLL - F2L
//   F2L, OLL, EO, ...            a name (named_masks())
//
// The words of properties mean what they mean in the description of a coordinate (description.h); without any, order
// and orientation count. Names are read in capitals or not.
//
// The orientation of centres counts where the moves turn them (Centres::turned) and a mask speaks of these centres.
// Stages of methods do not: FB has the place of the centre L alone, and "FB + centres L" its turn, too.
//
// Only slices, wide moves and rotations carry centres (cube/space.h). A mask without a word about centres means all
// six, and so "corners - centres" is what needs none. FB names L and F2B names R, too: the blocks of Roux fit to these
// two, while the slice M between them may be turned. A sum of names needs the centres of each: Cross + FB all six.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/space.h"

namespace SUPERFLIP_API superflip {

// Masks that have a name. FB and F2B are the blocks of Roux; the others are stages of the methods that cubers use.
struct NamedMask {
  std::string_view name;
  std::string_view mask;  // what it stands for
  std::string_view what;  // a sentence
};
std::span<const NamedMask> named_masks();

class Mask {
 public:
  // Error: bad_option, with the position in the text. Any length of text is read.
  static Expected<Mask> parse(std::string_view text);

  const std::string& text() const { return text_; }

  // The cubes that are like `cube` in what counts; places are those of `cube`, with U up and F in front. How centres
  // are turned counts only with Centres::turned.
  Pattern of(const Cube& cube, Centres centres = Centres::moved) const;

  // Whether it has the word "orientation" for centres, which means nothing where moves do not turn them.
  bool names_turns() const { return names_turns_; }

 private:
  struct Part {
    PieceKind kind;
    std::uint16_t places;  // bit x: place x
    bool order;            // which piece is on each place
    bool together;         // which pieces are on these places, in any order
    bool orientation;
    Frame frame;
  };
  class Parser;

  std::string text_;
  std::vector<Part> parts_;
  bool names_turns_ = false;
};

}  // namespace superflip
